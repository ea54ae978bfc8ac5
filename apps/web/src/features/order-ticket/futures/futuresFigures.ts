import type { BookView } from '@x/market'
import { add, decimal, div, formatDecimal, mul } from '@x/decimal'
import {
  estimateMarketFill,
  type Liquidation,
  type MarketFillEstimate,
  stopBounds,
  tradeFee,
} from '@x/trading'
import {
  accountAfterFill,
  liquidationPrice,
  marginRatio,
  maxOrderCount,
  orderCost,
} from '@x/trading/futures'
import type { Contract } from '../../../data/futures/contracts.ts'
import { formulaView } from '../../../data/futures/formulaAccount.ts'
import { isInverse, nominalOf } from '../../../data/futures/livePosition.ts'
import { amountOf } from '../orderDraft.ts'
import type { FigureInput } from '../ticketProduct.ts'
import { type FuturesFigures, NO_FIGURES } from './figures.ts'
import {
  baseSize,
  closesAll,
  type FuturesDraft,
  hasLimit,
  isClosing,
  legOfDraft,
} from './futuresDraft.ts'
import type { FuturesAvailable, FuturesTypes } from './futuresTypes.ts'

/** The price that an order is reckoned with before its size is known. */
export function referencePrice(
  draft: FuturesDraft,
  { book, mark }: { readonly book: BookView | undefined; readonly mark: string | null | undefined },
): string | undefined {
  if (hasLimit(draft)) return amountOf(draft.price)
  if (draft.type === 'stop_market') return amountOf(draft.trigger)
  const activation = draft.type === 'trailing' ? amountOf(draft.trigger) : undefined
  if (activation !== undefined) return activation
  return pricePlaced(draft, { book, mark })
}

/**
 * The price by which the gateway turns a value or a margin into a size: the limit, of orders at the
 * market what they would meet as they are placed, whatever they wait for.
 */
export function pricePlaced(
  draft: FuturesDraft,
  { book, mark }: { readonly book: BookView | undefined; readonly mark: string | null | undefined },
): string | undefined {
  if (hasLimit(draft)) return amountOf(draft.price)
  const best = (draft.side === 'buy' ? book?.asks : book?.bids)?.[0]?.price
  return best ?? mark ?? undefined
}

/**
 * What an order would cost and change (futures 3), by the formulas of the exchange over the account
 * on screen: at its limit, at the market at the average of the book.
 */
export function futuresFigures({
  draft,
  spec,
  book,
  available,
}: FigureInput<FuturesTypes>): FuturesFigures {
  const leg = legOfDraft(draft)
  const reference = referencePrice(draft, { book, mark: available?.mark })
  const leverage = available?.leverage[leg] ?? 1
  const size = closesAll(draft)
    ? available && amountOf(closableSize(available, { leg: closedLeg(draft) }))
    : baseSize(draft, {
        price: pricePlaced(draft, { book, mark: available?.mark }),
        leverage,
        spec,
      })
  if (size === undefined || reference === undefined) return NO_FIGURES
  const fill = draft.type === 'market' ? marketFill(draft, { spec, book, size }) : undefined
  const price = fill?.averagePrice ?? reference
  const count = nominalOf(size, spec)
  const value = isInverse(spec) ? count : formatDecimal(mul(decimal(count), decimal(price)))
  const plain = { ...NO_FIGURES, size, price, value, isThin: fill?.complete === false }
  if (!available) return plain
  const view = formulaView(available.state, { contract: spec, side: leg })
  if (!view) return plain
  const { side } = draft
  const order = {
    side,
    price: fill?.worstPrice ?? price,
    count,
    reduceOnly: isClosing(draft),
  }
  const feeRate = available.state.account.takerFeeRate
  const fee = tradeFee(
    { amount: valueInMargin(spec, { count, price }), rate: feeRate },
    { scale: 8 },
  )
  const tick = { symbol: view.at, tick: spec.tickSize }
  const cost = order.reduceOnly ? fee : orderCost(view.asking, { order })
  const funded = available.isCross
    ? view.account
    : { ...view.account, wallet: plus(view.account.wallet, cost) }
  const after = accountAfterFill(funded, {
    symbol: view.at,
    fill: { side, price, count, ...(draft.isTwoWay ? { tradeSide: draft.tradeSide } : {}) },
  })
  const liquidation = liquidationPrice(after, tick)
  return {
    ...plain,
    cost,
    fee,
    before: shownPrice(liquidationPrice(view.account, tick)),
    after: shownPrice(liquidation),
    isLiquidating: liquidation.status === 'liquidating',
    ratio: marginRatio(after),
    bounds: stopBounds({
      marginMode: available.isCross ? 'cross' : 'fixed',
      side: leg,
      liquidation,
      tick: spec.tickSize,
    }),
  }
}

