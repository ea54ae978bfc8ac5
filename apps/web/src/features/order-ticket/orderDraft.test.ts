import { multiplyCheck } from './testing/multiplyCheck.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  amountOf,
  changeSide,
  changeType,
  crossingTerms,
  editAmount,
  editPrice,
  editTotal,
  emptied,
  newDraft,
  onTick,
  type OrderDraft,
  setShare,
  shareOf,
  totalDecimals,
} from './orderDraft.ts'
import { spec } from './testing/ticketFixture.ts'

const priced = editPrice(newDraft('buy'), '60000', spec)

describe('amount and total', () => {
  it('multiplies price and amount exactly', () => {
    expect(editAmount(editPrice(newDraft('buy'), '61234.57', spec), '0.12345').total).toBe(
      '7559.4076665',
    )
  })
  it('turns a total into whole steps and keeps it as typed', () => {
    expect(editTotal(priced, '100', spec)).toMatchObject({ total: '100', amount: '0.00166' })
  })
  it('lets the field the user gave last lead when the price changes', () => {
    expect(editPrice(editTotal(priced, '100', spec), '50000', spec)).toMatchObject({
      total: '100',
      amount: '0.002',
    })
    expect(editPrice(editAmount(priced, '0.002'), '50000', spec)).toMatchObject({
      amount: '0.002',
      total: '100',
    })
  })
  it.each(['', '.', '0', '0.'])('shows no total for an amount of %o', (amount) => {
    expect(editAmount(priced, amount).total).toBe('')
  })
  it('reads an amount that is still being typed', () => {
    expect(editAmount(priced, '2.').total).toBe('120000')
  })
})

describe('the slider', () => {
  const available = { base: '0.1234567', quote: '1000' }
  it('buys for the share of the balance, rounded down to steps', () => {
    expect(setShare(priced, { share: 25, available, spec })).toMatchObject({
      amount: '0.00416',
      total: '249.6',
      share: 25,
    })
  })
  it('sizes an OCO buy by its dearer leg, as gateways hold', () => {
    const oco = { ...changeType(priced, 'oco'), trigger: '62000' }
    expect(setShare(oco, { share: 100, available, spec }).amount).toBe('0.01536')
    expect(setShare({ ...oco, stop: '62500' }, { share: 100, available, spec }).amount).toBe(
      '0.016',
    )
    expect(setShare({ ...oco, trigger: '' }, { share: 100, available, spec }).amount).toBe(
      '0.01666',
    )
    expect(setShare(changeSide(oco, 'sell'), { share: 100, available, spec }).amount).toBe(
      '0.12345',
    )
  })
  it('sells a share of the coin, rounded down to the step', () => {
    expect(setShare(changeSide(priced, 'sell'), { share: 100, available, spec }).amount).toBe(
      '0.12345',
    )
  })
  it("sets a market buy's total, and a limit buy's amount", () => {
    const draft = setShare(changeType(priced, 'market'), {
      share: 50,
      available: { base: '0', quote: '33.123456789' },
      spec,
    })
    expect(draft).toMatchObject({ total: '16.5617283', unit: 'quote' })
    expect(changeType(draft, 'limit')).toMatchObject({ amount: '0.00027', total: '16.2' })
  })
  it('changes nothing but itself while a limit buy has no price', () => {
    expect(setShare(newDraft('buy'), { share: 50, available, spec })).toEqual({
      ...newDraft('buy'),
      share: 50,
    })
  })
  it('stands where it was put, though whole steps are a little less', () => {
    const coarse = setShare(priced, { share: 33, available, spec })
    expect(shareOf(coarse, available)).toBe(33)
  })
  it('follows the amount that is typed, and the total', () => {
    expect(shareOf(editAmount(priced, '0.00833'), available)).toBe(50)
    expect(shareOf(editTotal(priced, '250', spec), available)).toBe(25)
    expect(shareOf(editAmount(changeSide(priced, 'sell'), '0.0123'), available)).toBe(10)
    expect(shareOf(editTotal(changeType(priced, 'market'), '100', spec), available)).toBe(10)
  })
  it('shows all of the balance for more than there is', () => {
    expect(shareOf(editAmount(priced, '5'), available)).toBe(100)
    expect(shareOf(editAmount(priced, '0.01'), { base: '0', quote: '0' })).toBe(100)
  })
  it('stands at zero while nothing is given or nothing is known', () => {
    expect([shareOf(priced, available), shareOf(editAmount(priced, '5'), undefined)]).toEqual([
      0, 0,
    ])
  })
  it('never orders more than there is, whatever price, share and balance', () => {
    const cents = fc.bigInt({ min: 1n, max: 10_000_000_000n })
    fc.assert(
      fc.property(cents, cents, fc.integer({ min: 0, max: 100 }), (price, quote, share) => {
        const text = (units: bigint) => `${units / 100n}.${String(units % 100n).padStart(2, '0')}`
        const draft = setShare(editPrice(newDraft('buy'), text(price), spec), {
          share,
          available: { base: '0', quote: text(quote) },
          spec,
        })
        return multiplyCheck(draft.amount, { price, quote, share })
      }),
    )
  })
})

