import { Fragment, useRef, useState } from 'react'
import { dayOfValue, refusalOf } from '../calendar/calendarDays.ts'
import { describedBy, FieldFrame, useFieldIds } from '../field/FieldFrame.tsx'
import { FormValue } from '../field/FormValue.tsx'
import { useControlRef } from '../field/useControlRef.ts'
import { useFormReset } from '../field/useFieldValue.ts'
import { useFocusWithin } from '../field/useFocusWithin.ts'
import { useUiStrings } from '../provider/useUiStrings.ts'
import type { DateFieldProps } from '../date-picker/DatePicker.tsx'
import { faultText } from '../date-picker/faultText.ts'
import {
  pendingFault,
  positionOf,
  reduceRange,
  initialRange,
  type DateRange,
  type RangeEnd,
  type RangeEvent,
} from './rangeReducer.ts'
import { RangeInput } from './RangeInput.tsx'
import { dayRulesOf, timeOf } from '../date-picker/moment.ts'
import { PickerBox } from '../date-picker/PickerBox.tsx'
import { usePicker } from '../date-picker/usePicker.ts'
import { useRefusedText } from '../date-picker/useRefusedText.ts'
import styles from '../date-picker/datePicker.module.css'

/**
 * Props of `DateRangePicker`. The value is `null` without a range; a form submits the start and the
 * end as two entries under `name`.
 */
export interface DateRangePickerProps extends DateFieldProps<DateRange | null> {
  readonly shortcuts?: readonly {
    readonly key: string
    readonly label: string
    readonly range: DateRange
  }[]
}

const ENDS: readonly RangeEnd[] = ['start', 'end']
const NONE: NonNullable<DateRangePickerProps['shortcuts']> = []
const same = (one: DateRange | undefined, other: DateRange | undefined) =>
  one?.start === other?.start && one?.end === other?.end

/** A field for two dates: typed, pasted, pressed or from a shortcut, by the same rules (U14). */
export function DateRangePicker({
  ref,
  value,
  defaultValue = null,
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
  shortcuts = NONE,
  clearable = false,
  disabled = false,
  readOnly = false,
  required = false,
  autoFocus,
  name,
  form,
  id,
  className,
  style,
  onFocus,
  onBlur,
  'aria-label': ariaLabel,
  'aria-labelledby': labelledBy,
  'aria-describedby': describes,
  ...rest
}: DateRangePickerProps) {
  const strings = useUiStrings()
  const ids = useFieldIds(id)
  const [state, setState] = useState(() => initialRange(value ?? defaultValue ?? undefined))
  // A new value replaces unfinished input; the same value keeps it.
  if (value !== undefined && !same(value ?? undefined, state.value))
    setState(initialRange(value ?? undefined))
  const start = useControlRef(ref)
  const end = useRef<HTMLInputElement>(null)
  useFormReset(start, () =>
    setState(initialRange(value === undefined ? (defaultValue ?? undefined) : state.value)),
  )
  const { picker, Body } = usePicker({
    withTime,
    disabled: disabled || readOnly,
    today,
    isDisabled,
    onDismiss: () => dispatch({ type: 'leave' }),
    ...(min ? { min } : {}),
    ...(max ? { max } : {}),
  })
  const dispatch = (event: RangeEvent) => {
    const next = reduceRange(state, event, picker.rules())
    setState(next)
    if (!same(next.value, state.value)) onChange?.(next.value ?? null)
    return next
  }
  const dispatchAndClose = (event: RangeEvent) => {
    const next = dispatch(event)
    if (!next.fault && next.anchor === undefined && !withTime) picker.close()
  }
  const pending = pendingFault(state, picker.rules())
  const refusal = pending && faultText(pending.reason, { strings, rules: picker.rules() })
  const inputs = { start, end }
  useRefusedText(start, pending?.end === 'end' ? undefined : refusal)
  useRefusedText(end, pending?.end === 'start' ? undefined : refusal)
  const focus = useFocusWithin({
    onFocus,
    onBlur: (event) => {
      // While the focus is in the other input the range may be incomplete.
      if (!picker.open) dispatch({ type: 'settle' })
      onBlur?.(event)
    },
    hasPopup: picker.open,
  })
  const message = state.fault
    ? faultText(state.fault.reason, { strings, rules: picker.rules() })
    : undefined
  const shown = error || (picker.open ? undefined : message)
  const accessibleName = ariaLabel ?? (typeof label === 'string' ? label : strings.chooseDate)
  return (
    <FieldFrame
      {...focus}
      ids={ids}
      label={label}
      labelAs="span"
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
        onClear={
          clearable && !readOnly && (state.value || state.texts.start || state.texts.end)
            ? () => dispatch({ type: 'shortcut', range: { start: '', end: '' } })
            : undefined
        }
        group={{
          ...rest,
          role: 'group',
          'aria-label': label ? undefined : accessibleName,
          'aria-labelledby': labelledBy ?? (label ? ids.label : undefined),
          'aria-describedby': describedBy(ids, { help, error: shown }, describes),
        }}
      >
        {ENDS.map((end) => (
          <Fragment key={end}>
            {end === 'end' ? (
              <span className={styles['between']} aria-hidden="true">
                –
              </span>
            ) : null}
            <RangeInput
              ref={inputs[end]}
              id={end === 'start' ? ids.control : undefined}
              end={end}
              state={state}
              picker={picker}
              withTime={withTime}
              // The caller asks for it.
              // oxlint-disable-next-line jsx-a11y/no-autofocus
              autoFocus={end === 'start' && autoFocus}
              form={form}
              required={required}
              readOnly={readOnly}
              disabled={disabled}
              dispatch={dispatch}
            />
          </Fragment>
        ))}
        <FormValue
          name={name}
          form={form}
          values={state.value ? [state.value.start, state.value.end] : []}
          disabled={disabled || pending !== undefined}
          required={required && picker.phone}
          control={start}
        />
      </PickerBox>
      {Body ? (
        <Body
          of={picker}
          label={accessibleName}
          months={2}
          start={dayOfValue(state.value?.start) ?? picker.day()}
          stateOf={(day) => {
            const place = positionOf(state, day)
            return {
              place,
              disabled: refusalOf(day, dayRulesOf(picker.rules())) !== undefined,
              note:
                place === 'start'
                  ? strings.startDate
                  : place === 'end'
                    ? strings.endDate
                    : undefined,
            }
          }}
          onPress={(day) => dispatchAndClose({ type: 'press', day })}
          onHover={(day) => dispatch({ type: 'hover', day })}
          times={(withTime ? ENDS : []).map((end) => ({
            key: end,
            label: end === 'start' ? strings.startTime : strings.endTime,
            value: timeOf(state.value?.[end] ?? ''),
            onSet: (text) => dispatch({ type: 'time', end, text }),
          }))}
          shortcuts={shortcuts.map((shortcut) => ({
            key: shortcut.key,
            label: shortcut.label,
            onChoose: () => dispatchAndClose({ type: 'shortcut', range: shortcut.range }),
          }))}
          fault={picker.open ? message : undefined}
        />
      ) : null}
    </FieldFrame>
  )
}
