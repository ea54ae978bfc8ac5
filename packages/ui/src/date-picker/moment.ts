import { isDay, type Day } from '../base/days.ts'
import { refusalOf, type DayRefusal, type DayRules } from '../calendar/calendarDays.ts'
import { plainSigns } from '../plainSigns.ts'

/**
 * U14: `YYYY-MM-DD`, or `YYYY-MM-DD HH:mm:ss` where the time counts. In no zone: what it means is
 * for the caller to say.
 */
export type Moment = string
/** `HH:mm:ss`. */
export type Time = string

export const DAY_FORMAT = 'YYYY-MM-DD'
export const TIME_FORMAT = 'HH:mm:ss'
export const MOMENT_FORMAT = `${DAY_FORMAT} ${TIME_FORMAT}`
export const DAY_START: Time = '00:00:00'
export const DAY_END: Time = '23:59:59'

/** `min` and `max` may be days or moments. */
export interface MomentRules extends DayRules {
  readonly withTime: boolean
}

export type MomentRefusal = DayRefusal | 'format'

export type MomentJudgement =
  | { readonly status: 'empty' }
  | { readonly status: 'accepted'; readonly value: Moment }
  | { readonly status: 'refused'; readonly reason: MomentRefusal }

export const dayOf = (moment: Moment): Day => moment.slice(0, 10)
export const timeOf = (moment: Moment): Time | undefined => moment.slice(11) || undefined

const TYPED_DAY = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/
const TYPED_TIME = /^(\d{1,2}):(\d{1,2})(?::(\d{1,2}))?$/

const two = (digits: string) => digits.padStart(2, '0')

export function parseTime(text: string): Time | undefined {
  const [, hours = '', minutes = '', seconds = '0'] = TYPED_TIME.exec(plainSigns(text).trim()) ?? []
  const inside = hours !== '' && Number(hours) < 24 && Number(minutes) < 60 && Number(seconds) < 60
  return inside ? `${two(hours)}:${two(minutes)}:${two(seconds)}` : undefined
}

export interface ParseMomentOptions {
  readonly withTime: boolean
  /** What a day without a time means. */
  readonly time?: Time
}

/**
 * What was typed or pasted, in the format of values; `undefined` where it is none. Slashes, points
 * and single digits are read, a `T` between day and time too.
 */
export function parseMoment(
  text: string,
  { withTime, time = DAY_START }: ParseMomentOptions,
): Moment | undefined {
  const [typedDay = '', typedTime, ...more] = plainSigns(text).trim().split(/T|\s+/)
  const [, year = '', month = '', date = ''] = TYPED_DAY.exec(typedDay) ?? []
  const day = `${year}-${two(month)}-${two(date)}`
  if (!isDay(day) || more.length > 0) return undefined
  const parsed = typedTime === undefined ? time : parseTime(typedTime)
  if (parsed === undefined) return undefined
  return withTime ? `${day} ${parsed}` : day
}

/** A day has all its seconds where an end of the calendar is a moment. */
const bounds = ({ min, max }: DayRules) => ({
  earliest: min.length > 10 ? min : `${min} ${DAY_START}`,
  latest: max.length > 10 ? max : `${max} ${DAY_END}`,
})

/** The rules of whole days: one is open as soon as one of its seconds is. */
export const dayRulesOf = ({ min, max, isDisabled }: DayRules): DayRules => ({
  min: dayOf(min),
  max: dayOf(max),
  isDisabled,
})

/** U14: why a moment cannot be an end, on whatever path it comes. */
export function momentRefusal(moment: Moment, rules: MomentRules): DayRefusal | undefined {
  const refusal = refusalOf(dayOf(moment), dayRulesOf(rules))
  if (refusal || !rules.withTime) return refusal
  const { earliest, latest } = bounds(rules)
  return moment < earliest ? 'early' : moment > latest ? 'late' : undefined
}

/** What a text of the field means. */
export function judgeMoment(
  text: string,
  { time, ...rules }: MomentRules & { readonly time?: Time },
): MomentJudgement {
  if (text.trim() === '') return { status: 'empty' }
  const value = parseMoment(text, { withTime: rules.withTime, ...(time ? { time } : {}) })
  if (value === undefined) return { status: 'refused', reason: 'format' }
  const reason = momentRefusal(value, rules)
  return reason ? { status: 'refused', reason } : { status: 'accepted', value }
}

/**
 * The moment of a pressed day: with the time that is set, which gives way where the calendar ends
 * within the day.
 */
export function placeDay(
  day: Day,
  { time, ...rules }: MomentRules & { readonly time: Time },
): Moment {
  if (!rules.withTime) return day
  const { earliest, latest } = bounds(rules)
  const moment = `${day} ${time}`
  return moment < earliest ? earliest : moment > latest ? latest : moment
}
