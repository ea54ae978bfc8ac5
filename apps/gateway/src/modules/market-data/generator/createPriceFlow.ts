import type { Side } from '../../../exchange/instruments/Instrument.ts'
import { moodRate, moodVolatility, nextMood } from './mood.ts'
import type { MarketProfile } from './profile.ts'
import type { Chance } from './random.ts'
import { nextRegime, type Regime, regimeRate, regimeVolatility } from './regime.ts'
import type { Move } from './scenario.ts'

/** An order that takes at once. */
export interface DrawnTaker {
  readonly side: Side
  readonly lots: number
  /** Its limit. */
  readonly ticks: number
}

/** What happens in one step, whatever the book is. */
export interface PriceStep {
  /** Where the makers see the price, in ticks; fractional. */
  readonly fair: number
  /** The price left the ladders of the makers at once: they quote anew. */
  readonly isJump: boolean
  readonly takers: readonly DrawnTaker[]
}

/** The price of a pair and who takes at it: all of its market but the book. */
export interface PriceFlow {
  step(move: Move, seconds: number): PriceStep
  fair(): number
}

/** How much one taker order excites the next ones, and how fast that fades (a Hawkes process). */
const EXCITEMENT = 0.55
const FADE_PER_SECOND = 1.1

/** Mean seconds between jumps, and the takers that one brings with it. */
const JUMP_SECONDS = 3_600
const JUMP_EXCITEMENT = 6
/**
 * The least jump, and how much further the mean one goes, in standard deviations of a second: about
 * three and five of a minute.
 */
const [LEAST_JUMP, FURTHER_JUMP] = [20, 15]
/** A step this long in the same measure leaves the ladders behind, a contract's as its pair's. */
const REQUOTED_STEP = 15

export interface PriceFlowOptions {
  readonly profile: MarketProfile
  /** Where the price stood, in ticks; may be fractional. */
  readonly fair: number
  readonly chance: Chance
  /** The price that this one stays near, in its ticks: a contract's. Default: none. */
  readonly reference?: (() => number) | undefined
}

export function createPriceFlow({
  profile,
  fair: start,
  chance,
  reference,
}: PriceFlowOptions): PriceFlow {
  let fair = start
  let regime: Regime = 'normal'
  let mood = 0
  let excitement = 0
  let lean = 0
  let basis = 0

  const movePrice = (move: Move, seconds: number): void => {
    if (reference) {
      basis = nextBasis(basis, { seconds, change: chance.normal() })
      fair = Math.max(2, reference() * (1 + basis))
      return
    }
    const deviation =
      profile.volatility *
      move.volatility *
      regimeVolatility(regime) *
      moodVolatility(mood) *
      Math.sqrt(seconds)
    const jump = profile.volatility * move.volatility * nextJump(chance, seconds)
    fair = nextFair(fair, {
      start,
      seconds,
      drift: move.drift,
      change: deviation * chance.normal() + jump,
    })
  }

  const takers = (move: Move, seconds: number): DrawnTaker[] => {
    const usual = profile.takerRate * regimeRate(regime) * moodRate(mood)
    // A busier scenario excites no more: with more than one follower each, takers would never end.
    const rate = usual * move.rate + excitement * Math.min(1, move.rate)
    const count = Math.min(6, chance.poisson(rate * seconds))
    excitement = excitement * Math.exp(-FADE_PER_SECOND * seconds) + count * EXCITEMENT
    // Takers come in runs of one side.
    lean = lean * 0.97 + chance.normal() * 0.12
    return Array.from({ length: count }, () =>
      drawTaker(chance, { profile, fair, lean, pull: move.lean }),
    )
  }

  return {
    fair: () => fair,
    step(move, seconds) {
      const before = fair
      regime = nextRegime(regime, { seconds, chance })
      mood = nextMood(mood, { length: seconds * 1_000, change: chance.normal() })
      movePrice(move, seconds)
      // What a scenario adds, its own requotes follow.
      const moved = Math.log(fair / before) - move.drift
      const isJump = Math.abs(moved) > REQUOTED_STEP * profile.volatility
      if (isJump) excitement += JUMP_EXCITEMENT
      return { fair, isJump, takers: takers(move, seconds) }
    },
  }
}

/** What a step jumps, in standard deviations of a second; 0 as a rule. */
function nextJump(chance: Pick<Chance, 'uniform'>, seconds: number): number {
  if (chance.uniform() >= seconds / JUMP_SECONDS) return 0
  const size = LEAST_JUMP - FURTHER_JUMP * Math.log(1 - chance.uniform())
  return chance.uniform() < 0.5 ? -size : size
}

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
): DrawnTaker {
  const side: Side = chance.uniform() < 0.5 + clamp(clamp(lean, 0.35) + pull, 0.45) ? 'buy' : 'sell'
  const lots = Math.max(1, Math.round(profile.typicalLots * 0.5 * Math.exp(1.1 * chance.normal())))
  // A limit through the spread, never further: a thin moment must not print a wild price.
  const ticks = Math.max(1, Math.round(fair * (side === 'buy' ? 1.002 : 0.998)))
  return { side, lots, ticks }
}

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
