import { multiplyCheck } from './testing/multiplyCheck.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SpotSymbol } from '../../data/spot/model.ts'
import {
  changeSide,
  changeType,
  editAmount,
  editPrice,
  editTotal,
  emptied,
  newDraft,
  onTick,
  setShare,
  shareOf,
} from './orderDraft.ts'

const spec: SpotSymbol = {
  symbol: 'BTCUSDT',
  base: 'BTC',
  quote: 'USDT',
  tickSize: '0.01',
  stepSize: '0.00001',
  minNotional: '5',
  pricePlace: 2,
  quantityPlace: 5,
}
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
