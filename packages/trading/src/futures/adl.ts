import {
  type Fraction,
  fraction,
  minus,
  over,
  plus,
  rounded,
  signOf,
  smaller,
  times,
  ZERO,
} from '../fraction.ts'
import { read, readCount, readPositive } from '../read.ts'
import { showPlain } from '../rounding.ts'
import { type AmountOptions, showDown } from './rounding.ts'

/** Groups of 20 %, which the lights of a position show (futures 6). */
const GROUPS = 5

/** Arguments of {@link adlScore}; decimal strings in the margin coin. */
export interface AdlScoreInput {
  /** Unrealised PnL of the position. */
  readonly pnl: string
  /** Wallet of the account, or isolated margin. */
  readonly collateral: string
  /** Requirement and equity of the account. */
  readonly requirement: string
  readonly equity: string
}

interface ExactScore {
  readonly top: Fraction
  /** Zero where the score is beyond every other. */
  readonly bottom: Fraction
}

function readScore(input: AdlScoreInput): ExactScore {
  return {
    top: times(read(input, 'pnl'), readCount(input, 'requirement')),
    bottom: times(readCount(input, 'collateral'), readPositive(input, 'equity')),
  }
}

/**
 * Who is deleveraged first (futures 6): PnL/collateral · requirement/equity, 8 decimals, rounded
 * down. `null` without collateral: such a position comes before all others.
 */
export function adlScore(input: AdlScoreInput, options?: AmountOptions): string | null {
  const { top, bottom } = readScore(input)
  return signOf(bottom) === 0 ? null : showDown(over(top, bottom), options)
}

/** A position that may be deleveraged; decimal strings. */
export interface AdlCandidate extends AdlScoreInput {
  /** Decides between equal scores and remainders, in the order of its UTF-16 units. */
  readonly id: string
  /**
   * What may be taken: of a leg hedged in its account the net part only, and no more than leaves
   * the account above its requirement.
   */
  readonly count: string
}

/** Part of what is deleveraged. */
export interface AdlShare {
  readonly id: string
  readonly count: string
}

const byId = (a: { readonly id: string }, b: { readonly id: string }): number =>
  a.id < b.id ? -1 : a.id > b.id ? 1 : 0

/** In profit and above the requirement; the highest score first, ties by id. */
function ranked(candidates: readonly AdlCandidate[]): readonly AdlCandidate[] {
  return candidates
    .filter(
      (one) =>
        signOf(read(one, 'pnl')) > 0 &&
        signOf(minus(read(one, 'equity'), readCount(one, 'requirement'))) > 0,
    )
    .map((candidate) => ({ candidate, score: readScore(candidate) }))
    .toSorted(
      (a, b) =>
        signOf(minus(times(b.score.top, a.score.bottom), times(a.score.top, b.score.bottom))) ||
        byId(a.candidate, b.candidate),
    )
    .map(({ candidate }) => candidate)
}

const groupAt = (rank: number, count: number): number => Math.floor((rank * GROUPS) / count)

/**
 * The lights of each position that may be deleveraged, 5 for the 20 % with the highest scores, 1
 * for the lowest (futures 6); the others have none and are left out.
 */
export function adlLights(
  candidates: readonly AdlCandidate[],
): readonly { readonly id: string; readonly lights: number }[] {
  const order = ranked(candidates)
  return order.map(({ id }, rank) => ({ id, lights: GROUPS - groupAt(rank, order.length) }))
}

/** How much is shared out, and in which steps; decimal strings. */
export interface AdlSize {
  readonly count: string
  readonly stepSize: string
}

/**
 * Shares a size among holders by what they hold, in whole steps (futures 6): each gets its part
 * rounded down, what is left goes by one step to the largest remainders, ties by id. Nobody gets
 * more than it holds; those that get nothing are left out.
 *
 * @throws TradingError `out-of-range` for a step of zero or less
 */
export function adlShares(
  holders: readonly AdlShare[],
  { count, stepSize }: AdlSize,
): readonly AdlShare[] {
  const step = readPositive({ stepSize }, 'stepSize')
  const held = holders.map((holder) => ({
    id: holder.id,
    steps: stepsOf(readCount(holder, 'count'), step),
  }))
  const wanted = stepsOf(readCount({ count }, 'count'), step)
  return shareSteps(held, wanted).map(({ id, steps }) => ({
    id,
    count: showPlain(times(fraction(steps), step)),
  }))
}

const stepsOf = (count: Fraction, step: Fraction): bigint =>
  rounded(over(count, step), { scale: 0, mode: 'down' }).units

interface HeldSteps {
  readonly id: string
  readonly steps: bigint
}

function shareSteps(held: readonly HeldSteps[], wanted: bigint): readonly HeldSteps[] {
  const total = held.reduce((sum, { steps }) => sum + steps, 0n)
  if (wanted >= total) return held.filter(({ steps }) => steps > 0n)
  const parts = held.map(({ id, steps }) => ({
    id,
    steps: (steps * wanted) / total,
    remainder: (steps * wanted) % total,
  }))
  const left = wanted - parts.reduce((sum, { steps }) => sum + steps, 0n)
  const order = parts.toSorted((a, b) =>
    a.remainder === b.remainder ? byId(a, b) : a.remainder < b.remainder ? 1 : -1,
  )
  const raised = new Set(order.slice(0, Number(left)))
  return parts
    .map((part) => ({ id: part.id, steps: part.steps + (raised.has(part) ? 1n : 0n) }))
    .filter(({ steps }) => steps > 0n)
}

/** Who gives up how much, and what nobody could. */
export interface AdlAllocation {
  readonly shares: readonly AdlShare[]
  /** What the house account takes, as it finds nobody. */
  readonly rest: string
}

/**
 * Shares a bankrupt size among the opposite positions (futures 6): the group of 20 % with the
 * highest scores first, within a group by {@link adlShares}. Positions without profit or not above
 * their requirement are passed over. The house account's own opposite position comes before all of
 * them and is the caller's.
 */
export function adlAllocation(
  candidates: readonly AdlCandidate[],
  { count, stepSize }: AdlSize,
): AdlAllocation {
  const step = readPositive({ stepSize }, 'stepSize')
  const order = ranked(candidates)
  const shares: AdlShare[] = []
  let left = readCount({ count }, 'count')
  for (let group = 0; group < GROUPS && signOf(left) > 0; group++) {
    const members = order.filter((_, rank) => groupAt(rank, order.length) === group)
    const given = adlShares(members, { count: showPlain(left), stepSize })
    shares.push(...given)
    const taken = given.reduce((sum, share) => plus(sum, readCount(share, 'count')), ZERO)
    left = minus(left, smaller(left, taken))
    if (stepsOf(left, step) === 0n) break
  }
  return { shares, rest: showPlain(left) }
}
