/** Keys of the selected rows. */
export type SelectedKeys = ReadonlySet<string>

export type SelectionMode = 'single' | 'multiple'

export interface SelectionRules {
  readonly mode: SelectionMode
  /** Keys of all rows in the order on screen. */
  readonly order: readonly string[]
  readonly disabled: (key: string) => boolean
}

export interface SelectionChange {
  readonly key: string
  /** Shift was down: everything between the row pressed last and this one takes its new state. */
  readonly range: boolean
  /** The row pressed last. */
  readonly anchor: string | undefined
}

/**
 * What pressing the box of a row makes of the selection. Rows that cannot be selected are left as
 * they are.
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

export type AllState = 'none' | 'some' | 'all'

/**
 * What the box in the header shows. `keys` are those that can be selected, read no further than the
 * answer needs: they may be a hundred thousand. Selected rows that the table does not hold, of
 * another page perhaps, do not count.
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
 * What pressing the box in the header makes of the selection: all rows, or none where all are. Rows
 * of other pages keep their state.
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

/**
 * What Control with A makes of the selection: all rows, however many of them were selected before.
 */
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
