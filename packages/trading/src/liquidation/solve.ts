import {
  absolute,
  compared,
  type Fraction,
  minus,
  negated,
  ONE,
  over,
  plus,
  signOf,
  times,
} from '../fraction.ts'
import type { Contract } from '../position/contract.ts'
import { type PriceOptions, showPrice } from '../rounding.ts'
import { contains, type ExactTier, exactTierOf } from './tiers.ts'

/**
 * - `never`: no positive price liquidates (shown `--`). - `liquidating`: it has begun, the price is
 *   the mark. - `at`: the price, and whether the market falls or rises to it.
 */
export type Liquidation =
  | { readonly status: 'never' }
  | { readonly status: 'liquidating'; readonly price: string }
  | {
      readonly status: 'at'
      readonly price: string
      readonly when: 'falls' | 'rises'
      /**
       * The price on the falling side and the one on the rising side; with tiers a position can
       * have both, `price` is the nearer.
       */
      readonly falling: string | null
      readonly rising: string | null
    }

export interface Leg {
  readonly count: Fraction
  /** C without a sign: count times entry price; of inverse contracts count over entry price. */
  readonly cost: Fraction
}

export interface Account {
  readonly contract: Contract
  /** X: in quote for linear contracts, in coin for inverse ones. */
  readonly collateral: Fraction
  readonly long: Leg
  readonly short: Leg
  /** M: the count that maintenance is asked for. */
  readonly marginCount: Fraction
  /** T. */
  readonly orderNotional: Fraction
  readonly feeRate: Fraction
  readonly tiers: readonly ExactTier[]
  readonly mark: Fraction
}

/**
 * Linear equity and requirement are straight lines in the price P, inverse ones in 1/P. With v for
 * that variable
 *   equity(v) = base + slope * v,   requirement(v) = r * (M * v + T) - cum,
 *   M * v = the notional that selects the tier,
 * and one solution serves both kinds.
 */
interface Line {
  readonly base: Fraction
  readonly slope: Fraction
}

interface Candidate {
  readonly price: Fraction
  readonly when: 'falls' | 'rises'
}

export function solveLiquidation(
  account: Account,
  { tick }: Pick<PriceOptions, 'tick'>,
): Liquidation {
  const { contract, mark, marginCount, tiers } = account
  if (signOf(marginCount) === 0) return { status: 'never' }
  const surplus = surplusOf(account)
  const v = contract === 'linear' ? mark : over(ONE, mark)
  const now = surplus.at(v, exactTierOf(times(marginCount, v), tiers))
  if (signOf(now) <= 0)
    return { status: 'liquidating', price: showPrice(mark, tick === undefined ? {} : { tick }) }

  const candidates = tiers.flatMap((tier, index) => [
    ...rootIn(tier, { account, surplus }),
    ...jumpAfter(tier, { next: tiers[index + 1], account, surplus }),
  ])
  const falling = nearest(candidates, { when: 'falls', mark })
  const rising = nearest(candidates, { when: 'rises', mark })
  const chosen =
    falling !== null && rising !== null ? nearer(falling, rising, mark) : (falling ?? rising)
  if (chosen === null) return { status: 'never' }
  const show = (candidate: Candidate | null) =>
    candidate === null ? null : showTowardsMark(candidate, tick)
  return {
    status: 'at',
    price: showTowardsMark(chosen, tick),
    when: chosen.when,
    falling: show(falling),
    rising: show(rising),
  }
}

/** Equity minus requirement, at v by the rates of a tier. */
interface Surplus {
  readonly equity: Line
  at(v: Fraction, tier: ExactTier): Fraction
}

function surplusOf({
  contract,
  collateral,
  long,
  short,
  marginCount,
  orderNotional,
  feeRate,
}: Account): Surplus {
  const entered = minus(short.cost, long.cost)
  const net = minus(long.count, short.count)
  const equity =
    contract === 'linear'
      ? { base: plus(collateral, entered), slope: net }
      : { base: minus(collateral, entered), slope: negated(net) }
  return {
    equity,
    at(v, { mm, cum }) {
      const requirement = minus(
        times(plus(mm, feeRate), plus(times(marginCount, v), orderNotional)),
        cum,
      )
      return minus(plus(equity.base, times(equity.slope, v)), requirement)
    },
  }
}

interface Solving {
  readonly account: Account
  readonly surplus: Surplus
}

function rootIn(tier: ExactTier, { account, surplus: { equity } }: Solving): readonly Candidate[] {
  const { marginCount, orderNotional, feeRate } = account
  const rate = plus(tier.mm, feeRate)
  const denominator = minus(times(rate, marginCount), equity.slope)
  if (signOf(denominator) === 0) return []
  const v = over(plus(minus(equity.base, times(rate, orderNotional)), tier.cum), denominator)
  // The denominator's sign alone decides: long 10 against short 9.99 is net long and is liquidated
  // above the market.
  return signOf(v) > 0 && contains(tier, times(marginCount, v))
    ? [candidateAt(v, { account, fallsInV: signOf(denominator) < 0 })]
    : []
}

/**
 * Open orders are charged at the position's tier, so that the requirement jumps where one tier
 * ends, and may jump past the equity (docs/adr/trading.md).
 */
function jumpAfter(
  tier: ExactTier,
  { next, account, surplus }: Solving & { readonly next: ExactTier | undefined },
): readonly Candidate[] {
  if (tier.upTo === null || next === undefined) return []
  const v = over(tier.upTo, account.marginCount)
  const inside = signOf(surplus.at(v, tier))
  const beyond = signOf(surplus.at(v, next))
  return inside > 0 !== beyond > 0 ? [candidateAt(v, { account, fallsInV: beyond > 0 })] : []
}

function candidateAt(
  v: Fraction,
  { account: { contract }, fallsInV }: { readonly account: Account; readonly fallsInV: boolean },
): Candidate {
  return contract === 'linear'
    ? { price: v, when: fallsInV ? 'falls' : 'rises' }
    : { price: over(ONE, v), when: fallsInV ? 'rises' : 'falls' }
}

/** What lies behind the mark has been passed in another tier. */
const liesAhead = ({ price, when }: Candidate, mark: Fraction): boolean =>
  when === 'falls' ? compared(price, mark) <= 0 : compared(price, mark) >= 0

const distance = (a: Fraction, b: Fraction): Fraction => absolute(minus(a, b))

function nearer(a: Candidate, b: Candidate, mark: Fraction): Candidate {
  return compared(distance(a.price, mark), distance(b.price, mark)) <= 0 ? a : b
}

function nearest(
  candidates: readonly Candidate[],
  { when, mark }: { readonly when: Candidate['when']; readonly mark: Fraction },
): Candidate | null {
  const ahead = candidates.filter(
    (candidate) => candidate.when === when && liesAhead(candidate, mark),
  )
  return ahead.reduce<Candidate | null>(
    (best, candidate) => (best === null ? candidate : nearer(best, candidate, mark)),
    null,
  )
}

/** Shown rather too near than too far. */
function showTowardsMark({ price, when }: Candidate, tick: string | undefined): string {
  return showPrice(price, {
    ...(tick === undefined ? {} : { tick }),
    mode: when === 'falls' ? 'up' : 'down',
  })
}
