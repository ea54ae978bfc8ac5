import type { Instrument } from '../../exchange/instruments/Instrument.ts'
import { groupsOf } from '../../platform/http/addressLimit.ts'
import { malformedParameter, success, tooManyAttempts } from '../../platform/http/envelope.ts'
import { RawAnswer, type GatewayRequest } from '../../platform/http/route.ts'
import { createKeyedAllowance, type AllowanceRate } from '../../platform/http/socketLimits.ts'
import {
  INTERVAL_MS,
  INTERVALS,
  isHistoryInterval,
  openTimeOf,
  type HistoryInterval,
} from './candles/interval.ts'
import { createAnswerCache } from './createResponseCache.ts'
import type { DisplayedMarket } from './ports/DisplayedMarket.ts'
import { depthView } from './publish/views.ts'

const MOST_CANDLES = 1_000
const DEFAULT_CANDLES = 500
const [MOST_LEVELS, DEFAULT_LEVELS] = [1_000, 100]
/** As long as a ticker of the stream stands. */
const VALID_MS = 250
/** Candles that have closed change only when a lost feed comes back. */
const CLOSED_VALID_MS = 5_000
/** What an address group may ask for: a calculation costs 2, an answer that is kept 0.1. */
const ALLOWANCE: AllowanceRate = { burst: 200, perSecond: 20 }
const [CALCULATED_COST, KEPT_COST] = [2, 0.1]

export interface PublicAllowanceOptions {
  /** Milliseconds that only rise. */
  readonly monotonic: () => number
  /** Default 200 at once, 20 a second. */
  readonly allowance?: AllowanceRate | undefined
}

/** Counts a public question for its address. @throws GatewayError 42901 for one too many */
export type SpendAllowance = (request: Pick<GatewayRequest, 'address'>, cost?: number) => void

/** What each address may ask of public calls together. */
export function createPublicAllowance({
  monotonic,
  allowance = ALLOWANCE,
}: PublicAllowanceOptions): SpendAllowance {
  const allowances = createKeyedAllowance(allowance, monotonic)
  return ({ address }, cost = CALCULATED_COST) => {
    // A site of IPv6 networks, which could take turns with all of them, has as much as several.
    const waitMs = Math.max(
      ...groupsOf(address).map(({ group, share }) => allowances.spend(group, cost / share)),
    )
    if (waitMs > 0) throw tooManyAttempts(waitMs, 'Too many requests, please try again later')
  }
}

export interface MarketAnswerOptions {
  readonly now: () => number
  /**
   * Rises when a pair's candles changed otherwise than by trades and time: answers of before are
   * not given any more.
   */
  readonly revision?: (() => number) | undefined
  readonly spend: SpendAllowance
}

/** Answers a public question within what its address may ask for. @throws GatewayError 42901 */
export type MarketAnswer = (
  request: Pick<GatewayRequest, 'address'>,
  asked: Asked,
) => Promise<RawAnswer>

/**
 * Answers from what was calculated a moment ago where that is valid still.
 * @throws GatewayError 42901 for an address that asks too often
 */
export function createMarketAnswer({
  now,
  revision = () => 0,
  spend,
}: MarketAnswerOptions): MarketAnswer {
  const answers = createAnswerCache({ now })

  return async function answer(request, { what, validUntil, make }) {
    const key = `${revision()} ${what}`
    const known = answers.find(key)
    spend(request, known ? KEPT_COST : CALCULATED_COST)
    const text =
      known ??
      answers.keep(key, {
        validUntil,
        answer: make().then((data) => JSON.stringify(success(data))),
      })
    return new RawAnswer(await text, 'application/json; charset=utf-8')
  }
}

export interface Asked {
  readonly what: string
  readonly validUntil: number
  readonly make: () => Promise<unknown>
}

/** A question for the book of an instrument. @throws GatewayError 40010 */
export function depthAsked(
  spec: Instrument,
  {
    query,
    now,
    market,
  }: {
    readonly query: Readonly<Record<string, string>>
    readonly now: number
    readonly market: Pick<DisplayedMarket, 'deepBook'>
  },
): Asked {
  const limit = countOf(query['limit'], {
    field: 'limit',
    fallback: DEFAULT_LEVELS,
    most: MOST_LEVELS,
  })
  return {
    what: `depth ${spec.id} ${limit}`,
    validUntil: now + VALID_MS,
    make: async () => depthView(market.deepBook(spec.id, limit), { spec, now }),
  }
}

/** Which candles a query asks for. @throws GatewayError 40010 */
export function readCandleRequest(query: Readonly<Record<string, string>>, now: number) {
  const { interval = '' } = query
  if (!isHistoryInterval(interval))
    throw malformedParameter('interval', `interval must be one of 1s, ${INTERVALS.join(', ')}`)
  const limit = countOf(query['limit'], {
    field: 'limit',
    fallback: DEFAULT_CANDLES,
    most: MOST_CANDLES,
  })
  const before = countOf(query['endTime'], {
    field: 'endTime',
    fallback: Number.MAX_SAFE_INTEGER,
    most: Number.MAX_SAFE_INTEGER,
  })
  return { interval, limit, before, page: pageOf(interval, { before, now }, String(limit)) }
}

/**
 * Pages that end with the same candle are one. One with the running candle is valid until it
 * changes on screens, or any candle closes.
 */
function pageOf(
  interval: HistoryInterval,
  { before, now }: { before: number; now: number },
  page: string,
): Pick<Asked, 'what' | 'validUntil'> {
  const last = openTimeOf(interval, Math.min(before - 1, now))
  const isRunning = last === openTimeOf(interval, now)
  const minuteEnds = openTimeOf('1m', now) + INTERVAL_MS['1m']
  return {
    what: `${page} ${interval} ${last}`,
    validUntil: isRunning ? Math.min(now + VALID_MS, minuteEnds) : now + CLOSED_VALID_MS,
  }
}

function countOf(
  text: string | undefined,
  { field, fallback, most }: { field: string; fallback: number; most: number },
): number {
  if (text === undefined || text === '') return fallback
  const count = Number(text)
  if (!/^\d{1,16}$/.test(text) || count < 1 || count > most)
    throw malformedParameter(field, `${field} must be a whole number from 1 to ${most}`)
  return count
}
