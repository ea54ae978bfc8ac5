import { describe, expect, it } from 'vitest'
import { GatewayError } from '../../platform/http/route.ts'
import {
  plainText,
  readAsked,
  readFiat,
  readNumber,
  readP2pAsset,
  readPaymentTypes,
  readTerms,
  readUnits,
} from './p2pInput.ts'
import { P2P_FIATS, PAYMENT_TYPES } from './p2pOffer.ts'
import { readAttackTexts } from '../../testing/readAttackTexts.ts'

/** The code of a refusal and the field that it names. */
function refusalOf(read: () => unknown): unknown {
  try {
    read()
    return undefined
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    return [error.code, (error.data as { field?: string } | null)?.field]
  }
}

const METHODS = { methods: ['bank'], methodIds: [1] }
const terms = (changes: object = {}) => ({
  price: '0.9',
  amount: '1',
  minimum: '10',
  maximum: '500.5',
  payMinutes: 30,
  paymentTypes: [],
  methodIds: [],
  ...changes,
})

describe('amounts (products 8)', () => {
  it.each([
    ['1', 2, 100n],
    ['0.01', 2, 1n],
    ['12.50', 2, 1250n],
    ['0.00000001', 8, 1n],
    ['999999', 0, 999_999n],
  ])('reads %s with %i decimals', (amount, decimals, units) => {
    expect(readUnits({ amount }, 'amount', { decimals })).toBe(units)
  })

  it.each([
    '',
    ' ',
    '0',
    '0.00',
    '-1',
    '+1',
    '1e3',
    '1E3',
    '0x10',
    '１',
    '٣',
    '1,5',
    '1.005',
    'NaN',
    'Infinity',
    '1'.padEnd(40, '0'),
    '1'.padEnd(41, '0'),
    '.',
    '1..2',
  ])('refuses %o', (amount) => {
    expect(refusalOf(() => readUnits({ amount }, 'amount', { decimals: 2 }))).toEqual([
      '40010',
      'amount',
    ])
  })

  it('takes coins or fiat, never both or neither', () => {
    expect(readAsked({ amount: '1.5' }, 'USDT')).toEqual({ by: 'asset', amount: '150000000' })
    expect(readAsked({ total: '1.5', amount: '' }, 'USDT')).toEqual({ by: 'fiat', amount: '150' })
    for (const params of [{}, { amount: '1', total: '1' }, { amount: '', total: '' }])
      expect(refusalOf(() => readAsked(params, 'USDT'))).toEqual(['40010', 'amount'])
  })
})

describe('terms of an advert (products 2)', () => {
  it('keeps a fixed price in its units', () => {
    expect(readTerms(terms({ terms: ' a\nb ' }), METHODS)).toEqual({
      price: '90000000',
      marginBp: null,
      minimum: '1000',
      maximum: '50050',
      payMinutes: 30,
      ...METHODS,
      text: 'a\nb',
    })
  })

  it.each([
    ['0', 0],
    ['1.25', 125],
    ['-1.5', -150],
    ['20', 2000],
    ['-20', -2000],
    ['-0.01', -1],
  ])('keeps a margin of %s %% in basis points', (marginPercent, marginBp) => {
    expect(readTerms(terms({ price: '', marginPercent }), METHODS)).toMatchObject({
      price: null,
      marginBp,
    })
  })

  it.each([
    ['price', { price: '' }],
    ['price', { marginPercent: '1' }],
    ['price', { price: '0.000000001' }],
    ['marginPercent', { price: '', marginPercent: '20.01' }],
    ['marginPercent', { price: '', marginPercent: '-20.01' }],
    ['marginPercent', { price: '', marginPercent: '1.001' }],
    ['marginPercent', { price: '', marginPercent: 'x' }],
    ['marginPercent', { price: '', marginPercent: '--1' }],
    ['maximum', { maximum: '9.99' }],
    ['minimum', { minimum: '0' }],
  ])('names %s in the refusal of %o', (field, changes) => {
    expect(refusalOf(() => readTerms(terms(changes), METHODS))).toEqual(['40010', field])
  })
})

describe('what is offered (spec 3)', () => {
  it('has the thirteen currencies, each with an area code', () => {
    expect(P2P_FIATS).toHaveLength(13)
    for (const { fiat, areaCode } of P2P_FIATS) {
      expect(readFiat(fiat)).toBe(fiat)
      expect(areaCode).toMatch(/^[1-9]\d{0,2}$/)
    }
  })

  it('has a kind of payment for every currency', () => {
    for (const { fiat } of P2P_FIATS)
      expect(PAYMENT_TYPES.some(({ fiats }) => fiats.includes(fiat))).toBe(true)
    expect(readPaymentTypes(['sepa', 'bank', 'sepa'], 'EUR')).toEqual(['sepa', 'bank'])
  })

  it.each([
    ['asset', () => readP2pAsset('DOGE')],
    ['asset', () => readP2pAsset('usdt')],
    ['fiat', () => readFiat('XAU')],
    ['fiat', () => readFiat('__proto__')],
    ['paymentTypes', () => readPaymentTypes([], 'EUR')],
    ['paymentTypes', () => readPaymentTypes(['gcash'], 'EUR')],
    ['paymentTypes', () => readPaymentTypes(['constructor'], 'EUR')],
  ])('refuses what is not offered: %s', (field, read) => {
    expect(refusalOf(read)).toEqual(['40010', field])
  })
})

it.each([
  ['7', 7],
  ['007', 7],
  ['', 0],
  ['-7', 0],
  ['7.0', 0],
  ['1e3', 0],
  ['9'.repeat(16), 0],
])('reads the number %o as %i', (text, number) => {
  expect(readNumber(text)).toBe(number)
})

it.each([
  [' a ', 'a'],
  ['a\nb', 'a\nb'],
  ['a\u0000b\u0007', 'ab'],
  ['safe\u202Eevil', 'safeevil'],
  ['zero\u200Bwidth', 'zerowidth'],
  ['\u2066x\u2069', 'x'],
  ['<b>x</b>', '<b>x</b>'],
])('keeps of the text %o only what can be seen', (text, seen) => {
  expect(plainText(text)).toBe(seen)
})

it('keeps what attackers write as text without hidden characters (products 8)', () => {
  for (const text of readAttackTexts()) {
    const seen = plainText(text)
    expect(seen).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u)
    // Nothing but hidden characters and outer spaces goes, and a second time nothing does.
    expect(seen).toBe(text.replaceAll(/[^\P{Cc}\n]|\p{Cf}/gu, '').trim())
    expect(plainText(seen)).toBe(seen)
  }
})
