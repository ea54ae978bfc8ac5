import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { acceptsLength, fitText, graphemeCount } from './graphemes.ts'

describe('graphemes', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['é', 1],
    ['e\u0301', 1],
    ['👩‍🚀', 1],
    ['🇺🇦🇩🇪', 2],
    ['한국', 2],
    ['नि', 1],
    ['a\r\nb', 3],
  ])('counts %j as %i (U18.1)', (text, count) => expect(graphemeCount(text)).toBe(count))

  it('counts Latin text like the segmenter (U18.2)', () => {
    const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
    fc.assert(
      fc.property(
        fc.string(),
        (text) => graphemeCount(text) === [...segmenter.segment(text)].length,
      ),
    )
  })

  it('accepts text up to the limit (U18.3)', () => {
    expect(acceptsLength({ before: 'ab', after: 'abc', limit: 3 })).toBe(true)
    expect(acceptsLength({ before: 'abc', after: 'abcd', limit: 3 })).toBe(false)
    expect(acceptsLength({ before: '', after: 'anything', limit: undefined })).toBe(true)
  })

  it('lets a too long text shrink', () => {
    expect(acceptsLength({ before: 'abcdef', after: 'abcde', limit: 3 })).toBe(true)
    expect(acceptsLength({ before: 'abcdef', after: 'abcdxy', limit: 3 })).toBe(false)
  })

  it.each([
    ['abcdef', 'ab你cdef', 3, 6, 'abcdef', 2],
    ['abcd', 'ab你好吗cd', 5, 6, 'ab你好cd', 4],
    ['abcd', 'ab你好吗cd', null, 6, 'ab你好cd', 4],
    ['abcd', 'xyzabcd', 3, 5, 'xabcd', 1],
    ['aab', 'aaaaab', 3, 5, 'aaaab', 2],
    ['', '👩‍🚀👩‍🚀👩‍🚀', 15, 2, '👩‍🚀👩‍🚀', 10],
    ['abc', 'ax😀😁c', 6, 3, 'axc', 2],
    ['😀b', '😁😂xb', 5, 2, '😁b', 2],
    ['b😀', 'bx😂😃', null, 3, 'bx😂', 4],
    ['abc', 'abce\u0301f', 6, 4, 'abce\u0301', 5],
    ['abcd', 'abcde', 5, 2, 'abcd', 4],
    ['abcdef', 'abcdxyz', 7, 3, 'abcdx', 5],
    ['abc', 'abxbc', 4, 4, 'abxc', 3],
    ['abcd', 'abxyzcd', 3, 5, 'abxcd', 3],
    ['cd', 'abcd', null, 3, 'acd', 1],
    ['a😀', 'ax🈀', null, 2, 'ax', 2],
    ['😀a', '😁xa', null, 2, '😁a', 2],
    ['ab', 'axb', 1, 3, 'axb', 1],
    ['ab', 'abcd', 4, undefined, 'abcd', 4],
    ['ab', 'abc', null, 3, 'abc', 3],
  ])(
    'fits %j edited to %j, caret %s, limit %s: %j, caret %i (U18.7)',
    (before, after, caret, limit, text, at) => {
      expect(fitText({ before, after, caret, limit })).toEqual({ text, caret: at })
    },
  )

  it('shortens a long paste without trying every length (U18.7)', () => {
    expect(
      fitText({ before: 'ab', after: `a${'x'.repeat(200_000)}b`, caret: 200_001, limit: 4 }),
    ).toEqual({ text: 'axxb', caret: 3 })
  })

  it('keeps the surrounding text and as much as fits for any insertion (U18.8)', () => {
    const texts = fc.string({ unit: 'binary-ascii', maxLength: 8 })
    fc.assert(
      fc.property(texts, texts, texts, fc.nat(24), (start, inserted, end, spare) => {
        const limit = start.length + end.length + (spare % 12)
        const { text } = fitText({
          before: start + end,
          after: start + inserted + end,
          caret: start.length + inserted.length,
          limit,
        })
        expect([text.startsWith(start), text.endsWith(end)]).toEqual([true, true])
        expect(graphemeCount(text)).toBe(Math.min(limit, graphemeCount(start + inserted + end)))
      }),
    )
  })
})
