import { describe, expect, it } from 'vitest'
import { ORDER_REFUSAL_CODES, orderRefusalOf } from './wire.ts'

describe('order refusal codes', () => {
  it('lists the server’s codes (wire 10)', () => {
    expect(ORDER_REFUSAL_CODES).toEqual({
      parameter: '40010',
      balance: '40201',
      tick: '40202',
      step: '40203',
      minimum: '40204',
      protection: '40205',
      'would-cross': '40206',
      'not-fillable': '40207',
      direction: '40208',
    })
  })

  it('lead back to the refusal', () => {
    for (const [refusal, code] of Object.entries(ORDER_REFUSAL_CODES))
      expect(orderRefusalOf(code)).toBe(refusal)
    expect(orderRefusalOf('0')).toBeUndefined()
  })
})
