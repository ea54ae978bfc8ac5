import { useState, type RefObject } from 'react'
import type { Day } from '../base/days.ts'
import { useFieldValue } from '../field/useFieldValue.ts'
import {
  dayOf,
  momentOfDay,
  momentRefusal,
  parseTime,
  timeOf,
  validateMoment,
  type Moment,
  type MomentRefusal,
} from './moment.ts'
import { usePicker, type UsePickerOptions } from './usePicker.ts'

/** Options of `useMomentField`. */
export interface MomentFieldOptions extends Omit<UsePickerOptions, 'onDismiss'> {
  readonly value: Moment | undefined
  readonly defaultValue: Moment
  readonly onChange: ((value: Moment) => void) | undefined
  readonly control: RefObject<HTMLInputElement | null>
  /** Time of a day that is chosen without one. */
  readonly defaultTime: string
}

/** State of a date field: its moment, the text that is typed, and why one is refused (U14). */
export function useMomentField({
  value,
  defaultValue,
  onChange,
  control,
  defaultTime,
  withTime,
  disabled,
  today,
  isDisabled,
  ...ends
}: MomentFieldOptions) {
  const [typed, setTyped] = useState<string>()
  const [fault, setFault] = useState<MomentRefusal | 'timeFormat'>()
  const discard = () => {
    setTyped(undefined)
    setFault(undefined)
  }
  const [current, setCurrent] = useFieldValue({
    value,
    defaultValue,
    onChange,
    control,
    onReset: discard,
  })
  // A new value replaces a text that was typed and refused.
  const [seen, setSeen] = useState(current)
  if (seen !== current) {
    setSeen(current)
    discard()
  }
  const { picker, Body } = usePicker({
    withTime,
    disabled,
    today,
    isDisabled,
    onDismiss: () => setFault(reasonOf(typed)),
    ...ends,
  })
  const apply = (next: Moment) => {
    discard()
    if (next !== current) setCurrent(next)
  }
  const judge = (text: string) => validateMoment(text, { ...picker.rules(), time: defaultTime })
  /**
   * Why the text in the field is refused; it is shown again when the calendar closes without a
   * choice.
   */
  const reasonOf = (text: string | undefined) => {
    const judged = text === undefined ? undefined : judge(text)
    return judged?.status === 'refused' ? judged.reason : undefined
  }
  /** Validates every input and applies an accepted one. */
  const submit = (text: string): boolean => {
    const judged = judge(text)
    if (judged.status === 'refused') setFault(judged.reason)
    else apply(judged.status === 'accepted' ? judged.value : '')
    return judged.status !== 'refused'
  }
  const press = (day: Day) => {
    const moment = momentOfDay(day, {
      ...picker.rules(),
      time: parseTime(timeOf(current) ?? '') ?? defaultTime,
    })
    const reason = momentRefusal(moment, picker.rules())
    if (reason) return setFault(reason)
    apply(moment)
    if (!withTime) picker.close()
  }
  const setTime = (text: string) => {
    const time = parseTime(text)
    if (time === undefined) setFault('timeFormat')
    else submit(`${dayOf(current)} ${time}`)
  }
  return {
    picker,
    Body,
    /** The accepted moment, '' without one. */
    current,
    /** A text that is not accepted yet. */
    typed,
    /** Why the last input was refused. */
    fault,
    /** Why the text in the field is refused. */
    pending: reasonOf(typed),
    apply,
    submit,
    press,
    setTime,
    type(text: string) {
      setTyped(text)
      setFault(undefined)
    },
    /** Validates the typed text; false if it is refused. */
    settle: () => typed === undefined || submit(typed),
  }
}
