import type { Day } from '../base/days.ts'
import { positionInSpan, type Span, type SpanPosition } from '../calendar/calendarDays.ts'
import {
  DAY_END,
  DAY_START,
  dayOf,
  validateMoment,
  momentRefusal,
  parseTime,
  momentOfDay,
  timeOf,
  type Moment,
  type MomentValidation,
  type MomentRefusal,
  type MomentRules,
} from '../date-picker/moment.ts'

/** A range of moments; `start` is not later than `end` (U14). */
export interface DateRange {
  readonly start: Moment
  readonly end: Moment
}

/** One end of a range. */
export type RangeEnd = keyof DateRange

/** Why a range is refused. */
export type RangeRefusal = MomentRefusal | 'timeFormat' | 'order' | 'bothEnds'

/** A refusal and the end it belongs to. */
export interface RangeFault {
  readonly reason: RangeRefusal
  /** `undefined` if it belongs to both. */
  readonly end?: RangeEnd
}

/** State of a range field. */
export interface RangeState {
  /** The accepted range. */
  readonly value: DateRange | undefined
  /** Texts in the two inputs. */
  readonly texts: DateRange
  /** The first of two pressed days. */
  readonly anchor?: Day
  readonly hovered?: Day
  readonly fault?: RangeFault
}

/** What changes a range field. */
export type RangeEvent =
  | { readonly type: 'reset'; readonly value: DateRange | undefined }
  | { readonly type: 'press'; readonly day: Day }
  | { readonly type: 'hover'; readonly day: Day | undefined }
  | { readonly type: 'type'; readonly end: RangeEnd; readonly text: string }
  | { readonly type: 'paste'; readonly end: RangeEnd; readonly text: string }
  | { readonly type: 'time'; readonly end: RangeEnd; readonly text: string }
  | { readonly type: 'shortcut'; readonly range: DateRange }
  | { readonly type: 'settle' }
  | { readonly type: 'leave' }

const NOTHING: DateRange = { start: '', end: '' }
const DEFAULT_TIMES: DateRange = { start: DAY_START, end: DAY_END }

/** Returns the state of a value without unfinished input. */
export const initialRange = (value: DateRange | undefined): RangeState => ({
  value,
  texts: value ?? NOTHING,
})

const timesOf = ({ value }: RangeState): DateRange => {
  const time = (end: RangeEnd) => parseTime(timeOf(value?.[end] ?? '') ?? '') ?? DEFAULT_TIMES[end]
  return { start: time('start'), end: time('end') }
}

type RangeValidation =
  | { readonly status: 'empty' }
  | { readonly status: 'accepted'; readonly value: DateRange }
  | { readonly status: 'refused'; readonly fault: RangeFault }

/**
 * Validates the texts of a range: typed, pasted, from a time field or a shortcut (U14). A disabled
 * day is allowed inside the range, not at its ends.
 */
export function validateRange(texts: DateRange, rules: MomentRules): RangeValidation {
  const start = validateMoment(texts.start, { ...rules, time: DAY_START })
  const end = validateMoment(texts.end, { ...rules, time: DAY_END })
  const fault = faultOf(start, 'start') ?? faultOf(end, 'end')
  if (fault) return { status: 'refused', fault }
  if (start.status === 'empty' && end.status === 'empty') return { status: 'empty' }
  if (start.status !== 'accepted' || end.status !== 'accepted')
    return { status: 'refused', fault: { reason: 'bothEnds' } }
  if (start.value > end.value) return { status: 'refused', fault: { reason: 'order' } }
  return { status: 'accepted', value: { start: start.value, end: end.value } }
}

function faultOf(judged: MomentValidation, end: RangeEnd): RangeFault | undefined {
  return judged.status === 'refused' ? { reason: judged.reason, end } : undefined
}

/** Accepts the texts as the value, or keeps them with the fault. */
function settle(
  state: RangeState,
  { texts, rules }: { readonly texts: DateRange; readonly rules: MomentRules },
): RangeState {
  const judged = validateRange(texts, rules)
  if (judged.status === 'refused') return { value: state.value, texts, fault: judged.fault }
  return initialRange(judged.status === 'accepted' ? judged.value : undefined)
}

