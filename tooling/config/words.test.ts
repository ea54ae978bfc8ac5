import { describe, expect, it } from 'vitest'
import { countByArea, faultsIn, lowered, overLimit, retiredIn, wordsOf } from './words.mjs'

const forms = (text: string) => retiredIn(text).map(({ form }) => form)

describe('wordsOf', () => {
  it.each([
    ['OrderDesk', ['order', 'desk']],
    ['tellCache()', ['tell', 'cache']],
    ['URLDoor', ['url', 'door']],
    ['order-desk_store', ['order', 'desk', 'store']],
    ['desktop interface', ['desktop', 'interface']],
  ])('splits %s at capitals and signs', (text, words) => {
    expect(wordsOf(text)).toEqual(words)
  })
})

describe('retiredIn', () => {
  it.each([
    ['createOrderDesk', ['desk']],
    ['what the house pays', ['house']],
    ['comeNear()', ['come near']],
    ['two of them stand for all', ['stand for']],
    ['a desktop surface tells nothing', ['tells']],
  ])('finds the retired words of %s', (text, found) => {
    expect(forms(text)).toEqual(found)
  })

  it.each([
    'houseAccount',
    'the house accounts of a realm',
    'a price oracle',
    '@font-face',
    'a random walk',
  ])('allows the field term %s', (text) => {
    expect(forms(text)).toEqual([])
  })

  it('finds a retired word beside a field term', () => {
    expect(forms('the house account of the house')).toEqual(['house'])
  })
})

describe('faultsIn', () => {
  it('names path, line and replacement', () => {
    expect(faultsIn('apps/web/src/Face.ts', 'export {}\n// the door\n')).toEqual([
      {
        line: 0,
        kind: 'word',
        text: 'face: use view, placeholder, interface | apps/web/src/Face.ts',
      },
      { line: 2, kind: 'word', text: 'door: use entry, submission, port | // the door' },
    ])
  })

  it('refuses a line over 100 columns in code only', () => {
    const line = 'x'.repeat(101)
    expect(faultsIn('apps/web/src/a.ts', line)).toEqual([
      { line: 1, kind: 'long', text: '101 columns' },
    ])
    expect(faultsIn('docs/a.md', line)).toEqual([])
  })

  it('counts no column for a mark above or below a letter', () => {
    expect(faultsIn('apps/web/src/a.ts', 'ที่'.repeat(100))).toEqual([])
  })

  it('refuses conflict markers', () => {
    const text = `${'<'.repeat(7)} HEAD\n=======\n${'>'.repeat(7)} main\n`
    expect(faultsIn('docs/a.md', text).map(({ line }) => line)).toEqual([1, 3])
  })

  it('allows tapes in the market folder and no other word', () => {
    const found = faultsIn('apps/gateway/src/modules/market-data/a.ts', 'tape of the desk')
    expect(found.map(({ text }) => text)).toEqual(['desk: use service, store | tape of the desk'])
  })

  it('allows every word in message catalogues', () => {
    expect(faultsIn('apps/web/src/features/spot/messages/en.json', '"room"')).toEqual([])
  })
})

describe('the limits of words-open.json', () => {
  const faults = new Map([
    ['apps/web/src/a.ts', [{ line: 1, kind: 'word' as const, text: '' }]],
    ['README.md', [{ line: 1, kind: 'long' as const, text: '' }]],
  ])
  const counts = countByArea(faults)

  it('counts by area', () => {
    expect(counts).toEqual({
      '.': { words: 0, longLines: 1 },
      'apps/web': { words: 1, longLines: 0 },
    })
  })

  it('refuses an area above its limit, or without one', () => {
    expect(overLimit(counts, { '.': { words: 0, longLines: 1 } })).toEqual([
      expect.stringMatching(/^apps\/web: 1 retired words, 0 may be/),
    ])
  })

  it('only ever lowers a limit', () => {
    const open = {
      '.': { words: 3, longLines: 3 },
      'apps/web': { words: 0, longLines: 0 },
      docs: { words: 2, longLines: 0 },
    }
    expect(lowered(open, counts)).toEqual({ '.': { words: 0, longLines: 1 } })
  })
})
