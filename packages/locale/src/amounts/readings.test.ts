import { describe, expect, it } from 'vitest'
import { plainText } from './plainText.ts'
import { formOf, INVARIANT_FORM, isThreeDigitRiddle, readForm, readings } from './readings.ts'

const GERMAN = { decimal: ',', group: '.' }

describe('reading a number in a form', () => {
  it.each([
    ['1234', '1234'],
    ['1,234', '1234'],
    ['1,234.5', '1234.5'],
    ['1,234,567.89', '1234567.89'],
    ['1 234.5', '1234.5'],
    ['.5', '0.5'],
    ['5.', '5.'],
    ['0.5', '0.5'],
    ['007', '007'],
  ])('the invariant form reads %s as %s', (text, value) => {
    expect(readForm(text, INVARIANT_FORM)).toBe(value)
  })

  it.each([
    '1,23',
    '12,34,567',
    '1234,567',
    '0,123',
    '1,2345',
    '1.2.3',
    '1,234.5,6',
    '',
    '.',
    ',',
    ' ',
    '1 23',
    '1, 234',
    'a',
  ])('the invariant form does not read %j', (text) => {
    expect(readForm(text, INVARIANT_FORM)).toBeNull()
  })

  it('the German form is its mirror', () => {
    expect([
      readForm('1.234,5', GERMAN),
      readForm('1.234.567', GERMAN),
      readForm('1234,5', GERMAN),
      readForm('1,234.5', GERMAN),
      readForm('1.5', GERMAN),
    ]).toEqual(['1234.5', '1234567', '1234.5', null, null])
  })

  it('takes the form from the locale; a space groups in every form', () => {
    expect([formOf('de'), formOf('fr'), formOf('en'), formOf('ar')]).toEqual([
      GERMAN,
      { decimal: ',', group: ' ' },
      INVARIANT_FORM,
      INVARIANT_FORM,
    ])
  })

  it('lists what a text can mean', () => {
    expect([
      readings('1,234', 'de'),
      readings('1,5', 'de'),
      readings('1,5', 'en'),
      readings('1234', 'de'),
    ]).toEqual([['1.234', '1234'], ['1.5'], [], ['1234']])
  })

  it('knows the riddle of three digits', () => {
    expect(['1,234', '12.345', '123,456'].every(isThreeDigitRiddle)).toBe(true)
    expect(
      ['0,125', '1234,567', '1,23', '1,2345', '1,234,567', '1234'].some(isThreeDigitRiddle),
    ).toBe(false)
  })
})

describe('plain text', () => {
  it.each([
    ['１２３．５', '123.5'],
    ['٣٫٥', '3.5'],
    ['۴۵', '45'],
    ['1，5', '1,5'],
    ['1،5', '1,5'],
    ['1。5', '1.5'],
    ['1\u00a0234\u202f567', '1 234 567'],
    ['1’234', '1 234'],
    ['1٬234', '1 234'],
    ['\u200e-5\u200f', '-5'],
    ['\u2068x\u2069', 'x'],
    ['$5 €', '$5 €'],
  ])('%j is %j (locale Numbers)', (text, plain) => {
    expect(plainText(text)).toBe(plain)
  })
})
