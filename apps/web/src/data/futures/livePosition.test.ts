import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  BTC_CONTRACT,
  BTC_INVERSE,
  BTC_LONG,
  ETH_CONTRACT,
  ETH_SHORT,
  INVERSE_LONG,
} from '../../testing/futuresFixtures.ts'
import { atMark, entryOf, isInverse, nominalOf } from './livePosition.ts'

const figures = ({ unrealisedPnl, roe, markPrice }: ReturnType<typeof atMark>) => ({
  unrealisedPnl,
  roe,
  markPrice,
})

describe('a position at another mark (trading 2)', () => {
  it('moves with the price where it is long', () => {
    const moved = atMark(BTC_LONG, { mark: '61000.0', contract: BTC_CONTRACT })
    expect(figures(moved)).toEqual({
      markPrice: '61000.0',
      unrealisedPnl: '500.00000000',
      roe: '32.79',
    })
  })

  it('loses with the price where it is short', () => {
    const moved = atMark(ETH_SHORT, { mark: '3125.00', contract: ETH_CONTRACT })
    expect(figures(moved)).toEqual({
      markPrice: '3125.00',
      unrealisedPnl: '-250.00000000',
      roe: '-80.00',
    })
  })

  it('moves in coin where the contract is inverse', () => {
    const moved = atMark(INVERSE_LONG, { mark: '62500.0', contract: BTC_INVERSE })
    expect(figures(moved)).toEqual({
      markPrice: '62500.0',
      unrealisedPnl: '0.00400000',
      roe: '500.00',
    })
  })

  it('takes the exact cost from what the server said', () => {
    // The average is rounded to a tick; cost is 0.5 * 60500 - 249.97 = 30000.03.
    const position = { ...BTC_LONG, unrealisedPnl: '249.97000000' }
    const moved = atMark(position, { mark: '60600.0', contract: BTC_CONTRACT })
    expect(moved.unrealisedPnl).toBe('299.97000000')
  })

  it.each([
    // Values of 1,000 USD in whole atoms, rounded up: 0.01652893 at 60,500, 0.01650166 at 60,600.
    ['long', 1, '0.00013773', '0.00016500'],
    ['short', 2, '-0.00013774', '-0.00016501'],
  ] as const)('matches the exchange to the atom, %s inverse (futures 2)', (_, side, pnl, now) => {
    const position = {
      ...INVERSE_LONG,
      positionSide: side,
      positionsCount: '10',
      markPrice: '60500.0',
      unrealisedPnl: pnl,
    }
    const moved = atMark(position, { mark: '60600.0', contract: BTC_INVERSE })
    expect(moved.unrealisedPnl).toBe(now)
    const back = atMark({ ...moved }, { mark: '60500.0', contract: BTC_INVERSE })
    expect(back.unrealisedPnl).toBe(pnl)
  })

  it('falls back to the average price while the server has no mark', () => {
    const position = { ...BTC_LONG, markPrice: null, unrealisedPnl: null, roe: null }
    const moved = atMark(position, { mark: '60600.0', contract: BTC_CONTRACT })
    expect(moved.unrealisedPnl).toBe('300.00000000')
  })

  it('has no PnL while the mark is stale', () => {
    const moved = atMark(BTC_LONG, { mark: null, contract: BTC_CONTRACT })
    expect(figures(moved)).toEqual({ markPrice: null, unrealisedPnl: null, roe: null })
  })

  it('is the same object at the same mark', () => {
    const options = { mark: '60700.0', contract: BTC_CONTRACT }
    expect([
      atMark(BTC_LONG, options) === atMark(BTC_LONG, { ...options }),
      atMark(BTC_LONG, { mark: '60500.0', contract: BTC_CONTRACT }) === BTC_LONG,
    ]).toEqual([true, true])
  })

  it('leaves what the server alone knows as it was', () => {
    const { liquidationPrice, marginRatio, adl } = atMark(BTC_LONG, {
      mark: '61000.0',
      contract: BTC_CONTRACT,
    })
    expect([liquidationPrice, marginRatio, adl]).toEqual(['51234.5', '12.34', 3])
  })
})

describe('the size of a position', () => {
  it('is counted in the base coin of linear contracts', () => {
    expect([nominalOf('0.5', BTC_CONTRACT), isInverse(BTC_CONTRACT)]).toEqual(['0.5', false])
  })
  it('is counted in USD of inverse contracts', () => {
    expect([nominalOf('10', BTC_INVERSE), isInverse(BTC_INVERSE)]).toEqual(['1000', true])
  })
})

describe('the cost of a position', () => {
  const at = (part: object, contract = BTC_CONTRACT) => entryOf({ ...BTC_LONG, ...part }, contract)

  it.each([
    ['a long in profit', { unrealisedPnl: '250' }, { cost: '30000.0000' }],
    ['a long at a loss', { unrealisedPnl: '-250' }, { cost: '30500.0000' }],
    ['a short in profit', { positionSide: 2, unrealisedPnl: '250' }, { cost: '30500.0000' }],
    ['a short at a loss', { positionSide: 2, unrealisedPnl: '-250' }, { cost: '30000.0000' }],
  ])('is what the mark and the PnL of %s make it', (_what, part, entry) => {
    const found = at(part)
    expect('cost' in found ? Number(found.cost) : found).toBe(Number(entry.cost))
  })

  it.each([
    ['mark', { markPrice: null }],
    ['PnL', { unrealisedPnl: null }],
  ])('is the average price without a %s', (_what, part) => {
    expect(at(part)).toEqual({ entryPrice: '60000.0' })
  })

  it('is in coin of an inverse contract, the value rounded up', () => {
    // 1,000 / 60,500 is 0.016528925...
    const inverse = { positionsCount: '10', markPrice: '60500.0' }
    expect(at({ ...inverse, unrealisedPnl: '0.00013773' }, BTC_INVERSE)).toEqual({
      cost: '0.01666666',
    })
    expect(at({ ...inverse, positionSide: 2, unrealisedPnl: '-0.00013774' }, BTC_INVERSE)).toEqual({
      cost: '0.01666667',
    })
  })
})

describe('a position that moves there and back', () => {
  it('is what it was, whatever the marks', () => {
    const ticks = fc.integer({ min: 1, max: 2_000_000 })
    const cases = fc.tuple(ticks, ticks, ticks, fc.integer({ min: 1, max: 9_999 }))
    fc.assert(
      fc.property(cases, fc.constantFrom(1, -1), ([entry, from, to, lots], side) => {
        const price = (at: number) => (at / 10).toFixed(1)
        /** Exact in units of 0.0001: ticks times lots. */
        const gain = (at: number) => {
          const units = BigInt(at - entry) * BigInt(lots * side)
          const digits = String(units < 0n ? -units : units).padStart(5, '0')
          return `${units < 0n ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}0000`
        }
        const position = {
          ...BTC_LONG,
          positionSide: side === 1 ? (1 as const) : (2 as const),
          positionsCount: (lots / 1_000).toFixed(3),
          markPrice: price(from),
          unrealisedPnl: gain(from),
        }
        const there = atMark(position, { mark: price(to), contract: BTC_CONTRACT })
        const back = atMark({ ...there }, { mark: price(from), contract: BTC_CONTRACT })
        expect([there.unrealisedPnl, back.unrealisedPnl]).toEqual([gain(to), gain(from)])
      }),
    )
  })
})
