import type { TapeEvent, TapeLevel } from './parseTape.ts'

export interface TapeBookSink {
  /** The whole book anew. */
  snapshot(bids: readonly TapeLevel[], asks: readonly TapeLevel[]): void
  diff(bids: readonly TapeLevel[], asks: readonly TapeLevel[]): void
}

/**
 * `gap`: differences are missing; nothing is applied until the next snapshot. `waiting`: kept for
 * that snapshot.
 */
export type TapeOutcome = 'applied' | 'waiting' | 'old' | 'gap'

export interface TapeBook {
  take(event: Exclude<TapeEvent, { kind: 'trade' }>): TapeOutcome
}

type Snapshot = Extract<TapeEvent, { kind: 'snapshot' }>
type Diff = Extract<TapeEvent, { kind: 'diff' }>

/** Differences kept for a snapshot; a hundred seconds of the fastest recorded stream. */
const MOST_WAITING = 1_000

/**
 * The sequence rule of the recorded feed. The first difference after a snapshot has U <=
 * lastUpdateId + 1 <= u (spot), or pu <= lastUpdateId < u (futures, whose numbers are not
 * contiguous); then U is the previous u + 1, or pu the previous u. A difference that ends no later
 * than what was applied is old.
 */
export function createTapeBook(sink: TapeBookSink): TapeBook {
  let waiting: Diff[] = []
  /** The last update that the book includes; `undefined` while the book is not whole. */
  let last: number | undefined
  /** Whether `last` is the snapshot's: the next difference may begin before it. */
  let isFirst = false

  const isNext = ({ first, previous }: Diff, lastId: number): boolean => {
    if (previous !== undefined) return isFirst ? previous <= lastId : previous === lastId
    return isFirst ? first <= lastId + 1 : first === lastId + 1
  }

  const keep = (diff: Diff): void => {
    waiting.push(diff)
    if (waiting.length > MOST_WAITING) waiting.shift()
  }

  const applyDiff = (diff: Diff): TapeOutcome => {
    if (last === undefined) {
      keep(diff)
      return 'waiting'
    }
    if (diff.last <= last) return 'old'
    if (!isNext(diff, last)) {
      last = undefined
      keep(diff)
      return 'gap'
    }
    last = diff.last
    isFirst = false
    sink.diff(diff.bids, diff.asks)
    return 'applied'
  }

  const applySnapshot = ({ lastUpdateId, bids, asks }: Snapshot): TapeOutcome => {
    // A whole book that is further on has nothing to learn from it, and would lack what lies
    // between.
    if (last !== undefined && lastUpdateId <= last) return 'old'
    last = lastUpdateId
    isFirst = true
    sink.snapshot(bids, asks)
    const kept = waiting
    waiting = []
    const outcomes = kept.map(applyDiff)
    return outcomes.includes('gap') ? 'gap' : 'applied'
  }

  return { take: (event) => (event.kind === 'snapshot' ? applySnapshot(event) : applyDiff(event)) }
}
