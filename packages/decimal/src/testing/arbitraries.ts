import fc from 'fast-check'
import { ROUNDING_MODES } from '../rounding.ts'

/**
 * Signs, leading and trailing zeros, no decimals at all, sizes from one digit to far beyond 2^64.
 */
export const decimalText = fc
  .record({
    sign: fc.constantFrom('', '-'),
    integer: fc.stringMatching(/^[0-9]{1,28}$/),
    decimals: fc.oneof(fc.constant(''), fc.stringMatching(/^\.[0-9]{1,22}$/)),
  })
  .map(({ sign, integer, decimals }) => `${sign}${integer}${decimals}`)

/** Few digits, so that ties, equal values and exact quotients come up often. */
export const roundText = fc
  .record({
    sign: fc.constantFrom('', '-'),
    digits: fc.integer({ min: 0, max: 400 }),
    scale: fc.integer({ min: 0, max: 3 }),
  })
  .map(({ sign, digits, scale }) => {
    const text = String(digits).padStart(scale + 1, '0')
    return scale === 0 ? `${sign}${text}` : `${sign}${text.slice(0, -scale)}.${text.slice(-scale)}`
  })

export const anyText = fc.oneof(decimalText, roundText)
export const mode = fc.constantFrom(...ROUNDING_MODES)
export const scale = fc.integer({ min: 0, max: 24 })
