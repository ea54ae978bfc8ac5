import type { Candle } from '../candles/candle.ts'
import { INTERVAL_MS, type Interval, openTimeOf } from '../candles/interval.ts'
import { nextMood } from '../generator/mood.ts'
import { type Chance, createChance } from '../generator/random.ts'
import type { MarketProfile } from '../generator/profile.ts'

/**
 * How far back each resolution of the generated past reaches, in candles of the interval: enough
 * for 1,000 of the next coarser one.
 */
const REACH: readonly { readonly interval: Interval; readonly days: number }[] = [
  { interval: '1m', days: 1 },
  { interval: '5m', days: 5 },
  { interval: '15m', days: 12 },
  { interval: '30m', days: 23 },
  { interval: '1h', days: 46 },
  { interval: '4h', days: 175 },
  { interval: '1d', days: 7_070 },
]

const DAY = INTERVAL_MS['1d']
const SECONDS_PER_DAY = 86_400

/** Where the past begins to be fine enough for an interval. */
export function historyStart(interval: Interval, endsAt: number): number {
  const zone =
    REACH.find((reach) => INTERVAL_MS[reach.interval] >= INTERVAL_MS[interval]) ?? REACH.at(-1)
  return zone
    ? openTimeOf(interval, openTimeOf(zone.interval, endsAt - zone.days * DAY) - 1) +
        INTERVAL_MS[interval]
    : endsAt
}

export interface HistoryOptions {
  readonly seed: string
  readonly profile: MarketProfile
  /** Price at the end, in ticks: the last close. */
  readonly endTicks: number
  /** End of the past, ms since the epoch, at a full minute. */
  readonly endsAt: number
  /** What had ended by then is left out: most of the past, which few ask for. */
  readonly since?: number
}

/**
 * The past before the first trade: candles in order, fine near the end and coarser further back,
 * every one touching the next. Coarser series are merged from these, so that all intervals agree.
 * Traversed backwards from the price of today.
 */
export function generateHistory({
  seed,
  profile,
  endTicks,
  endsAt,
  since = -Infinity,
}: HistoryOptions): Candle[] {
  const chance = createChance(`history ${seed}`)
  const backwards: Candle[] = []
  let close = endTicks
  let closeTime = endsAt
  let mood = 0
  for (const { interval, days } of REACH) {
    const oldest = openTimeOf(interval, endsAt - days * DAY)
    while (closeTime > Math.max(oldest, since)) {
      // The first candle of a coarser zone may be shorter: it ends where the finer one began.
      const openTime = Math.max(openTimeOf(interval, closeTime - 1), oldest)
      mood = nextMood(mood, { length: closeTime - openTime, change: chance.normal() })
      const candle = candleBefore({
        close,
        mood,
        openTime,
        length: closeTime - openTime,
        anchor: endTicks,
        profile,
        chance,
      })
      backwards.push(candle)
      close = candle.open
      closeTime = openTime
    }
  }
  return backwards.reverse()
}

interface Step {
  readonly close: number
  /** How busy the market is, as a logarithm; 0: as usual. */
  readonly mood: number
  readonly openTime: number
  readonly length: number
  readonly anchor: number
  readonly profile: MarketProfile
  readonly chance: Chance
}

/** Trading is busiest when Europe and America are awake; a whole day has both. */
function hourShare(openTime: number, length: number): number {
  if (length >= DAY) return 1
  const hour = ((openTime + length / 2) % DAY) / 3_600_000
  return 1 + 0.4 * Math.cos(((hour - 15) / 24) * 2 * Math.PI)
}

function candleBefore({ close, mood, openTime, length, anchor, profile, chance }: Step): Candle {
  const usual = profile.volatility * Math.sqrt(length / 1_000)
  const deviation = usual * Math.exp(0.45 * mood - 0.1)
  // Drawn back towards today's price over about half a year, so that two decades stay within sight
  // of it.
  const pull = (Math.log(anchor / close) * length) / (180 * SECONDS_PER_DAY * 1_000)
  const open = Math.max(1, Math.round(close * Math.exp(deviation * chance.normal() + pull)))
  const wick = () => Math.abs(chance.normal()) * deviation * 0.6
  const high = Math.round(Math.max(open, close) * Math.exp(wick()))
  const low = Math.max(1, Math.round(Math.min(open, close) * Math.exp(-wick())))
  const trades = (profile.takerRate * length) / 1_000
  // More is traded where the price moves and while the market is busy.
  const move = Math.abs(Math.log(open / close)) / usual
  const busy = hourShare(openTime, length) * Math.exp(mood - 0.3 + 0.35 * Math.min(move, 4))
  const lots = Math.max(
    1,
    Math.round(trades * profile.typicalLots * busy * Math.exp(0.4 * chance.normal())),
  )
  return {
    openTime,
    open,
    high,
    low,
    close,
    lots,
    turnover: BigInt(Math.round((high + low) / 2)) * BigInt(lots),
  }
}
