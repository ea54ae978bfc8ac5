import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { crc32 as zlibCrc32 } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { WireLevel } from '../wire.ts'
import { bookChecksum } from './checksum.ts'
import { crc32 } from './crc32.ts'
import { applyLevels, createLadder } from './ladder.ts'

const recordings =
  process.env['RECORDINGS_DIR'] ?? path.resolve(import.meta.dirname, '../../../../../shared/data')
const bitget = path.join(recordings, 'bitget-ws.1.0.gz')

describe('CRC-32', () => {
  it('returns the check value of its standard', () => {
    expect(crc32('123456789') >>> 0).toBe(0xcbf43926)
  })

  it('equals zlib on any ASCII text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii', maxLength: 300 }), (text) => {
        expect(crc32(text) >>> 0).toBe(zlibCrc32(text))
      }),
    )
  })
})

describe('the checksum of a book (wire 10)', () => {
  const sides = (bids: readonly WireLevel[], asks: readonly WireLevel[]) => {
    const bid = createLadder({ descending: true })
    const ask = createLadder({ descending: false })
    applyLevels(bid, bids)
    applyLevels(ask, asks)
    return bookChecksum(bid, ask)
  }

  it('alternates bid and ask and keeps the strings as sent', () => {
    expect(sides([['43231.1', '0.50']], [['43232', '1']])).toBe(crc32('43231.1:0.50:43232:1'))
  })

  it('skips a side without further levels', () => {
    expect(
      sides(
        [['2', '1']],
        [
          ['3', '1'],
          ['4', '2'],
        ],
      ),
    ).toBe(crc32('2:1:3:1:4:2'))
  })

  it('covers 25 levels per side', () => {
    const levels = (from: number, count: number): WireLevel[] =>
      Array.from({ length: count }, (_, index) => [String(from + index), '1'] as const)
    expect(sides([], levels(100, 26))).toBe(sides([], levels(100, 25)))
    expect(sides([], levels(100, 25))).not.toBe(sides([], levels(100, 24)))
  })

  it.runIf(existsSync(bitget))('matches every checksum of a real recording', () => {
    const books = new Map<
      string,
      { bids: ReturnType<typeof createLadder>; asks: ReturnType<typeof createLadder> }
    >()
    let checked = 0
    for (const line of gunzipSync(readFileSync(bitget)).toString().split('\n')) {
      const json = line.slice(line.indexOf('{'))
      if (!json.includes('"channel":"books"') || !json.includes('"checksum"')) continue
      const { action, arg, data } = JSON.parse(json) as {
        action: string
        arg: { instId: string }
        data: { bids: WireLevel[]; asks: WireLevel[]; checksum: number }[]
      }
      for (const { bids, asks, checksum } of data) {
        const fresh = {
          bids: createLadder({ descending: true }),
          asks: createLadder({ descending: false }),
        }
        const book = action === 'snapshot' ? fresh : (books.get(arg.instId) ?? fresh)
        books.set(arg.instId, book)
        applyLevels(book.bids, bids)
        applyLevels(book.asks, asks)
        expect(bookChecksum(book.bids, book.asks)).toBe(checksum)
        checked++
      }
    }
    expect(checked).toBeGreaterThan(400)
  })
})
