import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ByteReader, ByteWriter, isMoment } from './ByteWriter.ts'

const hexOf = (write: (out: ByteWriter) => void): string => {
  const out = new ByteWriter()
  write(out)
  return out.written().toString('hex')
}
const readerOf = (hex: string) => new ByteReader(Buffer.from(hex, 'hex'))

describe('a number in as many bytes as it needs', () => {
  it.each([
    [0, '00'],
    [1, '01'],
    [127, '7f'],
    [128, '8001'],
    [300, 'ac02'],
    [16_383, 'ff7f'],
    [16_384, '808001'],
    [2 ** 32, '8080808010'],
    [Number.MAX_SAFE_INTEGER, 'ffffffffffffff0f'],
  ])('writes and reads %i as %s', (value, hex) => {
    expect(hexOf((out) => out.varint(value))).toBe(hex)
    expect(readerOf(hex).varint()).toBe(value)
  })

  it('refuses one that does not end', () => {
    expect(() => readerOf('8080').varint()).toThrow(RangeError)
    expect(() => readerOf('').varint()).toThrow(RangeError)
  })
})

describe('a moment', () => {
  it('takes six bytes, the lowest first', () => {
    expect(hexOf((out) => out.moment(0x0102_0304_0506))).toBe('060504030201')
    expect(readerOf('060504030201').moment()).toBe(0x0102_0304_0506)
  })

  it.each([
    [0, true],
    [2 ** 48 - 1, true],
    [2 ** 48, false],
    [-1, false],
    [1.5, false],
    [Number.NaN, false],
    ['7', false],
    [undefined, false],
    [7n, false],
  ])('can be %s: %s', (value, expected) => expect(isMoment(value)).toBe(expected))

  it('is refused where fewer bytes are left', () => {
    expect(() => readerOf('0605040302').moment()).toThrow(RangeError)
  })
})

describe('a text', () => {
  it.each([
    ['', '00'],
    ['a', '0161'],
    ['ß€', '05c39fe282ac'],
    ['\0', '0100'],
    ['🚀', '04f09f9a80'],
  ])('writes and reads %j as its bytes', (text, hex) => {
    expect(hexOf((out) => out.utf8(text))).toBe(hex)
    expect(readerOf(hex).utf8()).toBe(text)
  })

  it.each(['0261', '7f61', 'ffffffff0f61'])('is refused where it ends beyond: %s', (hex) => {
    expect(() => readerOf(hex).utf8()).toThrow('A text ends beyond the record.')
  })
})

describe('what was written', () => {
  it('grows beyond the first kibibyte and keeps what was there', () => {
    const out = new ByteWriter()
    for (let at = 0; at < 5_000; at++) out.byte(at % 251)
    out.utf8('x'.repeat(9_000))
    const written = out.written()
    expect(written).toHaveLength(5_000 + 2 + 9_000)
    expect([written[0], written[251], written[4_999]]).toEqual([0, 0, 4_999 % 251])
    expect(written.subarray(5_002).toString()).toBe('x'.repeat(9_000))
  })

  it('grows at once by as much as is taken', () => {
    const out = new ByteWriter()
    out.byte(7)
    const { bytes, at } = out.take(10_000)
    expect([at, out.length]).toEqual([1, 10_001])
    bytes.fill(9, at, out.length)
    out.byte(8)
    expect([out.written()[0], out.written()[10_000], out.written()[10_001]]).toEqual([7, 9, 8])
  })

  it('is forgotten after a length, and from the beginning', () => {
    const out = new ByteWriter()
    for (const value of [1, 2, 3]) out.byte(value)
    expect(out.takeBack(1)).toBe(false)
    out.byte(9)
    expect([...out.written()]).toEqual([1, 9])
    out.reset()
    expect(out.written()).toHaveLength(0)
  })

  it('is read back in the same order, whatever it was', () => {
    const item = fc.oneof(
      fc.maxSafeNat().map((value) => ({ kind: 'varint' as const, value })),
      fc.nat({ max: 255 }).map((value) => ({ kind: 'byte' as const, value })),
      fc.maxSafeNat().map((value) => ({ kind: 'moment' as const, value: value % 2 ** 48 })),
      fc.double({ noNaN: true }).map((value) => ({ kind: 'float' as const, value })),
      fc.string({ unit: 'grapheme', maxLength: 300 }).map((value) => ({
        kind: 'utf8' as const,
        value,
      })),
    )
    fc.assert(
      fc.property(fc.array(item, { maxLength: 40 }), (items) => {
        const out = new ByteWriter()
        for (const each of items)
          if (each.kind === 'utf8') out.utf8(each.value)
          else out[each.kind](each.value)
        const from = new ByteReader(Uint8Array.from(out.written()))
        expect(items.map(({ kind }) => from[kind]())).toEqual(items.map(({ value }) => value))
        expect(from.isAtEnd()).toBe(true)
      }),
    )
  })

  it('is read from the middle of a larger buffer', () => {
    const bytes = Uint8Array.from([9, 9, 1, 97, 9])
    const from = new ByteReader(bytes.subarray(2, 4))
    expect([from.isAtEnd(), from.utf8(), from.isAtEnd()]).toEqual([false, 'a', true])
    expect(() => from.byte()).toThrow(RangeError)
  })
})
