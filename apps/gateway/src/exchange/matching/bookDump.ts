import { createHash } from 'node:crypto'
import { Book } from './Book.ts'
import type { BookSide } from './command.ts'
import type { Positions, PositionsDump } from './Positions.ts'

/**
 * A book as plain data: orders in price-time order, so that loading them one after the other
 * restores every queue. Accounts are only in a dump with positions.
 */
export interface BookDump extends PositionsDump {
  readonly nextSeq: number
  readonly orders: readonly (readonly [
    id: number,
    party: number,
    side: BookSide,
    ticks: number,
    lots: number,
    account?: number,
  ])[]
}

export function dumpBook(book: Book, nextSeq: number, positions: Positions | null): BookDump {
  const { id, account, party, side, ticks, lots } = book.orders
  const slots = [...book.inOrder()]
  const orders = slots.map(
    (slot) => [id[slot]!, party[slot]!, side[slot] as BookSide, ticks[slot]!, lots[slot]!] as const,
  )
  if (!positions) return { nextSeq, orders }
  return {
    nextSeq,
    orders: orders.map((order, at) => [...order, account[slots[at]!]!] as const),
    positions: positions.entries(),
    reduceOnly: slots.filter((slot) => positions.isReduceOnly(slot)).map((slot) => id[slot]!),
  }
}

export function loadBook(dump: BookDump): Book {
  const book = new Book()
  for (const [id, party, side, ticks, lots, account = 0] of dump.orders)
    book.add({ id, account, party, side, ticks, lots })
  return book
}

export function hashBook(book: Book, nextSeq: number, positions: Positions | null): string {
  const dump = dumpBook(book, nextSeq, positions)
  // No order id is below zero, so that -1 ends the list before it.
  const kept = dump.positions ? [-1, ...dump.reduceOnly!, -1, ...dump.positions.flat()] : []
  const rows = Float64Array.from([nextSeq, ...dump.orders.flat(), ...kept])
  return createHash('sha256').update(new Uint8Array(rows.buffer)).digest('hex')
}
