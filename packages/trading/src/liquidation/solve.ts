import { absolute, compared, type Fraction, minus, negated, ONE, over, plus, signOf, times, ZERO } from '../fraction.ts'
import type { Contract } from '../position/contract.ts'
import { type PriceOptions, showPrice } from '../rounding.ts'
import { contains, type ExactTier, exactTierOf } from './tiers.ts'

/** - `never`: no positive price liquidates (shown `--`). - `liquidating`: it has begun, the price is the mark. - `at`: the price, and whether the market falls or rises to it. */
export type Liquidation =
  | { readonly status: 'never' }
  | { readonly status: 'liquidating'; readonly price: string }
  | {
      readonly status: 'at'
      readonly price: string
      readonly when: 'falls' | 'rises'
      /** The price on the falling side and the one on the rising side; with tiers a position can have both, `price` is the nearer. */
      readonly falling: string | null
      readonly rising: string | null
    }

export interface Leg {
  readonly count: Fraction
  /** Not read where the count is 0. */
  readonly price: Fraction
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
 * Linear equity and requirement are straight lines in the price P, inverse ones in 1/P. With v for that variable
 *   equity(v) = base + slope * v,   requirement(v) = r * (M * v + T) - cum,   M * v = the notional that picks the tier,
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

export function solveLiquidation(account: Account, { tick }: Pick<PriceOptions, 'tick'>): Liquidation {
  const { mark, marginCount } = account
  if (signOf(marginCount) === 0) return { status: 'never' }
  const equity = equityLine(account)
  if (isLiquidating(account, equity)) return { status: 'liquidating', price: showPrice(mark, tick === undefined ? {} : { tick }) }

  const candidates = account.tiers.flatMap((tier) => candidatesIn(tier, { account, equity })).filter((candidate) => liesAhead(candidate, mark))
  const falling = nearest(candidates, { when: 'falls', mark })
  const rising = nearest(candidates, { when: 'rises', mark })
  const chosen = falling !== null && rising !== null ? nearer(falling, rising, mark) : (falling ?? rising)
  if (chosen === null) return { status: 'never' }
  const show = (candidate: Candidate | null) => (candidate === null ? null : showTowardsMark(candidate, tick))
  return { status: 'at', price: showTowardsMark(chosen, tick), when: chosen.when, falling: show(falling), rising: show(rising) }
}

function equityLine({ contract, collateral, long, short }: Account): Line {
  const value = (leg: Leg): Fraction => {
    if (signOf(leg.count) === 0) return ZERO
    return contract === 'linear' ? times(leg.count, leg.price) : over(leg.count, leg.price)
  }
  const entered = minus(value(short), value(long))
  const net = minus(long.count, short.count)
  return contract === 'linear' ? { base: plus(collateral, entered), slope: net } : { base: minus(collateral, entered), slope: negated(net) }
}

function isLiquidating({ contract, mark, marginCount, orderNotional, feeRate, tiers }: Account, { base, slope }: Line): boolean {
  const v = contract === 'linear' ? mark : over(ONE, mark)
  const notional = times(marginCount, v)
  const { mm, cum } = exactTierOf(notional, tiers)
  const requirement = minus(times(plus(mm, feeRate), plus(notional, orderNotional)), cum)
  return compared(plus(base, times(slope, v)), requirement) <= 0
}

function candidatesIn(tier: ExactTier, { account, equity }: { readonly account: Account; readonly equity: Line }): readonly Candidate[] {
  const { contract, marginCount, orderNotional, feeRate } = account
  const rate = plus(tier.mm, feeRate)
  const denominator = minus(times(rate, marginCount), equity.slope)
  if (signOf(denominator) === 0) return []
  const v = over(plus(minus(equity.base, times(rate, orderNotional)), tier.cum), denominator)
  if (signOf(v) <= 0 || !contains(tier, times(marginCount, v))) return []
  // The denominator's sign alone decides: long 10 against short 9.99 is net long and is liquidated above the market.
  const fallsInV = signOf(denominator) < 0
  return contract === 'linear' ? [{ price: v, when: fallsInV ? 'falls' : 'rises' }] : [{ price: over(ONE, v), when: fallsInV ? 'rises' : 'falls' }]
}

/** With amounts that leave gaps between the tiers a solution could lie behind the mark, where the market has already been. */
const liesAhead = ({ price, when }: Candidate, mark: Fraction): boolean => (when === 'falls' ? compared(price, mark) < 0 : compared(price, mark) > 0)

const distance = (a: Fraction, b: Fraction): Fraction => absolute(minus(a, b))

function nearer(a: Candidate, b: Candidate, mark: Fraction): Candidate {
  return compared(distance(a.price, mark), distance(b.price, mark)) <= 0 ? a : b
}

function nearest(candidates: readonly Candidate[], { when, mark }: { readonly when: Candidate['when']; readonly mark: Fraction }): Candidate | null {
  return candidates.filter((candidate) => candidate.when === when).reduce<Candidate | null>((best, candidate) => (best === null ? candidate : nearer(best, candidate, mark)), null)
}

/** Shown rather too near than too far. */
function showTowardsMark({ price, when }: Candidate, tick: string | undefined): string {
  return showPrice(price, { ...(tick === undefined ? {} : { tick }), mode: when === 'falls' ? 'up' : 'down' })
}
