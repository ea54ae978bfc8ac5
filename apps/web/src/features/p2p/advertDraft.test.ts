import { describe, expect, it } from 'vitest'
import { type AdvertDraft, draftOf, EMPTY_DRAFT, faultsOf, termsOf } from './advertDraft.ts'

const WHOLE: AdvertDraft = {
  ...EMPTY_DRAFT,
  price: '1.02',
  amount: '100',
  minimum: '10',
  maximum: '50',
  methods: ['3'],
}
const faults = (changes: Partial<AdvertDraft>, funds: object = {}) =>
  faultsOf({ ...WHOLE, ...changes }, { available: '100', escrowed: '0', ...funds })

describe('an advert that is written (products 2)', () => {
  it('has no faults once everything is given', () => {
    expect(faults({})).toEqual({})
    expect(
      Object.keys(faultsOf(EMPTY_DRAFT, { available: '0', escrowed: '0' })).toSorted(),
    ).toEqual(['amount', 'maximum', 'methods', 'minimum', 'price'])
  })

  it.each([
    [{ price: '0' }, { price: 'missing' }],
    [{ amount: '100.00000001' }, { amount: 'balance' }],
    [{ minimum: '50.01' }, { maximum: 'range' }],
    [{ maximum: '' }, { maximum: 'missing' }],
    [{ methods: ['1', '2', '3', '4', '5', '6'] }, { methods: 'missing' }],
  ] as const)('has, with %j, the faults %j', (changes, found) => {
    expect(faults(changes)).toEqual(found)
  })

  it.each([
    ['20', true],
    ['-20', true],
    ['−1,5', true],
    ['+3', true],
    ['20.01', false],
    ['-20.5', false],
    ['1.234', false],
    ['', false],
    ['x', false],
  ])('takes the margin %s: %s', (margin, isWithin) => {
    expect(faults({ pricing: 'floating', margin })).toEqual(isWithin ? {} : { margin: 'range' })
  })

  it('needs coins where it sells, less what was put aside', () => {
    expect(faults({ side: 'buy', amount: '1000' })).toEqual({})
    expect(faults({ amount: '150' }, { escrowed: '50' })).toEqual({})
    expect(faults({ amount: '151' }, { escrowed: '50' })).toEqual({ amount: 'balance' })
  })

  it('is sent with one price and the methods of its side', () => {
    expect(termsOf(WHOLE)).toMatchObject({ price: '1.02', methodIds: ['3'], paymentTypes: [] })
    const floating = termsOf({ ...WHOLE, side: 'buy', pricing: 'floating', margin: '−1,5' })
    expect(floating).toMatchObject({ marginPercent: '-1.5', methodIds: [], paymentTypes: ['3'] })
    expect(floating).not.toHaveProperty('price')
  })

  it('is edited from what was published', () => {
    const terms = termsOf(WHOLE)
    const advert = {
      ...terms,
      advertId: '1',
      version: 1,
      price: '1.02',
      marginPercent: null,
      remaining: terms.amount,
      terms: '',
      status: 'paused',
      openOrders: 0,
      createdAt: 0,
    } as const
    expect(termsOf(draftOf(advert))).toEqual(terms)
  })
})
