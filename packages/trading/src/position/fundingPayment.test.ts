import { describe, expect, it } from 'vitest'
import { fundingPayment } from './fundingPayment.ts'

const position = { side: 'long', count: '1.5', markPrice: '60000', rate: '0.0001' } as const

describe('fundingPayment', () => {
  it('charges longs and pays shorts at a positive rate (trading 2)', () => {
    expect(fundingPayment(position)).toBe('9.000000')
    expect(fundingPayment({ ...position, side: 'short' })).toBe('-9.000000')
    expect(fundingPayment({ ...position, rate: '-0.0001' })).toBe('-9.000000')
  })

  it('returns coin for inverse contracts and another margin coin (trading 2)', () => {
    expect(fundingPayment({ ...position, contract: 'inverse', count: '90000' })).toBe('0.000150')
    expect(fundingPayment({ ...position, bp: '60000' })).toBe('0.000150')
  })

  it('rounds what is paid up and what is received down (trading 1)', () => {
    const odd = { ...position, count: '0.00001', markPrice: '60001.1' }
    expect(fundingPayment(odd, { scale: 4 })).toBe('0.0001')
    expect(fundingPayment({ ...odd, side: 'short' }, { scale: 4 })).toBe('0.0000')
  })
})
