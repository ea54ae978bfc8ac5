import type { HouseAccountCommand } from '../../../exchange/state/houseAccountRows.ts'
import type { Side } from '../../../exchange/instruments/Instrument.ts'
import { createMaker, type Maker, MAKERS, reconcile, requote, type Top } from './maker.ts'
import { createDeepQuotes } from './deepQuotes.ts'
import type { MarketProfile } from './profile.ts'
import { createPriceFlow, type DrawnTaker } from './createPriceFlow.ts'
import { type Chance, createChance } from './random.ts'
import { type Scenario, SCENARIOS } from './scenario.ts'

/**
 * One step of the generated market. All chance comes from the seed, so that equal books give equal
 * commands.
 */
export const STEP_MS = 250

export interface Resting {
  readonly orderName: string
  readonly side: Side
  readonly ticks: number
  readonly lots: number
}

export interface PairFlow {
  /**
   * The commands of the next step, given what the engine still holds of this pair's house account
   * orders.
   */
  step(resting: readonly Resting[]): HouseAccountCommand[]
  /** Where the makers see the price, in ticks; fractional. */
  fair(): number
  /** Somebody reads the book behind what the makers quote: for a while it has a thousand levels. */
  deepen(): void
}

export interface PairFlowOptions {
  readonly symbol: string
  readonly seed: string
  readonly profile: MarketProfile
  /** Where the price stood, in ticks; may be fractional. */
  readonly fair: number
  /** Default: `normal`. */
  readonly scenario?: Scenario
  /**
   * The price that this one stays near, in its ticks; may be fractional. A contract's is that of
   * its pair, with a slow basis of its own. Default: none, the price moves by itself.
   */
  readonly reference?: (() => number) | undefined
}

export function createPairFlow({
  symbol,
  seed,
  profile,
  fair: start,
  scenario = SCENARIOS.normal,
  reference,
}: PairFlowOptions): PairFlow {
  const price = createPriceFlow({
    profile,
    fair: start,
    reference,
    chance: createChance(`${seed} ${symbol} price`),
  })
  const chance = createChance(`${seed} ${symbol}`)
  const makers = createMakers(symbol, chance)
  // Chance of its own, so that who reads the deep book does not change the market.
  const deep = createDeepQuotes({ symbol, profile, chance: createChance(`${seed} ${symbol} deep`) })
  let stepCount = 0
  let takerCount = 0

  const takers = (drawn: readonly DrawnTaker[]): HouseAccountCommand[] =>
    drawn.map((taker) => takerOrder(symbol, { name: `${takerCount++}-${stepCount}`, ...taker }))

  return {
    fair: price.fair,
    deepen: deep.ask,
    step(resting) {
      const move = scenario(stepCount * STEP_MS, STEP_MS)
      const { fair, isJump, takers: drawn } = price.step(move, STEP_MS / 1_000)
      const left = new Map(resting.map(({ orderName, lots }) => [orderName, lots]))
      const isOpening = stepCount === 0
      const isAnew = isOpening || move.isRequoted || isJump
      const orphans = isAnew ? resting.map(({ orderName }) => cancelOf(symbol, orderName)) : []
      for (const maker of makers) {
        reconcile(maker, left)
        if (isAnew) maker.quotes.clear()
      }
      if (isAnew) deep.forget()
      const awake = isAnew ? makers : makers.filter((_, index) => index % 2 === stepCount % 2)
      const top = isAnew ? { bid: 0, ask: Number.MAX_SAFE_INTEGER } : topOf(resting)
      const quotes = awake.flatMap((maker) =>
        requote(maker, { symbol, fair, profile, chance, isOpening: isAnew, top }),
      )
      const far = deep.step({ left, fair })
      stepCount++
      return [...orphans, ...quotes, ...(isOpening ? [] : takers(drawn)), ...far]
    },
  }
}

const takerOrder = (
  symbol: string,
  { name, ...drawn }: { readonly name: string } & DrawnTaker,
): HouseAccountCommand => ({
  kind: 'place',
  symbol,
  orderName: `${symbol}-t-${name}`,
  orderType: 'limit',
  timeInForce: 'ioc',
  ...drawn,
})

const createMakers = (symbol: string, chance: Pick<Chance, 'uniform'>): Maker[] =>
  Array.from({ length: MAKERS }, (_, index) =>
    createMaker(`${symbol}-m${index}-${Math.floor(chance.uniform() * 1e9).toString(36)}`),
  )

const cancelOf = (symbol: string, orderName: string): HouseAccountCommand => ({
  kind: 'cancel',
  symbol,
  orderName,
})

function topOf(resting: readonly Resting[]): Top {
  const top: Top = { bid: 0, ask: Number.MAX_SAFE_INTEGER }
  for (const { side, ticks } of resting) {
    if (side === 'buy') top.bid = Math.max(top.bid, ticks)
    else top.ask = Math.min(top.ask, ticks)
  }
  return top
}
