import {
  fraction,
  type Fraction,
  larger,
  minus,
  ONE,
  over,
  plus,
  rounded,
  signOf,
  smaller,
  times,
  ZERO,
} from '../fraction.ts'
import { exactTierOf } from '../liquidation/tiers.ts'
import { type Contract, DIRECTION, type PositionSide, valueAt } from '../position/contract.ts'
import { readCount, readPositive } from '../read.ts'
import { showPlain } from '../rounding.ts'
import { TradingError } from '../TradingError.ts'
import {
  equityOf,
  type ExactSymbol,
  type FuturesAccount,
  notionalOf,
  readAccount,
  requirementOf,
  symbolAt,
  withoutOrders,
} from './account.ts'
import { isExactDue, totalRequirement } from './margin.ts'
import { type AmountOptions, AMOUNT_SCALE, ceilingMode, floorMode, showDown } from './rounding.ts'

/** Equity over requirement after a slice (futures 6). */
const TARGET = fraction(5n, 4n)
/** At or below this part of the requirement everything is closed. */
const TOO_LOW = fraction(2n, 3n)
/** The part of its high that the fund may pay for one symbol. */
const FUND_SHARE = fraction(3n, 10n)

/** Which position a liquidation reduces, and by what rules. */
export interface LiquidationSliceOptions {
  /** The symbol with the largest requirement, by its place from 0. */
  readonly symbol: number
  readonly stepSize: string
  /** l, the liquidation fee as a fraction. */
  readonly liquidationRate: string
}

/** The symbol with the largest requirement, by its place (futures 6); the first among equals. */
export function largestRequirement(account: FuturesAccount): number | null {
  const required = withoutOrders(readAccount(account)).symbols.map(requirementOf)
  let found: number | null = null
  required.forEach((value, at) => {
    const most = found === null ? ZERO : (required[found] ?? ZERO)
    if (signOf(minus(value, most)) > 0) found = at
  })
  return found
}

/**
 * How much of a position one step of a liquidation closes (futures 6): the fewest steps of size,
 * closed at the mark, after which equity >= 1.25 times the requirement with the fee f and l paid,
 * in the tier that the rest falls into; everything where the equity is at or below 2/3 of the
 * requirement or no part suffices. `0` for an account that is not due. Its orders count as
 * cancelled, and of two legs the net size is what is left.
 *
 * @returns the size to close, in the unit of counts
 * @throws TradingError `out-of-range` for a step or symbol that does not exist, or where a fee
 * exceeds what closing frees (1.25(mm + f) < f + l), so that no slice would help
 */
export function liquidationSlice(
  account: FuturesAccount,
  { symbol: at, stepSize, liquidationRate }: LiquidationSliceOptions,
): string {
  const exact = withoutOrders(readAccount(account))
  const symbol = symbolAt(exact.symbols, at)
  const step = readPositive({ stepSize }, 'stepSize')
  const size = netSize(symbol)
  const equity = equityOf(exact)
  const required = totalRequirement(exact)
  if (!isExactDue(exact)) return '0'
  if (signOf(minus(equity, times(TOO_LOW, required))) <= 0) return showPlain(size)

  const cost = plus(symbol.feeRate, readCount({ liquidationRate }, 'liquidationRate'))
  for (const { mm } of symbol.tiers)
    if (signOf(minus(times(TARGET, plus(mm, symbol.feeRate)), cost)) < 0)
      throw new TradingError('out-of-range', { detail: 'liquidationRate' })
  const others = minus(required, requirementOf(symbol))
  const suffices = (steps: bigint): boolean => {
    const closed = smaller(size, times(fraction(steps), step))
    const left = requirementAt(symbol, minus(size, closed))
    const after = minus(equity, times(cost, notionalOf(symbol, closed)))
    return signOf(minus(after, times(TARGET, plus(others, left)))) >= 0
  }
  const all = rounded(over(size, step), { scale: 0, mode: 'up' }).units
  if (!suffices(all)) return showPlain(size)
  let [few, enough] = [0n, all]
  while (enough - few > 1n) {
    const middle = (few + enough) / 2n
    if (suffices(middle)) enough = middle
    else few = middle
  }
  return showPlain(smaller(size, times(fraction(enough), step)))
}

