import { describe, expect, it } from 'vitest'
import { BTC_LONG } from '../../../testing/futuresFixtures.ts'
import { newFuturesDraft } from './futuresDraft.ts'
import { futuresFigures, maxSize, referencePrice } from './futuresFigures.ts'
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

describe('a size that is given in value or margin (futures 4)', () => {
  const sizeOf = (part: object, spec = BTC) =>
    futuresFigures({ ...input, spec, draft: { ...draft, ...part } }).size

  it.each([
    // 6,050 at the limit of 60,000, at the best ask of 60,500.1 and at the best bid of 60,499.9.
    ['limit', { price: '60000' }, '0.100'],
    ['limit', { price: '50000' }, '0.121'],
    ['stop_limit', { price: '50000', trigger: '40000' }, '0.121'],
    ['market', {}, '0.099'],
    ['market', { side: 'sell' }, '0.100'],
    ['stop_market', { trigger: '40000' }, '0.099'],
    ['stop_market', { trigger: '121000', side: 'sell' }, '0.100'],
    ['trailing', { trigger: '30000' }, '0.099'],
    ['trailing', {}, '0.099'],
  ] as const)('is counted as the gateway does for a %s with %o', (type, part, size) => {
    expect(sizeOf({ unit: 'value', size: '6050', type, ...part })).toBe(size)
  })

  it('is counted at the mark while the book is empty', () => {
    const figures = futuresFigures({
      ...input,
      book: undefined,
      draft: { ...draft, type: 'market', unit: 'value', size: '6050' },
    })
    expect(figures).toMatchObject({ size: '0.100', price: '60500.0' })
  })

  it('multiplies a margin by the leverage of its leg', () => {
    const available = { ...availableOf(), leverage: { long: 10, short: 50 } }
    const of = (side: 'buy' | 'sell') =>
      futuresFigures({ ...input, available, draft: { ...draft, unit: 'margin', size: '60', side } })
        .size
    expect([of('buy'), of('sell')]).toEqual(['0.010', '0.050'])
  })

  it('is below a step, and so no size at all', () => {
    expect(sizeOf({ unit: 'value', size: '59.99' })).toBeUndefined()
    expect(sizeOf({ unit: 'value', size: '60' })).toBe('0.001')
  })

  it('is whole contracts of inverse ones', () => {
    expect(sizeOf({ unit: 'value', size: '199' }, INVERSE)).toBe('1')
    // 0.01 BTC at 20 times is 0.2, at 60,000 it is 12,000 USD.
    expect(sizeOf({ unit: 'margin', size: '0.01' }, INVERSE)).toBe('120')
  })
})

describe('the price that an order is reckoned with', () => {
  const of = (
    part: object,
    book: typeof BOOK | undefined = BOOK,
    mark: string | null = '60500.0',
  ) => referencePrice({ ...draft, ...part }, { book, mark })

  it.each([
    ['limit', { price: '1' }, '1'],
    ['stop_limit', { price: '1', trigger: '2' }, '1'],
    ['stop_market', { trigger: '2' }, '2'],
    ['trailing', { trigger: '2' }, '2'],
    ['trailing', {}, '60500.1'],
    ['market', {}, '60500.1'],
    ['market', { side: 'sell' }, '60499.9'],
    ['limit', { price: '' }, undefined],
    ['stop_market', { trigger: '0' }, undefined],
  ] as const)('is that of a %s with %o: %s', (type, part, price) => {
    expect(of({ type, trigger: '', ...part })).toBe(price)
  })

  it('is the mark where nobody offers the other side', () => {
    const empty = { ...BOOK, asks: [] }
    expect([
      of({ type: 'market' }, empty),
      of({ type: 'market' }, empty, null),
      of({ type: 'market', side: 'sell' }, empty),
    ]).toEqual(['60500.0', undefined, '60499.9'])
  })
})

describe('the cost of orders by hand (futures 3)', () => {
  const costOf = (part: object, available = availableOf()) =>
    futuresFigures({ ...input, available, draft: { ...draft, ...part } }).cost

  it('adds the open loss of a buy above the mark', () => {
    // Margin 6,060 / 20, loss 0.1 · 100, fee 6,060 · 0.0006.
    expect(costOf({ price: '60600' })).toBe('316.63600000')
  })

  it('adds nothing for a sale above the mark', () => {
    expect(costOf({ side: 'sell', price: '61000' })).toBe('308.66000000')
  })

  it('takes a sale below the mark at the mark, with its loss', () => {
    // Margin 6,050 / 20, loss 0.1 · 500, fee 6,000 · 0.0006.
    expect(costOf({ side: 'sell', price: '60000' })).toBe('356.10000000')
  })

  it('asks nothing but the fee for what closes the other way first', () => {
    const held = availableOf({ positions: [BTC_LONG] })
    // A sale of 0.1 from a long of 0.5 lowers the exposure.
    expect(costOf({ side: 'sell', price: '61000' }, held)).toBe('3.66000000')
  })
})

describe('the largest size by hand (futures 3)', () => {
  const most = (part: object, over: object = {}) =>
    maxSize({ ...draft, ...part }, { spec: BTC, available: availableOf(), book: BOOK, ...over })

  it('costs no more than is available, and one step more does', () => {
    const size = most({}) ?? '0'
    const costOf = (text: string) =>
      Number(futuresFigures({ ...input, draft: { ...draft, size: text } }).cost)
    expect(costOf(size)).toBeLessThanOrEqual(1_000)
    expect(costOf((Number(size) + 0.001).toFixed(3))).toBeGreaterThan(1_000)
  })

  it('is what is held of the leg that a two-way order closes', () => {
    const held = availableOf({ positions: [BTC_LONG], isTwoWay: true })
    const close = { isTwoWay: true, tradeSide: 'close' } as const
    expect(most({ ...close, side: 'sell' }, { available: held })).toBe('0.500')
    expect(most({ ...close, side: 'buy' }, { available: held })).toBe('0')
  })

  it('is unknown while a mark is stale', () => {
    const stale = { ...availableOf(), available: null }
    expect(most({}, { available: stale })).toBeUndefined()
    expect(most({ side: 'sell', reduceOnly: true }, { available: stale })).toBe('0')
  })

  it('is whole contracts of inverse ones', () => {
    const available = availableOf()
    const coin = { ...available, available: '0.01' }
    const size = most({}, { spec: INVERSE, available: coin })
    expect(size).toMatch(/^\d+$/)
    // 0.01 BTC at 60,000 and 20 times carry 12,000 USD, less the fees.
    expect(Number(size)).toBeGreaterThan(115)
    expect(Number(size)).toBeLessThan(120)
  })
})
