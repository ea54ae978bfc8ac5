import { isDay, type Day } from '../base/days.ts'
import { refusalOf, type DayRefusal, type DayRules } from '../calendar/calendarDays.ts'
import { normaliseSigns } from '../normaliseSigns.ts'

/** A day `YYYY-MM-DD`, or a day with a time `YYYY-MM-DD HH:mm:ss`, without a time zone (U14). */
export type Moment = string
/** A time of day `HH:mm:ss`. */
export type Time = string

/** Format of a day. */
export const DAY_FORMAT = 'YYYY-MM-DD'
/** Format of a time. */
export const TIME_FORMAT = 'HH:mm:ss'
/** Format of a day with a time. */
export const MOMENT_FORMAT = `${DAY_FORMAT} ${TIME_FORMAT}`
/** First second of a day. */
export const DAY_START: Time = '00:00:00'
/** Last second of a day. */
export const DAY_END: Time = '23:59:59'

/** Rules for a moment; `min` and `max` may be days or days with times. */
export interface MomentRules extends DayRules {
  readonly withTime: boolean
}

/** Why a text is no allowed moment. */
export type MomentRefusal = DayRefusal | 'format'

/** Result of validating a text. */
export type MomentValidation =
  | { readonly status: 'empty' }
  | { readonly status: 'accepted'; readonly value: Moment }
  | { readonly status: 'refused'; readonly reason: MomentRefusal }

/** Returns the day of a moment. */
export const dayOf = (moment: Moment): Day => moment.slice(0, 10)
/** Returns the time of a moment; `undefined` for a day. */
export const timeOf = (moment: Moment): Time | undefined => moment.slice(11) || undefined

const TYPED_DAY = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/
const TYPED_TIME = /^(\d{1,2}):(\d{1,2})(?::(\d{1,2}))?$/

const two = (digits: string) => digits.padStart(2, '0')

/** Returns a typed time as `HH:mm:ss`; seconds are optional. `undefined` for other texts. */
export function parseTime(text: string): Time | undefined {
  const [, hours = '', minutes = '', seconds = '0'] =
    TYPED_TIME.exec(normaliseSigns(text).trim()) ?? []
  const inside = hours !== '' && Number(hours) < 24 && Number(minutes) < 60 && Number(seconds) < 60
  return inside ? `${two(hours)}:${two(minutes)}:${two(seconds)}` : undefined
}

/** Options of `parseMoment`. */
export interface ParseMomentOptions {
  readonly withTime: boolean
  /** Time of a day typed without one. Default `00:00:00`. */
  readonly time?: Time
}

/**
 * Parses typed or pasted text to the format of values; `undefined` if it is no date. Accepts
 * slashes, dots, single digits, and a `T` between day and time.
 */
export function parseMoment(
  text: string,
  { withTime, time = DAY_START }: ParseMomentOptions,
): Moment | undefined {
  const [typedDay = '', typedTime, ...more] = normaliseSigns(text).trim().split(/T|\s+/)
  const [, year = '', month = '', date = ''] = TYPED_DAY.exec(typedDay) ?? []
  const day = `${year}-${two(month)}-${two(date)}`
  if (!isDay(day) || more.length > 0) return undefined
  const parsed = typedTime === undefined ? time : parseTime(typedTime)
  if (parsed === undefined) return undefined
  return withTime ? `${day} ${parsed}` : day
}

/** A bound that is a day includes all its seconds. */
const bounds = ({ min, max }: DayRules) => ({
  earliest: min.length > 10 ? min : `${min} ${DAY_START}`,
  latest: max.length > 10 ? max : `${max} ${DAY_END}`,
})

/** Returns the rules for whole days: a day is allowed if any of its seconds is. */
export const dayRulesOf = ({ min, max, isDisabled }: DayRules): DayRules => ({
  min: dayOf(min),
  max: dayOf(max),
  isDisabled,
})

/** Returns why a moment is not allowed; `undefined` if it is (U14). */
export function momentRefusal(moment: Moment, rules: MomentRules): DayRefusal | undefined {
  const refusal = refusalOf(dayOf(moment), dayRulesOf(rules))
  if (refusal || !rules.withTime) return refusal
  const { earliest, latest } = bounds(rules)
  return moment < earliest ? 'early' : moment > latest ? 'late' : undefined
}

/** Parses and validates the text of a field. */
export function validateMoment(
  text: string,
  { time, ...rules }: MomentRules & { readonly time?: Time },
): MomentValidation {
  if (text.trim() === '') return { status: 'empty' }
  const value = parseMoment(text, { withTime: rules.withTime, ...(time ? { time } : {}) })
  if (value === undefined) return { status: 'refused', reason: 'format' }
  const reason = momentRefusal(value, rules)
  return reason ? { status: 'refused', reason } : { status: 'accepted', value }
}

/** Returns the moment of a pressed day with the given time, clamped to the ends of the calendar. */
export function momentOfDay(
  day: Day,
  { time, ...rules }: MomentRules & { readonly time: Time },
): Moment {
  if (!rules.withTime) return day
  const { earliest, latest } = bounds(rules)
  const moment = `${day} ${time}`
  return moment < earliest ? earliest : moment > latest ? latest : moment
}
