import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { WORDS } from './binaryWords.ts'
import { readValue, UnwritableError, writeValue } from './binaryValue.ts'
import { ByteReader, ByteWriter } from './ByteWriter.ts'

function bytesOf(value: unknown): Buffer {
  const out = new ByteWriter()
  writeValue(out, value)
  return out.written()
}
const hexOf = (value: unknown): string => bytesOf(value).toString('hex')
const readHex = (hex: string): unknown => readValue(new ByteReader(Buffer.from(hex, 'hex')))

// Journals have these bytes: none may change.
describe('a value in bytes (CR0)', () => {
  it.each([
    [null, '00'],
    [false, '01'],
    [true, '02'],
    [0, '20'],
    [95, '7f'],
    [96, '0460'],
    [-1, '0501'],
    [-300, '05ac02'],
    [2 ** 40, '04808080808020'],
    [0.5, '03000000000000e03f'],
    [2 ** 53, '030000000000004043'],
  ])('is of %s %s', (value, hex) => {
    expect(hexOf(value)).toBe(hex)
    expect(readHex(hex)).toBe(value)
  })

  it('is one byte of zero without its sign, as in JSON', () => {
    expect(hexOf(-0)).toBe('20')
    expect(Object.is(readHex('20'), 0)).toBe(true)
  })

  it.each([
    // The first word, the last one of one byte, and the first one of more.
    ['kind', '80'],
    [WORDS[127], 'ff'],
    [WORDS[128], '0b8001'],
    ['', '0600'],
    // Two digits of sixteen in a byte; the last one stands alone.
    ['0', '070100'],
    ['1000000001', '070a1000000001'],
    ['abc', '0703abc0'],
    // Six bits a character: A is 0, - is 62, _ is 63.
    ['A', '080100'],
    ['A-_', '080303efc0'],
    ['Zz9', '0803673f40'],
    // Neither alphabet has a blank, a colon or an umlaut.
    ['a b', '0603612062'],
    ['live:1', '06066c6976653a31'],
    ['ß', '0602c39f'],
  ])('is of the text %j %s', (text, hex) => {
    expect(hexOf(text)).toBe(hex)
    expect(readHex(hex)).toBe(text)
  })

  it.each([
    [[], '10'],
    [[1, 2], '122122'],
    [Array.from({ length: 15 }, () => 0), `1f${'20'.repeat(15)}`],
    [Array.from({ length: 16 }, () => 0), `0910${'20'.repeat(16)}`],
    [[[], [null]], '12101100'],
    [{}, '0a00'],
    [{ kind: 1 }, '0a018021'],
  ])('is of %j %s', (value, hex) => {
    expect(hexOf(value)).toBe(hex)
    expect(readHex(hex)).toEqual(value)
  })

  it('leaves out fields that are undefined, as JSON does', () => {
    expect(hexOf({ kind: undefined, at: 1 })).toBe(hexOf({ at: 1 }))
  })

  it('is not written of what JSON has no word for', () => {
    for (const value of [undefined, 1n, Symbol('s'), () => 1, Number.NaN, -Infinity])
      expect(() => bytesOf(value)).toThrow(UnwritableError)
    expect(() => bytesOf([{ a: [1n] }])).toThrow('A command cannot have a bigint.')
    expect(() => bytesOf(Infinity)).toThrow('A command cannot have Infinity.')
  })

  it.each(['\ud800', 'a\udc00', 'x\ud83dy'])('is not written of half a character: %j', (text) => {
    expect(() => bytesOf(text)).toThrow('half a character')
    expect(() => bytesOf({ [text]: 1 })).toThrow(UnwritableError)
  })
})

describe('a text in bytes', () => {
  const alphabets = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), maxLength: 80 }),
    fc.string({ unit: fc.constantFrom(...'ABCXYZabcxyz0189-_'), maxLength: 80 }),
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.constantFrom(...WORDS),
  )

  it('is read back, whatever its alphabet and length', () => {
    fc.assert(
      fc.property(alphabets, (text) => {
        const from = new ByteReader(Uint8Array.from(bytesOf(text)))
        expect([readValue(from), from.isAtEnd()]).toEqual([text, true])
      }),
      { numRuns: 400 },
    )
  })

  it('takes four bits for a digit and six for a letter', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), (length) => {
        expect(bytesOf('7'.repeat(length))).toHaveLength(2 + Math.ceil(length / 2))
        // No word has two letters of this kind.
        expect(bytesOf('Q'.repeat(length))).toHaveLength(2 + Math.ceil((length * 6) / 8))
      }),
    )
  })

  it('leaves nothing behind of an alphabet that was tried first', () => {
    // The last character is in neither.
    const text = `${'f'.repeat(40)}.`
    expect(bytesOf(text).toString('hex')).toBe(`0629${Buffer.from(text).toString('hex')}`)
  })
})

describe('a value in bytes that nobody wrote', () => {
  it.each([
    ['no value at all', ''],
    ['a tag that is none', '0c'],
    ['a tag that is none', '0f'],
    ['a word beyond the last', '0bffff03'],
    ['a list that ends too soon', '12'],
    ['a long list that ends too soon', '09ff7f20'],
    ['an object without its value', '0a0180'],
    ['digits that end too soon', '070410'],
    ['letters that end too soon', '080300'],
    ['a number that ends too soon', '0480'],
    ['a fraction that ends too soon', '030000'],
  ])('is refused: %s', (_what, hex) => expect(() => readHex(hex)).toThrow(RangeError))

  it('is read or refused, and never anything else', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        let outcome = 'read'
        try {
          readValue(new ByteReader(bytes))
        } catch (error) {
          outcome = error instanceof RangeError ? 'refused' : String(error)
        }
        expect(['read', 'refused']).toContain(outcome)
      }),
      { numRuns: 400 },
    )
  })

  it('has field names that are no names of objects', () => {
    const value = readHex(hexOf(JSON.parse('{"__proto__":{"a":1}}')))
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(Object.keys(value as object)).toEqual(['__proto__'])
  })
})

describe('the words of a journal (CR0)', () => {
  it('are there once, and fit into the byte after the first ones', () => {
    expect(new Set(WORDS).size).toBe(WORDS.length)
    expect(WORDS.every((word) => word !== '')).toBe(true)
    for (const [at, word] of WORDS.entries()) expect(bytesOf(word)).toHaveLength(at < 128 ? 1 : 3)
  })

  it('begin with no digit, as numbers of users and orders do', () => {
    expect(WORDS.filter((word) => /^[^a-zA-Z]/.test(word))).toEqual([])
  })
})
