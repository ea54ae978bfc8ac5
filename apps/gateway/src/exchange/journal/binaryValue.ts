import type { ByteReader, ByteWriter } from './ByteWriter.ts'
import { WORDS } from './binaryWords.ts'

/** A value that has no place in JSON, or that JSON would change. */
export class UnwritableError extends Error {
  override readonly name = 'UnwritableError'
}

/** What the first byte of a value says. Numbers are final: journals are written by them. */
const TAG = {
  null: 0,
  false: 1,
  true: 2,
  float: 3,
  positive: 4,
  negative: 5,
  utf8: 6,
  nibbles: 7,
  symbols: 8,
  array: 9,
  object: 10,
  word: 11,
  shortArray: 16,
  smallInt: 32,
  firstWord: 128,
} as const

/** No place of an alphabet. */
const NONE = 255
const NIBBLES = '0123456789abcdef'
const SYMBOLS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const NIBBLE_OF = placesOf(NIBBLES)
const SYMBOL_OF = placesOf(SYMBOLS)
const WORD_OF: ReadonlyMap<string, number> = new Map(WORDS.map((word, at) => [word, at]))

const CODE_OF_9 = '9'.charCodeAt(0)

/** Half of a character, which UTF-8 has no bytes for. */
const HALF = /\p{Surrogate}/u
const LONGEST_WORD = Math.max(...WORDS.map(({ length }) => length))

/** By character code: where it is in the alphabet. */
function placesOf(alphabet: string): Uint8Array {
  const places = new Uint8Array(128).fill(NONE)
  for (const [at, character] of [...alphabet].entries()) places[character.charCodeAt(0)] = at
  return places
}

/** Writes plain data as JSON understands it. @throws UnwritableError */
export function writeValue(out: ByteWriter, value: unknown): void {
  switch (typeof value) {
    case 'number':
      return writeNumber(out, value)
    case 'string':
      return writeText(out, value)
    case 'boolean':
      return out.byte(value ? TAG.true : TAG.false)
    case 'object':
      if (value === null) return out.byte(TAG.null)
      return Array.isArray(value) ? writeArray(out, value) : writeObject(out, value)
    default:
      throw new UnwritableError(`A command cannot have a ${typeof value}.`)
  }
}

function writeNumber(out: ByteWriter, value: number): void {
  if (!Number.isFinite(value)) throw new UnwritableError(`A command cannot have ${value}.`)
  if (!Number.isSafeInteger(value)) {
    out.byte(TAG.float)
    return out.float(value)
  }
  // JSON has no negative zero either.
  if (value >= 0 && value < TAG.firstWord - TAG.smallInt) return out.byte(TAG.smallInt + value)
  out.byte(value < 0 ? TAG.negative : TAG.positive)
  out.varint(Math.abs(value))
}

function writeText(out: ByteWriter, text: string): void {
  const { length } = text
  const word = length <= LONGEST_WORD && !isNumeral(text) ? WORD_OF.get(text) : undefined
  if (word !== undefined) return writeWord(out, word)
  if (length > 0 && (writeNibbles(out, text) || writeSymbols(out, text))) return
  if (HALF.test(text)) throw new UnwritableError('A text of a command is half a character.')
  out.byte(TAG.utf8)
  out.utf8(text)
}

/** No word begins with a digit, as most names of users and orders do. */
const isNumeral = (text: string): boolean => text.charCodeAt(0) <= CODE_OF_9

function writeWord(out: ByteWriter, word: number): void {
  if (word < 256 - TAG.firstWord) return out.byte(TAG.firstWord + word)
  out.byte(TAG.word)
  out.varint(word)
}

/**
 * Digits, and hexadecimal text in lower case: two characters a byte. `false`: the text has others,
 * and nothing was written.
 */
function writeNibbles(out: ByteWriter, text: string): boolean {
  const { length } = text
  const start = out.length
  out.byte(TAG.nibbles)
  out.varint(length)
  const { bytes, at } = out.take((length + 1) >> 1)
  for (let from = 0, to = at; from < length; from += 2, to++) {
    const high = NIBBLE_OF[text.charCodeAt(from)] ?? NONE
    const low = from + 1 < length ? (NIBBLE_OF[text.charCodeAt(from + 1)] ?? NONE) : 0
    if ((high | low) > 15) return out.takeBack(start)
    bytes[to] = (high << 4) | low
  }
  return true
}

