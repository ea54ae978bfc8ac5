import { describe, expect, it } from 'vitest'
import { lowered, overLimit, titleFault, titlesIn } from './titles.mjs'

describe('titleFault', () => {
  it.each([
    'rejects a price off the tick (T3.2)',
    'are cancelled together',
    '`xmp` keeps no content (S2)',
    'the first row stays in place',
    'live: refuses an order without prevention (SR12)',
    '%s',
    'moves the newest order of each price to the end once amended (U2.48, spec 5.3)',
  ])('accepts "%s"', (title) => {
    expect(titleFault(title)).toBeUndefined()
  })

  it.each([
    ['of a guest does not exist', 'begins with "of"'],
    ['what vanishes says so', 'begins with "what"'],
    ['beside %s', 'begins with "beside"'],
    ['%s of %s', 'has no verb'],
    ['keeps one two three four five six seven eight nine ten eleven twelve', '13 words'],
  ])('refuses "%s": %s', (title, fault) => {
    expect(titleFault(title)).toContain(fault)
  })
})

describe('titlesIn', () => {
  it('reads titles of tests in every form and none of groups', () => {
    const text = `
      describe('a group', () => {
        it('opens', () => {})
        it.each([['row']])(\`closes \${one} file\`, () => {})
        test.skipIf(true)('waits ' + 'long', () => {})
        test.beforeEach('prepares', () => {})
      })
    `
    expect(titlesIn(text)).toEqual([
      { line: 3, title: 'opens' },
      { line: 4, title: 'closes %s file' },
      { line: 5, title: 'waits long' },
    ])
  })
})

describe('the ratchet', () => {
  it('refuses more faults than an area may have', () => {
    expect(overLimit({ 'apps/web': 2 }, { 'apps/web': 2 })).toEqual([])
    expect(overLimit({ 'apps/web': 2 }, { 'apps/web': 1 })).toHaveLength(1)
    expect(overLimit({ 'apps/web': 1 }, {})).toHaveLength(1)
  })

  it('only lowers limits', () => {
    expect(lowered({ a: 3, b: 1, c: 2 }, { a: 2, b: 5 })).toEqual({ a: 2, b: 1 })
  })
})
