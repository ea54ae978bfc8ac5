import type { ReactNode } from 'react'

export interface SheetItem {
  readonly key: string
  readonly label: string
  /** Below the label: what the action does, a balance. */
  readonly hint?: ReactNode
  readonly icon?: ReactNode
  readonly disabled?: boolean
  /** On its way: shows a spinner and takes no tap. */
  readonly loading?: boolean
  readonly tone?: 'danger'
}

/**
 * `confirmed` is what counts outside; `checked` is what an open sheet shows. While the sheet is
 * shut they are the same.
 */
export interface SheetState {
  readonly open: boolean
  readonly confirmed: readonly string[]
  readonly checked: readonly string[]
}

export type SheetEvent =
  | { readonly type: 'open'; readonly confirmed: readonly string[] }
  | { readonly type: 'tap'; readonly item: SheetItem }
  | { readonly type: 'confirm' }
  | { readonly type: 'leave' }

export const SHUT_SHEET: SheetState = { open: false, confirmed: [], checked: [] }

/** U3: a disabled item and one that is loading ignore taps. */
export function takesTap({ disabled = false, loading = false }: SheetItem): boolean {
  return !disabled && !loading
}

/** U3, spec 4.10: nothing is confirmed while nothing is checked. */
export function canConfirm({ open, checked }: SheetState): boolean {
  return open && checked.length > 0
}

/**
 * U3: a sheet is open or closed; while it is open it holds a checked list of its own, and every
 * exit but confirming restores the previous one.
 */
export function reduceSheet(state: SheetState, event: SheetEvent): SheetState {
  switch (event.type) {
    case 'open':
      return state.open
        ? state
        : { open: true, confirmed: event.confirmed, checked: event.confirmed }
    case 'tap':
      return state.open && takesTap(event.item)
        ? { ...state, checked: toggled(state.checked, event.item.key) }
        : state
    case 'confirm':
      return canConfirm(state)
        ? { open: false, confirmed: state.checked, checked: state.checked }
        : state
    case 'leave':
      return state.open
        ? { open: false, confirmed: state.confirmed, checked: state.confirmed }
        : state
  }
}

function toggled(keys: readonly string[], key: string): readonly string[] {
  return keys.includes(key) ? keys.filter((one) => one !== key) : [...keys, key]
}

export type SheetMove = 'next' | 'previous' | 'first' | 'last'

/**
 * The index an arrow key leads to among the items that take a tap: it wraps. -1 where none does.
 */
export function moveFocus(
  items: readonly SheetItem[],
  { from, to }: { readonly from: number; readonly to: SheetMove },
): number {
  const open = items.flatMap((item, index) => (takesTap(item) ? [index] : []))
  if (to === 'first') return open[0] ?? -1
  if (to === 'last') return open.at(-1) ?? -1
  if (to === 'next') return open.find((index) => index > from) ?? open[0] ?? -1
  return open.findLast((index) => index < from) ?? open.at(-1) ?? -1
}
