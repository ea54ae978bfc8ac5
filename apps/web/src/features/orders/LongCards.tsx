import { type ReactElement, useState } from 'react'
import styles from './orders.module.css'
import { useCardWindow } from './useCardWindow.ts'

interface LongCardsProps {
  readonly label: string
  readonly keys: readonly string[]
  /** Draws the lines of the card at a place. */
  readonly children: (index: number) => ReactElement
}

/**
 * The cards of a long list that are in sight, and the one that was focused last, in its place: it
 * must not vanish under who reads on.
 */
export default function LongCards({ label, keys, children }: LongCardsProps) {
  const { list, range, starts } = useCardWindow(keys, { label })
  const [held, setHeld] = useState<string | undefined>(undefined)
  const count = keys.length
  const first = Math.min(range.first, count)
  const end = Math.min(range.end, count)
  const kept = held === undefined ? -1 : keys.indexOf(held)
  const drawn = Array.from({ length: end - first }, (_, at) => first + at)
  const shown =
    kept < 0 || (kept >= first && kept < end)
      ? drawn
      : kept < first
        ? [kept, ...drawn]
        : [...drawn, kept]
  return (
    <div className={styles['longCards']}>
      <div style={{ blockSize: starts[first] }} />
      <ul ref={list} className={styles['cards']} aria-label={label}>
        {shown.map((index) => {
          const key = keys[index]!
          const away = index < first || index >= end
          return (
            // The focus of its buttons and of the dialogs that they open bubbles up to here.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
            <li
              key={key}
              data-card={key}
              data-away={away || undefined}
              className={styles['card']}
              style={away ? { insetBlockStart: starts[index] } : undefined}
              aria-setsize={count}
              aria-posinset={index + 1}
              onFocus={() => setHeld(key)}
            >
              {children(index)}
            </li>
          )
        })}
      </ul>
      <div style={{ blockSize: starts[count]! - starts[end]! }} />
    </div>
  )
}
