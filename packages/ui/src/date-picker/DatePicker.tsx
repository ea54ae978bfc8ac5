import type { ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import type { Day } from '../base/days.ts'
import { dayOfValue, refusalOf } from '../calendar/calendarDays.ts'
import { describedBy, FieldFrame, useFieldIds, type FieldSize } from '../field/FieldFrame.tsx'
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
export interface DateFieldProps {
  readonly label?: ReactNode
  /** Accessible name if there is no `label`. */
  readonly 'aria-label'?: string
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
  readonly disabled?: boolean
  readonly id?: string
  readonly className?: string | undefined
}

/** Props of `DatePicker`. */
export interface DatePickerProps extends DateFieldProps {
  /** '' is no date. */
  readonly value?: Moment
  readonly defaultValue?: Moment
  readonly onChange?: (value: Moment) => void
  /** Time of a pressed day if no time is set. Default `00:00:00`. */
  readonly defaultTime?: Time
  readonly shortcuts?: readonly {
    readonly key: string
    readonly label: string
    readonly value: Moment
  }[]
  readonly name?: string
}

const NONE: NonNullable<DatePickerProps['shortcuts']> = []

/**
 * A date field, typed, pasted or chosen from a calendar by the same rules (U14). Values have no
 * time zone.
 */
export function DatePicker({
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
  name,
  id,
  className,
  'aria-label': ariaLabel,
}: DatePickerProps) {
  const strings = useUiStrings()
  const ids = useFieldIds(id)
  const { picker, Body, current, typed, fault, pending, ...moment } = useMomentField({
    value,
    defaultValue,
    onChange,
    defaultTime,
    withTime,
    disabled,
    today,
    isDisabled,
    ...(min ? { min } : {}),
    ...(max ? { max } : {}),
  })
  const textOf = (reason: MomentRefusal | 'timeFormat') =>
    faultText(reason, { strings, rules: picker.rules() })
  const refused = pending && textOf(pending)
  const input = useRefusedText(refused)
  const message = fault && textOf(fault)
  const shown = error ?? (picker.open ? undefined : message)
  const accessibleName = ariaLabel ?? (typeof label === 'string' ? label : strings.chooseDate)
  return (
    <FieldFrame ids={ids} label={label} help={help} error={shown} className={className}>
      <PickerBox
        of={picker}
        size={size}
        invalid={Boolean(shown)}
        disabled={disabled}
        onClear={clearable && (current || typed) ? () => moment.apply('') : undefined}
      >
        <input
          ref={input}
          id={ids.control}
          className={classNames(field['input'], styles['moment'])}
          data-x-part="input"
          type="text"
          inputMode="numeric"
          autoComplete="off"
          spellCheck={false}
          placeholder={withTime ? strings.momentFormat : strings.dayFormat}
          value={typed ?? current}
          readOnly={picker.phone}
          disabled={disabled}
          aria-label={label ? undefined : accessibleName}
          aria-invalid={shown ? true : undefined}
          aria-describedby={describedBy(ids, { help, error: shown })}
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
        {name ? (
          <input
            type="hidden"
            name={name}
            value={current}
            disabled={disabled || refused !== undefined}
          />
        ) : null}
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