describe('the draft', () => {
  it('keeps its price when an order was placed', () => {
    expect(emptied(editAmount(priced, '1'))).toEqual({ ...newDraft('buy'), price: '60000' })
  })
  it('recomputes the total when a market sell becomes a limit sell', () => {
    const sell = editAmount(changeType(changeSide(priced, 'sell'), 'market'), '2')
    expect(changeType(sell, 'limit').total).toBe('120000')
  })
  it('brings a picked price onto the tick', () => {
    expect(onTick('61990', spec)).toBe('61990.00')
  })
})

describe('an amount that is typed', () => {
  it.each([
    ['5', '5'],
    ['5.', '5'],
    ['007', '7'],
    ['0.10', '0.10'],
    ['0.00000001', '0.00000001'],
    ['12345678901234567890.12345678', '12345678901234567890.12345678'],
  ])('is read where it is above zero: %o', (text, amount) => {
    expect(amountOf(text)).toBe(amount)
  })

  it.each(['', '.', '0', '0.', '.0', '00.000', '-1', '+1', '1e5', '1,5', '1 000', 'NaN', '٣'])(
    'is none: %o',
    (text) => {
      expect(amountOf(text)).toBeUndefined()
    },
  )
})

describe('the limit order that may trade at once (OT2)', () => {
  const limit: OrderDraft = { ...priced, amount: '0.5' }

  it('has side, price and size in their plain form', () => {
    expect(crossingTerms({ ...limit, price: '060000.', amount: '0.5', side: 'sell' })).toEqual({
      side: 'sell',
      price: '60000',
      size: '0.5',
      isFillOrKill: false,
    })
  })

  it.each([
    ['gtc', false],
    ['ioc', false],
    ['fok', true],
  ] as const)('says whether it is all or nothing: %s', (timeInForce, isFillOrKill) => {
    expect(crossingTerms({ ...limit, timeInForce })).toMatchObject({ isFillOrKill })
  })

  it.each([
    ['post-only', { timeInForce: 'post_only' }],
    ['at the market', { type: 'market' }],
    ['behind a trigger', { type: 'stop_limit', trigger: '61000' }],
    ['one of two legs', { type: 'oco', trigger: '61000' }],
    ['without a price', { price: '' }],
    ['at a price of zero', { price: '0.00' }],
    ['without an amount', { amount: '' }],
    ['of no amount', { amount: '0' }],
  ] as const)('is none where the order is %s', (_what, change) => {
    expect(crossingTerms({ ...limit, ...change })).toBeUndefined()
  })
})

