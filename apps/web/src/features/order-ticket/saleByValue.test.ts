import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkDraft } from './checkDraft.ts'
import { editTotal, newDraft, type OrderDraft, setShare, shareOf } from './orderDraft.ts'
import { orderFigures } from './orderFigures.ts'
import { orderOf } from './orderOf.ts'
import { amountForValue, withEstimate } from './saleByValue.ts'
import { spotRules } from './spotRules.ts'
import { trading } from './spotTrading.ts'
import { spec } from './testing/ticketFixture.ts'

const bids = [
  { price: '61000', size: '0.01' },
  { price: '60000', size: '1' },
]
const book = { bids, asks: [{ price: '61001', size: '1' }] } as never
const sale = (total: string): OrderDraft =>
  editTotal({ ...newDraft('sell'), type: 'market', sellUnit: 'quote' }, total, spec)
const available = { base: '1', quote: '0' }
const check = (draft: OrderDraft, shown = book) =>
  trading.check(draft, {
    book: shown,
    ticker: { last: '61000' } as never,
    spec,
    available,
  } as Parameters<typeof trading.check>[1])

describe('the amount of a sale by its value', () => {
  it('has whole steps from the best bid on, rounded down', () => {
    expect(amountForValue('100', { bids, spec })).toBe('0.00163')
    // 610 from the first bid, 390 from the second.
    expect(amountForValue('1000', { bids, spec })).toBe('0.0165')
  })

  it('goes on to cheaper bids once a level is taken whole', () => {
    // 610 from the first bid; of the 0.6005 that are left a step of 0.6 is sold to the second.
    expect(amountForValue('610.6005', { bids, spec })).toBe('0.01001')
  })

  it('is all that the bids take where they bring less', () =>
    expect(amountForValue('1000000', { bids, spec })).toBe('1.01'))

  it.each([
    ['0.1', bids],
    ['', bids],
    ['-5', bids],
    ['100', []],
    ['100', [{ price: '0', size: '1' }]],
  ])('is empty for %s from %j', (value, offered) =>
    expect(amountForValue(value, { bids: offered, spec })).toBe(''),
  )
})

describe('the most coin that brings no more than a value', () => {
  /** What whole steps bring from bids, best first, in hundredths of a hundred-thousandth. */
  const valueOf = (steps: bigint, offered: readonly (readonly [bigint, bigint])[]) => {
    let left = steps
    let worth = 0n
    for (const [price, size] of offered) {
      const taken = left < size ? left : size
      worth += taken * price
      left -= taken
    }
    return { worth, isOffered: left === 0n }
  }
  const bidOf = fc.tuple(fc.bigInt({ min: 1n, max: 60n }), fc.bigInt({ min: 1n, max: 6n }))

  it('is found by counting steps one by one (trading 2)', () => {
    fc.assert(
      fc.property(
        fc.array(bidOf, { maxLength: 4 }),
        fc.bigInt({ min: 1n, max: 500n }),
        (levels, value) => {
          const offered = levels.toSorted(([a], [b]) => Number(b - a))
          let most = 0n
          for (;;) {
            const { worth, isOffered } = valueOf(most + 1n, offered)
            if (!isOffered || worth > value) break
            most += 1n
          }
          const text = (units: bigint, scale: number) => {
            const digits = String(units).padStart(scale + 1, '0')
            return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
          }
          const found = amountForValue(text(value, 7), {
            bids: offered.map(([price, size]) => ({ price: text(price, 2), size: text(size, 5) })),
            spec,
          })
          const [whole = '', fraction = ''] = (found || '0').split('.')
          expect(BigInt(whole + fraction.padEnd(5, '0'))).toBe(most)
        },
      ),
    )
  })
})

describe('a sale by value', () => {
  it('is sent by its value, which the gateway turns into coin', () =>
    expect(orderOf(sale('600.'))).toEqual({
      side: 'sell',
      orderType: 'market',
      size: '600',
      sizeUnit: 'quote',
    }))

  it('is named on the button by its value', () =>
    expect(spotRules.sizeOf(sale('600'))).toEqual({ amount: '600', unit: 'quote' }))

  it('is ready where its estimated amount is there', () => {
    expect(check(sale('600'))).toMatchObject({ problems: {}, isReady: true })
    expect(check(sale(''))).toMatchObject({ missing: 'total', isReady: false })
  })

  it('takes exactly the least value, though whole steps bring less', () => {
    expect(check(sale('5'))).toMatchObject({ problems: {}, isReady: true })
    expect(check(sale('4.99')).problems.total?.refusal).toBe('minimum')
  })

  it('is refused above the balance and without bids, at its total', () => {
    expect(check(sale('61000')).problems.total?.refusal).toBe('balance')
    expect(check(sale('600'), { bids: [], asks: [] } as never)).toMatchObject({ isReady: false })
  })

  it('is estimated from the bids on screen', () => {
    const { fill } = orderFigures({ draft: sale('1000'), spec, book, vipLevel: 0 })
    expect(fill).toMatchObject({ filledBase: '0.0165', filledQuote: '1000' })
  })

  it('leaves other drafts as they are', () => {
    const draft = { ...newDraft('sell'), amount: '1' }
    expect(withEstimate(draft, { bids, spec })).toBe(draft)
    expect(
      checkDraft(draft, { symbol: spec, lastPrice: null, bestBid: null, bestAsk: null }).missing,
    ).toBe('price')
  })

  it('becomes one of coin by the slider', () => {
    expect(shareOf(sale('600'), available)).toBe(0)
    const half = setShare(sale('600'), { share: 50, available, spec })
    expect(half).toMatchObject({ sellUnit: 'base', amount: '0.5', total: '' })
  })
})
