import { type Fraction, larger, minus, plus, signOf, times, ZERO } from '../fraction.ts'
import {
  type ExactTier,
  exactTierOf,
  type MaintenanceRates,
  readTiers,
} from '../liquidation/tiers.ts'
import { type Contract, type PositionSide, valueAt } from '../position/contract.ts'
import type { PositionMode } from '../position/positionFields.ts'
import { read, readCount, readPositive } from '../read.ts'
import type { OrderSide } from '../spot/symbolRules.ts'
import { TradingError } from '../TradingError.ts'

/** A leg of a position (futures 2); decimal strings. */
export interface PositionLeg {
  readonly side: PositionSide
  /** Base coin, or nominal value in USD for inverse contracts. */
  readonly count: string
  /**
   * C without a sign: the sum of size times price of what was opened, or of size over price for
   * inverse contracts.
   */
  readonly cost: string
  /**
   * S: the part of the unrealised PnL that is in the wallet already, default 0. May be negative.
   */
  readonly settled?: string
}

/** An open order for a contract; decimal strings. */
export interface OpenOrder {
  readonly side: OrderSide
  /** The limit; of a market order the price that its preview ends at. */
  readonly price: string
  /** What has not traded yet. */
  readonly count: string
  /** It cannot raise the position and ties up nothing. */
  readonly reduceOnly?: boolean
}

/** Position, orders and terms of an account in one contract; decimal strings. */
export type FuturesSymbol = MaintenanceRates & {
  /** Default `linear`. */
  readonly contract?: Contract
  /** Default `one-way`: at most one leg. `two-way`: at most one of each side. */
  readonly mode?: PositionMode
  readonly leverage: string
  /** f, the taker rate as a fraction. */
  readonly feeRate: string
  readonly markPrice: string
  readonly legs: readonly PositionLeg[]
  readonly orders?: readonly OpenOrder[]
}

/**
 * A cross account with all its contracts of one margin coin, or an isolated one: its margin as the
 * wallet and its only contract.
 */
export interface FuturesAccount {
  /** W, in the margin coin. */
  readonly wallet: string
  readonly symbols: readonly FuturesSymbol[]
}

interface ExactLeg {
  readonly count: Fraction
  readonly cost: Fraction
  readonly settled: Fraction
}

interface ExactOrder {
  readonly side: OrderSide
  readonly price: Fraction
  readonly count: Fraction
  readonly reduceOnly: boolean
}

export interface ExactSymbol {
  readonly contract: Contract
  readonly mode: PositionMode
  readonly leverage: Fraction
  readonly feeRate: Fraction
  readonly mark: Fraction
  readonly tiers: readonly ExactTier[]
  readonly long: ExactLeg
  readonly short: ExactLeg
  readonly orders: readonly ExactOrder[]
}

export interface ExactAccount {
  readonly wallet: Fraction
  readonly symbols: readonly ExactSymbol[]
}

const NO_LEG: ExactLeg = { count: ZERO, cost: ZERO, settled: ZERO }

export const readAccount = (account: FuturesAccount): ExactAccount => ({
  wallet: read(account, 'wallet'),
  symbols: account.symbols.map(readSymbol),
})

export function readSymbol(symbol: FuturesSymbol): ExactSymbol {
  const { contract = 'linear', mode = 'one-way', legs, orders = [] } = symbol
  const legOf = (side: PositionSide) => legs.filter((leg) => leg.side === side)
  const [longs, shorts] = [legOf('long'), legOf('short')]
  const most = mode === 'one-way' ? legs.length : Math.max(longs.length, shorts.length)
  if (most > 1) throw new TradingError('out-of-range', { detail: 'legs' })
  return {
    contract,
    mode,
    leverage: readPositive(symbol, 'leverage'),
    feeRate: readCount(symbol, 'feeRate'),
    mark: readPositive(symbol, 'markPrice'),
    tiers: readTiers(symbol),
    long: longs[0] ? readLeg(longs[0]) : NO_LEG,
    short: shorts[0] ? readLeg(shorts[0]) : NO_LEG,
    orders: orders.map(readOpenOrder),
  }
}

const readLeg = (leg: PositionLeg): ExactLeg => ({
  count: readCount(leg, 'count'),
  cost: readCount(leg, 'cost'),
  settled: read({ settled: leg.settled ?? '0' }, 'settled'),
})

export const readOpenOrder = (order: OpenOrder): ExactOrder => ({
  side: order.side,
  price: readPositive(order, 'price'),
  count: readCount(order, 'count'),
  reduceOnly: order.reduceOnly ?? false,
})

/** The symbol at a place in the account. */
export function symbolAt<T>(symbols: readonly T[], symbol: number): T {
  const found = symbols[symbol]
  if (found === undefined) throw new TradingError('out-of-range', { detail: 'symbol' })
  return found
}

