import type { ReactNode } from 'react'

/** One row of an action sheet. */
export interface SheetItem {
  readonly key: string
  readonly label: string
  /** Second line below the label, for instance a balance. */
  readonly hint?: ReactNode
  readonly icon?: ReactNode
  readonly disabled?: boolean
  /** Shows a spinner; the item ignores taps. */
  readonly loading?: boolean
  readonly tone?: 'danger'
}

/**
 * State of a sheet. `confirmed` is the caller's list, `checked` the list on screen; both are equal
 * while the sheet is closed.
 */
export interface SheetState {
  readonly open: boolean
  readonly confirmed: readonly string[]
  readonly checked: readonly string[]
}

/** What changes a sheet. */
export type SheetEvent =
  | { readonly type: 'open'; readonly confirmed: readonly string[] }
  | { readonly type: 'tap'; readonly item: SheetItem }
  | { readonly type: 'confirm' }
  | { readonly type: 'dismiss' }

/** A closed sheet without checked items. */
export const CLOSED_SHEET: SheetState = { open: false, confirmed: [], checked: [] }

/** Returns whether an item reacts to taps: disabled and loading items do not (U3). */
export function isTappable({ disabled = false, loading = false }: SheetItem): boolean {
  return !disabled && !loading
}

/** Returns whether the list can be confirmed: at least one item is checked (U3, spec 4.10). */
export function canConfirm({ open, checked }: SheetState): boolean {
  return open && checked.length > 0
}

/**
 * Reduces the state of a sheet (U3). An open sheet has its own checked list; every exit but a
 * confirmation restores the previous one.
 */
export function reduceSheet(state: SheetState, event: SheetEvent): SheetState {
  switch (event.type) {
    case 'open':
      return state.open
        ? state
        : { open: true, confirmed: event.confirmed, checked: event.confirmed }
    case 'tap':
      return state.open && isTappable(event.item)
        ? { ...state, checked: toggled(state.checked, event.item.key) }
        : state
    case 'confirm':
      return canConfirm(state)
        ? { open: false, confirmed: state.checked, checked: state.checked }
        : state
    case 'dismiss':
      return state.open
        ? { open: false, confirmed: state.confirmed, checked: state.confirmed }
        : state
  }
}

function toggled(keys: readonly string[], key: string): readonly string[] {
  return keys.includes(key) ? keys.filter((one) => one !== key) : [...keys, key]
}

/** Where an arrow key, Home or End moves the focus. */
export type SheetMove = 'next' | 'previous' | 'first' | 'last'

/**
 * Returns the index of the item that a key moves the focus to. Disabled and loading items are
 * skipped and the ends wrap; -1 if no item can be tapped.
 */
export function moveFocus(
  items: readonly SheetItem[],
  { from, to }: { readonly from: number; readonly to: SheetMove },
): number {
  const tappable = items.flatMap((item, index) => (isTappable(item) ? [index] : []))
  if (to === 'first') return tappable[0] ?? -1
  if (to === 'last') return tappable.at(-1) ?? -1
  if (to === 'next') return tappable.find((index) => index > from) ?? tappable[0] ?? -1
  return tappable.findLast((index) => index < from) ?? tappable.at(-1) ?? -1
}