describe('the field that leads', () => {
  it('empties the other one where it is emptied', () => {
    const both = editAmount(priced, '0.5')
    expect(editAmount(both, '')).toMatchObject({ amount: '', total: '', lead: 'amount' })
    expect(editTotal(both, '', spec)).toMatchObject({ amount: '', total: '', lead: 'total' })
  })

  it('keeps its text while the price is emptied', () => {
    const half = editAmount(priced, '0.5')
    const unpriced = editPrice(half, '', spec)
    expect(unpriced).toMatchObject({ price: '', amount: '0.5', total: '' })
    expect(editPrice(unpriced, '50000', spec).total).toBe('25000')
    const paid = editPrice(editTotal(priced, '30000', spec), '', spec)
    expect(paid).toMatchObject({ amount: '', total: '30000' })
    expect(editPrice(paid, '50000', spec).amount).toBe('0.6')
  })

  it('makes no amount of a total below the price of one step', () => {
    // A step of 0.00001 costs 0.6 at 60,000.
    expect(editTotal(priced, '0.59', spec)).toMatchObject({ total: '0.59', amount: '' })
    expect(editTotal(priced, '0.6', spec)).toMatchObject({ total: '0.6', amount: '0.00001' })
  })

  it('is taken over by the field that is edited later', () => {
    const draft = editAmount(editTotal(priced, '100', spec), '0.002')
    expect(editPrice(draft, '30000', spec)).toMatchObject({ amount: '0.002', total: '60' })
  })

  it('never spends more than its total, nor a whole step less', () => {
    const cents = fc.bigInt({ min: 1n, max: 100_000_000n })
    fc.assert(
      fc.property(cents, cents, (price, total) => {
        const text = (units: bigint) => `${units / 100n}.${String(units % 100n).padStart(2, '0')}`
        const { amount } = editTotal(editPrice(priced, text(price), spec), text(total), spec)
        return multiplyCheck(amount, { price, quote: total, share: 100 })
      }),
    )
  })

  it('makes a total with every digit of price and amount', () => {
    const units = fc.bigInt({ min: 1n, max: 10_000_000n })
    fc.assert(
      fc.property(units, units, (cents, steps) => {
        const price = `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
        const amount = `${steps / 100_000n}.${String(steps % 100_000n).padStart(5, '0')}`
        const { total } = editAmount(editPrice(priced, price, spec), amount)
        const [whole = '', fraction = ''] = total.split('.')
        expect(BigInt(whole + fraction.padEnd(7, '0'))).toBe(cents * steps)
        expect(fraction).not.toMatch(/0$/)
        expect(fraction.length).toBeLessThanOrEqual(totalDecimals(spec))
      }),
    )
  })
})

describe('where the slider stands', () => {
  const available = { base: '2', quote: '1000' }
  const quarter = setShare(priced, { share: 25, available, spec })

  it('leaves its place once another price changes what a buy takes', () => {
    const dearer = editPrice(quarter, '120000', spec)
    expect(dearer).toMatchObject({ amount: '0.00416', total: '499.2' })
    expect(shareOf(dearer, available)).toBe(50)
  })

  it('stays at its place for a sale at another price', () => {
    const sale = setShare(changeSide(priced, 'sell'), { share: 33, available, spec })
    expect(shareOf(editPrice(sale, '120000', spec), available)).toBe(33)
  })

  it.each([
    ['amount', (draft: OrderDraft) => editAmount(draft, '0.01'), 60],
    ['total', (draft: OrderDraft) => editTotal(draft, '100', spec), 10],
  ] as const)('follows the %s once that is typed', (_field, change, share) => {
    expect(shareOf(change(quarter), available)).toBe(share)
  })

  it('is forgotten with another side or type', () => {
    expect([changeSide(quarter, 'sell').share, changeType(quarter, 'market').share]).toEqual([
      undefined,
      undefined,
    ])
  })

  it.each([
    ['4.9', 0],
    ['5', 1],
    ['14.9', 1],
    ['994', 99],
    ['995', 100],
  ])('rounds %s of 1,000 half up to %s percent', (total, share) => {
    expect(shareOf(editTotal(priced, total, spec), available)).toBe(share)
  })

  it('is unknown of a market buy that is sized in coin', () => {
    const inCoin = { ...changeType(priced, 'market'), unit: 'base', amount: '0.01' } as const
    expect(shareOf(inCoin, available)).toBe(0)
  })
})

describe('the slider of other orders', () => {
  const available = { base: '0.5', quote: '1000' }
  const set = (change: Partial<OrderDraft>, share: number) =>
    setShare({ ...priced, ...change }, { share, available, spec })

  it('sizes a sale at the market in coin, without a total', () => {
    const value = { side: 'sell', type: 'market', sellUnit: 'quote', total: '77' } as const
    expect(set(value, 50)).toMatchObject({ amount: '0.25', total: '', sellUnit: 'base' })
  })

  it('sizes a buy behind a trigger by its cost', () => {
    const stop = { type: 'stop_market', trigger: '61000', unit: 'base', amount: '1' } as const
    expect(set(stop, 10)).toMatchObject({ total: '100', unit: 'quote', lead: 'total' })
  })

  it('sizes a limited sale without a price', () => {
    expect(set({ side: 'sell', price: '' }, 100)).toMatchObject({ amount: '0.5', total: '' })
  })

  it.each(['limit', 'market'] as const)('empties the size of a %s at zero', (type) => {
    expect(set({ type, amount: '1', total: '9' }, 0)).toMatchObject({ amount: '', total: '' })
  })

  it('takes nothing of an empty balance', () => {
    const broke = { share: 100, available: { base: '0', quote: '0' }, spec }
    expect(setShare(priced, broke)).toMatchObject({ amount: '', total: '' })
    expect(setShare(changeSide(priced, 'sell'), broke)).toMatchObject({ amount: '', total: '' })
  })

  it('grows with the share', () => {
    const shares = fc.tuple(fc.nat(100), fc.nat(100), fc.constantFrom('limit', 'market'))
    fc.assert(
      fc.property(shares, ([one, other, type]) => {
        const total = (share: number) => Number(set({ type }, share).total || '0')
        expect(total(Math.max(one, other))).toBeGreaterThanOrEqual(total(Math.min(one, other)))
      }),
    )
  })
})

describe('another type', () => {
  it('keeps the price of a limit order for later', () => {
    const there = changeType(editAmount(priced, '0.5'), 'market')
    expect(changeType(there, 'limit')).toMatchObject({ price: '60000', amount: '0.5' })
  })

  it('keeps the budget of a buy where no coin was given', () => {
    const budget = editTotal(changeType(newDraft('buy'), 'market'), '100', spec)
    expect(changeType(budget, 'stop_market')).toMatchObject({ total: '100', lead: 'total' })
    const limit = changeType(budget, 'limit')
    expect(limit).toMatchObject({ amount: '', total: '100', lead: 'total' })
    expect(editPrice(limit, '50000', spec)).toMatchObject({ total: '100', amount: '0.002' })
  })

  it('lets the total lead between limited types', () => {
    const paid = editTotal(priced, '100', spec)
    expect(changeType(paid, 'stop_limit')).toMatchObject({ total: '100', lead: 'total' })
  })
})

describe('a price on the tick', () => {
  it.each([
    ['0.004', '0.00'],
    ['0.005', '0.01'],
    ['60000.014999', '60000.01'],
    ['60000.015', '60000.02'],
  ])('is %s rounded half up: %s', (price, rounded) => {
    expect(onTick(price, spec)).toBe(rounded)
  })

  it('lies on ticks that are no power of ten', () => {
    const coarse = { ...spec, tickSize: '0.25' }
    expect(['10.12', '10.13', '10.37', '10.38'].map((price) => onTick(price, coarse))).toEqual([
      '10.00',
      '10.25',
      '10.25',
      '10.50',
    ])
  })
})
