import { describe, expect, it } from 'vitest'
import { BTC_LONG } from '../../../testing/futuresFixtures.ts'
import { newFuturesDraft } from './futuresDraft.ts'
import { futuresFigures, maxSize } from './futuresFigures.ts'
import { availableOf, BOOK, BTC, INVERSE } from './testing/futuresTicket.ts'

const draft = { ...newFuturesDraft('buy'), price: '60000', size: '0.1' }
const input = { draft, spec: BTC, book: BOOK, vipLevel: 0, available: availableOf() }

describe('what a futures order costs (futures 3)', () => {
  it('is margin, open loss and fee at its limit', () => {
    // 6000 / 20 of margin and 3.6 of fee.
    expect(futuresFigures(input)).toMatchObject({
      size: '0.1',
      price: '60000',
      value: '6000.0',
      fee: '3.60000000',
      cost: '303.60000000',
    })
  })

  it('is estimated from the book at the market', () => {
    const figures = futuresFigures({
      ...input,
      draft: { ...draft, type: 'market', size: '2' },
    })
    expect(figures).toMatchObject({ price: '60750.1', isThin: false })
    expect(
      futuresFigures({ ...input, draft: { ...draft, type: 'market', size: '9' } }),
    ).toMatchObject({ isThin: true })
  })

  it('is the fee alone where it closes', () => {
    const figures = futuresFigures({ ...input, draft: { ...draft, reduceOnly: true } })
    expect(figures.cost).toBe(figures.fee)
  })

  it('is of the whole position where a condition closes it (futures 4)', () => {
    const whole = {
      ...draft,
      side: 'sell' as const,
      type: 'trailing' as const,
      size: '',
      closesPosition: true,
    }
    const available = availableOf({ positions: [BTC_LONG] })
    const figures = futuresFigures({ ...input, draft: whole, available })
    expect(figures).toMatchObject({ size: '0.500', price: '60499.9' })
    expect(futuresFigures({ ...input, draft: whole }).size).toBe(undefined)
    const from = { ...whole, trigger: '61000' }
    expect(futuresFigures({ ...input, draft: from, available }).price).toBe('61000')
  })

  it('is value alone for guests', () => {
    const { available: _, ...guest } = input
    expect(futuresFigures(guest)).toMatchObject({ value: '6000.0', cost: undefined })
  })
})

describe('the liquidation price of an order (futures 3)', () => {
  it('is shown before and after, with the bounds of its exits (spec 5)', () => {
    const { before, after, bounds, isLiquidating } = futuresFigures(input)
    expect(before).toBe(null)
    // 1000 - 3.6 of wallet carry 0.1 BTC down to about 50,200.
    expect(Number(after)).toBeGreaterThan(50_000)
    expect(Number(after)).toBeLessThan(50_500)
    expect(bounds?.above).toBe(after)
    expect(isLiquidating).toBe(false)
  })

  it('moves an existing position', () => {
    const figures = futuresFigures({ ...input, available: availableOf({ positions: [BTC_LONG] }) })
    expect(Number(figures.after)).toBeGreaterThan(Number(figures.before))
  })

  it('says where the order would be liquidated at once', () => {
    const figures = futuresFigures({
      ...input,
      draft: { ...draft, price: '60900', size: '5' },
      available: availableOf({ wallet: '10' }),
    })
    expect(figures.isLiquidating).toBe(true)
  })

  it('is of the isolated margin alone where the margin is isolated', () => {
    const cross = futuresFigures(input)
    const isolated = futuresFigures({ ...input, available: availableOf({ isCross: false }) })
    expect(Number(isolated.after)).toBeGreaterThan(Number(cross.after))
  })

  it('counts in coin where the contract is inverse', () => {
    const figures = futuresFigures({
      ...input,
      spec: INVERSE,
      draft: { ...draft, size: '10' },
    })
    expect(figures).toMatchObject({ value: '1000', fee: '0.00001001' })
  })
})

describe('the largest futures order', () => {
  const most = (part: object, available = availableOf()) =>
    maxSize({ ...draft, ...part }, { spec: BTC, available, book: BOOK })

  it('is what the wallet pays for (futures 3)', () => {
    expect(most({})).toBe('0.329')
    expect(most({}, availableOf({ wallet: '0' }))).toBe('0')
  })

  it('is what is held where the order closes', () => {
    const held = availableOf({ positions: [BTC_LONG] })
    expect(most({ side: 'sell', reduceOnly: true }, held)).toBe('0.500')
    expect(most({ side: 'buy', reduceOnly: true }, held)).toBe('0')
  })

  it('is unknown for guests and without a price', () => {
    expect(maxSize(draft, { spec: BTC, available: undefined, book: BOOK })).toBe(undefined)
    expect(most({ price: '' })).toBe(undefined)
  })
})
