import { expect, it } from 'vitest'
import { foldZeros } from './foldZeros.ts'

it.each([
  ['0.00001398', '0.0₄1398'],
  ['-0.00001398', '-0.0₄1398'],
  ['0.000000000000123', '0.0₁₂123'],
  ['0.0001398', '0.0001398'],
  ['0.00000000', '0.00000000'],
  ['1.00001398', '1.00001398'],
  ['61,827.92', '61,827.92'],
])('%s is drawn as %s (locale Numbers)', (value, drawn) => expect(foldZeros(value)).toBe(drawn))
