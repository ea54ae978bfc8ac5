import { describe, expect, it } from 'vitest'
import { bankruptcyPrice } from '../position/bankruptcyPrice.ts'
import { isolatedLiquidationPrice } from './isolatedLiquidationPrice.ts'

const position = {
  side: 'long',
  entryPrice: '60000',
  count: '2',
  margin: '12000',
  mm: '0.004',
  feeRate: '0.0006',
  markPrice: '60000',
} as const

describe('isolatedLiquidationPrice', () => {
  it('uses the position’s own margin (trading 2)', () => {
    expect(isolatedLiquidationPrice(position, { tick: '0.1' })).toMatchObject({
      status: 'at',
      price: '54249.6',
      when: 'falls',
    })
    expect(isolatedLiquidationPrice({ ...position, side: 'short' }, { tick: '0.1' })).toMatchObject(
      { status: 'at', price: '65697.7', when: 'rises' },
    )
  })

  it('comes before bankruptcy, on both sides and for both kinds of contract', () => {
    for (const side of ['long', 'short'] as const) {
      for (const contract of ['linear', 'inverse'] as const) {
        const input =
          contract === 'linear'
            ? { ...position, side }
            : { ...position, side, contract, count: '60000', margin: '0.2' }
        const liquidation = isolatedLiquidationPrice(input)
        const bankrupt = Number(bankruptcyPrice(input))
        expect(liquidation).toMatchObject({ status: 'at' })
        const price = liquidation.status === 'at' ? Number(liquidation.price) : Number.NaN
        expect(side === 'long' ? price > bankrupt : price < bankrupt).toBe(true)
      }
    }
  })

  it('includes the maintenance amount of a tier (trading 2)', () => {
    const tiers = [
      { upTo: '100000', mm: '0.004', cum: '0' },
      { upTo: null, mm: '0.005', cum: '100' },
    ]
    const { mm: _, ...tiered } = position
    expect(isolatedLiquidationPrice({ ...tiered, tiers })).toEqual(
      isolatedLiquidationPrice({ ...position, mm: '0.005', cum: '100' }),
    )
  })

  it('returns the mark once the margin is insufficient (trading 2)', () => {
    expect(isolatedLiquidationPrice({ ...position, markPrice: '54000' }, { tick: '0.1' })).toEqual({
      status: 'liquidating',
      price: '54000.0',
    })
  })

  it('never liquidates where the margin covers everything (trading 2)', () => {
    expect(isolatedLiquidationPrice({ ...position, margin: '120000' })).toEqual({ status: 'never' })
    expect(isolatedLiquidationPrice({ ...position, count: '0' })).toEqual({ status: 'never' })
  })

  it('values a margin in another coin at its price', () => {
    expect(isolatedLiquidationPrice({ ...position, margin: '0.2', bp: '60000' })).toEqual(
      isolatedLiquidationPrice(position),
    )
  })
})
