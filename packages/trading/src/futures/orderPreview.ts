import { formatDecimal, fromUnits } from '@x/decimal'
import {
  fraction,
  type Fraction,
  larger,
  minus,
  over,
  plus,
  signOf,
  smaller,
  times,
} from '../fraction.ts'
import { type Contract, type PositionSide, valueAt } from '../position/contract.ts'
import { read, readCount, readPositive } from '../read.ts'
import type { OrderSide } from '../spot/symbolRules.ts'
import { TradingError } from '../TradingError.ts'
import type { FuturesAccount, FuturesSymbol, OpenOrder, PositionLeg } from './account.ts'
import { exposure, type LeverageTier, maxLeverageAt, orderCost } from './margin.ts'
import { AMOUNT_SCALE, showDown, showUp } from './rounding.ts'

/** A fill that a preview lets happen; decimal strings. */
export interface PreviewFill {
  readonly side: OrderSide
  readonly price: string
  readonly count: string
  /** Two-way only: whether it opens the leg of its side or closes the opposite one. */
  readonly tradeSide?: 'open' | 'close'
  /** As a fraction; default: the taker rate of the symbol. */
  readonly feeRate?: string
}

/**
 * The account once an order has filled (futures 2): the fee is paid, what closes moves its result
 * into the wallet and what opens raises the cost. Closing more than is held in two-way mode closes
 * what is held.
 *
 * @returns the account with the cost of its legs at 8 decimals, against the user
 * @throws TradingError `out-of-range` `symbol` where the account has no such symbol
 */
export function accountAfterFill(
  account: FuturesAccount,
  { symbol: at, fill }: { readonly symbol: number; readonly fill: PreviewFill },
): FuturesAccount {
  const symbol = account.symbols[at]
  if (!symbol) throw new TradingError('out-of-range', { detail: 'symbol' })
  const { contract = 'linear', mode = 'one-way' } = symbol
  const isBuy = fill.side === 'buy'
  const opens = mode === 'two-way' ? fill.tradeSide !== 'close' : true
  const ownSide: PositionSide = isBuy ? 'long' : 'short'
  const otherSide: PositionSide = isBuy ? 'short' : 'long'
  const price = readPositive(fill, 'price')
  const count = readCount(fill, 'count')
  const held = symbol.legs.find(({ side }) => side === otherSide)
  const closes = mode === 'one-way' || !opens
  const closing = closes && held ? smaller(count, readCount(held, 'count')) : fraction(0n)
  const opening = opens ? minus(count, closing) : fraction(0n)
  const closed = closeLeg(held, { closing, price, contract })
  const opened = openLeg(
    symbol.legs.find(({ side }) => side === ownSide),
    { side: ownSide, opening, price, contract },
  )
  const value = valueAt(price, { contract, count: plus(closing, opening) })
  const fee = times(value, read({ rate: fill.feeRate ?? symbol.feeRate }, 'rate'))
  const legs = [opened, closed.leg].filter((leg) => leg !== undefined)
  return {
    wallet: showDown(minus(plus(read(account, 'wallet'), closed.result), fee)),
    symbols: account.symbols.map((each, index) => (index === at ? { ...symbol, legs } : each)),
  }
}

interface LegChange {
  readonly price: Fraction
  readonly contract: Contract
}

/** What is left of a leg, and what closing moves into the wallet. */
function closeLeg(
  leg: PositionLeg | undefined,
  { closing, price, contract }: LegChange & { readonly closing: Fraction },
): { readonly leg: PositionLeg | undefined; readonly result: Fraction } {
  const none = fraction(0n)
  if (!leg || signOf(closing) === 0) return { leg, result: none }
  const count = readCount(leg, 'count')
  const share = over(closing, count)
  const cost = readCount(leg, 'cost')
  const settled = read({ settled: leg.settled ?? '0' }, 'settled')
  const value = valueAt(price, { contract, count: closing })
  const gain = minus(value, times(cost, share))
  const isGain = (leg.side === 'long') === (contract === 'linear')
  const pnl = isGain ? gain : minus(none, gain)
  const rest = minus(fraction(1n), share)
  const left = minus(count, closing)
  return {
    result: minus(pnl, times(settled, share)),
    leg:
      signOf(left) === 0
        ? undefined
        : {
            side: leg.side,
            count: showUp(left),
            cost: showCost(times(cost, rest), leg.side),
            settled: showUp(times(settled, rest)),
          },
  }
}

function openLeg(
  leg: PositionLeg | undefined,
  {
    side,
    opening,
    price,
    contract,
  }: LegChange & { readonly side: PositionSide; readonly opening: Fraction },
): PositionLeg | undefined {
  if (signOf(opening) === 0) return leg
  const added = valueAt(price, { contract, count: opening })
  return {
    side,
    count: showUp(plus(leg ? readCount(leg, 'count') : fraction(0n), opening)),
    cost: showCost(plus(leg ? readCount(leg, 'cost') : fraction(0n), added), side),
    ...(leg?.settled === undefined ? {} : { settled: leg.settled }),
  }
}

/** Against the user: a long cost more, a short brought less. */
const showCost = (cost: Fraction, side: PositionSide): string =>
  side === 'long' ? showUp(cost) : showDown(cost)

/** What bounds the size of an order; decimal strings. */
export interface MaxOrderInput {
  readonly side: OrderSide
  readonly price: string
  /** As {@link availableBalance} gives it. */
  readonly available: string
  /** Step of the count: the step size times what one contract is worth. */
  readonly step: string
  /** Sizes and leverages; beyond the last end nothing is opened. */
  readonly tiers?: readonly LeverageTier[]
}

/** Most steps that are searched: more than a trillion of any size. */
const SEARCH_STEPS = 40

/**
 * The largest count whose cost is available and whose exposure the tier of the leverage allows
 * (futures 3), in whole steps; `0` where not even one step is.
 *
 * @param symbol the symbol before the order, with the orders that are open
 */
export function maxOrderCount(symbol: FuturesSymbol, input: MaxOrderInput): string {
  const { side, price, tiers } = input
  const available = readCountOrZero(input.available)
  const step = readPositive(input, 'step')
  const orderOf = (steps: bigint): OpenOrder => ({
    side,
    price,
    count: showUp(times(step, fraction(steps))),
  })
  const fits = (steps: bigint): boolean => {
    const order = orderOf(steps)
    if (signOf(minus(readCountOrZero(orderCost(symbol, { order })), available)) > 0) return false
    if (!tiers) return true
    const after = { ...symbol, orders: [...(symbol.orders ?? []), order] }
    const allowed = maxLeverageAt({ exposure: exposure(after) }, tiers)
    return (
      allowed !== null &&
      signOf(minus(readPositive({ allowed }, 'allowed'), readPositive(symbol, 'leverage'))) >= 0
    )
  }
  let [least, beyond] = [0n, 1n]
  for (let at = 0; at < SEARCH_STEPS && fits(beyond); at++) [least, beyond] = [beyond, beyond * 2n]
  while (beyond - least > 1n) {
    const middle = (least + beyond) / 2n
    if (fits(middle)) least = middle
    else beyond = middle
  }
  return trimmed(times(step, fraction(least)))
}

const readCountOrZero = (text: string): Fraction => larger(read({ text }, 'text'), fraction(0n))

const trimmed = (value: Fraction): string =>
  formatDecimal(fromUnits(toUnits8(value), AMOUNT_SCALE), { trim: true })

const toUnits8 = ({ numerator, denominator }: Fraction): bigint =>
  (numerator * 10n ** BigInt(AMOUNT_SCALE)) / denominator
