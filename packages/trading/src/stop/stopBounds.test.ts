import { describe, expect, it } from 'vitest'
import type { Liquidation } from '../liquidation/solve.ts'
import { blankOutOfBounds, stopBounds } from './stopBounds.ts'

const never: Liquidation = { status: 'never' }
const below: Liquidation = {
  status: 'at',
  price: '50000',
  when: 'falls',
  falling: '50000',
  rising: null,
}
const over: Liquidation = {
  status: 'at',
  price: '70000',
  when: 'rises',
  falling: null,
  rising: '70000',
}
const both: Liquidation = {
  status: 'at',
  price: '50000',
  when: 'falls',
  falling: '50000',
  rising: '70000',
}
const begun: Liquidation = { status: 'liquidating', price: '60000' }
const tick = '0.1'

describe('stopBounds', () => {
  it('requires a fixed long trigger above its liquidation price (spec 5.4)', () => {
    const bounds = stopBounds({ marginMode: 'fixed', side: 'long', liquidation: below, tick })
    expect(bounds).toEqual({ above: '50000', upTo: null })
    expect(
      ['50000', '50000.1', '49999.9', '999999'].map((price) => blankOutOfBounds(price, bounds)),
    ).toEqual(['', '50000.1', '', '999999'])
  })

  it('requires a fixed short trigger up to its liquidation price (spec 5.4)', () => {
    const bounds = stopBounds({ marginMode: 'fixed', side: 'short', liquidation: over, tick })
    expect(bounds).toEqual({ above: '0', upTo: '70000' })
    expect(
      ['70000', '70000.1', '0.1', '0'].map((price) => blankOutOfBounds(price, bounds)),
    ).toEqual(['70000', '', '0.1', ''])
  })

  it('requires a cross trigger between the bounds, upper bound included (spec 5.4)', () => {
    const bounds = stopBounds({ marginMode: 'cross', side: 'long', liquidation: both, tick })
    expect(bounds).toEqual({ above: '50000', upTo: '70000' })
    expect(
      ['50000', '50000.1', '70000', '70000.1'].map((price) => blankOutOfBounds(price, bounds)),
    ).toEqual(['', '50000.1', '70000', ''])
  })

  it('bounds cross positions by one tick and the price cap (trading 2)', () => {
    expect(stopBounds({ marginMode: 'cross', side: 'short', liquidation: over, tick })).toEqual({
      above: '0.1',
      upTo: '70000',
    })
    expect(
      stopBounds({
        marginMode: 'cross',
        side: 'long',
        liquidation: below,
        tick,
        priceCap: '80000',
      }),
    ).toEqual({ above: '50000', upTo: '80000' })
    expect(stopBounds({ marginMode: 'cross', side: 'long', liquidation: below, tick })).toEqual({
      above: '50000',
      upTo: null,
    })
    expect(
      stopBounds({
        marginMode: 'cross',
        side: 'long',
        liquidation: never,
        tick,
        priceCap: '80000',
      }),
    ).toEqual({ above: '0.1', upTo: '80000' })
  })

  it('accepts any positive price without a liquidation price', () => {
    expect(stopBounds({ marginMode: 'fixed', side: 'long', liquidation: never, tick })).toEqual({
      above: '0',
      upTo: null,
    })
    expect(stopBounds({ marginMode: 'fixed', side: 'short', liquidation: never, tick })).toEqual({
      above: '0',
      upTo: null,
    })
  })

  it('lets nothing through while a cross position is being liquidated', () => {
    const bounds = stopBounds({ marginMode: 'cross', side: 'long', liquidation: begun, tick })
    expect(['59999.9', '60000', '60000.1'].map((price) => blankOutOfBounds(price, bounds))).toEqual(
      ['', '', ''],
    )
  })
})

describe('blankOutOfBounds', () => {
  it('blanks what is not a price at all', () => {
    expect(
      ['', 'abc', '1e5', '-5'].map((price) => blankOutOfBounds(price, { above: '0', upTo: null })),
    ).toEqual(['', '', '', ''])
  })

  it('gives a valid price back as it was typed', () => {
    expect(blankOutOfBounds('060000.50', { above: '0', upTo: null })).toBe('060000.50')
  })
})
