import { Fragment, useState } from 'react'
import { dayOfValue, refusalOf } from '../calendar/calendarDays.ts'
import { describedBy, FieldFrame, useFieldIds } from '../field/FieldFrame.tsx'
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

/** Props of `DateRangePicker`. */
export interface DateRangePickerProps extends DateFieldProps {
  readonly value?: DateRange | undefined
  readonly defaultValue?: DateRange
  /** Called with `undefined` when the range is cleared. */
  readonly onChange?: (value: DateRange | undefined) => void
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
export function DateRangePicker(props: DateRangePickerProps) {
  const {
    defaultValue,
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
    id,
    className,
    'aria-label': ariaLabel,
  } = props
  const strings = useUiStrings()
  const ids = useFieldIds(id)
  const [state, setState] = useState(() => initialRange(props.value ?? defaultValue))
  // A new value replaces unfinished input; the same value keeps it.
  if ('value' in props && !same(props.value, state.value)) setState(initialRange(props.value))
  const { picker, Body } = usePicker({
    withTime,
    disabled,
    today,
    isDisabled,
    onDismiss: () => dispatch({ type: 'leave' }),
    ...(min ? { min } : {}),
    ...(max ? { max } : {}),
  })
  const dispatch = (event: RangeEvent) => {
    const next = reduceRange(state, event, picker.rules())
    setState(next)
    if (!same(next.value, state.value)) onChange?.(next.value)
    return next
  }
  const dispatchAndClose = (event: RangeEvent) => {
    const next = dispatch(event)
    if (!next.fault && next.anchor === undefined && !withTime) picker.close()
  }
  const pending = pendingFault(state, picker.rules())
  const refusal = pending && faultText(pending.reason, { strings, rules: picker.rules() })
  const inputs = {
    start: useRefusedText(pending?.end === 'end' ? undefined : refusal),
    end: useRefusedText(pending?.end === 'start' ? undefined : refusal),
  }
  const message = state.fault
    ? faultText(state.fault.reason, { strings, rules: picker.rules() })
    : undefined
  const shown = error ?? (picker.open ? undefined : message)
  const accessibleName = ariaLabel ?? (typeof label === 'string' ? label : strings.chooseDate)
  return (
    <FieldFrame
      ids={ids}
      label={label}
      labelAs="span"
      help={help}
      error={shown}
      className={className}
    >
      <PickerBox
        of={picker}
        size={size}
        invalid={Boolean(shown)}
        disabled={disabled}
        onClear={
          clearable && (state.value || state.texts.start || state.texts.end)
            ? () => dispatch({ type: 'shortcut', range: { start: '', end: '' } })
            : undefined
        }
        group={{
          role: 'group',
          'aria-label': label ? undefined : accessibleName,
          'aria-labelledby': label ? ids.label : undefined,
          'aria-describedby': describedBy(ids, { help, error: shown }),
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
              disabled={disabled}
              dispatch={dispatch}
            />
          </Fragment>
        ))}
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
