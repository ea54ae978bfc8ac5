import { describe, expect, it } from 'vitest'
import { atomsFor, centsFor } from '../../../exchange/products/p2p.ts'
import { createBelow } from '../../../exchange/products/testing/productFlow.ts'
import type { P2pAdvertDump, P2pOrderDump } from '../../../exchange/state/p2pState.ts'
import { createP2pIndex, priceText } from './p2pIndex.ts'
import { advertView, mostCents, ownAdvertView, p2pOrderView } from './p2pViews.ts'

const ADVERT: P2pAdvertDump = {
  id: 7,
  userId: '1000000001',
  clientOid: 'c',
  digest: 'd',
  side: 'sell',
  asset: 'USDT',
  scale: 8,
  fiat: 'EUR',
  createdAt: 1,
  terms: {
    price: null,
    marginBp: -150,
    minimum: '1000',
    maximum: '50000',
    payMinutes: 15,
    methods: ['bank'],
    methodIds: [3],
    text: 'Hello',
  },
  version: 2,
  remaining: '10000000000',
  openOrders: 1,
  status: 'online',
  updatedAt: 2,
}
const ORDER: P2pOrderDump = {
  id: 9,
  advertId: 7,
  clientOid: 'c',
  digest: 'd',
  maker: '1000000001',
  taker: '1000000002',
  buyer: '1000000002',
  seller: '1000000001',
  asset: 'USDT',
  scale: 8,
  fiat: 'EUR',
  price: '90000000',
  atoms: '10000000000',
  cents: '9000',
  feeBp: 10,
  methods: [3],
  text: '',
  createdAt: 10,
  expiresAt: 20,
  paidAt: 15,
  appeal: { userId: '1000000001', reason: 'late', at: 30 },
  ruling: null,
  status: 'appealed',
  updatedAt: 30,
}

describe('an advert on the wire (products 2)', () => {
  const owner = { nickname: 'Ann', orders: 0, completionPercent: null }

  it('shows others no methods, and what can still be taken', () => {
    const view = advertView(ADVERT, { price: 200_000_000n, owner })
    expect(view).toMatchObject({
      price: '2',
      marginPercent: '-1.5',
      minimum: '10',
      maximum: '200',
      remaining: '100',
    })
    expect(JSON.stringify(view)).not.toMatch(/methodIds|1000000001|openOrders/)
  })

  it('shows its owner the terms as they were set', () => {
    expect(ownAdvertView(ADVERT, { price: undefined })).toMatchObject({
      price: '0',
      maximum: '500',
      methodIds: ['3'],
      openOrders: 1,
      status: 'online',
    })
  })

  it('never shows a maximum that does not fit', () => {
    const below = createBelow(11)
    for (let round = 0; round < 5_000; round++) {
      const price = 1n + BigInt(below(2 ** 30))
      const remaining = 1n + BigInt(below(2 ** 30))
      const scale = below(9)
      const maximum = String(1 + below(100_000))
      const advert = {
        ...ADVERT,
        scale,
        remaining: String(remaining),
        terms: { ...ADVERT.terms, maximum },
      }
      const most = mostCents(advert, price)
      expect(atomsFor(most, { price, scale }) <= remaining).toBe(true)
      expect(most <= BigInt(maximum)).toBe(true)
      // One cent more is above a bound.
      const isBound = most === BigInt(maximum) || most + 1n >= centsFor(remaining, { price, scale })
      expect(isBound).toBe(true)
    }
  })
})

describe('an order on the wire (products 2)', () => {
  it('shows each party its own side', () => {
    expect(p2pOrderView(ORDER, '1000000002')).toMatchObject({
      role: 'buyer',
      amount: '100',
      fee: '0.1',
      total: '90',
      appeal: { isOwn: false, reason: 'late' },
      appealFrom: null,
    })
    expect(p2pOrderView(ORDER, '1000000001')).toMatchObject({
      role: 'seller',
      appeal: { isOwn: true },
    })
    expect(JSON.stringify(p2pOrderView(ORDER, '1000000001'))).not.toContain('1000000002')
  })

  it('says from when on an appeal is possible', () => {
    const paid = { ...ORDER, status: 'paid', appeal: null } as const
    expect(p2pOrderView(paid, '1000000001').appealFrom).toBe(15 + 600_000)
  })
})

describe('the index (products 2)', () => {
  const index = createP2pIndex({
    market: { lastTicks: (symbol) => ({ BTCUSDT: 6_000_012, ETHUSDT: 0 })[symbol] },
    rates: { at: 0, rates: { USD: '1', EUR: '0.5', VND: '26199', ZZZ: 'x' } },
  })

  it.each([
    ['USDT', 'USD', '1'],
    ['USDT', 'VND', '26199'],
    ['BTC', 'USD', '60000.12'],
    ['BTC', 'EUR', '30000.06'],
  ])('has the price of %s in %s', (asset, fiat, price) => {
    expect(priceText(index.of(asset, fiat) ?? 0n)).toBe(price)
  })

  it('has none without a market price or a rate', () => {
    expect([index.of('ETH', 'USD'), index.of('SOL', 'USD'), index.of('BTC', 'JPY')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(index.of('BTC', 'ZZZ')).toBeUndefined()
  })

  it('changes a price by the margin of an advert', () => {
    const priced = (marginBp: number) =>
      priceText(index.priceOf({ ...ADVERT, terms: { ...ADVERT.terms, marginBp } }) ?? 0n)
    expect([priced(-150), priced(0), priced(2_000)]).toEqual(['0.4925', '0.5', '0.6'])
    const fixed = { ...ADVERT.terms, price: '90000000', marginBp: null }
    expect(priceText(index.priceOf({ ...ADVERT, terms: fixed }) ?? 0n)).toBe('0.9')
  })
})
