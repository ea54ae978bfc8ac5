/** A key press in a tab list. */
export interface TabMove {
  readonly keys: readonly string[]
  readonly disabled: ReadonlySet<string>
  readonly current: string | undefined
  readonly key: string
  readonly rightToLeft: boolean
}

/**
 * Returns the tab that an arrow key, Home or End selects: the ends wrap, disabled tabs are skipped,
 * right-to-left is mirrored. `undefined` for other keys.
 */
export function nextTab({
  keys,
  disabled,
  current,
  key,
  rightToLeft,
}: TabMove): string | undefined {
  const enabled = keys.filter((one) => !disabled.has(one))
  if (enabled.length === 0) return undefined
  const at = current === undefined ? -1 : enabled.indexOf(current)
  const forward = rightToLeft ? 'ArrowLeft' : 'ArrowRight'
  const backward = rightToLeft ? 'ArrowRight' : 'ArrowLeft'
  if (key === 'Home') return enabled[0]
  if (key === 'End') return enabled.at(-1)
  if (key === forward) return enabled[(at + 1) % enabled.length]
  if (key === backward) return enabled.at(at <= 0 ? -1 : at - 1)
  return undefined
}

/** Returns the tab in the tab order: the selected one, else the first enabled one. */
export function tabStop(
  tabs: readonly { readonly value: string; readonly disabled?: boolean }[],
  current: string | undefined,
): string | undefined {
  const enabled = tabs.filter((tab) => !tab.disabled)
  return (enabled.find((tab) => tab.value === current) ?? enabled[0])?.value
}
