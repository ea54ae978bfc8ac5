import type { MachineTable } from '@x/kit'
import { createMachine } from '@x/kit'
import type { BookLevel, BookStatus, BookView } from '../model.ts'
import type { BookMessage } from '../wire.ts'
import { bookChecksum } from './checksum.ts'
import { applyLevels, createLadder, type Ladder } from './ladder.ts'
import { withTotals } from './withTotals.ts'

type BookEvent = 'snapshot' | 'fault' | 'lost' | 'back'

/**
 * `fault`: gap or checksum. `lost` and `back`: the connection. After `back` only a snapshot makes
 * the book live again.
 */
export const bookTable: MachineTable<BookStatus, BookEvent> = {
  loading: { snapshot: 'live', lost: 'stale' },
  live: { snapshot: 'live', fault: 'resyncing', lost: 'stale' },
  resyncing: { snapshot: 'live', lost: 'stale' },
  stale: { snapshot: 'live', back: 'resyncing' },
}

export type BookOutcome = 'applied' | 'ignored' | 'gap' | 'checksum'

export interface Book {
  /** Applies a message; on `gap` or `checksum` the caller asks for a new snapshot. */
  apply(message: BookMessage, receivedAt: number): BookOutcome
  connectionLost(): void
  connectionBack(): void
  view(): BookView
}

/** Levels a side that a view shows. */
export const VIEW_DEPTH = 50

/**
 * One order book: snapshot, then deltas whose `prevSeq` is the last `seq`, each proved by its
 * checksum (trading 6).
 */
export function createBook(symbol: string): Book {
  const machine = createMachine(bookTable, 'loading')
  let bids = createLadder({ descending: true })
  let asks = createLadder({ descending: false })
  let seq = 0
  let ts = 0
  let receivedAt = 0
  let gaps = 0
  let checksumFailures = 0

  const accept = (message: BookMessage, at: number): BookOutcome => {
    applyLevels(bids, message.bids)
    applyLevels(asks, message.asks)
    ;({ seq, ts } = message)
    receivedAt = at
    if (bookChecksum(bids, asks) === message.checksum) return 'applied'
    checksumFailures++
    return 'checksum'
  }

  return {
    apply(message, at) {
      if (message.type === 'snapshot') {
        bids = createLadder({ descending: true })
        asks = createLadder({ descending: false })
        const outcome = accept(message, at)
        machine.send('snapshot')
        if (outcome === 'checksum') machine.send('fault')
        return outcome
      }
      if (machine.store.getState() !== 'live') return 'ignored'
      // A message sent twice changes nothing; one from before the snapshot neither.
      if (message.seq <= seq) return 'ignored'
      if (message.prevSeq !== seq) {
        gaps++
        machine.send('fault')
        return 'gap'
      }
      const outcome = accept(message, at)
      if (outcome === 'checksum') machine.send('fault')
      return outcome
    },
    connectionLost: () => void machine.send('lost'),
    connectionBack: () => void machine.send('back'),
    view: () => ({
      symbol,
      bids: levelsOf(bids),
      asks: levelsOf(asks),
      seq,
      ts,
      receivedAt,
      status: machine.store.getState(),
      gaps,
      checksumFailures,
    }),
  }
}

function levelsOf(ladder: Ladder): BookLevel[] {
  const depth = Math.min(VIEW_DEPTH, ladder.prices.length)
  return withTotals(
    Array.from({ length: depth }, (_, index) => ({
      price: ladder.prices[index] as string,
      size: ladder.sizes[index] as string,
    })),
  )
}
