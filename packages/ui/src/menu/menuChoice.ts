import type { ReactNode } from 'react'

export type MenuEntry =
  | { readonly kind: 'separator'; readonly key: string }
  | {
      readonly kind?: 'item'
      readonly key: string
      readonly label: string
      readonly icon?: ReactNode
      /** At the end of the row: a shortcut, a code. */
      readonly hint?: ReactNode
      /** Shows a tick. A menu with ticks is a choice of one. */
      readonly checked?: boolean
      readonly disabled?: boolean
      readonly tone?: 'danger'
      readonly href?: string
    }

export interface MenuChoice {
  /** Whether any entry can carry a tick. */
  readonly isChoice: boolean
  readonly checked: readonly string[]
  readonly disabled: readonly string[]
}

export function menuChoice(entries: readonly MenuEntry[]): MenuChoice {
  const items = entries.filter((entry) => entry.kind !== 'separator')
  return {
    isChoice: items.some((item) => item.checked !== undefined),
    checked: items.filter((item) => item.checked).map((item) => item.key),
    disabled: items.filter((item) => item.disabled).map((item) => item.key),
  }
}
