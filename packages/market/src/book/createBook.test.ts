import { describe, expect, it } from 'vitest'
import { parseMessage, type BookMessage } from '../wire.ts'
import { createBookScript } from '../testing.ts'
import { bookTable, createBook } from './createBook.ts'

const message = (raw: unknown) => parseMessage(JSON.stringify(raw)) as BookMessage
const script = () =>
  createBookScript('BTCUSDT', {
    bids: [
      ['100', '1'],
      ['99', '2'],
    ],
    asks: [
      ['101', '1.5'],
      ['102', '0.25'],
    ],
  })

function liveBook() {
  const server = script()
  const book = createBook('BTCUSDT')
  book.apply(message(server.snapshot()), 1_000)
  return { server, book }
}

describe('a book (trading 6)', () => {
  it('becomes live with its snapshot: best level first, exact totals', () => {
    expect(createBook('BTCUSDT').view().status).toBe('loading')
    const { book } = liveBook()
    expect(book.view()).toMatchObject({
      status: 'live',
      receivedAt: 1_000,
      bids: [
        { price: '100', size: '1', total: '1' },
        { price: '99', size: '2', total: '3' },
      ],
      asks: [
        { price: '101', size: '1.5', total: '1.50' },
        { price: '102', size: '0.25', total: '1.75' },
      ],
    })
  })

  it('applies a delta of absolute sizes and removes levels at zero', () => {
    const { server, book } = liveBook()
    expect(
      book.apply(
        message(
          server.delta({
            bids: [
              ['100', '0'],
              ['98', '4'],
            ],
          }),
        ),
        2_000,
      ),
    ).toBe('applied')
    expect(book.view().bids.map(({ price }) => price)).toEqual(['99', '98'])
  })

  it('detects a lost message and ignores deltas until a snapshot', () => {
    const { server, book } = liveBook()
    server.delta({ bids: [['97', '1']] })
    expect(book.apply(message(server.delta({ bids: [['96', '1']] })), 2_000)).toBe('gap')
    expect(book.view()).toMatchObject({ status: 'resyncing', gaps: 1 })
    expect(book.apply(message(server.delta({ bids: [['95', '1']] })), 2_100)).toBe('ignored')
    expect(book.apply(message(server.snapshot()), 2_200)).toBe('applied')
    expect(book.view()).toMatchObject({ status: 'live', gaps: 1 })
  })

  it('detects an altered message by its checksum', () => {
    const { server, book } = liveBook()
    const spoiled = { ...server.delta({ asks: [['101', '9']] }), a: [['101', '8']] }
    expect(book.apply(message(spoiled), 2_000)).toBe('checksum')
    expect(book.view()).toMatchObject({ status: 'resyncing', checksumFailures: 1 })
  })

  it('ignores a repeated message', () => {
    const { server, book } = liveBook()
    const delta = message(server.delta({ bids: [['97', '1']] }))
    book.apply(delta, 2_000)
    expect(book.apply(delta, 2_001)).toBe('ignored')
    expect(book.view()).toMatchObject({ status: 'live', gaps: 0 })
  })

  it('is not live after a snapshot with a wrong checksum', () => {
    const book = createBook('BTCUSDT')
    expect(book.apply(message({ ...script().snapshot(), cs: 1 }), 1)).toBe('checksum')
    expect(book.view().status).toBe('resyncing')
  })

  it('is stale while disconnected and needs a snapshot after it', () => {
    const { server, book } = liveBook()
    book.onDisconnect()
    expect(book.view().status).toBe('stale')
    book.onReconnect()
    expect(book.view().status).toBe('resyncing')
    expect(book.apply(message(server.delta({ bids: [['97', '1']] })), 1)).toBe('ignored')
    book.apply(message(server.snapshot()), 2)
    expect(book.view().status).toBe('live')
  })

  it.each(Object.entries(bookTable))(
    'changes state in %s only on the events of its row',
    (state, row) => {
      for (const next of Object.values(row)) expect(Object.keys(bookTable)).toContain(next)
      expect(row['snapshot'], `${state} is healed by a snapshot`).toBe('live')
    },
  )
})
