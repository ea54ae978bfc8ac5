import { createHash } from 'node:crypto'
import { Book } from './Book.ts'
import type { BookSide } from './command.ts'

/** A book as plain data: orders in price-time order, so that loading them one after the other restores every queue. */
export interface BookDump {
  readonly nextSeq: number
  readonly orders: readonly (readonly [id: number, owner: number, side: BookSide, ticks: number, lots: number])[]
}

export function dumpBook(book: Book, nextSeq: number): BookDump {
  const { id, owner, side, ticks, lots } = book.orders
  const orders = [...book.inOrder()].map((slot) => [id[slot]!, owner[slot]!, side[slot] as BookSide, ticks[slot]!, lots[slot]!] as const)
  return { nextSeq, orders }
}

export function loadBook(dump: BookDump): Book {
  const book = new Book()
  for (const [id, owner, side, ticks, lots] of dump.orders) book.add(id, owner, side, ticks, lots)
  return book
}

export function hashBook(book: Book, nextSeq: number): string {
  const rows = Float64Array.from([nextSeq, ...dumpBook(book, nextSeq).orders.flat()])
  return createHash('sha256').update(new Uint8Array(rows.buffer)).digest('hex')
}
