import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DER, readDer, readSequence } from './der.ts'

const bytes = (...values: number[]) => Uint8Array.from(values)
/** The shortest length encoding, as DER requires. */
const lengthOf = (length: number): number[] =>
  length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
const element = (tag: number, content: ArrayLike<number>) => [
  tag,
  ...lengthOf(content.length),
  ...Array.from(content),
]

describe('strict DER reader', () => {
  it('reads elements that fill the bytes', () => {
    const elements = readDer(bytes(0x02, 0x01, 0x05, 0x04, 0x02, 0xaa, 0xbb))
    expect(elements?.map(({ tag, content }) => [tag, ...content])).toEqual([
      [0x02, 0x05],
      [0x04, 0xaa, 0xbb],
    ])
    expect(elements?.[1]?.encoded).toEqual(bytes(0x04, 0x02, 0xaa, 0xbb))
  })

  it('reads no elements from empty input', () => {
    expect(readDer(bytes())).toEqual([])
  })

  it('reads back any encoded list of elements', () => {
    const tags = fc.integer({ min: 0, max: 255 }).filter((tag) => (tag & 0x1f) !== 0x1f)
    const list = fc.array(fc.tuple(tags, fc.uint8Array({ maxLength: 400, size: 'max' })), {
      maxLength: 6,
    })
    fc.assert(
      fc.property(list, (elements) => {
        const read = readDer(bytes(...elements.flatMap(([tag, content]) => element(tag, content))))
        expect(read?.map(({ tag, content }) => [tag, [...content]])).toEqual(
          elements.map(([tag, content]) => [tag, [...content]]),
        )
      }),
      { numRuns: 100 },
    )
  })

  it.each([
    ['no length', bytes(0x02)],
    ['content that ends early', bytes(0x02, 0x02, 0x01)],
    ['the indefinite length of BER', bytes(0x30, 0x80, 0x00, 0x00)],
    ['a long length where a short one will do', bytes(0x02, 0x81, 0x01, 0x05)],
    [
      'a length with a zero in front',
      bytes(0x04, 0x82, 0x00, 0x80, ...Array.from({ length: 128 }, () => 0)),
    ],
    ['a length that ends early', bytes(0x30, 0x82, 0x01)],
    ['a length of four bytes', bytes(0x30, 0x84, 0x00, 0x00, 0x00, 0x01, 0x00)],
    ['a tag of several bytes', bytes(0x1f, 0x81, 0x01, 0x00)],
    ['a rest after the last element', bytes(0x02, 0x01, 0x05, 0x00)],
  ])('rejects %s', (_, value) => {
    expect(readDer(value)).toBeNull()
  })

  it('returns elements or null for any bytes (PROTOCOL T19)', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        (value) => readDer(value) === null || Array.isArray(readDer(value)),
      ),
    )
  })
})

describe('sequences', () => {
  it('return their children', () => {
    expect(
      readSequence(bytes(...element(DER.sequence, [...element(2, [1]), ...element(2, [2])])))?.map(
        ({ content }) => [...content],
      ),
    ).toEqual([[1], [2]])
  })

  it.each([
    ['an integer', bytes(0x02, 0x01, 0x05)],
    ['two sequences', bytes(0x30, 0x00, 0x30, 0x00)],
    ['nothing', bytes()],
    ['broken content', bytes(0x30, 0x02, 0x02, 0x05)],
  ])('reject %s', (_, value) => {
    expect(readSequence(value)).toBeNull()
  })
})
