import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { acceptsLength, clipGraphemes, graphemeCount } from './machine.ts'

describe('text length', () => {
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
  ])('U18.1 counts %j as %i', (text, count) => expect(graphemeCount(text)).toBe(count))

  it('U18.2 counts Latin text the short way as the segmenter would', () => {
    const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
    fc.assert(fc.property(fc.string(), (text) => graphemeCount(text) === [...segmenter.segment(text)].length))
  })

  it('U18.3 takes text up to the limit and no more', () => {
    expect(acceptsLength({ before: 'ab', after: 'abc', limit: 3 })).toBe(true)
    expect(acceptsLength({ before: 'abc', after: 'abcd', limit: 3 })).toBe(false)
    expect(acceptsLength({ before: '', after: 'anything', limit: undefined })).toBe(true)
  })

  it('lets text that is too long shrink, so that a prefilled field is not stuck', () => {
    expect(acceptsLength({ before: 'abcdef', after: 'abcde', limit: 3 })).toBe(true)
    expect(acceptsLength({ before: 'abcdef', after: 'abcdxy', limit: 3 })).toBe(false)
  })

  it('clips at graphemes, never within one', () => {
    expect(clipGraphemes('👩‍🚀👩‍🚀👩‍🚀', 2)).toBe('👩‍🚀👩‍🚀')
    expect(clipGraphemes('abc', 5)).toBe('abc')
  })
})
