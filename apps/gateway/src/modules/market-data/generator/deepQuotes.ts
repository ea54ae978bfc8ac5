import type { HouseAccountCommand } from '../../../exchange/state/houseAccountRows.ts'
import type { Side } from '../../../exchange/instruments/Instrument.ts'
import { RUNGS, rungDistance } from './maker.ts'
import type { MarketProfile } from './profile.ts'
import type { Chance } from './random.ts'

/**
 * Orders far from the price, behind the ladders of the makers. They rest in the engine like any
 * other, and only while somebody reads so deep: a book of a thousand levels costs memory and
 * journal that a page with fifty does not need.
 */
export interface DeepQuotes {
  /** Somebody reads the deep book: it is kept for `KEPT_STEPS` from now. */
  ask(): void
  /** They were cancelled with all others. */
  forget(): void
  /** What to place and to cancel, given the lots left of each order by its name. */
  step(situation: {
    readonly left: ReadonlyMap<string, number>
    readonly fair: number
  }): HouseAccountCommand[]
}

/** Levels a side; with those of the makers more than a thousand. */
export const DEEP_LEVELS = 960
/** Five minutes of steps of 250 ms. */
export const KEPT_STEPS = 1_200
/** In one step, so that a deep book stands within three seconds and never holds the engine up. */
export const MOST_COMMANDS = 200
/** Distance of two levels as a share of the price; at least a tick. */
const SPACING = 0.000_05
/** Levels that the price may move before an order follows it. */
const SLACK = 8
/** Nobody bids less than this share of the price. */
const LEAST_SHARE = 0.1
/** How much larger orders at round prices are. */
const ROUND_FACTOR = 4

interface Quote {
  readonly side: Side
  readonly orderName: string
}

interface DeepQuotesOptions {
  readonly symbol: string
  readonly profile: MarketProfile
  readonly chance: Pick<Chance, 'uniform' | 'normal'>
}

export function createDeepQuotes({ symbol, profile, chance }: DeepQuotesOptions): DeepQuotes {
  /** By level; a level is `spacing` ticks wide. */
  const quotes = new Map<number, Quote>()
  let stepsLeft = 0
  let count = 0
  let spacing = 0

  const cancel = (level: number, { orderName }: Quote): HouseAccountCommand => {
    quotes.delete(level)
    return { kind: 'cancel', symbol, orderName }
  }
  const place = (level: number, side: Side, depth: number): HouseAccountCommand => {
    const orderName = `${symbol}-d${count++}`
    quotes.set(level, { side, orderName })
    const start = level * spacing
    const round = roundTicks(start)
    const isRound = round >= 5 * spacing && Math.ceil(start / round) * round < start + spacing
    const ticks = isRound
      ? Math.ceil(start / round) * round
      : start + Math.floor(chance.uniform() * spacing)
    const typical = profile.typicalLots * (0.4 + RUNGS / 8) * (1 + depth / DEEP_LEVELS)
    const size = typical * (isRound ? ROUND_FACTOR : 1) * Math.exp(0.7 * chance.normal())
    return {
      kind: 'place',
      symbol,
      orderName,
      side,
      orderType: 'limit',
      timeInForce: 'gtc',
      ticks,
      lots: Math.max(1, Math.round(size)),
    }
  }

  return {
    ask: () => void (stepsLeft = KEPT_STEPS),
    forget: () => quotes.clear(),
    step({ left, fair }) {
      if (stepsLeft > 0) stepsLeft--
      const isWanted = stepsLeft > 0
      if (!isWanted && quotes.size === 0) return []
      if (quotes.size === 0) spacing = Math.max(1, Math.round(fair * SPACING))
      const spans = spansAround(fair, { spacing, profile })
      const commands: HouseAccountCommand[] = []
      for (const [level, quote] of quotes) {
        if (commands.length >= MOST_COMMANDS / 2) break
        const { first, last } = spans[quote.side]
        if (!left.has(quote.orderName)) quotes.delete(level)
        else if (!isWanted || level < first - SLACK || level > last + SLACK)
          commands.push(cancel(level, quote))
      }
      for (let depth = 0; isWanted && depth < DEEP_LEVELS; depth++)
        for (const side of ['buy', 'sell'] as const) {
          const { first, last } = spans[side]
          const level = side === 'buy' ? last - depth : first + depth
          if (commands.length >= MOST_COMMANDS) return commands
          if (level >= first && level <= last && !quotes.has(level))
            commands.push(place(level, side, depth))
        }
      return commands
    },
  }
}

interface Span {
  readonly first: number
  readonly last: number
}

/** Which levels belong to each side: behind the last rung of the makers. */
function spansAround(
  fair: number,
  { spacing, profile }: { readonly spacing: number; readonly profile: MarketProfile },
): Readonly<Record<Side, Span>> {
  const inner = rungDistance(RUNGS, profile)
  const highest = Math.floor((fair * (1 - inner)) / spacing) - 1
  const lowest = Math.ceil((fair * (1 + inner)) / spacing)
  const least = Math.max(1, Math.ceil((fair * LEAST_SHARE) / spacing))
  return {
    buy: { first: Math.max(least, highest - DEEP_LEVELS + 1), last: highest },
    sell: { first: lowest, last: lowest + DEEP_LEVELS - 1 },
  }
}

/** The distance of round prices where a price stands: a power of ten of ticks. */
const roundTicks = (ticks: number): number => 10 ** Math.ceil(Math.log10(ticks * 0.003))
