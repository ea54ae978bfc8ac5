/** Keys of the selected rows. */
export type SelectedKeys = ReadonlySet<string>

/** Whether one row or several can be selected. */
export type SelectionMode = 'single' | 'multiple'

/** Rows and rules of a selection. */
export interface SelectionRules {
  readonly mode: SelectionMode
  /** Keys of all rows in the order on screen. */
  readonly order: readonly string[]
  readonly disabled: (key: string) => boolean
}

/** A press on the checkbox of a row. */
export interface SelectionChange {
  readonly key: string
  /** With Shift: all rows from `anchor` to this one get its new state. */
  readonly range: boolean
  /** Key of the row pressed before. */
  readonly anchor: string | undefined
}

/**
 * Returns the selection after a press on a row's checkbox. Rows that cannot be selected keep their
 * state.
 */
export function toggleRow(
  selected: SelectedKeys,
  { key, range, anchor }: SelectionChange,
  { mode, order, disabled }: SelectionRules,
): SelectedKeys {
  if (disabled(key)) return selected
  const on = !selected.has(key)
  if (mode === 'single') return new Set(on ? [key] : [])
  const from = range && anchor !== undefined ? order.indexOf(anchor) : -1
  const to = order.indexOf(key)
  const touched =
    from < 0 || to < 0 ? [key] : order.slice(Math.min(from, to), Math.max(from, to) + 1)
  const next = new Set(selected)
  for (const one of touched) if (!disabled(one)) put(next, { key: one, on })
  return next
}

/** State of the checkbox for all rows. */
export type AllState = 'none' | 'some' | 'all'

/**
 * Returns the state of the checkbox in the header. `keys` are the selectable rows; iteration stops
 * early, because there may be a hundred thousand. Selected rows that are not in the table, for
 * instance of another page, do not count.
 */
export function allState(selected: SelectedKeys, keys: Iterable<string>): AllState {
  let seen = false
  let missing = false
  for (const key of keys) {
    if (selected.has(key)) seen = true
    else missing = true
    if (seen && missing) return 'some'
  }
  return seen ? 'all' : 'none'
}

/**
 * Returns the selection after a press on the checkbox in the header: all rows, or none if all are
 * selected. Rows of other pages keep their state.
 */
export function toggleAll(
  selected: SelectedKeys,
  { order, disabled }: Omit<SelectionRules, 'mode'>,
): SelectedKeys {
  return putAll(selected, {
    order,
    disabled,
    on:
      allState(
        selected,
        order.filter((key) => !disabled(key)),
      ) !== 'all',
  })
}

/** Returns the selection after Control+A: all rows. */
export function selectAll(
  selected: SelectedKeys,
  rules: Omit<SelectionRules, 'mode'>,
): SelectedKeys {
  return allState(
    selected,
    rules.order.filter((key) => !rules.disabled(key)),
  ) === 'all'
    ? selected
    : putAll(selected, { ...rules, on: true })
}

function putAll(
  selected: SelectedKeys,
  { order, disabled, on }: Omit<SelectionRules, 'mode'> & { readonly on: boolean },
): SelectedKeys {
  const next = new Set(selected)
  for (const key of order) if (!disabled(key)) put(next, { key, on })
  return next
}

function put(keys: Set<string>, { key, on }: { readonly key: string; readonly on: boolean }): void {
  if (on) keys.add(key)
  else keys.delete(key)
}
