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

/** A text that is typed and not accepted yet, and why the last input was refused. */
function useTypedText() {
  const [typed, setTyped] = useState<string>()
  const [fault, setFault] = useState<MomentRefusal | 'timeFormat'>()
  const set = (text: string | undefined) => {
    setTyped(text)
    setFault(undefined)
  }
  return { typed, fault, setFault, discard: () => set(undefined), type: set }
}

interface MomentInputsOptions {
  readonly current: Moment
  readonly defaultTime: string
  readonly rules: ReturnType<typeof usePicker>['picker']['rules']
  readonly apply: (moment: Moment) => void
  readonly refuse: (reason: MomentRefusal | 'timeFormat') => void
  /** A pressed day was accepted. */
  readonly onDay: () => void
}

/** Validates what is typed, pressed and set, and applies or refuses it. */
function momentInputs({ current, defaultTime, rules, apply, refuse, onDay }: MomentInputsOptions) {
  const judge = (text: string) => validateMoment(text, { ...rules(), time: defaultTime })
  /** Validates every input and applies an accepted one. */
  const submit = (text: string): boolean => {
    const judged = judge(text)
    if (judged.status === 'refused') refuse(judged.reason)
    else apply(judged.status === 'accepted' ? judged.value : '')
    return judged.status !== 'refused'
  }
  return {
    submit,
    /**
     * Why the text in the field is refused; it is shown again when the calendar closes without a
     * choice.
     */
    reasonOf(text: string | undefined) {
      const judged = text === undefined ? undefined : judge(text)
      return judged?.status === 'refused' ? judged.reason : undefined
    },
    press(day: Day): void {
      const time = parseTime(timeOf(current) ?? '') ?? defaultTime
      const moment = momentOfDay(day, { ...rules(), time })
      const reason = momentRefusal(moment, rules())
      if (reason) return refuse(reason)
      apply(moment)
      onDay()
    },
    setTime(text: string): void {
      const time = parseTime(text)
      if (time === undefined) refuse('timeFormat')
      else submit(`${dayOf(current)} ${time}`)
    },
  }
}

/** State of a date field: its moment, the text that is typed, and why one is refused (U14). */
export function useMomentField({
  value,
  defaultValue,
  onChange,
  control,
  defaultTime,
  ...options
}: MomentFieldOptions) {
  const { typed, fault, setFault, discard, type } = useTypedText()
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
    ...options,
    onDismiss: () => setFault(reasonOf(typed)),
  })
  const apply = (next: Moment) => {
    discard()
    if (next !== current) setCurrent(next)
  }
  const { reasonOf, submit, press, setTime } = momentInputs({
    current,
    defaultTime,
    rules: picker.rules,
    apply,
    refuse: setFault,
    onDay: () => options.withTime || picker.close(),
  })
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
    type,
    /** Validates the typed text; false if it is refused. */
    settle: () => typed === undefined || submit(typed),
  }
}
