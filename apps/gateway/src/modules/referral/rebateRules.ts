/** What inviters get. */
export interface RebateRules {
  /** Of the trading fees of each invited user. */
  readonly percent: number
  /** From the registration on. */
  readonly days: number
}

/** Rules with the first UTC day that they count for, in days since the epoch; the oldest first. */
export type RebatePlan = readonly (RebateRules & { readonly from: number })[]

/** Of the reference gateway, where no file sets others. */
export const REBATE_PLAN: RebatePlan = [{ from: 0, percent: 20, days: 365 }]

const NONE: RebateRules = { percent: 0, days: 0 }

/** Those of a day; nothing before the first ones. */
export const rulesOn = (plan: RebatePlan, day: number): RebateRules =>
  plan.findLast(({ from }) => from <= day) ?? NONE

const DAY_MS = 86_400_000
const DATE = /^\d{4}-\d{2}-\d{2}$/
const MOST_DAYS = 36_500

/**
 * A list of `{"from": "2026-12-01", "percent": 20, "days": 365}`, the oldest first. What a day has
 * paid stays: other rules begin on a later day.
 * @throws Error that says what is wrong
 */
export function readRebatePlan(given: unknown): RebatePlan {
  if (!Array.isArray(given) || given.length === 0) throw new Error('The rebates are no list.')
  const plan = given.map(readRules)
  for (const [index, { from }] of plan.entries())
    if (index > 0 && from <= (plan[index - 1]?.from ?? 0))
      throw new Error('The rebates are not in the order of their days.')
  return plan
}

function readRules(given: unknown): RebatePlan[number] {
  const { from, percent, days } = (given ?? {}) as Readonly<Record<string, unknown>>
  const at = typeof from === 'string' && DATE.test(from) ? Date.parse(from) : Number.NaN
  if (!Number.isFinite(at) || new Date(at).toISOString().slice(0, 10) !== from)
    throw new Error('"from" of a rebate is no date such as 2026-12-01.')
  if (!isWhole(percent, 100)) throw new Error('"percent" of a rebate is no whole number to 100.')
  if (!isWhole(days, MOST_DAYS))
    throw new Error(`"days" of a rebate is no whole number to ${MOST_DAYS}.`)
  return { from: at / DAY_MS, percent, days }
}

const isWhole = (value: unknown, most: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most
