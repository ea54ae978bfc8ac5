import type { DisplayedTrade, SymbolSpec } from '../ports.ts'
import { type Channel, message } from './Channel.ts'
import { unitsText } from './text.ts'

export const TRADE_TOPIC = 'trade'
const KEPT = 100

/** Trades in the order in which they happened; a snapshot holds the last hundred. */
export function tradeChannel({ spec, now }: { spec: SymbolSpec; now: () => number }): Channel & { add(trade: DisplayedTrade): void } {
  const head = { topic: TRADE_TOPIC, symbol: spec.symbol }
  const published: object[] = []
  let pending: object[] = []
  let seq = 0
  let count = 0
  // Ids go on rising after a restart.
  const epoch = now()

  return {
    add({ ticks, lots, takerSide, at }) {
      pending.push({ id: `${epoch}${String(++count).padStart(7, '0')}`, price: unitsText(ticks, spec.pricePlace), size: unitsText(lots, spec.quantityPlace), takerSide, ts: at })
      // Without followers nothing is published; the newest are kept all the same.
      if (pending.length > KEPT * 20) pending = pending.slice(-KEPT)
    },
    snapshot: () => message(head, 'snapshot', { seq, prevSeq: 0, ts: now(), trades: published }),
    deltas() {
      if (pending.length === 0) return []
      const trades = pending
      pending = []
      published.push(...trades)
      published.splice(0, Math.max(0, published.length - KEPT))
      const prevSeq = seq++
      return [message(head, 'delta', { seq, prevSeq, ts: now(), trades: trades.slice(-KEPT) })]
    },
  }
}
