import type { BookView } from '@x/market'
import { compare, decimal } from '@x/decimal'
import { estimateMarketFill, feeRate, type MarketFillEstimate, orderValue, protectionPrice, tradeFee, type VipLevel } from '@x/trading'
import type { SpotSymbol } from '../../orders/model.ts'
import { amountOf, type OrderDraft } from './orderDraft.ts'
import { isLimited, sizeFieldOf } from './orderTypes.ts'

/** Decimals a fee is shown with. */
const FEE_SCALE = 8

export interface OrderFigures {
  /** In the asset that is received. */
  readonly fee: { readonly amount: string; readonly asset: string; readonly rate: string } | undefined
  /** Of a market order, from the book on screen. */
  readonly fill: MarketFillEstimate | undefined
}

export interface FigureInput {
  readonly draft: OrderDraft
  readonly spec: SpotSymbol
  readonly book: BookView | undefined
  readonly vipLevel: number
}

/** What the order would cost and bring, as far as the book on screen tells. An order at the market that waits for a trigger will meet another book: nothing is foretold of it. */
export function orderFigures({ draft, spec, book, vipLevel }: FigureInput): OrderFigures {
  const fill = draft.type === 'market' && book ? marketFill(draft, { spec, book }) : undefined
  const traded = isLimited(draft.type) ? limitTrade(draft) : fill && { base: fill.filledBase, quote: fill.filledQuote }
  if (!traded) return { fee: undefined, fill }
  const role = isLimited(draft.type) && (draft.timeInForce === 'post_only' || !crosses(draft, book)) ? 'maker' : 'taker'
  const rate = feeRate({ market: 'spot', role, vipLevel: Math.min(5, Math.max(0, vipLevel)) as VipLevel })
  const [amount, asset] = draft.side === 'buy' ? [traded.base, spec.base] : [traded.quote, spec.quote]
  return { fee: { amount: tradeFee({ amount, rate }, { scale: FEE_SCALE }), asset, rate }, fill }
}

function marketFill(draft: OrderDraft, { spec, book }: { readonly spec: SpotSymbol; readonly book: BookView }): MarketFillEstimate | undefined {
  const { side } = draft
  const sizeField = sizeFieldOf(draft)
  const size = amountOf(draft[sizeField])
  const levels = side === 'buy' ? book.asks : book.bids
  const bestPrice = levels[0]?.price
  if (size === undefined || bestPrice === undefined) return undefined
  const limit = protectionPrice({ side, bestPrice, tickSize: spec.tickSize })
  const sizeUnit = sizeField === 'total' ? 'quote' : 'base'
  return estimateMarketFill({ side, size, sizeUnit, levels: levels.map((level) => [level.price, level.size] as const), stepSize: spec.stepSize, protectionPrice: limit }, { tick: spec.tickSize })
}

function limitTrade({ price, amount }: OrderDraft): { readonly base: string; readonly quote: string } | undefined {
  const [at, base] = [amountOf(price), amountOf(amount)]
  return at && base ? { base, quote: orderValue({ price: at, size: base }) } : undefined
}

/** A limit that the other side already offers trades at once, as a taker. */
function crosses({ side, price }: OrderDraft, book: BookView | undefined): boolean {
  const at = amountOf(price)
  const opposite = (side === 'buy' ? book?.asks : book?.bids)?.[0]?.price
  if (at === undefined || opposite === undefined) return false
  const order = compare(decimal(at), decimal(opposite))
  return side === 'buy' ? order >= 0 : order <= 0
}
