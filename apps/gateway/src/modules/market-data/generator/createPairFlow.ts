import type { HouseAccountCommand } from '../../../exchange/state/houseAccountRows.ts'
import type { Side } from '../../../exchange/instruments/Instrument.ts'
import { createMaker, type Maker, MAKERS, reconcile, requote, type Top } from './maker.ts'
import { createDeepQuotes } from './deepQuotes.ts'
import type { MarketProfile } from './profile.ts'
import { createChance } from './random.ts'
import { type Move, type Scenario, SCENARIOS } from './scenario.ts'
import { nextRegime, type Regime, regimeRate, regimeVolatility } from './regime.ts'

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

/** How much one taker order excites the next ones, and how fast that fades (a Hawkes process). */
const EXCITEMENT = 0.55
const FADE_PER_SECOND = 1.1

const SECONDS = STEP_MS / 1_000

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
  const chance = createChance(`${seed} ${symbol}`)
  const makers = createMakers(symbol, chance)
  // Chance of its own, so that who reads the deep book does not change the market.
  const deep = createDeepQuotes({ symbol, profile, chance: createChance(`${seed} ${symbol} deep`) })
  let fair = start
  let regime: Regime = 'normal'
  let excitement = 0
  let lean = 0
  let stepCount = 0
  let takerCount = 0
  let basis = 0

  const moveMid = (move: Move): void => {
    regime = nextRegime(regime, { seconds: SECONDS, chance })
    if (reference) {
      basis = nextBasis(basis, { seconds: SECONDS, change: chance.normal() })
      fair = Math.max(2, reference() * (1 + basis))
    } else
      fair = nextFair(fair, {
        start,
        seconds: SECONDS,
        drift: move.drift,
        change: spreadOf(profile, { move, regime }) * chance.normal(),
      })
  }

  const takers = (move: Move): HouseAccountCommand[] => {
    const rate = (profile.takerRate * regimeRate(regime) + excitement) * move.rate
    const count = Math.min(6, chance.poisson(rate * SECONDS))
    excitement = excitement * Math.exp(-FADE_PER_SECOND * SECONDS) + count * EXCITEMENT
    // Takers come in runs of one side.
    lean = lean * 0.97 + chance.normal() * 0.12
    const taken = { profile, fair, lean, pull: move.lean }
    return Array.from({ length: count }, () =>
      takerOrder(symbol, {
        name: `${takerCount++}-${stepCount}`,
        ...drawTaker(chance, taken),
      }),
    )
  }

  return {
    fair: () => fair,
    deepen: deep.ask,
    step(resting) {
      const move = scenario(stepCount * STEP_MS, STEP_MS)
      moveMid(move)
      const left = new Map(resting.map(({ orderName, lots }) => [orderName, lots]))
      const isOpening = stepCount === 0
      const isAnew = isOpening || move.isRequoted
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
      return [...orphans, ...quotes, ...(isOpening ? [] : takers(move)), ...far]
    },
  }
}

type Chance = ReturnType<typeof createChance>

/** Standard deviation of the log price over one step. */
const spreadOf = (
  { volatility }: Pick<MarketProfile, 'volatility'>,
  { move, regime }: { readonly move: Move; readonly regime: Regime },
): number => volatility * move.volatility * regimeVolatility(regime) * Math.sqrt(SECONDS)

const takerOrder = (
  symbol: string,
  { name, ...drawn }: { readonly name: string } & ReturnType<typeof drawTaker>,
): HouseAccountCommand => ({
  kind: 'place',
  symbol,
  orderName: `${symbol}-t-${name}`,
  orderType: 'limit',
  timeInForce: 'ioc',
  ...drawn,
})

/** Furthest that a contract is from its pair, as a share of the price (futures 9). */
export const MOST_BASIS = 0.001
const USUAL_BASIS = 0.0005
const BASIS_SECONDS = 600

/** Returns to nothing within ten minutes or so, and never leaves the bounds. `change`: normal. */
export function nextBasis(
  basis: number,
  { seconds, change }: { readonly seconds: number; readonly change: number },
): number {
  const share = seconds / BASIS_SECONDS
  const moved = basis * (1 - share) + USUAL_BASIS * Math.sqrt(2 * share) * change
  return clamp(moved, MOST_BASIS)
}

const clamp = (value: number, most: number) => Math.max(-most, Math.min(most, value))

/** Side, size and limit of an order that takes at once. `pull`: towards which side it is drawn. */
export function drawTaker(
  chance: Pick<Chance, 'uniform' | 'normal'>,
  {
    profile,
    fair,
    lean,
    pull,
  }: {
    readonly profile: Pick<MarketProfile, 'typicalLots'>
    readonly fair: number
    readonly lean: number
    readonly pull: number
  },
): { readonly side: Side; readonly lots: number; readonly ticks: number } {
  const side: Side = chance.uniform() < 0.5 + clamp(clamp(lean, 0.35) + pull, 0.45) ? 'buy' : 'sell'
  const lots = Math.max(1, Math.round(profile.typicalLots * 0.5 * Math.exp(1.1 * chance.normal())))
  // A limit through the spread, never further: a thin moment must not print a wild price.
  const ticks = Math.max(1, Math.round(fair * (side === 'buy' ? 1.002 : 0.998)))
  return { side, lots, ticks }
}

const createMakers = (symbol: string, chance: Pick<Chance, 'uniform'>): Maker[] =>
  Array.from({ length: MAKERS }, (_, index) =>
    createMaker(`${symbol}-m${index}-${Math.floor(chance.uniform() * 1e9).toString(36)}`),
  )

/**
 * Pulled back gently to where it started, so that a market left alone for weeks stays near its
 * history; never below 2 ticks. `change`, `drift`: logarithms.
 */
export function nextFair(
  fair: number,
  {
    start,
    seconds,
    drift,
    change,
  }: {
    readonly start: number
    readonly seconds: number
    readonly drift: number
    readonly change: number
  },
): number {
  const pull = Math.log(start / fair) * (seconds / 86_400)
  return Math.max(2, fair * Math.exp(change + pull + drift))
}

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
