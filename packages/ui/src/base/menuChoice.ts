import type { ReactNode } from 'react'

/** An entry of a menu. */
export type MenuEntry =
  | { readonly kind: 'separator'; readonly key: string }
  | {
      readonly kind?: 'item'
      readonly key: string
      readonly label: string
      readonly icon?: ReactNode
      /** At the end of the row, for instance a shortcut. */
      readonly hint?: ReactNode
      /**
       * Shows a check mark. A menu all of whose items have `checked` is a choice of one; beside
       * others such an item is on or off by itself.
       */
      readonly checked?: boolean
      readonly disabled?: boolean
      readonly tone?: 'danger'
      readonly href?: string
    }

/** Selection state of a menu. */
export interface MenuChoice {
  /** Whether it is a choice of one of the items. */
  readonly isChoice: boolean
  readonly checked: readonly string[]
  readonly disabled: readonly string[]
}

/** Returns the selection state of a menu's entries. */
export function menuChoice(entries: readonly MenuEntry[]): MenuChoice {
  const items = entries.filter((entry) => entry.kind !== 'separator')
  return {
    isChoice: items.length > 0 && items.every((item) => item.checked !== undefined),
    checked: items.filter((item) => item.checked).map((item) => item.key),
    disabled: items.filter((item) => item.disabled).map((item) => item.key),
  }
}
