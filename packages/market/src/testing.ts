import { bookChecksum } from './book/checksum.ts'
import { applyLevels, createLadder } from './book/ladder.ts'
import type { FrameScheduler } from './ports.ts'
import { BOOK_TOPIC, type WireLevel } from './wire.ts'

/** A frame scheduler that draws when a test calls `draw`. */
export function createManualFrame(): FrameScheduler & { draw(): void } {
  let waiting: (() => void)[] = []
  return {
    request(run) {
      waiting.push(run)
      return { cancel: () => void (waiting = waiting.filter((other) => other !== run)) }
    },
    draw() {
      const due = waiting
      waiting = []
      for (const run of due) run()
    },
  }
}

/**
 * A server's book: `snapshot` and `delta` return messages of the wire protocol with correct
 * sequence numbers and checksums.
 */
export function createBookScript(
  symbol: string,
  options: {
    bids: readonly WireLevel[]
    asks: readonly WireLevel[]
    seq?: number
    /** Default the topic of 50 levels. */
    topic?: string
  },
) {
  const bids = createLadder({ descending: true })
  const asks = createLadder({ descending: false })
  let seq = options.seq ?? 1
  applyLevels(bids, options.bids)
  applyLevels(asks, options.asks)
  const rows = ({ prices, sizes }: typeof bids) =>
    prices.map((price, index) => [price, sizes[index] as string] as const)
  const head = (type: 'snapshot' | 'delta', prevSeq: number) => ({
    topic: options.topic ?? BOOK_TOPIC,
    symbol,
    type,
    seq,
    prevSeq,
    ts: 1_732_238_512_345 + seq,
  })
  return {
    snapshot: () => ({
      ...head('snapshot', 0),
      b: rows(bids),
      a: rows(asks),
      cs: bookChecksum(bids, asks),
    }),
    delta(changes: { bids?: readonly WireLevel[]; asks?: readonly WireLevel[] }) {
      applyLevels(bids, changes.bids ?? [])
      applyLevels(asks, changes.asks ?? [])
      const prevSeq = seq++
      return {
        ...head('delta', prevSeq),
        b: changes.bids ?? [],
        a: changes.asks ?? [],
        cs: bookChecksum(bids, asks),
      }
    },
  }
}
