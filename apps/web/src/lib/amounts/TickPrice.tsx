import { LiveNumber } from '@x/ui/number'
import { useState } from 'react'

/** A price that runs: only the digits that a tick changed flash. */
export function TickPrice({
  value,
  text,
}: {
  /** The exact price; `undefined` before the first one. */
  readonly value: string | undefined
  /** The same price formatted. */
  readonly text: string
}) {
  const [shown, setShown] = useState({ text, same: 0 })
  // While rendering, so that the digits and their flash are of one commit.
  if (shown.text !== text) setShown({ text, same: sameStart(shown.text, text) })
  return (
    <span dir="ltr">
      {text.slice(0, shown.same)}
      <LiveNumber value={value ?? '0'}>{text.slice(shown.same)}</LiveNumber>
    </span>
  )
}

/** How many characters two texts begin with in common. */
function sameStart(before: string, after: string): number {
  if (before.length !== after.length) return 0
  let at = 0
  while (at < after.length && before[at] === after[at]) at++
  return at
}
