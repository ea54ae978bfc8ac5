import type { RefObject } from 'react'
import { classNames } from '../classNames.ts'
import { AnchoredBox } from '../popover/AnchoredBox.tsx'
import popup from '../popover/popup.module.css'
import { OptionList, type OptionListProps } from '../select/OptionList.tsx'
import styles from './suggestions.module.css'

/** Props of the popup with the suggestions. */
export interface SuggestionsProps extends Omit<OptionListProps, 'isSelected' | 'rowHeight'> {
  readonly onClose: () => void
  readonly anchor: RefObject<Element | null>
  readonly zIndex: number
}

const never = () => false

/** The popup below the field. No row is selected: the text is the value. */
export function Suggestions({ onClose, anchor, zIndex, ...list }: SuggestionsProps) {
  return (
    <AnchoredBox
      onClose={onClose}
      anchor={anchor}
      zIndex={zIndex}
      className={classNames(popup['popup'], styles['popover'])}
      part="suggestions"
    >
      <OptionList {...list} isSelected={never} rowHeight={30} />
    </AnchoredBox>
  )
}
