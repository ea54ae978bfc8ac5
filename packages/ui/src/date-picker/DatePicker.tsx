import type { ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import type { Day } from '../base/days.ts'
import { dayOfValue, refusalOf } from '../calendar/calendarDays.ts'
import { describedBy, FieldFrame, useFieldIds, type FieldSize } from '../field/FieldFrame.tsx'
import type { FieldProps } from '../field/FieldProps.ts'
import { FormValue } from '../field/FormValue.tsx'
import { useControlRef } from '../field/useControlRef.ts'
import { useFocusWithin } from '../field/useFocusWithin.ts'
import field from '../field/field.module.css'
import { isInputMethodKey } from '../layer/inputMethod.ts'
import { useUiStrings } from '../provider/useUiStrings.ts'
import { faultText } from './faultText.ts'
import {
  DAY_START,
  dayOf,
  dayRulesOf,
  timeOf,
  type Moment,
  type MomentRefusal,
  type Time,
} from './moment.ts'
import { PickerBox } from './PickerBox.tsx'
import { useMomentField } from './useMomentField.ts'
import { useRefusedText } from './useRefusedText.ts'
import styles from './datePicker.module.css'

/** Props that `DatePicker` and `DateRangePicker` share. */
export interface DateFieldProps<Value> extends FieldProps<Value> {
  readonly label?: ReactNode
  readonly help?: ReactNode
  /** Shown instead of the field's own messages. */
  readonly error?: ReactNode
  readonly size?: FieldSize
  /** Uses `YYYY-MM-DD HH:mm:ss` instead of `YYYY-MM-DD`. Default false. */
  readonly withTime?: boolean
  /** A day, or with `withTime` a day with a time. Default: ten years before and after today. */
  readonly min?: Moment
  readonly max?: Moment
  readonly isDisabled?: (day: Day) => boolean
  /** The day marked as today. Default: today by the device's clock. */
  readonly today?: Day
  readonly clearable?: boolean
}

/** Props of `DatePicker`. The value is '' without a date. */
export interface DatePickerProps extends DateFieldProps<Moment> {
  /** Time of a pressed day if no time is set. Default `00:00:00`. */
  readonly defaultTime?: Time
  readonly shortcuts?: readonly {
    readonly key: string
    readonly label: string
    readonly value: Moment
  }[]
}

const NONE: NonNullable<DatePickerProps['shortcuts']> = []

/**
 * A date field, typed, pasted or chosen from a calendar by the same rules (U14). Values have no
 * time zone.
 */
export function DatePicker({
  ref,
  value,
  defaultValue = '',
  onChange,
  label,
  help,
  error,
  size = 'standard',
  withTime = false,
  min,
  max,
  isDisabled,
  today,
  defaultTime = DAY_START,
  shortcuts = NONE,
  clearable = false,
  disabled = false,
  readOnly = false,
  required = false,
  name,
  form,
  id,
  className,
  style,
  onFocus,
  onBlur,
  'aria-label': ariaLabel,
  'aria-invalid': invalid,
  'aria-describedby': describes,
  ...rest
}: DatePickerProps) {
  const strings = useUiStrings()
  const ids = useFieldIds(id)
  const input = useControlRef(ref)
  const { picker, Body, current, typed, fault, pending, ...moment } = useMomentField({
    value,
    defaultValue,
    onChange,
    control: input,
    defaultTime,
    withTime,
    disabled: disabled || readOnly,
    today,
    isDisabled,
    ...(min ? { min } : {}),
    ...(max ? { max } : {}),
  })
  const textOf = (reason: MomentRefusal | 'timeFormat') =>
    faultText(reason, { strings, rules: picker.rules() })
  const refused = pending && textOf(pending)
  useRefusedText(input, refused)
  const focus = useFocusWithin({ onFocus, onBlur, hasPopup: picker.open })
  const message = fault && textOf(fault)
  const shown = error || (picker.open ? undefined : message)
  const accessibleName = ariaLabel ?? (typeof label === 'string' ? label : strings.chooseDate)
  return (
    <FieldFrame
      {...focus}
      ids={ids}
      label={label}
      help={help}
      error={shown}
      className={className}
      style={style}
    >
      <PickerBox
        of={picker}
        size={size}
        invalid={Boolean(shown)}
        disabled={disabled}
        onClear={clearable && !readOnly && (current || typed) ? () => moment.apply('') : undefined}
      >
        <input
          {...rest}
          ref={input}
          form={form}
          id={ids.control}
          className={classNames(field['input'], styles['moment'])}
          data-x-part="input"
          type="text"
          inputMode="numeric"
          autoComplete="off"
          spellCheck={false}
          placeholder={withTime ? strings.momentFormat : strings.dayFormat}
          value={typed ?? current}
          readOnly={picker.phone || readOnly}
          required={required}
          disabled={disabled}
          aria-label={label ? undefined : accessibleName}
          aria-invalid={shown ? true : invalid}
          aria-describedby={describedBy(ids, { help, error: shown }, describes)}
          onChange={(event) => moment.type(event.currentTarget.value)}
          onBlur={moment.settle}
          onInvalid={moment.settle}
          onKeyDown={(event) => {
            // The form would be submitted with the previous date.
            if (event.key === 'Enter' && !isInputMethodKey(event.nativeEvent) && !moment.settle())
              event.preventDefault()
            picker.onOpenKey(event)
          }}
        />
        {/* A form with its own validation gets no date for a refused text. */}
        <FormValue
          name={name}
          form={form}
          values={[current]}
          disabled={disabled || refused !== undefined}
          required={required && picker.phone}
          control={input}
        />
      </PickerBox>
      {Body ? (
        <Body
          of={picker}
          label={accessibleName}
          months={1}
          start={dayOfValue(current) ?? picker.day()}
          stateOf={(day) => ({
            place: current && dayOf(current) === day ? 'both' : undefined,
            disabled: refusalOf(day, dayRulesOf(picker.rules())) !== undefined,
          })}
          onPress={moment.press}
          times={
            withTime
              ? [
                  {
                    key: 'time',
                    label: strings.time,
                    value: current ? timeOf(current) : undefined,
                    onSet: moment.setTime,
                  },
                ]
              : []
          }
          shortcuts={shortcuts.map((shortcut) => ({
            key: shortcut.key,
            label: shortcut.label,
            onChoose: () => moment.submit(shortcut.value) && picker.close(),
          }))}
          fault={picker.open ? message : undefined}
        />
      ) : null}
    </FieldFrame>
  )
}
