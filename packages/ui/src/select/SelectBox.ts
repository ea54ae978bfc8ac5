import type { ReactNode, RefObject } from 'react'
import type { SelectBehaviour } from './useSelect.ts'

/** State and actions that the menu needs from its field. */
export interface SelectBox extends SelectBehaviour {
  readonly listId: string
  /** Accessible name of field, list and sheet. */
  readonly accessibleName: string
  readonly phone: boolean
  readonly filterable: boolean
  readonly close: () => void
  readonly zIndex: number
  readonly anchor: RefObject<HTMLDivElement | null>
  /** Props of the input that takes the query, in the field or in the sheet. */
  readonly combobox: object
}

/** Props of the menu. */
export interface SelectMenuProps {
  readonly of: SelectBox
  readonly isSelected: (key: string) => boolean
  readonly multiple?: boolean
  readonly busy: boolean
  readonly empty: ReactNode
}
