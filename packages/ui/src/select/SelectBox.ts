import type { ReactNode, RefObject } from 'react'
import type { SelectBehaviour } from './useSelect.ts'

/** What the menu needs of the box it belongs to. */
export interface SelectBox extends SelectBehaviour {
  readonly listId: string
  /** The name of box, list and sheet to readers. */
  readonly spokenLabel: string
  readonly phone: boolean
  readonly filterable: boolean
  readonly shut: () => void
  readonly zIndex: number
  readonly anchor: RefObject<HTMLDivElement | null>
  /** Of the input that takes the query, here or in the sheet. */
  readonly combobox: object
}

export interface SelectMenuProps {
  readonly of: SelectBox
  readonly isSelected: (key: string) => boolean
  readonly multiple?: boolean
  readonly busy: boolean
  readonly empty: ReactNode
}