export const sumOf = (values: readonly Fraction[]): Fraction => values.reduce(plus, ZERO)

export const notionalOf = ({ contract, mark }: ExactSymbol, count: Fraction): Fraction =>
  valueAt(mark, { contract, count })

/** PnL - S of each leg (futures 2): the equity that the wallet lacks. */
export function unsettledOf(symbol: ExactSymbol): readonly [Fraction, Fraction] {
  const { contract, long, short } = symbol
  const rise = (leg: ExactLeg) => minus(notionalOf(symbol, leg.count), leg.cost)
  const [longRise, shortRise] = [rise(long), rise(short)]
  // Inverse: a long gains what its size is worth less in coin.
  const [longPnl, shortPnl] =
    contract === 'inverse' ? [minus(ZERO, longRise), shortRise] : [longRise, minus(ZERO, shortRise)]
  return [minus(longPnl, long.settled), minus(shortPnl, short.settled)]
}

/** Equity = W + sum of (PnL - S) (futures 2). */
export const equityOf = ({ wallet, symbols }: ExactAccount): Fraction =>
  plus(wallet, sumOf(symbols.flatMap(unsettledOf)))

/** Orders that may raise the position; the others tie up nothing (futures 3). */
const raisingOrders = ({ orders }: ExactSymbol): readonly ExactOrder[] =>
  orders.filter(({ reduceOnly }) => !reduceOnly)

/**
 * What the orders of one side are worth (futures 3): buys at their limit, sells at no less than the
 * mark. Inverse contracts are worth more in coin the lower the price, so that both count at no less
 * than the mark.
 */
function raisingValue(symbol: ExactSymbol, side: OrderSide): Fraction {
  const { contract, mark } = symbol
  const isAtLeastMark = side === 'sell' || contract === 'inverse'
  return sumOf(
    raisingOrders(symbol)
      .filter((order) => order.side === side)
      .map(({ price, count }) => {
        const value = valueAt(price, { contract, count })
        return isAtLeastMark ? larger(value, valueAt(mark, { contract, count })) : value
      }),
  )
}

export function exposureOf(symbol: ExactSymbol): Fraction {
  const long = notionalOf(symbol, symbol.long.count)
  const short = notionalOf(symbol, symbol.short.count)
  const [buys, sells] = [raisingValue(symbol, 'buy'), raisingValue(symbol, 'sell')]
  if (symbol.mode === 'two-way') return larger(plus(long, buys), plus(short, sells))
  const held = minus(long, short)
  const [bought, sold] = [plus(held, buys), minus(held, sells)]
  return larger(larger(bought, minus(ZERO, bought)), larger(sold, minus(ZERO, sold)))
}

/** M times P: the notional that maintenance is asked for and that selects the tier. */
export const heldNotionalOf = (symbol: ExactSymbol): Fraction =>
  notionalOf(symbol, larger(symbol.long.count, symbol.short.count))

/** T: how far the open orders raise the exposure beyond the position. None of inverse contracts. */
export const orderNotionalOf = (symbol: ExactSymbol): Fraction =>
  symbol.contract === 'inverse' ? ZERO : minus(exposureOf(symbol), heldNotionalOf(symbol))

/** What a symbol adds to the requirement: (mm + f)(M·P + T) - cum. */
export function requirementOf(symbol: ExactSymbol): Fraction {
  const notional = heldNotionalOf(symbol)
  const charged = plus(notional, orderNotionalOf(symbol))
  if (signOf(charged) === 0) return ZERO
  const { mm, cum } = exactTierOf(notional, symbol.tiers)
  return minus(times(plus(mm, symbol.feeRate), charged), cum)
}

export function openLossOf(symbol: ExactSymbol): Fraction {
  const { contract, mark } = symbol
  return sumOf(
    raisingOrders(symbol).map(({ side, price, count }) => {
      const rise = minus(valueAt(price, { contract, count }), valueAt(mark, { contract, count }))
      // Buying loses above the mark; of inverse contracts the value above it is the smaller one.
      const isRise = (side === 'buy') === (contract === 'linear')
      return larger(ZERO, isRise ? rise : minus(ZERO, rise))
    }),
  )
}

/** Fees of the orders that may raise the position, at their limits and the taker rate. */
export const orderFeesOf = (symbol: ExactSymbol): Fraction =>
  times(
    symbol.feeRate,
    sumOf(
      raisingOrders(symbol).map(({ price, count }) =>
        valueAt(price, { contract: symbol.contract, count }),
      ),
    ),
  )

/** The symbol as it is once its orders are cancelled. */
export const withoutOrders = ({ wallet, symbols }: ExactAccount): ExactAccount => ({
  wallet,
  symbols: symbols.map((symbol) => ({ ...symbol, orders: [] })),
})
