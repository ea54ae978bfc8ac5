import type { ClipboardEvent, KeyboardEvent, Ref } from 'react'
import { classNames } from '../classNames.ts'
import type { Picker } from '../date-picker/Picker.ts'
import styles from '../date-picker/datePicker.module.css'
import field from '../field/field.module.css'
import { isInputMethodKey } from '../layer/inputMethod.ts'
import { useUiStrings } from '../provider/useUiStrings.ts'
import type { RangeEnd, RangeEvent, RangeState } from './rangeReducer.ts'

/** Props of `RangeInput`. */
export interface RangeInputProps {
  readonly ref: Ref<HTMLInputElement>
  readonly id: string | undefined
  readonly end: RangeEnd
  readonly state: RangeState
  readonly picker: Picker
  readonly withTime: boolean
  readonly autoFocus: boolean | undefined
  readonly form: string | undefined
  readonly required: boolean
  readonly readOnly: boolean
  readonly disabled: boolean
  readonly dispatch: (event: RangeEvent) => RangeState
}

/** The text input of one end of a range. */
export function RangeInput({
  ref,
  id,
  end,
  state: { texts, fault },
  picker,
  withTime,
  autoFocus,
  form,
  required,
  readOnly,
  disabled,
  dispatch,
}: RangeInputProps) {
  const strings = useUiStrings()
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const { selectionStart, selectionEnd, value } = event.currentTarget
    if (readOnly || selectionStart !== 0 || selectionEnd !== value.length) return
    event.preventDefault()
    dispatch({ type: 'paste', end, text: event.clipboardData.getData('text') })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !isInputMethodKey(event.nativeEvent)) {
      const settled = dispatch({ type: 'settle' })
      // The form would be submitted with the previous range.
      if (settled.fault || settled.anchor !== undefined) event.preventDefault()
    }
    picker.onOpenKey(event)
  }
  return (
    <input
      ref={ref}
      id={id}
      className={classNames(field['input'], styles['moment'])}
      data-x-part={`input-${end}`}
      type="text"
      inputMode="numeric"
      autoComplete="off"
      spellCheck={false}
      placeholder={withTime ? strings.momentFormat : strings.dayFormat}
      value={texts[end]}
      // The caller asks for it.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus={autoFocus}
      form={form}
      required={required}
      readOnly={picker.phone || readOnly}
      disabled={disabled}
      aria-label={end === 'start' ? strings.startDate : strings.endDate}
      aria-invalid={fault && (fault.end ?? end) === end ? true : undefined}
      onChange={(event) => dispatch({ type: 'type', end, text: event.currentTarget.value })}
      onPaste={onPaste}
      onInvalid={() => dispatch({ type: 'settle' })}
      onKeyDown={onKeyDown}
    />
  )
}
