import type { DisplayedTrade } from '../ports/DisplayedMarket.ts'
import type { Instrument } from '../../../exchange/instruments/Instrument.ts'
import { type Channel, headOf, message } from './Channel.ts'
import { unitsText } from './text.ts'

export const TRADE_TOPIC = 'trade'
/** Trades of a snapshot, and at most of a delta. */
const PAGE = 100
/** Trades kept unpublished while nobody follows. */
const MOST_UNSENT = 2_000

/**
 * Trades in the order in which they happened; a snapshot holds the last hundred. Followers get each
 * trade once, in as many deltas as it takes.
 */
export function tradeChannel({
  spec,
  now,
}: {
  spec: Instrument
  now: () => number
}): Channel & { add(trade: DisplayedTrade): void } {
  const head = headOf(spec, TRADE_TOPIC)
  let published: object[] = []
  let pending: object[] = []
  let seq = 0
  let count = 0
  let hasSubscribers = false
  // Ids go on rising after a restart.
  const epoch = now()

  return {
    add({ ticks, lots, takerSide, at }) {
      pending.push({
        id: `${epoch}${String(++count).padStart(7, '0')}`,
        price: unitsText(ticks, spec.pricePlace),
        size: unitsText(lots, spec.quantityPlace),
        takerSide,
        ts: at,
      })
      // Without subscribers nothing is published; the newest are kept all the same.
      if (!hasSubscribers && pending.length > MOST_UNSENT) pending = pending.slice(-PAGE)
    },
    snapshot: () => message(head, 'snapshot', { seq, prevSeq: 0, ts: now(), trades: published }),
    deltas() {
      hasSubscribers = true
      const trades = pending
      pending = []
      const messages: string[] = []
      for (let from = 0; from < trades.length; from += PAGE) {
        const prevSeq = seq++
        messages.push(
          message(head, 'delta', {
            seq,
            prevSeq,
            ts: now(),
            trades: trades.slice(from, from + PAGE),
          }),
        )
      }
      published = [...published, ...trades.slice(-PAGE)].slice(-PAGE)
      return messages
    },
    unfollowed() {
      hasSubscribers = false
    },
  }
}
