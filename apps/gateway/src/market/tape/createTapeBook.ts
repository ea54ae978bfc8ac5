import type { TapeEvent, TapeLevel } from './parseTape.ts'

export interface TapeBookSink {
  /** The whole book anew. */
  snapshot(bids: readonly TapeLevel[], asks: readonly TapeLevel[]): void
  diff(bids: readonly TapeLevel[], asks: readonly TapeLevel[]): void
}

export interface TapeBook {
  take(event: Exclude<TapeEvent, { kind: 'trade' }>): 'applied' | 'waiting' | 'old' | 'gap'
}

/**
 * The sequence rule of the recorded feed: after the snapshot, diffs from the first with U <= lastUpdateId + 1 <= u;
 * then `pu` (futures) equals the previous `u`, or U (spot) the previous `u` + 1. Diffs before the snapshot wait for it.
 */
export function createTapeBook(sink: TapeBookSink): TapeBook {
  const waiting: Extract<TapeEvent, { kind: 'diff' }>[] = []
  let lastUpdateId: number | undefined
  let last: number | undefined

  const applyDiff = (event: Extract<TapeEvent, { kind: 'diff' }>): 'applied' | 'old' | 'gap' => {
    if (lastUpdateId === undefined || event.last <= lastUpdateId) return 'old'
    const follows = last === undefined ? event.first <= lastUpdateId + 1 : event.previous === undefined ? event.first === last + 1 : event.previous === last
    last = event.last
    sink.diff(event.bids, event.asks)
    return follows ? 'applied' : 'gap'
  }

  return {
    take(event) {
      if (event.kind === 'snapshot') {
        lastUpdateId = event.lastUpdateId
        last = undefined
        sink.snapshot(event.bids, event.asks)
        const outcomes = waiting.splice(0).map(applyDiff)
        return outcomes.includes('gap') ? 'gap' : 'applied'
      }
      if (lastUpdateId !== undefined) return applyDiff(event)
      waiting.push(event)
      return 'waiting'
    },
  }
}
