import { formatUnits } from '@x/decimal'
import fc from 'fast-check'
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
    [{ methods: ['1', '2', '3', '4', '5'] }, {}],
    [{ methods: [] }, { methods: 'missing' }],
    [{ price: '0.00000001' }, {}],
    [{ price: '1.' }, {}],
    [{ price: '.' }, { price: 'missing' }],
    [{ price: '' }, { price: 'missing' }],
    [{ amount: '0.' }, { amount: 'missing' }],
    [{ amount: '100' }, {}],
    [{ amount: '99999999999999999999' }, { amount: 'balance' }],
    [{ minimum: '0' }, { minimum: 'missing' }],
    [{ minimum: '0.01' }, {}],
    [{ minimum: '50' }, {}],
    [
      { minimum: '', maximum: '' },
      { minimum: 'missing', maximum: 'missing' },
    ],
    [{ minimum: '', maximum: '1' }, { minimum: 'missing' }],
    // What is compared are amounts, not texts: as a text '9' comes after '10'.
    [{ minimum: '9', maximum: '10' }, {}],
    [{ minimum: '10', maximum: '9' }, { maximum: 'range' }],
    [{ minimum: '10.00', maximum: '10' }, {}],
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
    ['0', true],
    ['-0', true],
    ['19.99', true],
    ['-19.99', true],
    ['20.00', true],
    ['-20.01', false],
    ['021', false],
    ['100', false],
    ['.5', false],
    ['5.', false],
    ['1e1', false],
    ['--1', false],
    ['1 2', false],
    [' 1.5 ', true],
    ['٥', false],
  ])('takes the margin %s: %s', (margin, isWithin) => {
    expect(faults({ pricing: 'floating', margin })).toEqual(isWithin ? {} : { margin: 'range' })
  })

  it('needs coins where it sells, less what was put aside', () => {
    expect(faults({ side: 'buy', amount: '1000' })).toEqual({})
    expect(faults({ amount: '150' }, { escrowed: '50' })).toEqual({})
    expect(faults({ amount: '151' }, { escrowed: '50' })).toEqual({ amount: 'balance' })
  })

  it.each([
    ['nothing more than what is put aside', { amount: '50' }, {}],
    ['less than what is put aside', { amount: '20' }, {}],
    ['what is put aside and everything else', { amount: '150' }, {}],
    ['one step more than there is', { amount: '150.00000001' }, { amount: 'balance' }],
  ] as const)('is edited to %s', (_, changes, found) => {
    expect(faults(changes, { available: '100', escrowed: '50' })).toEqual(found)
  })

  it('has faults of the pricing that is chosen alone', () => {
    expect(faults({ pricing: 'fixed', margin: '99' })).toEqual({})
    expect(faults({ pricing: 'floating', margin: '1', price: '' })).toEqual({})
  })

  it('is short of coins exactly above the sum of both', () => {
    const units = fc.bigInt({ min: 1n, max: 10n ** 18n })
    const text = (value: bigint) => formatUnits(value, 8)
    fc.assert(
      fc.property(units, units, units, (amount, available, escrowed) => {
        const { amount: fault } = faults(
          { amount: text(amount) },
          { available: text(available), escrowed: text(escrowed) },
        )
        expect(fault).toBe(amount > available + escrowed ? 'balance' : undefined)
      }),
    )
  })

  it('is sent without spaces, last dots and first zeros', () => {
    expect(
      termsOf({
        ...WHOLE,
        price: '007.5',
        amount: '100.',
        minimum: '00',
        maximum: '050.10',
        terms: '  Be quick\n ',
        payMinutes: '45',
      }),
    ).toEqual({
      side: 'sell',
      asset: 'USDT',
      fiat: 'USD',
      price: '7.5',
      amount: '100',
      minimum: '0',
      maximum: '50.10',
      payMinutes: 45,
      paymentTypes: [],
      methodIds: ['3'],
      terms: 'Be quick',
    })
  })

  it.each([
    ['+3', '3'],
    ['−1,5', '-1.5'],
    [' 20 ', '20'],
  ])('sends the margin %s as %s', (margin, sent) => {
    expect(termsOf({ ...WHOLE, pricing: 'floating', margin }).marginPercent).toBe(sent)
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

  it('is edited at its margin and its kinds of payment', () => {
    const draft = draftOf({
      advertId: '1',
      version: 1,
      side: 'buy',
      asset: 'BTC',
      fiat: 'EUR',
      price: '60000',
      marginPercent: '-1.5',
      remaining: '0.5',
      minimum: '10',
      maximum: '50',
      payMinutes: 30,
      paymentTypes: ['sepa'],
      methodIds: [],
      terms: 'Be quick',
      status: 'paused',
      openOrders: 0,
      createdAt: 0,
    })
    expect(draft).toEqual({
      side: 'buy',
      asset: 'BTC',
      fiat: 'EUR',
      pricing: 'floating',
      price: '',
      margin: '-1.5',
      amount: '0.5',
      minimum: '10',
      maximum: '50',
      payMinutes: '30',
      methods: ['sepa'],
      terms: 'Be quick',
    })
  })
})