const plus = (a: string, b: string): string => formatDecimal(add(decimal(a), decimal(b)))

const shownPrice = (liquidation: Liquidation): string | null =>
  liquidation.status === 'never' ? null : liquidation.price

/** Value in the margin coin: quote of linear contracts, coin of inverse ones. */
function valueInMargin(
  spec: Contract,
  { count, price }: { readonly count: string; readonly price: string },
): string {
  return isInverse(spec)
    ? formatDecimal(div(decimal(count), decimal(price), { scale: 8, mode: 'up' }))
    : formatDecimal(mul(decimal(count), decimal(price)))
}

function marketFill(
  { side }: FuturesDraft,
  {
    spec,
    book,
    size,
  }: {
    readonly spec: Contract
    readonly book: BookView | undefined
    readonly size: string
  },
): MarketFillEstimate | undefined {
  const levels = (side === 'buy' ? book?.asks : book?.bids) ?? []
  if (levels.length === 0) return undefined
  return estimateMarketFill(
    {
      side,
      size,
      sizeUnit: 'base',
      levels: levels.map((level) => [level.price, level.size] as const),
      stepSize: spec.stepSize,
    },
    { tick: spec.tickSize },
  )
}

/**
 * The largest size that may be ordered now: to close what is held, to open what is available and
 * the tier of the leverage allows. `undefined` while it is not known.
 */
export function maxSize(
  draft: FuturesDraft,
  {
    spec,
    available,
    book,
  }: {
    readonly spec: Contract
    readonly available: FuturesAvailable | undefined
    readonly book: BookView | undefined
  },
): string | undefined {
  if (!available) return undefined
  const leg = legOfDraft(draft)
  if (isClosing(draft)) return closableSize(available, { leg: closedLeg(draft) })
  const price = referencePrice(draft, { book, mark: available.mark })
  const view = formulaView(available.state, { contract: spec, side: leg })
  if (!view || price === undefined || available.available === null) return undefined
  const tiers = available.state
    .tiersOf(spec.name)
    ?.map(({ notionalTo, maxLeverage }) => ({ upTo: notionalTo, maxLeverage: String(maxLeverage) }))
  const count = maxOrderCount(view.asking, {
    side: draft.side,
    price,
    available: available.available,
    step: nominalOf(spec.stepSize, spec),
    ...(tiers ? { tiers } : {}),
  })
  return spec.contractValue === null
    ? count
    : formatDecimal(div(decimal(count), decimal(spec.contractValue), { scale: 0, mode: 'down' }))
}

/** The leg that a closing order makes smaller: a buy closes a short. */
const closedLeg = ({ side }: FuturesDraft): 'long' | 'short' => (side === 'buy' ? 'short' : 'long')

function closableSize(
  { positions }: FuturesAvailable,
  { leg }: { readonly leg: 'long' | 'short' },
): string {
  return (
    positions.find(({ positionSide }) => (positionSide === 1) === (leg === 'long'))?.count ?? '0'
  )
}
