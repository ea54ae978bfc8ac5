import type { DisplayedMarket } from '../ports/DisplayedMarket.ts'
import type { Instrument, Level } from '../../../exchange/instruments/Instrument.ts'
import { type Channel, headOf, message } from './Channel.ts'
import { signedCrc32 } from './crc32.ts'
import { unitsText } from './text.ts'

/** A topic that shows the book of a pair. */
export interface BookTopic {
  readonly topic: string
  /** Levels a side. */
  readonly depth: number
  /** Milliseconds between two looks at the book. */
  readonly periodMs: number
}

export const BOOK: BookTopic = { topic: 'books50@100ms', depth: 50, periodMs: 0 }
/** While somebody follows it a generated market keeps its far orders (docs/adr/market.md). */
export const DEEP_BOOK: BookTopic = { topic: 'books1000@1s', depth: 1_000, periodMs: 1_000 }
const CHECKSUM_DEPTH = 25

type TextLevel = readonly [price: string, size: string]

/**
 * The best levels a side: absolute sizes, "0" for a level that left, and the checksum of the best
 * 25 after each message.
 */
export function bookChannel({
  spec,
  market,
  now,
  topic: { topic, depth, periodMs } = BOOK,
}: {
  spec: Instrument
  market: Pick<DisplayedMarket, 'book' | 'deepBook'>
  now: () => number
  topic?: BookTopic
}): Channel {
  const head = headOf(spec, topic)
  let bids: readonly Level[] = []
  let asks: readonly Level[] = []
  let seq = 0
  let readAt = 0

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
    readAt = now()
    const book = depth > BOOK.depth ? market.deepBook(spec.id, depth) : market.book(spec.id, depth)
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
      if (now() - readAt < periodMs) return []
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