/** The first press sets one end, the second the other; an earlier second press swaps them (U14). */
function press(
  state: RangeState,
  { day, rules }: { readonly day: Day; readonly rules: MomentRules },
): RangeState {
  const times = timesOf(state)
  const moments = [state.anchor ?? day, day].sort()
  const [start, end] = moments.map((one, index) =>
    momentOfDay(one, { ...rules, time: index === 0 ? times.start : times.end }),
  ) as [Moment, Moment]
  const reason = momentRefusal(momentOfDay(day, { ...rules, time: times.start }), rules)
  if (reason) return { ...state, fault: { reason } }
  if (state.anchor === undefined)
    return { value: state.value, texts: { start: day, end: '' }, anchor: day, hovered: day }
  // On the same day the times may be in the wrong order.
  return initialRange(start <= end ? { start, end } : { start: end, end: start })
}

/** Separators of two dates; wide and wave dashes are Chinese and Japanese. */
const BETWEEN = /\s*[~～〜–—→]\s*|\s+-\s+|\s+to\s+/i

/** Pasted text with two dates fills both inputs, otherwise only its own. */
function paste(
  state: RangeState,
  {
    end,
    text,
    rules,
  }: { readonly end: RangeEnd; readonly text: string; readonly rules: MomentRules },
): RangeState {
  const [first = '', second, ...more] = text.trim().split(BETWEEN)
  const both = second !== undefined && more.length === 0
  if (both) return settle(state, { texts: { start: first, end: second }, rules })
  return { value: state.value, texts: { ...state.texts, [end]: text.trim() } }
}

function setTime(
  state: RangeState,
  {
    end,
    text,
    rules,
  }: { readonly end: RangeEnd; readonly text: string; readonly rules: MomentRules },
): RangeState {
  const time = parseTime(text)
  // After the first press it would change a time of the previous range.
  if (!state.value || !rules.withTime || state.anchor !== undefined) return state
  if (time === undefined) return { ...state, fault: { reason: 'timeFormat', end } }
  const judged = validateRange(
    { ...state.value, [end]: `${dayOf(state.value[end])} ${time}` },
    rules,
  )
  return judged.status === 'accepted'
    ? initialRange(judged.value)
    : { ...state, ...(judged.status === 'refused' ? { fault: judged.fault } : {}) }
}

/** Returns why the texts are not the accepted range; `undefined` if they are or would be. */
export function pendingFault(
  { value, texts }: RangeState,
  rules: MomentRules,
): RangeFault | undefined {
  if (texts.start === (value ?? NOTHING).start && texts.end === (value ?? NOTHING).end)
    return undefined
  const judged = validateRange(texts, rules)
  return judged.status === 'refused' ? judged.fault : undefined
}

/**
 * Reduces the state of a range field (U14). `value` only changes to a range that every rule
 * accepts.
 */
export function reduceRange(state: RangeState, event: RangeEvent, rules: MomentRules): RangeState {
  switch (event.type) {
    case 'reset':
      return initialRange(event.value)
    case 'press':
      return press(state, { day: event.day, rules })
    case 'hover':
      return state.anchor === undefined || event.day === undefined
        ? state
        : { ...state, hovered: event.day }
    case 'type':
      return { value: state.value, texts: { ...state.texts, [event.end]: event.text } }
    case 'paste':
      return paste(state, { ...event, rules })
    case 'time':
      return setTime(state, { ...event, rules })
    case 'shortcut': {
      const judged = validateRange(event.range, rules)
      return judged.status === 'refused'
        ? { ...state, fault: judged.fault }
        : initialRange(judged.status === 'accepted' ? judged.value : undefined)
    }
    case 'settle':
      return state.anchor === undefined ? settle(state, { texts: state.texts, rules }) : state
    case 'leave':
      return state.anchor === undefined ? state : initialRange(state.value)
    default:
      return state
  }
}

/** Returns the highlighted span: the value, or the days from the first press to the pointer. */
export function spanOf({ value, anchor, hovered }: RangeState): Span | undefined {
  if (anchor === undefined) return value && { from: dayOf(value.start), to: dayOf(value.end) }
  const [from = anchor, to = anchor] = [anchor, hovered ?? anchor].sort()
  return { from, to }
}

/** Returns the position of a day in the highlighted span. */
export const positionOf = (state: RangeState, day: Day): SpanPosition | undefined =>
  positionInSpan(day, spanOf(state))
