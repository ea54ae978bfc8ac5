import type { HouseAccountCommand } from '../../../exchange/state/houseAccountRows.ts'
import type { Side } from '../../../exchange/instruments/Instrument.ts'
import type { Chance } from './random.ts'
import type { MarketProfile } from './profile.ts'

/**
 * One market maker on one pair: a ladder of quotes around where it sees the price, leaning
 * against its inventory.
 */
export interface Maker {
  readonly id: string
  /** Lots bought less lots sold since the start. */
  inventory: number
  /** Quotes by house account order id, as the maker believes them to rest. */
  readonly quotes: Map<string, Quote>
  nextQuote: number
}

export interface Quote {
  readonly side: Side
  readonly ticks: number
  readonly lots: number
  /** Which step of the ladder it stands on. */
  readonly rung: number
}

export const MAKERS = 4
/** Steps of one maker's ladder on one side; four makers with jitter make more than 50 levels. */
export const RUNGS = 24
/** Most commands a maker sends in one step once its ladder stands. */
const BUSY = 4

export function createMaker(id: string): Maker {
  return { id, inventory: 0, quotes: new Map(), nextQuote: 1 }
}

interface Situation {
  readonly symbol: string
  readonly fair: number
  readonly profile: MarketProfile
  readonly chance: Chance
  /** The first ladder is placed at once. */
  readonly isOpening: boolean
  /** The best quotes that stand; makers quote, they do not cross. Kept up to date as they place. */
  readonly top: Top
}

export interface Top {
  bid: number
  ask: number
}

/** Learns from what still rests how much was traded. */
export function reconcile(maker: Maker, resting: ReadonlyMap<string, number>): void {
  for (const [id, quote] of maker.quotes) {
    const left = resting.get(id) ?? 0
    if (left === quote.lots) continue
    maker.inventory += (quote.lots - left) * (quote.side === 'buy' ? 1 : -1)
    if (left === 0) maker.quotes.delete(id)
    else maker.quotes.set(id, { ...quote, lots: left })
  }
}

/**
 * Cancels quotes that stand in the wrong place and fills the empty rungs, nearest to the price
 * first.
 */
export function requote(maker: Maker, situation: Situation): HouseAccountCommand[] {
  const { symbol, isOpening } = situation
  const commands: HouseAccountCommand[] = []
  const limit = isOpening ? Number.POSITIVE_INFINITY : BUSY
  for (const [id, quote] of maker.quotes) {
    if (commands.length >= limit / 2) break
    if (!isMisplaced(quote, maker, situation)) continue
    maker.quotes.delete(id)
    commands.push({ kind: 'cancel', symbol, orderName: id })
  }
  const standing = new Set([...maker.quotes.values()].map(({ side, rung }) => `${side} ${rung}`))
  for (let rung = 0; rung < RUNGS; rung++) {
    for (const side of ['buy', 'sell'] as const) {
      if (commands.length >= limit) return commands
      if (!standing.has(`${side} ${rung}`))
        commands.push(place(maker, { ...situation, side, rung }))
    }
  }
  return commands
}

function place(
  maker: Maker,
  { symbol, side, rung, chance, ...situation }: Situation & { side: Side; rung: number },
): HouseAccountCommand {
  const jitter = (chance.uniform() - 0.5) * 0.8
  const wanted = rungTicks(maker, { ...situation, side, rung: rung + jitter })
  const { top } = situation
  const ticks = Math.max(
    1,
    side === 'buy' ? Math.min(wanted, top.ask - 1) : Math.max(wanted, top.bid + 1),
  )
  if (side === 'buy') top.bid = Math.max(top.bid, ticks)
  else top.ask = Math.min(top.ask, ticks)
  const lots = Math.max(
    1,
    Math.round(situation.profile.typicalLots * (0.4 + rung / 8) * Math.exp(0.7 * chance.normal())),
  )
  const orderName = `${maker.id}-${maker.nextQuote++}`
  maker.quotes.set(orderName, { side, ticks, lots, rung })
  return {
    kind: 'place',
    symbol,
    orderName,
    side,
    orderType: 'limit',
    timeInForce: 'gtc',
    ticks,
    lots,
  }
}

/** How far from the fair price a rung is, as a share of it. */
export const rungDistance = (
  rung: number,
  { halfSpread }: Pick<MarketProfile, 'halfSpread'>,
): number => halfSpread * (1 + rung * 2.2 + rung ** 2 * 0.5)

/** Where a rung belongs: a growing distance from the fair price, moved against the inventory. */
function rungTicks(
  maker: Maker,
  { side, rung, fair, profile }: { side: Side; rung: number; fair: number; profile: MarketProfile },
): number {
  const lean = -(maker.inventory / (profile.typicalLots * 400)) * profile.halfSpread * 4
  const distance = rungDistance(Math.max(0, rung), profile)
  const price =
    fair * (1 + Math.max(-0.002, Math.min(0.002, lean)) + (side === 'buy' ? -distance : distance))
  return Math.max(1, side === 'buy' ? Math.floor(price) : Math.ceil(price))
}

/** Crossing the fair price, or a rung and a half away from its place. */
function isMisplaced(quote: Quote, maker: Maker, { fair, profile }: Situation): boolean {
  const crosses = quote.side === 'buy' ? quote.ticks >= fair : quote.ticks <= fair
  if (crosses) return true
  const place = rungTicks(maker, { side: quote.side, rung: quote.rung, fair, profile })
  const width = fair * profile.halfSpread * (2.4 + quote.rung * 1.4)
  return Math.abs(quote.ticks - place) > Math.max(1.5, width)
}
