import { describe, expect, it } from 'vitest'
import { DecimalError, isDecimalError } from './DecimalError.ts'

describe('DecimalError', () => {
  it('carries a code, its message, the detail and the cause', () => {
    const cause = new Error('below')
    const error = new DecimalError('bad-step', { detail: '0', cause })
    expect(error).toMatchObject({
      name: 'DecimalError',
      code: 'bad-step',
      message: 'A step is greater than zero',
      detail: '0',
      cause,
    })
  })

  it('has no cause unless one is given', () => {
    expect('cause' in new DecimalError('bad-scale')).toBe(false)
  })

  it('recognises its errors by name and code', () => {
    const foreign = Object.assign(new Error('x'), { name: 'DecimalError', code: 'bad-scale' })
    expect(isDecimalError(foreign)).toBe(true)
    expect(isDecimalError(foreign, 'bad-scale')).toBe(true)
    expect(isDecimalError(foreign, 'bad-step')).toBe(false)
    expect(isDecimalError(new Error('x'))).toBe(false)
    expect(isDecimalError('DecimalError')).toBe(false)
  })
})
