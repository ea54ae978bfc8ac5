import { describe, expect, it } from 'vitest'
import { divideRounded, ROUNDING_MODES, type RoundingMode } from './rounding.ts'

/** Tenths, and what each mode makes of them. */
const table: Record<RoundingMode, Record<string, bigint>> = {
  down: {
    '25': 2n,
    '24': 2n,
    '26': 2n,
    '35': 3n,
    '-25': -2n,
    '-24': -2n,
    '-26': -2n,
    '-5': 0n,
    '20': 2n,
  },
  up: {
    '25': 3n,
    '24': 3n,
    '26': 3n,
    '35': 4n,
    '-25': -3n,
    '-24': -3n,
    '-26': -3n,
    '-5': -1n,
    '20': 2n,
  },
  'half-up': {
    '25': 3n,
    '24': 2n,
    '26': 3n,
    '35': 4n,
    '-25': -2n,
    '-24': -2n,
    '-26': -3n,
    '-5': 0n,
    '20': 2n,
  },
  'half-away': {
    '25': 3n,
    '24': 2n,
    '26': 3n,
    '35': 4n,
    '-25': -3n,
    '-24': -2n,
    '-26': -3n,
    '-5': -1n,
    '20': 2n,
  },
  'half-even': {
    '25': 2n,
    '24': 2n,
    '26': 3n,
    '35': 4n,
    '-25': -2n,
    '-24': -2n,
    '-26': -3n,
    '-5': 0n,
    '20': 2n,
  },
}

describe('rounding modes', () => {
  it('lists five modes', () => {
    expect(ROUNDING_MODES).toEqual(Object.keys(table))
  })

  for (const mode of ROUNDING_MODES) {
    it(`rounds ${mode} as its name says, on both sides of zero (trading 1)`, () => {
      const rounded = Object.keys(table[mode]).map((tenths) => [
        tenths,
        divideRounded(BigInt(tenths), 10n, mode),
      ])
      expect(Object.fromEntries(rounded)).toEqual(table[mode])
    })

    it(`gives the same result for ${mode} whichever operand carries the sign`, () => {
      for (const tenths of [25n, 24n, 35n])
        expect(divideRounded(tenths, -10n, mode)).toBe(divideRounded(-tenths, 10n, mode))
    })
  }

  it('refuses to divide by zero', () => {
    expect(() => divideRounded(1n, 0n, 'down')).toThrow('Division by zero')
  })
})
