import type { DisplayedMarket } from '../ports/DisplayedMarket.ts'
import type { Instrument, Level } from '../../../exchange/instruments/Instrument.ts'
import { type Channel, headOf, message } from './Channel.ts'
import { signedCrc32 } from './crc32.ts'
import { unitsText } from './text.ts'

export const BOOK_TOPIC = 'books50@100ms'
const DEPTH = 50
const CHECKSUM_DEPTH = 25

type TextLevel = readonly [price: string, size: string]

/**
 * The best 50 levels a side: absolute sizes, "0" for a level that left, and the checksum of the
 * best 25 after each message.
 */
export function bookChannel({
  spec,
  market,
  now,
}: {
  spec: Instrument
  market: DisplayedMarket
  now: () => number
}): Channel {
  const head = headOf(spec, BOOK_TOPIC)
  let bids: readonly Level[] = []
  let asks: readonly Level[] = []
  let seq = 0

  const textOf = ([ticks, lots]: Level): TextLevel => [
    unitsText(ticks, spec.pricePlace),
    lots === 0 ? '0' : unitsText(lots, spec.quantityPlace),
  ]
  const checksum = (): number => {
    const parts: string[] = []
    for (let index = 0; index < CHECKSUM_DEPTH; index++) {
      for (const side of [bids, asks]) {
        const level = side[index]
        if (level) parts.push(...textOf(level))
      }
    }
    return signedCrc32(parts.join(':'))
  }
  const adopt = (): void => {
    const book = market.book(spec.id, DEPTH)
    ;({ bids, asks } = book)
  }
  adopt()

  return {
    snapshot: () =>
      message(head, 'snapshot', {
        seq,
        prevSeq: 0,
        ts: now(),
        b: bids.map(textOf),
        a: asks.map(textOf),
        cs: checksum(),
      }),
    deltas() {
      const before = { bids, asks }
      adopt()
      const b = changes(before.bids, bids).map(textOf)
      const a = changes(before.asks, asks).map(textOf)
      if (b.length === 0 && a.length === 0) return []
      const prevSeq = seq++
      return [message(head, 'delta', { seq, prevSeq, ts: now(), b, a, cs: checksum() })]
    },
  }
}

/**
 * Levels of `after` that are new or have another size, and those of `before` that are gone, with
 * size 0.
 */
function changes(before: readonly Level[], after: readonly Level[]): Level[] {
  const old = new Map(before)
  const changed = after.filter(([ticks, lots]) => old.get(ticks) !== lots)
  for (const [ticks] of after) old.delete(ticks)
  return [...[...old.keys()].map((ticks) => [ticks, 0] as const), ...changed]
}
