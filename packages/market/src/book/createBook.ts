import type { MachineTable } from '@x/kit'
import { createMachine } from '@x/kit'
import type { BookLevel, BookStatus, BookView } from '../model.ts'
import type { BookMessage } from '../wire.ts'
import { bookChecksum } from './checksum.ts'
import { applyLevels, createLadder, type Ladder } from './ladder.ts'
import { withTotals } from './withTotals.ts'

type BookEvent = 'snapshot' | 'fault' | 'disconnect' | 'reconnect'

/**
 * The states of a book. `fault`: a sequence gap or a wrong checksum. After `reconnect` only a
 * snapshot makes the book live again.
 */
export const bookTable: MachineTable<BookStatus, BookEvent> = {
  loading: { snapshot: 'live', disconnect: 'stale' },
  live: { snapshot: 'live', fault: 'resyncing', disconnect: 'stale' },
  resyncing: { snapshot: 'live', disconnect: 'stale' },
  stale: { snapshot: 'live', reconnect: 'resyncing' },
}

export type BookOutcome = 'applied' | 'ignored' | 'gap' | 'checksum'

export interface Book {
  /** Applies a message; after `gap` or `checksum` the caller requests a new snapshot. */
  apply(message: BookMessage, receivedAt: number): BookOutcome
  onDisconnect(): void
  onReconnect(): void
  view(): BookView
}

/** The number of levels per side in a `BookView` of `book`. */
export const VIEW_DEPTH = 50

/**
 * One order book: a snapshot, then deltas whose `prevSeq` is the last `seq`, each verified by its
 * checksum (trading 6).
 */
export function createBook(symbol: string, depth = VIEW_DEPTH): Book {
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
      // A repeated message, or one from before the snapshot.
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
    onDisconnect: () => void machine.send('disconnect'),
    onReconnect: () => void machine.send('reconnect'),
    view: () => ({
      symbol,
      bids: levelsOf(bids, depth),
      asks: levelsOf(asks, depth),
      seq,
      ts,
      receivedAt,
      status: machine.store.getState(),
      gaps,
      checksumFailures,
    }),
  }
}

function levelsOf(ladder: Ladder, depth: number): BookLevel[] {
  return withTotals(
    Array.from({ length: Math.min(depth, ladder.prices.length) }, (_, index) => ({
      price: ladder.prices[index] as string,
      size: ladder.sizes[index] as string,
    })),
  )
}