const netSize = ({ long, short }: ExactSymbol): Fraction => {
  const net = minus(long.count, short.count)
  return larger(net, minus(ZERO, net))
}

function requirementAt(symbol: ExactSymbol, size: Fraction): Fraction {
  if (signOf(size) === 0) return ZERO
  const notional = notionalOf(symbol, size)
  const { mm, cum } = exactTierOf(notional, symbol.tiers)
  return minus(times(plus(mm, symbol.feeRate), notional), cum)
}

/** Arguments of {@link liquidationFee}; decimal strings. */
export interface LiquidationFeeInput {
  /** Default `linear`. */
  readonly contract?: Contract
  /** Of the position that is closed. */
  readonly side: PositionSide
  readonly count: string
  /** What the closing order traded at. */
  readonly price: string
  /** Not rounded to a tick, so that the fee never takes more than the position had. */
  readonly bankruptcyPrice: string
  /** f, paid for the same fill. */
  readonly feeRate: string
  /** l as a fraction. */
  readonly liquidationRate: string
}

/**
 * The fee l of a fill, taken only from what it was better than the bankruptcy price, its own fee
 * included (futures 6); 0 for a fill that was worse. 8 decimals; l rounds up, what there is to take
 * it from down.
 */
export function liquidationFee(
  input: LiquidationFeeInput,
  { scale = AMOUNT_SCALE }: AmountOptions = {},
): string {
  const { contract = 'linear', side } = input
  const count = readCount(input, 'count')
  const d = DIRECTION[side]
  const fee = times(d, readCount(input, 'feeRate'))
  const at = (price: Fraction) => valueAt(price, { contract, count })
  const value = at(readPositive(input, 'price'))
  const worst = at(readPositive(input, 'bankruptcyPrice'))
  const better =
    contract === 'inverse'
      ? times(plus(ONE, fee), minus(worst, value))
      : times(minus(ONE, fee), minus(value, worst))
  const spare = times(d, better)
  const full = times(readCount(input, 'liquidationRate'), value)
  const isFull = signOf(minus(ceiled(full, scale), floored(spare, scale))) <= 0
  return showDown(larger(ZERO, isFull ? ceiled(full, scale) : floored(spare, scale)), { scale })
}

const power = (scale: number): Fraction => fraction(10n ** BigInt(scale))
const ceiled = (value: Fraction, scale: number): Fraction =>
  over(fraction(rounded(value, { scale, mode: ceilingMode(value) }).units), power(scale))
const floored = (value: Fraction, scale: number): Fraction =>
  over(fraction(rounded(value, { scale, mode: floorMode(value) }).units), power(scale))

/** Arguments of {@link fundDraw}; decimal strings in the margin coin. */
export interface FundDrawInput {
  /** What the wallet lacks. */
  readonly shortage: string
  /** Of the insurance fund. */
  readonly balance: string
  /** The highest balance of the fund within the last 8 hours. */
  readonly high: string
  /** What it paid for the symbol within the last 8 hours, default 0. */
  readonly paid?: string
}

/**
 * What the insurance fund pays (futures 6): the shortage, within its balance and 30 % of its 8-hour
 * high for each symbol. 8 decimals, rounded down; the rest is for ADL.
 */
export function fundDraw(input: FundDrawInput, options?: AmountOptions): string {
  const limit = minus(
    times(FUND_SHARE, readCount(input, 'high')),
    readCount({ paid: input.paid ?? '0' }, 'paid'),
  )
  const least = smaller(readCount(input, 'shortage'), smaller(readCount(input, 'balance'), limit))
  return showDown(larger(ZERO, least), options)
}
