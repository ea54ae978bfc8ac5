import type { WritableMarket } from '../book/createDisplayedMarket.ts'
import type { MarketProfile } from './profile.ts'
import { createChance } from './random.ts'

/** Another generated exchange, of whose books only the best prices are made. */
export interface GeneratedFeed {
  readonly name: string
  readonly market: WritableMarket
}

/** How often a feed quotes; an index is computed once a second. */
export const FEED_STEP_MS = 1_000

/** What is left of a deviation a second later, and what is added: 0.02 % as a rule. */
const [KEPT, CHANGE] = [0.98, 0.000_04]

/**
 * Quotes pairs near their fair price, each with a slow deviation of its own. Chance of its own too,
 * so that the generated market is the same with and without feeds.
 */
export function createGeneratedFeed({ name, market }: GeneratedFeed, { seed }: { seed: string }) {
  const chance = createChance(`${seed} feed ${name}`)
  const deviations = new Map<string, number>()
  const quoted = new Map<string, number>()

  return {
    /** Quotes a pair anew; `fair` in ticks, may be fractional. */
    quote(symbol: string, { fair, profile }: { fair: number; profile: MarketProfile }): void {
      const deviation = (deviations.get(symbol) ?? 0) * KEPT + chance.normal() * CHANGE
      deviations.set(symbol, deviation)
      const bid = Math.max(1, Math.floor(fair * (1 + deviation)))
      const before = quoted.get(symbol)
      quoted.set(symbol, bid)
      if (before !== undefined && before !== bid) {
        market.onLevel(symbol, 'buy', before, 0)
        market.onLevel(symbol, 'sell', before + 1, 0)
      }
      market.onLevel(symbol, 'buy', bid, profile.typicalLots)
      market.onLevel(symbol, 'sell', bid + 1, profile.typicalLots)
    },
  }
}
