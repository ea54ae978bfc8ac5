import type { BookView } from '@x/market'
import { decimal, formatDecimal, sum } from '@x/decimal'
import {
  estimateMarketFill,
  feeRate,
  type MarketFillEstimate,
  orderValue,
  protectionPrice,
  tradeFee,
  type VipLevel,
} from '@x/trading'
import type { SpotSymbol } from '../../data/spot/model.ts'
import {
  crossesBest,
  type Crossing,
  crossingOf,
  isLimited,
  sizeFieldOf,
} from '../order-terms/index.ts'
import { amountOf, crossingTerms, type OrderDraft } from './orderDraft.ts'
import { inCoin } from './orderOf.ts'
import { withEstimate } from './saleByValue.ts'

/** Decimals a fee is shown with. */
const FEE_SCALE = 8

export interface OrderFigures {
  /** In the asset that is received. */
  readonly fee:
    | { readonly amount: string; readonly asset: string; readonly rate: string | undefined }
    | undefined
  /** Of a market order, from the book on screen. */
  readonly fill: MarketFillEstimate | undefined
  /** Of a limit order that trades at once, in part or in full. */
  readonly crossing?: Crossing | undefined
}

export interface FigureInput {
  readonly draft: OrderDraft
  readonly spec: SpotSymbol
  readonly book: BookView | undefined
  readonly vipLevel: number
}

/**
 * What the order would cost and bring, estimated from the visible book. An order at the market
 * that waits for a trigger will meet another book: nothing is foretold of it.
 */
export function orderFigures({ draft, spec, book, vipLevel }: FigureInput): OrderFigures {
  const fill = draft.type === 'market' && book ? marketFill(draft, { spec, book }) : undefined
  const limit = crossingTerms(draft)
  const found = limit && crossingOf(limit, { book, spec })
  const crossing = found?.isKilled ? undefined : found
  const parts = crossing
    ? crossingParts(draft, crossing)
    : [plainPart(draft, { book, fill })].filter((part) => part !== undefined)
  if (parts.length === 0) return { fee: undefined, fill, crossing }
  const asset = draft.side === 'buy' ? spec.base : spec.quote
  const fees = parts.map(({ role, base, quote }) => {
    const rate = feeRate({
      market: 'spot',
      role,
      vipLevel: Math.min(5, Math.max(0, vipLevel)) as VipLevel,
    })
    return {
      rate,
      amount: tradeFee({ amount: draft.side === 'buy' ? base : quote, rate }, { scale: FEE_SCALE }),
    }
  })
  const amount = formatDecimal(sum(fees.map((fee) => decimal(fee.amount))))
  // An order that is taken in part and waits in part has two rates.
  return {
    fee: { amount, asset, rate: fees.length === 1 ? fees[0]?.rate : undefined },
    fill,
    crossing,
  }
}

/** What trades in one role. */
interface TradedPart {
  readonly role: 'maker' | 'taker'
  readonly base: string
  readonly quote: string
}

/**
 * What crosses is taken at the prices of the book, the rest waits at its limit, unless it is not to
 * wait.
 */
function crossingParts(
  { price, timeInForce }: OrderDraft,
  { filledBase, filledQuote, restBase, isComplete }: Crossing,
): readonly TradedPart[] {
  const taken: TradedPart = { role: 'taker', base: filledBase, quote: filledQuote }
  const limit = amountOf(price)
  if (isComplete || timeInForce === 'ioc' || limit === undefined) return [taken]
  return [
    taken,
    { role: 'maker', base: restBase, quote: orderValue({ price: limit, size: restBase }) },
  ]
}

function plainPart(
  draft: OrderDraft,
  {
    book,
    fill,
  }: { readonly book: BookView | undefined; readonly fill: MarketFillEstimate | undefined },
): TradedPart | undefined {
  if (!isLimited(draft.type))
    return fill && { role: 'taker', base: fill.filledBase, quote: fill.filledQuote }
  const traded = limitTrade(draft)
  return (
    traded && {
      role:
        draft.timeInForce === 'post_only' ||
        !crossesBest(draft, {
          bestBid: book?.bids[0]?.price ?? null,
          bestAsk: book?.asks[0]?.price ?? null,
        })
          ? 'maker'
          : 'taker',
      ...traded,
    }
  )
}

function marketFill(
  draft: OrderDraft,
  { spec, book }: { readonly spec: SpotSymbol; readonly book: BookView },
): MarketFillEstimate | undefined {
  const { side } = draft
  const judged = inCoin(withEstimate(draft, { bids: book.bids, spec }))
  const sizeField = sizeFieldOf(judged)
  const size = amountOf(judged[sizeField])
  const levels = side === 'buy' ? book.asks : book.bids
  const bestPrice = levels[0]?.price
  if (size === undefined || bestPrice === undefined) return undefined
  const limit = protectionPrice({ side, bestPrice, tickSize: spec.tickSize })
  const sizeUnit = sizeField === 'total' ? 'quote' : 'base'
  return estimateMarketFill(
    {
      side,
      size,
      sizeUnit,
      levels: levels.map((level) => [level.price, level.size] as const),
      stepSize: spec.stepSize,
      protectionPrice: limit,
    },
    { tick: spec.tickSize },
  )
}

function limitTrade({
  price,
  amount,
}: OrderDraft): { readonly base: string; readonly quote: string } | undefined {
  const [at, base] = [amountOf(price), amountOf(amount)]
  return at && base ? { base, quote: orderValue({ price: at, size: base }) } : undefined
}
