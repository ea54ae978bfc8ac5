import { createDisplayLadder } from '../book/displayLadder.ts'
import type { Side, SpotInstrument } from '../../../exchange/instruments/Instrument.ts'
import { signedCrc32 } from '../publish/crc32.ts'
import { scaled } from '../tape/parseTape.ts'
import type { FeedBook, FeedLevel } from './FeedAdapter.ts'

export interface LiveBookSink {
  /** The levels that follow are the whole book. */
  rebuild(): void
  level(side: Side, ticks: number, lots: number): void
}

/**
 * `fault`: something is missing; nothing is applied until the next snapshot. `waiting`: kept until
 * there is a snapshot.
 */
export type LiveBookOutcome = 'applied' | 'old' | 'waiting' | 'fault'

export interface LiveBook {
  take(message: FeedBook): LiveBookOutcome
  /** Forgets everything: the connection was lost. */
  reset(): void
}

interface AppliedNumbers {
  readonly last: number | undefined
  readonly lastPrevious: number | undefined
  readonly snapshotAt: number | undefined
}

const CHECKSUM_DEPTH = 25
/** Differences kept for a snapshot that does not come; a hundred seconds of the fastest feed. */
const MOST_WAITING = 1_000

/**
 * One pair's book of an exchange, proved by what that exchange offers: numbers that follow one
 * another, a checksum, or both. Throws RangeError for a price that is no whole number of the pair's
 * ticks.
 */
export function createLiveBook(spec: SpotInstrument, sink: LiveBookSink): LiveBook {
  const sides = { buy: createSide({ descending: true }), sell: createSide({ descending: false }) }
  let waiting: FeedBook[] = []
  let isWhole = false
  /** The update that the snapshot shows, and the last one applied. */
  let snapshotAt: number | undefined
  let last: number | undefined
  /** What the last one applied named as the one before it. */
  let lastPrevious: number | undefined

  const apply = (message: FeedBook): LiveBookOutcome => {
    putRows(message.bids, { side: 'buy', sides, spec, sink })
    putRows(message.asks, { side: 'sell', sides, spec, sink })
    last = message.last
    lastPrevious = message.previous
    if (message.checksum === undefined || message.checksum === checksumOf(sides)) return 'applied'
    isWhole = false
    return 'fault'
  }
  const update = (message: FeedBook): LiveBookOutcome => {
    const verdict = judgeNumbers(message, { last, lastPrevious, snapshotAt })
    if (verdict === 'old') return 'old'
    if (verdict === 'next') return apply(message)
    isWhole = false
    waiting = [message]
    return 'fault'
  }

  return {
    take(message) {
      if (message.type === 'update') {
        if (isWhole) return update(message)
        waiting.push(message)
        if (waiting.length > MOST_WAITING) waiting.shift()
        return 'waiting'
      }
      for (const side of Object.values(sides)) side.clear()
      sink.rebuild()
      isWhole = true
      const outcome = apply(message)
      snapshotAt = last
      const kept = waiting
      waiting = []
      // A feed without numbers sends its snapshot in order: what came before is part of it.
      if (outcome === 'fault' || last === undefined) return outcome
      for (const each of kept)
        if (isWhole && (each.last ?? 0) > (last ?? 0) && update(each) === 'fault') return 'fault'
      return 'applied'
    },
    reset() {
      isWhole = false
      waiting = []
      last = undefined
      lastPrevious = undefined
    },
  }
}

/**
 * Whether a difference follows what was applied last, by the numbers alone.
 * `snapshotAt`: the update that the snapshot shows; `lastPrevious`: what the last one applied named
 * as the one before it.
 */
export function judgeNumbers(
  { first, last: to, previous }: Pick<FeedBook, 'first' | 'last' | 'previous'>,
  { last, lastPrevious, snapshotAt }: AppliedNumbers,
): 'next' | 'old' | 'gap' {
  if (to === undefined || last === undefined) return 'next'
  if (previous !== undefined) {
    if (previous === last) return 'next'
    return to === last && previous === lastPrevious ? 'old' : 'gap'
  }
  // A number that only rises, and does not: out of order, or the exchange began anew. One sent
  // twice changes nothing.
  if (first === undefined) return to > last ? 'next' : to === last ? 'old' : 'gap'
  if (to <= last) return 'old'
  // The first difference may begin before the snapshot.
  return first === last + 1 || (last === snapshotAt && first <= last + 1) ? 'next' : 'gap'
}

/** CRC32 of the best rows of both sides in turn, as the exchanges calculate it. */
function checksumOf(sides: Sides): number {
  const [bids, asks] = [sides.buy.top(CHECKSUM_DEPTH), sides.sell.top(CHECKSUM_DEPTH)]
  const parts: string[] = []
  for (let index = 0; index < CHECKSUM_DEPTH; index++)
    parts.push(...(bids[index] ?? []), ...(asks[index] ?? []))
  return signedCrc32(parts.join(':'))
}

/** The rows of one side as sent, best first. */
function createSide({ descending }: { descending: boolean }) {
  const order = createDisplayLadder({ descending })
  const rows = new Map<number, FeedLevel>()
  return {
    set(ticks: number, row: FeedLevel | undefined) {
      order.set(ticks, row ? 1 : 0)
      if (row) rows.set(ticks, row)
      else rows.delete(ticks)
    },
    top: (depth: number): readonly FeedLevel[] =>
      order.top(depth).flatMap(([ticks]) => [rows.get(ticks) ?? ['', '']]),
    clear() {
      order.clear()
      rows.clear()
    },
  }
}

const isZero = (size: string) => /^0*(\.0*)?$/.test(size)

/** Whole lots of a size: an exchange may trade in finer steps than the pair shows. */
export function lotsOf(size: string, place: number): number {
  const dot = size.indexOf('.')
  return scaled(dot < 0 ? size : size.slice(0, dot + 1 + place), place)
}

type Sides = Readonly<Record<Side, ReturnType<typeof createSide>>>

interface PutOptions {
  readonly side: Side
  readonly sides: Sides
  readonly spec: SpotInstrument
  readonly sink: LiveBookSink
}

function putRows(rows: readonly FeedLevel[], { side, sides, spec, sink }: PutOptions): void {
  for (const row of rows) {
    const [price, size] = row
    const ticks = scaled(price, spec.pricePlace)
    sides[side].set(ticks, isZero(size) ? undefined : row)
    sink.level(side, ticks, lotsOf(size, spec.quantityPlace))
  }
}
