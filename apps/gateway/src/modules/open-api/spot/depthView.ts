import type { Instrument } from '../../../exchange/instruments/Instrument.ts'
import type { DisplayedMarket } from '../../market-data/ports/DisplayedMarket.ts'
import { priceText, sizeText } from '../texts.ts'
import type { MarketLog } from '../tradeLog.ts'

type Row = readonly [price: string, size: string]

export interface DepthView {
  readonly lastUpdateId: number
  readonly bids: readonly Row[]
  readonly asks: readonly Row[]
}

export interface DepthOptions {
  readonly market: Pick<DisplayedMarket, 'book' | 'deepBook'>
  readonly marketLog: Pick<MarketLog, 'updateId'>
  readonly limit: number
}

/** Depths that many ask for; others are made for each who asks. */
const SHARED: ReadonlySet<number> = new Set([5, 10, 20, 50, 100])
/** Levels that a book has without anybody's asking. */
const MOST_QUOTED = 100
const shared = new WeakMap<DepthOptions['marketLog'], Map<string, DepthView>>()

/**
 * The best `limit` levels a side; all who ask between two changes of the book share a view, which
 * is frozen.
 */
export function depthView(spec: Instrument, options: DepthOptions): DepthView {
  const { marketLog, limit } = options
  if (!SHARED.has(limit)) return makeView(spec, options)
  const views = shared.get(marketLog) ?? new Map<string, DepthView>()
  shared.set(marketLog, views)
  const key = `${spec.id} ${limit}`
  const kept = views.get(key)
  if (kept?.lastUpdateId === marketLog.updateId(spec.id)) return kept
  const view = Object.freeze(makeView(spec, options))
  views.set(key, view)
  return view
}

function makeView(spec: Instrument, { market, marketLog, limit }: DepthOptions): DepthView {
  const { bids, asks } =
    limit > MOST_QUOTED ? market.deepBook(spec.id, limit) : market.book(spec.id, limit)
  const row = ([ticks, lots]: readonly [number, number]): Row => [
    priceText(ticks, spec),
    sizeText(lots, spec),
  ]
  return {
    lastUpdateId: marketLog.updateId(spec.id),
    bids: bids.map(row),
    asks: asks.map(row),
  }
}
