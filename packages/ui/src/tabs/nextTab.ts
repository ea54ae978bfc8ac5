export interface TabMove {
  readonly keys: readonly string[]
  readonly disabled: ReadonlySet<string>
  readonly current: string | undefined
  readonly key: string
  readonly rightToLeft: boolean
}

/**
 * Where an arrow, Home or End leads in a row of tabs: wraps, skips what is disabled, mirrors in
 * Arabic. `undefined`: not a key of tabs.
 */
export function nextTab({
  keys,
  disabled,
  current,
  key,
  rightToLeft,
}: TabMove): string | undefined {
  const open = keys.filter((one) => !disabled.has(one))
  if (open.length === 0) return undefined
  const at = current === undefined ? -1 : open.indexOf(current)
  const forward = rightToLeft ? 'ArrowLeft' : 'ArrowRight'
  const backward = rightToLeft ? 'ArrowRight' : 'ArrowLeft'
  if (key === 'Home') return open[0]
  if (key === 'End') return open.at(-1)
  if (key === forward) return open[(at + 1) % open.length]
  if (key === backward) return open.at(at <= 0 ? -1 : at - 1)
  return undefined
}

/**
 * The one tab that the Tab key reaches: the selected one; where it cannot be reached or is none of
 * them, the first that can.
 */
export function tabStop(
  tabs: readonly { readonly key: string; readonly disabled?: boolean }[],
  current: string | undefined,
): string | undefined {
  const open = tabs.filter((tab) => !tab.disabled)
  return (open.find((tab) => tab.key === current) ?? open[0])?.key
}
