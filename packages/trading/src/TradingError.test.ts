import { describe, expect, it } from 'vitest'
import { isTradingError, TradingError } from './TradingError.ts'

describe('TradingError', () => {
  it('carries a code, a text with the input’s name, and the cause', () => {
    const cause = new Error('below')
    const error = new TradingError('not-a-decimal', { detail: 'markPrice', cause })
    expect(error).toMatchObject({
      name: 'TradingError',
      code: 'not-a-decimal',
      detail: 'markPrice',
      cause,
    })
    expect(error.message).toBe('An input is not a plain decimal string: markPrice')
    expect(new TradingError('bad-tiers').message).not.toContain('undefined')
  })

  it('recognises its errors by name and code', () => {
    const foreign = Object.assign(new Error('x'), { name: 'TradingError', code: 'out-of-range' })
    expect(isTradingError(foreign)).toBe(true)
    expect(isTradingError(foreign, 'out-of-range')).toBe(true)
    expect(isTradingError(foreign, 'bad-tiers')).toBe(false)
    expect(isTradingError(new Error('x'))).toBe(false)
    expect(isTradingError(null)).toBe(false)
  })
})
