import { compared, minus, ONE, over, plus, signOf, times } from '../fraction.ts'
import { type Contract, DIRECTION, type PositionSide, valueAt } from '../position/contract.ts'
import { read, readCount, readPositive } from '../read.ts'
import { type PriceOptions, showPrice } from '../rounding.ts'
import {
  equityOf,
  type FuturesAccount,
  readAccount,
  requirementOf,
  symbolAt,
  withoutOrders,
} from './account.ts'
import type { OfSymbol } from './liquidationPrice.ts'
import { totalRequirement } from './margin.ts'
import { type AmountOptions, showDown } from './rounding.ts'

/** Arguments of {@link bankruptcyShare}; decimal strings in the margin coin. */
export interface BankruptcyShareInput {
  /** Of the account; may be negative. */
  readonly equity: string
  /** What the position adds to the requirement of the account. */
  readonly requirement: string
  /** Of the account. */
  readonly totalRequirement: string
}

/**
 * The part of the equity that a position may lose until it is closed at its bankruptcy price
 * (futures 3, futures 6): equity times its share of the requirement. 8 decimals, rounded down
 * (towards minus infinity).
 */
export function bankruptcyShare(input: BankruptcyShareInput, options?: AmountOptions): string {
  const part = over(readCount(input, 'requirement'), readPositive(input, 'totalRequirement'))
  return showDown(times(read(input, 'equity'), part), options)
}

/**
 * The price at which closing a position with its fee uses up its share of the equity, (P·q -
 * d·equity·req/Σreq)/(q(1 - d·f)), rounded towards the mark (futures 3); inverse contracts
 * by their own formula (trading 2). The legs of a symbol in two-way mode count net, as liquidation
 * nets them first, and no open orders (futures 6).
 *
 * @returns the price, or `null` without a net position or where no positive price does that
 */
export function crossBankruptcyPrice(
  account: FuturesAccount,
  { symbol: at, tick }: OfSymbol,
): string | null {
  const exact = withoutOrders(readAccount(account))
  const symbol = symbolAt(exact.symbols, at)
  const { contract, mark, long, short, feeRate } = symbol
  const net = minus(long.count, short.count)
  if (signOf(net) === 0) return null
  const d = DIRECTION[signOf(net) > 0 ? 'long' : 'short']
  const count = times(d, net)
  const total = totalRequirement(exact)
  const part = signOf(total) === 0 ? ONE : over(requirementOf(symbol), total)
  const backing = times(d, times(equityOf(exact), part))
  const value = valueAt(mark, { contract, count })
  const fee = times(d, feeRate)
  const [top, bottom] =
    contract === 'inverse'
      ? [times(count, plus(ONE, fee)), plus(value, backing)]
      : [minus(value, backing), times(count, minus(ONE, fee))]
  if (signOf(top) <= 0 || signOf(bottom) <= 0) return null
  const price = over(top, bottom)
  return showPrice(price, { ...tickOf(tick), mode: compared(price, mark) < 0 ? 'up' : 'down' })
}

const tickOf = (tick: string | undefined): Pick<PriceOptions, 'tick'> =>
  tick === undefined ? {} : { tick }

/** Arguments of {@link breakEvenPrice}; decimal strings. */
export interface BreakEvenInput {
  /** Default `linear`. */
  readonly contract?: Contract
  readonly side: PositionSide
  readonly count: string
  /** C without a sign, as of {@link PositionLeg}. */
  readonly cost: string
  /** Fees paid for what is open, in the margin coin. */
  readonly fees: string
  /** Funding paid, negative where it was received. */
  readonly funding: string
  /** f, the taker rate of the closing order. */
  readonly feeRate: string
}

/**
 * The price at which closing pays back fees and funding, its own fee included (futures 3): (C +
 * fees + funding)/(q(1 - d·f)) with C and q signed. Rounded against the user: up for a long, down
 * for a short. `null` where no positive price does that.
 */
export function breakEvenPrice(
  input: BreakEvenInput,
  { tick }: Pick<PriceOptions, 'tick'> = {},
): string | null {
  const { contract = 'linear', side } = input
  const d = DIRECTION[side]
  const count = readPositive(input, 'count')
  const cost = readCount(input, 'cost')
  const paid = times(d, plus(readCount(input, 'fees'), read(input, 'funding')))
  const fee = times(d, readCount(input, 'feeRate'))
  const [top, bottom] =
    contract === 'inverse'
      ? [times(count, plus(ONE, fee)), minus(cost, paid)]
      : [plus(cost, paid), times(count, minus(ONE, fee))]
  if (signOf(top) <= 0 || signOf(bottom) <= 0) return null
  return showPrice(over(top, bottom), { ...tickOf(tick), mode: side === 'long' ? 'up' : 'down' })
}