/** Letters, digits, `-` and `_`: six bits a character. `false`: as of nibbles. */
function writeSymbols(out: ByteWriter, text: string): boolean {
  const { length } = text
  const start = out.length
  out.byte(TAG.symbols)
  out.varint(length)
  const { bytes, at } = out.take((length * 6 + 7) >> 3)
  let to = at
  let bits = 0
  let held = 0
  for (let from = 0; from < length; from++) {
    const symbol = SYMBOL_OF[text.charCodeAt(from)] ?? NONE
    if (symbol > 63) return out.takeBack(start)
    held = ((held << 6) | symbol) & 0x3fff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    bytes[to++] = held >> bits
  }
  if (bits > 0) bytes[to] = held << (8 - bits)
  return true
}

function writeArray(out: ByteWriter, values: readonly unknown[]): void {
  if (values.length < TAG.smallInt - TAG.shortArray) out.byte(TAG.shortArray + values.length)
  else {
    out.byte(TAG.array)
    out.varint(values.length)
  }
  for (const value of values) writeValue(out, value)
}

function writeObject(out: ByteWriter, value: object): void {
  const fields = value as Readonly<Record<string, unknown>>
  const names = Object.keys(fields)
  let count = names.length
  // Absent and `undefined` are the same in JSON.
  for (const name of names) if (fields[name] === undefined) count--
  out.byte(TAG.object)
  out.varint(count)
  for (const name of names) {
    const each = fields[name]
    if (each === undefined) continue
    writeText(out, name)
    writeValue(out, each)
  }
}

/** @throws RangeError for bytes that `writeValue` does not write */
export function readValue(from: ByteReader): unknown {
  const tag = from.byte()
  if (tag >= TAG.firstWord) return wordAt(tag - TAG.firstWord)
  if (tag >= TAG.smallInt) return tag - TAG.smallInt
  if (tag >= TAG.shortArray) return readArray(from, tag - TAG.shortArray)
  switch (tag) {
    case TAG.null:
      return null
    case TAG.false:
      return false
    case TAG.true:
      return true
    case TAG.float:
      return from.float()
    case TAG.positive:
      return from.varint()
    case TAG.negative:
      return -from.varint()
    case TAG.utf8:
      return from.utf8()
    case TAG.nibbles:
      return readNibbles(from)
    case TAG.symbols:
      return readSymbols(from)
    case TAG.array:
      return readArray(from, from.varint())
    case TAG.object:
      return readObject(from)
    case TAG.word:
      return wordAt(from.varint())
    default:
      throw new RangeError(`No value begins with ${tag}.`)
  }
}

function wordAt(at: number): string {
  const word = WORDS[at]
  if (word === undefined) throw new RangeError(`There is no word ${at}.`)
  return word
}

function readNibbles(from: ByteReader): string {
  const length = from.varint()
  let text = ''
  for (let at = 0; at < length; at += 2) {
    const byte = from.byte()
    text += NIBBLES[byte >> 4]
    if (at + 1 < length) text += NIBBLES[byte & 15]
  }
  return text
}

function readSymbols(from: ByteReader): string {
  const length = from.varint()
  let text = ''
  let bits = 0
  let held = 0
  for (let at = 0; at < length; at++) {
    if (bits < 6) {
      held = (held << 8) | from.byte()
      bits += 8
    }
    bits -= 6
    text += SYMBOLS[(held >> bits) & 63]
    held &= (1 << bits) - 1
  }
  return text
}

function readArray(from: ByteReader, count: number): unknown[] {
  const values: unknown[] = []
  for (let at = 0; at < count; at++) values.push(readValue(from))
  return values
}

function readObject(from: ByteReader): object {
  const fields: [string, unknown][] = []
  for (let left = from.varint(); left > 0; left--)
    fields.push([String(readValue(from)), readValue(from)])
  // As by JSON.parse, `__proto__` is a name like any other.
  return Object.fromEntries(fields)
}
