import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { safeText } from './text.ts'

/** Every name of HTML whose characters are controls, format characters or blanks, of all 2,231. */
const INVISIBLE = [
  'ApplyFunction',
  'InvisibleComma',
  'InvisibleTimes',
  'MediumSpace',
  'NegativeMediumSpace',
  'NegativeThickSpace',
  'NegativeThinSpace',
  'NegativeVeryThinSpace',
  'NewLine',
  'NoBreak',
  'NonBreakingSpace',
  'Tab',
  'ThickSpace',
  'ThinSpace',
  'VeryThinSpace',
  'ZeroWidthSpace',
  'af',
  'emsp',
  'emsp13',
  'emsp14',
  'ensp',
  'hairsp',
  'ic',
  'it',
  'lrm',
  'nbsp',
  'numsp',
  'puncsp',
  'rlm',
  'shy',
  'thinsp',
  'zwj',
  'zwnj',
]

describe('text', () => {
  it.each(INVISIBLE)('becomes empty where &%s; hides in or before the scheme (S5)', (name) => {
    expect(
      [`&${name};javascript:x`, `java&${name};script:x`, `javascript&${name};&colon;x`].map(
        safeText,
      ),
    ).toEqual(['', '', ''])
  })

  it.each(['nbsp', 'shy'])(
    'becomes empty where &%s without semicolon hides the scheme (S5)',
    (name) => {
      expect([`&${name}javascript:x`, `java&${name}script:x`].map(safeText)).toEqual(['', ''])
    },
  )

  it.each([
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    '  javascript:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript\r:alert(1)',
    '\u0001\u0000javascript:x',
    '\u200bjavascript:x',
    '\ufeffjavascript:x',
    'java\u00adscript:x',
    '&#106;avascript:x',
    '&#x6A;avascript:x',
    '&#x6Aavascript:x'.replace('6Aa', '6A;a'),
    '&#0000106avascript:x'.replace('106a', '106;a'),
    'javascript&colon;x',
    'java&Tab;script:x',
    'java&NewLine;script&#58;x',
    '&nbsp;javascript:x',
    `${'&#9;'.repeat(5_000)}javascript:x`,
    `${' '.repeat(5_000)}javascript:x`,
  ])('becomes empty: %j (S5)', (text) => {
    expect(safeText(text)).toBe('')
  })

  it.each([
    'Buy BTC',
    'see javascript: the language',
    'javascript is a language',
    'javascripts: a list',
    '<b>bold</b> & more',
    '&amp;#106;avascript:x',
    // One decoding makes no entity of what it leaves, and HTML knows these names in this spelling
    // and with a semicolon only.
    '&#x2&shy;6;#106;avascript:x',
    '&NBSP;javascript:x',
    '&zwnjjavascript:x',
    '&constructor;javascript:x',
    '',
  ])('stays as it is: %j (S5)', (text) => {
    expect(safeText(text)).toBe(text)
  })

  it.each([[undefined], [null], [0], [{}]])('returns an empty text for %o', (value) => {
    expect(safeText(value)).toBe('')
  })

  it('never throws, and changes a text to nothing or not at all (S6)', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => ['', text].includes(safeText(text))),
    )
    expect(safeText('&#1114112;javascript:')).toBe('&#1114112;javascript:')
    expect(safeText('&#xFFFFFFFFFFFFFFFFF;x')).toBe('&#xFFFFFFFFFFFFFFFFF;x')
  })
})
