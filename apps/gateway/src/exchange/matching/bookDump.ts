import { createHash } from 'node:crypto'
import { Book } from './Book.ts'
import type { BookSide } from './command.ts'
import type { Positions, PositionsDump } from './Positions.ts'

/**
 * A book as plain data: orders in price-time order, so that loading them one after the other
 * restores every queue.
 */
export interface BookDump extends PositionsDump {
  readonly nextSeq: number
  readonly orders: readonly (readonly [
    id: number,
    owner: number,
    side: BookSide,
    ticks: number,
    lots: number,
  ])[]
}

export function dumpBook(book: Book, nextSeq: number, positions: Positions | null): BookDump {
  const { id, owner, side, ticks, lots } = book.orders
  const orders = [...book.inOrder()].map(
    (slot) => [id[slot]!, owner[slot]!, side[slot] as BookSide, ticks[slot]!, lots[slot]!] as const,
  )
  if (!positions) return { nextSeq, orders }
  return {
    nextSeq,
    orders,
    positions: positions.all(),
    reduceOnly: [...book.inOrder()]
      .filter((slot) => positions.holds(slot))
      .map((slot) => id[slot]!),
  }
}

export function loadBook(dump: BookDump): Book {
  const book = new Book()
  for (const [id, owner, side, ticks, lots] of dump.orders) book.add(id, owner, side, ticks, lots)
  return book
}

export function hashBook(book: Book, nextSeq: number, positions: Positions | null): string {
  const dump = dumpBook(book, nextSeq, positions)
  // No order id is below zero, so that -1 ends the list before it.
  const kept = dump.positions ? [-1, ...dump.reduceOnly!, -1, ...dump.positions.flat()] : []
  const rows = Float64Array.from([nextSeq, ...dump.orders.flat(), ...kept])
  return createHash('sha256').update(new Uint8Array(rows.buffer)).digest('hex')
}
