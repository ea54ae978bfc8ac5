import type { RefObject } from 'react'
import type { BasePopover } from '../base/BasePopover.tsx'
import { classNames } from '../classNames.ts'
import popup from '../popover/popup.module.css'
import { OptionList, type OptionListProps } from '../select/OptionList.tsx'
import styles from './suggestions.module.css'

export interface SuggestionsProps extends Omit<OptionListProps, 'isSelected' | 'rowHeight'> {
  readonly Layer: typeof BasePopover
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly anchor: RefObject<Element | null>
  readonly zIndex: number
}

const never = () => false

/** The list that hangs below the text. It has no chosen row: the text is the value. */
export function Suggestions({ Layer, isOpen, onClose, anchor, zIndex, ...list }: SuggestionsProps) {
  return (
    <Layer isOpen={isOpen} nonModal onClose={onClose} anchor={anchor} zIndex={zIndex} className={classNames(popup['popup'], styles['popover'])} data={{ 'data-x-part': 'suggestions' }}>
      <OptionList {...list} isSelected={never} rowHeight={30} />
    </Layer>
  )
}
