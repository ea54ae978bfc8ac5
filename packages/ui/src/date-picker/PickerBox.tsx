import type { HTMLAttributes, ReactNode } from 'react'
import { CalendarDays } from 'lucide-react'
import { classNames } from '../classNames.ts'
import type { FieldSize } from '../field/FieldFrame.tsx'
import field from '../field/field.module.css'
import slot from '../field/slotButton.module.css'
import { Icon } from '../icon/Icon.tsx'
import { useUiStrings } from '../provider/useUiStrings.ts'
import { ClearButton } from '../select/ClearButton.tsx'
import type { Picker } from './Picker.ts'
import styles from './datePicker.module.css'

/** Props of the field box. */
export interface PickerBoxProps {
  readonly of: Picker
  readonly size: FieldSize
  readonly invalid: boolean
  readonly disabled: boolean
  /** Absent if there is nothing to clear. */
  readonly onClear: (() => void) | undefined
  readonly group?: HTMLAttributes<HTMLDivElement>
  readonly children: ReactNode
}

/** The box around one or two inputs, with the calendar button. */
export function PickerBox({
  of: picker,
  size,
  invalid,
  disabled,
  onClear,
  group,
  children,
}: PickerBoxProps) {
  const strings = useUiStrings()
  return (
    // On a phone the whole box opens the calendar; the button inside is accessible.
    /* oxlint-disable-next-line jsx-a11y/click-events-have-key-events,
       jsx-a11y/no-static-element-interactions */
    <div
      {...group}
      {...picker.boxProps}
      className={classNames(field['box'], styles['box'])}
      data-x-part="date-box"
      data-size={size}
      data-invalid={invalid || undefined}
      data-disabled={disabled || undefined}
    >
      {children}
      {onClear && !disabled ? <ClearButton onClear={onClear} /> : null}
      <button
        type="button"
        {...picker.buttonProps}
        className={classNames(slot['button'], styles['opener'])}
        aria-label={strings.openCalendar}
      >
        <Icon of={CalendarDays} />
      </button>
    </div>
  )
}
