import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judgeNumbers } from './createLiveBook.ts'

type Message = Parameters<typeof judgeNumbers>[0]
type Applied = Parameters<typeof judgeNumbers>[1]

const none = { last: undefined, lastPrevious: undefined, snapshotAt: undefined }
const number = fc.integer({ min: 1, max: 1_000_000 })

describe('the numbers of a difference', () => {
  const cases: [string, Message, Partial<Applied>, 'next' | 'old' | 'gap'][] = [
    ['without numbers', {}, { last: 5 }, 'next'],
    ['after a snapshot without numbers', { last: 5 }, {}, 'next'],
    ['whose previous is the last one', { last: 9, previous: 5 }, { last: 5 }, 'next'],
    [
      'that names the last one again',
      { last: 5, previous: 3 },
      { last: 5, lastPrevious: 3 },
      'old',
    ],
    ['with another previous', { last: 5, previous: 4 }, { last: 5, lastPrevious: 3 }, 'gap'],
    ['after a lost message', { last: 9, previous: 7 }, { last: 5 }, 'gap'],
    ['of a server that began anew', { last: 2, previous: 1 }, { last: 5 }, 'gap'],
    ['with a number that rises', { last: 9 }, { last: 5 }, 'next'],
    ['sent twice', { last: 5 }, { last: 5 }, 'old'],
    ['with a number that falls', { last: 4 }, { last: 5 }, 'gap'],
    ['that begins with the next number', { first: 6, last: 9 }, { last: 5 }, 'next'],
    ['that ends before the last one', { first: 2, last: 4 }, { last: 5 }, 'old'],
    ['that begins too late', { first: 7, last: 9 }, { last: 5 }, 'gap'],
    ['that overlaps the last one', { first: 4, last: 9 }, { last: 5 }, 'gap'],
    ['that overlaps the snapshot', { first: 4, last: 9 }, { last: 5, snapshotAt: 5 }, 'next'],
    ['that begins after the snapshot', { first: 7, last: 9 }, { last: 5, snapshotAt: 5 }, 'gap'],
  ]
  it.each(cases)('judge a difference %s', (_, message, applied, verdict) =>
    expect(judgeNumbers(message, { ...none, ...applied })).toBe(verdict),
  )

  it('follow one another through any chain of ranges', () => {
    fc.assert(
      fc.property(number, fc.array(fc.integer({ min: 1, max: 50 })), (start, lengths) => {
        let last = start
        for (const length of lengths) {
          const message = { first: last + 1, last: last + length }
          expect(judgeNumbers(message, { ...none, last })).toBe('next')
          last = message.last
        }
      }),
    )
  })

  it('show any lost range as a gap', () => {
    fc.assert(
      fc.property(number, fc.integer({ min: 1, max: 50 }), number, (last, lost, length) => {
        const first = last + lost + 1
        expect(judgeNumbers({ first, last: first + length }, { ...none, last })).toBe('gap')
        expect(
          judgeNumbers({ last: first + length, previous: last + lost }, { ...none, last }),
        ).toBe('gap')
      }),
    )
  })

  it('show every repeated message as old', () => {
    fc.assert(
      fc.property(number, fc.option(number, { nil: undefined }), (last, previous) => {
        fc.pre(previous !== last)
        const applied = { ...none, last, lastPrevious: previous }
        const message = previous === undefined ? { last } : { last, previous }
        expect(judgeNumbers(message, applied)).toBe('old')
      }),
    )
  })
})
