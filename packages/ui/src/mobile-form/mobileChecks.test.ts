import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { uiStringsEn } from '../strings/en.ts'
import { loadUiStrings, UI_LOCALES } from '../strings/loadUiStrings.ts'
import {
  checkAddress,
  checkName,
  checkPhone,
  MOBILE_LIMITS,
  MOBILE_PROMPTS,
  mobileChecks,
  mobilePrompt,
  type MobileField,
} from './mobileChecks.ts'

const fields = Object.keys(mobileChecks) as MobileField[]
/**
 * Any code points, unpaired surrogates included. The library's generator first builds a table for
 * seconds.
 */
const anyText = fc
  .array(fc.nat(0x10ffff), { maxLength: 10 })
  .map((codes) => String.fromCodePoint(...codes))
const blank = ['', ' ', '\n\t', '\u3000', '\u200b ']

describe('all mobile checks (U22)', () => {
  it.each(fields)('%s: treats white space as empty (U22.1, spec 5.12)', (field) => {
    for (const text of blank) expect(mobileChecks[field](text)).toEqual({ status: 'empty' })
  })
  it.each(fields)('%s: is idempotent for valid texts (U22.2)', (field) => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), (text) => {
        const first = mobileChecks[field](text)
        if (first.status === 'valid') expect(mobileChecks[field](first.value)).toEqual(first)
      }),
    )
  })
  it.each(fields)('%s: never throws and rejects control characters (U22.3)', (field) => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(['valid', 'empty', 'invalid']).toContain(mobileChecks[field](text).status)
        expect(mobileChecks[field](`Main Street 12345${text}\u0007`).status).toBe('invalid')
      }),
    )
  })
})

describe('checkName (U22)', () => {
  it.each([
    'Ada Lovelace',
    'Jean-Luc O’Neil Jr.',
    '王小明',
    'محمد بن سلمان',
    'นายสมชาย ใจดี',
    'Ґалаґан Її',
    'Åsa',
    'Léopold·Sédar',
    '阿卜杜拉・汗',
  ])('accepts %s (U22.4)', (name) => {
    expect(checkName(name)).toEqual({ status: 'valid', value: name.normalize('NFC') })
  })
  it.each([
    '4711',
    'R2-D2',
    '<b>Ada</b>',
    'ada@example.com',
    '...',
    '- -',
    'Ada\u202eecalevoL',
    '😀',
  ])('rejects %j (U22.5)', (name) => {
    expect(checkName(name)).toEqual({ status: 'invalid' })
  })
  it('trims and merges blanks (U22.6)', () => {
    expect(checkName('  Ada \n  Lovelace ')).toEqual({ status: 'valid', value: 'Ada Lovelace' })
  })
  it('allows 60 graphemes (U22.7)', () => {
    expect(checkName('ñ'.normalize('NFD').repeat(60)).status).toBe('valid')
    expect(checkName('a'.repeat(MOBILE_LIMITS.name.max)).status).toBe('valid')
    expect(checkName('a'.repeat(MOBILE_LIMITS.name.max + 1)).status).toBe('invalid')
  })
})

describe('checkPhone (U22)', () => {
  it.each([
    ['+49 30 901820', '+49 30 901820'],
    ['(030) 901-820', '(030) 901-820'],
    ['010.1234.5678', '010.1234.5678'],
    ['+٩٦٦٥٠١٢٣٤٥٦٧', '+966501234567'],
    ['۰۹۱۲ ۳۴۵ ۶۷۸۹', '0912 345 6789'],
    ['＋８１　９０−１２３４', '+81 90-1234'],
    ['(030)901820', '(030)901820'],
    ['+44 (020) 7946-0018', '+44 (020) 7946-0018'],
    // Two scripts whose digits are adjacent in Unicode.
    ['\u{116d0}\u{116d9}\u{116da}\u{116db}\u{116e3}', '09019'],
    // As phone and office applications copy them.
    ['\u202d+1 (202) 555-0123\u202c', '+1 (202) 555-0123'],
    ['\u202a+49 30 901820\u202c', '+49 30 901820'],
    ['\u2066٠٥٠١٢٣٤٥٦٧\u2069', '0501234567'],
    ['12345', '12345'],
    ['123456789012345', '123456789012345'],
  ])('accepts %s as %s (U22.8)', (typed, value) => {
    expect(checkPhone(typed)).toEqual({ status: 'valid', value })
  })
  it.each([
    '1234',
    '1234567890123456',
    '+',
    '12+34567',
    '++4930901820',
    '030 90 18 x20',
    '(030 901820',
    '030)901820',
    '()123456',
    '12--3456',
    '12345-',
    'call me',
    '\u202e321098103+',
    '1234５６７８９０１２３４５６',
  ])('rejects %s (U22.9)', (typed) => {
    expect(checkPhone(typed)).toEqual({ status: 'invalid' })
  })
  it('allows 5 to 15 digits (U22.10)', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(9), { minLength: 1, maxLength: 25 }), (digits) => {
        const valid =
          digits.length >= MOBILE_LIMITS.phone.min && digits.length <= MOBILE_LIMITS.phone.max
        expect(checkPhone(`+${digits.join('')}`).status).toBe(valid ? 'valid' : 'invalid')
      }),
    )
  })
})

describe('checkAddress (U22)', () => {
  it.each([
    'No. 5',
    '221B Baker Street, London',
    '北京市朝阳区1号',
    'شارع الملك فهد 12',
    'Nr. 5/2, §3 (EG)',
  ])('accepts %s (U22.11)', (address) => {
    expect(checkAddress(address)).toEqual({ status: 'valid', value: address })
  })
  it.each(['abcd', '12345', '.....', '<img src=x>', 'Street\u0000 12345', 'Street \u202e12'])(
    'rejects %j (U22.12)',
    (address) => {
      expect(checkAddress(address)).toEqual({ status: 'invalid' })
    },
  )
  it('joins lines and allows 200 graphemes (U22.13)', () => {
    expect(checkAddress('1 Main Street\r\nSpringfield')).toEqual({
      status: 'valid',
      value: '1 Main Street Springfield',
    })
    expect(checkAddress('a'.repeat(MOBILE_LIMITS.address.max)).status).toBe('valid')
    expect(checkAddress('a'.repeat(MOBILE_LIMITS.address.max + 1)).status).toBe('invalid')
  })
})

describe('mobilePrompt (U22)', () => {
  it('has a message for empty and invalid, none for valid fields (U22.14, spec 5.12)', () => {
    const prompt = (field: MobileField, text: string) =>
      mobilePrompt(field, { text, strings: uiStringsEn })
    expect(fields.map((field) => prompt(field, ' '))).toEqual([
      'Enter a name',
      'Enter a phone number',
      'Enter an address',
    ])
    expect(fields.map((field) => prompt(field, '<'))).toEqual([
      'This name is not valid',
      'This phone number is not valid',
      'This address is not valid',
    ])
    expect([
      prompt('name', 'Ada'),
      prompt('phone', '030901820'),
      prompt('address', '1 Main Street'),
    ]).toEqual([undefined, undefined, undefined])
  })
  it.each(UI_LOCALES)('has six different messages in %s (U22.15, spec 5.12)', async (locale) => {
    const strings = await loadUiStrings(locale)
    const ids = fields.flatMap((field) => Object.values(MOBILE_PROMPTS[field]))
    expect(new Set(ids.map((id) => strings[id])).size).toBe(6)
  })
})
