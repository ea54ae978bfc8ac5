import { useState, type ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import type { Day } from '../base/days.ts'
import { handedIn, refusalOf } from '../calendar/calendarDays.ts'
import { describedBy, FieldFrame, useFieldIds, type FieldSize } from '../field/FieldFrame.tsx'
import field from '../field/field.module.css'
import { isOfInputMethod } from '../layer/inputMethod.ts'
import { useUiStrings } from '../provider/useUiStrings.ts'
import { faultText } from './faultText.ts'
import {
  DAY_START,
  dayOf,
  dayRulesOf,
  judgeMoment,
  momentRefusal,
  parseTime,
  placeDay,
  timeOf,
  type Moment,
  type MomentRefusal,
  type Time,
} from './moment.ts'
import { PickerBox } from './PickerBox.tsx'
import { usePicker } from './usePicker.ts'
import { useRefusedText } from './useRefusedText.ts'
import styles from './datePicker.module.css'

export interface DateFieldProps {
  readonly label?: ReactNode
  /** The name where no label is drawn. */
  readonly 'aria-label'?: string
  readonly help?: ReactNode
  /** Goes before the field's own prompts. */
  readonly error?: ReactNode
  readonly size?: FieldSize
  /** Values are `YYYY-MM-DD HH:mm:ss` instead of `YYYY-MM-DD`. */
  readonly withTime?: boolean
  /** A day, with `withTime` also a moment. Default: ten years before and after today. */
  readonly min?: Moment
  readonly max?: Moment
  readonly isDisabled?: (day: Day) => boolean
  /** The day that counts as today. Default: that of the device. */
  readonly today?: Day
  readonly clearable?: boolean
  readonly disabled?: boolean
  readonly id?: string
  readonly className?: string | undefined
}

export interface DatePickerProps extends DateFieldProps {
  /** `''` is no date. */
  readonly value?: Moment
  readonly defaultValue?: Moment
  readonly onChange?: (value: Moment) => void
  /** What a pressed day has where no time is set yet. Default `00:00:00`. */
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
 * U14: a date that is typed, pasted or chosen from a calendar, by the same rules. Values have no
 * zone.
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
  const [own, setOwn] = useState(defaultValue)
  const [typed, setTyped] = useState<string>()
  const [fault, setFault] = useState<MomentRefusal | 'timeFormat'>()
  const current = value ?? own
  // A value that is handed in goes before what was typed and refused.
  const [seen, setSeen] = useState(current)
  if (seen !== current) {
    setSeen(current)
    setTyped(undefined)
    setFault(undefined)
  }
  const { picker, Body } = usePicker({
    withTime,
    disabled,
    today,
    isDisabled,
    onShut: () => setFault(reasonOf(typed)),
    ...(min ? { min } : {}),
    ...(max ? { max } : {}),
  })
  const set = (next: Moment) => {
    setTyped(undefined)
    setFault(undefined)
    setOwn(next)
    if (next !== current) onChange?.(next)
  }
  const judge = (text: string) => judgeMoment(text, { ...picker.rules(), time: defaultTime })
  /**
   * Why what still stands in the field does not count: it stays so when the calendar shuts without
   * a choice.
   */
  const reasonOf = (text: string | undefined) => {
    const judged = text === undefined ? undefined : judge(text)
    return judged?.status === 'refused' ? judged.reason : undefined
  }
  /** Every path comes through here. */
  const offer = (text: string): boolean => {
    const judged = judge(text)
    if (judged.status === 'refused') setFault(judged.reason)
    else set(judged.status === 'accepted' ? judged.value : '')
    return judged.status !== 'refused'
  }
  const settle = () => typed === undefined || offer(typed)
  const press = (day: Day) => {
    const moment = placeDay(day, {
      ...picker.rules(),
      time: parseTime(timeOf(current) ?? '') ?? defaultTime,
    })
    const reason = momentRefusal(moment, picker.rules())
    if (reason) return setFault(reason)
    set(moment)
    if (!withTime) picker.close()
  }
  const setTime = (text: string) => {
    const time = parseTime(text)
    if (time === undefined) setFault('timeFormat')
    else offer(`${dayOf(current)} ${time}`)
  }
  const textOf = (reason: MomentRefusal | 'timeFormat') =>
    faultText(reason, { strings, rules: picker.rules() })
  const pending = reasonOf(typed)
  const refused = pending && textOf(pending)
  const input = useRefusedText(refused)
  const told = fault && textOf(fault)
  const shown = error ?? (picker.open ? undefined : told)
  const spoken = ariaLabel ?? (typeof label === 'string' ? label : strings.chooseDate)
  return (
    <FieldFrame ids={ids} label={label} help={help} error={shown} className={className}>
      <PickerBox
        of={picker}
        size={size}
        invalid={Boolean(shown)}
        disabled={disabled}
        onClear={clearable && (current || typed) ? () => set('') : undefined}
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
          aria-label={label ? undefined : spoken}
          aria-invalid={shown ? true : undefined}
          aria-describedby={describedBy(ids, { help, error: shown })}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setFault(undefined)
          }}
          onBlur={settle}
          onInvalid={settle}
          onKeyDown={(event) => {
            // The form would go with the day that counted before.
            if (event.key === 'Enter' && !isOfInputMethod(event.nativeEvent) && !settle())
              event.preventDefault()
            picker.onOpenKey(event)
          }}
        />
        {/* A form that judges for itself goes without a day rather than with the one before. */}
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
          label={spoken}
          months={1}
          start={handedIn(current) ?? picker.day()}
          faceOf={(day) => ({
            place: current && dayOf(current) === day ? 'both' : undefined,
            disabled: refusalOf(day, dayRulesOf(picker.rules())) !== undefined,
          })}
          onPress={press}
          times={
            withTime
              ? [
                  {
                    key: 'time',
                    label: strings.time,
                    value: current ? timeOf(current) : undefined,
                    onSet: setTime,
                  },
                ]
              : []
          }
          shortcuts={shortcuts.map((shortcut) => ({
            key: shortcut.key,
            label: shortcut.label,
            onChoose: () => offer(shortcut.value) && picker.close(),
          }))}
          fault={picker.open ? told : undefined}
        />
      ) : null}
    </FieldFrame>
  )
}
