import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { batchAt } from '../../testing/logBatches.ts'
import type { JournalError } from './JournalError.ts'
import {
  decodeRecord,
  durableAfter,
  encodeRecord,
  findRecord,
  HEADER_BYTES,
  MAX_PAYLOAD_BYTES,
  readRecords,
  recordsFrom,
  SHORT_HEADER_BYTES,
  type JournalRecord,
} from './record.ts'

const FURTHEST = 2 ** 24 - 1
const bytes = (...values: number[]) => Uint8Array.from(values)
const short = (changes: Partial<JournalRecord> = {}): Buffer =>
  encodeRecord({ seq: 5, durable: 3, payload: bytes(1, 2, 3), ...changes })

// Journals have these bytes: none may change.
describe('a record on disk (CR0)', () => {
  it('has in text its length, check, number and durability', () => {
    const record = encodeRecord({ seq: 0x0102_0304_0506, durable: 7, payload: '{}' })
    expect(record).toHaveLength(HEADER_BYTES + 2)
    expect(record.subarray(0, 8).toString('hex')).toBe('31584a5202000000')
    expect(record.subarray(12, 24).toString('hex')).toBe('060504030201070000000000')
    expect(record.subarray(24).toString()).toBe('{}')
  })

  it('has in bytes the same, shorter', () => {
    const record = short({ seq: 0x0102_0304_0506, durable: 0x0102_0304_0500 })
    expect(record).toHaveLength(SHORT_HEADER_BYTES + 3)
    expect(record.subarray(0, 2).toString('hex')).toBe('b258')
    expect(record.subarray(6, 18).toString('hex')).toBe('030000060504030201060000')
    expect([...record.subarray(18)]).toEqual([1, 2, 3])
  })

  it.each([
    ['nothing was durable', 5, 0, 0],
    ['the one before it was', 5, 4, 4],
    ['one was as far behind as can be said', FURTHEST + 1, 2, 2],
    ['one was further behind than can be said', FURTHEST + 1, 1, 0],
  ])('says in bytes that %s', (_what, seq, durable, said) => {
    expect(findRecord(short({ seq, durable }), 0)).toMatchObject({ seq, durable: said })
  })

  it.each([
    ['no payload', ''],
    ['a text beyond ASCII', 'é🚀'],
    ['no bytes', bytes()],
    ['bytes like a magic number', bytes(0xb2, 0x58, 0x31, 0x58, 0x4a, 0x52)],
  ])('is read back with %s', (_what, payload) => {
    const record = encodeRecord({ seq: 9, durable: 8, payload })
    const found = decodeRecord(record, 0)
    expect(found?.end).toBe(record.length)
    const read = found?.record.payload ?? ''
    expect(typeof read === 'string' ? read : Uint8Array.from(read)).toEqual(payload)
  })

  it('is refused where its payload is longer than any that is read', () => {
    expect(() => encodeRecord({ seq: 1, durable: 0, payload: new Uint8Array(2 ** 24) })).toThrow(
      'too long',
    )
    const text = 'x'.repeat(MAX_PAYLOAD_BYTES)
    expect(findRecord(encodeRecord({ seq: 1, durable: 0, payload: text }), 0)?.seq).toBe(1)
    expect(() => encodeRecord({ seq: 1, durable: 0, payload: `${text}x` })).toThrow('too long')
  })

  it.each([
    ['ends', encodeRecord({ seq: 1, durable: 0, payload: 'abc' })],
    ['ends, in bytes', short()],
  ])('is none where it %s before its end', (_what, record) => {
    for (let length = 0; length < record.length; length++)
      expect(findRecord(record.subarray(0, length), 0)).toBeUndefined()
    expect(findRecord(record, 0)).toBeDefined()
  })

  it('is found at its place only', () => {
    const record = Buffer.concat([Buffer.from([7, 7]), short()])
    expect([0, 1, 2, 3].map((at) => findRecord(record, at) !== undefined)).toEqual([
      false,
      false,
      true,
      false,
    ])
  })
})

describe('a batch of records', () => {
  const visited = (batch: Parameters<typeof readRecords>[0]) => {
    const seen: string[] = []
    readRecords(batch, (seq, payload) => void seen.push(`${seq} ${String(payload)}`))
    return seen
  }
  const codeOf = (run: () => unknown): string => {
    try {
      run()
      return 'no error'
    } catch (error) {
      return (error as JournalError).code
    }
  }
  const batch = batchAt(4, { texts: ['a', 'b', 'c'] })

  it('is visited in order', () => {
    expect(visited(batch)).toEqual(['5 a', '6 b', '7 c'])
    expect(visited(batchAt(4, { texts: [] }))).toEqual([])
  })

  it.each([
    ['fewer records than it says', { ...batch, through: 8 }],
    ['more records than it says', { ...batch, through: 6 }],
    ['records of other numbers', { ...batch, after: 5, through: 8 }],
    ['bytes after its last record', { ...batch, bytes: Buffer.concat([batch.bytes, bytes(0)]) }],
    ['a part of its last record', { ...batch, bytes: batch.bytes.subarray(0, -1) }],
    ['nothing', { ...batch, bytes: bytes() }],
  ])('is refused with %s', (_what, wrong) => {
    expect(codeOf(() => visited(wrong))).toBe('CORRUPT')
  })

  it('is refused with a record twice', () => {
    const [first] = [batchAt(4, { texts: ['a'] })]
    const twice = { ...first, through: 6, bytes: Buffer.concat([first.bytes, first.bytes]) }
    expect(codeOf(() => visited(twice))).toBe('CORRUPT')
  })

  it('is cut before a record, at every place', () => {
    expect([5, 6, 7].map((from) => visited(recordsFrom(batch, from)))).toEqual([
      ['5 a', '6 b', '7 c'],
      ['6 b', '7 c'],
      ['7 c'],
    ])
    expect(recordsFrom(batch, 6)).toMatchObject({ after: 5, through: 7 })
  })

  it('has nothing left after its last record', () => {
    expect(recordsFrom(batch, 8)).toMatchObject({ after: 7, through: 7, bytes: bytes() })
  })
})

describe('what records after a place say was durable', () => {
  it('is the furthest that a sound one names, of either kind', () => {
    const log = Buffer.concat([
      encodeRecord({ seq: 7, durable: 2, payload: 'a' }),
      Buffer.from('noise'),
      short({ seq: 8, durable: 6 }),
      encodeRecord({ seq: 9, durable: 4, payload: 'b' }),
    ])
    expect(durableAfter(log, 0)).toBe(6)
    expect(durableAfter(log, log.length - HEADER_BYTES - 1)).toBe(4)
    expect(durableAfter(log, log.length)).toBe(0)
  })

  it('is nothing of a record that is damaged', () => {
    const record = short({ seq: 8, durable: 6 })
    record[record.length - 1]! ^= 1
    expect(durableAfter(record, 0)).toBe(0)
  })

  it('is not taken from what is no record, whatever its bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (noise) => {
        const buffer = Buffer.concat([Buffer.from(noise), Buffer.from('b2583158', 'hex')])
        expect(durableAfter(buffer, 0)).toBe(0)
      }),
    )
  })
})
