import { describe, expect, it } from 'vitest'
import { MAX_TEXT_LENGTH, readPlain } from './plain.ts'

describe('readPlain', () => {
  it.each([
    ['0', 0n, 0],
    ['-0', 0n, 0],
    ['007', 7n, 0],
    ['1.50', 150n, 2],
    ['-12.5', -125n, 1],
    ['0.000000000000000001', 1n, 18],
    ['999999999999999', 999_999_999_999_999n, 0],
    ['9007199254740993', 9_007_199_254_740_993n, 0],
    ['1234567890123456.7', 12_345_678_901_234_567n, 1],
  ])('reads %s', (text, units, scale) => {
    expect(readPlain(text)).toEqual({ units, scale })
  })

  it.each([
    '',
    ' ',
    '-',
    '.',
    '-.',
    '.5',
    '-.5',
    '5.',
    '1.2.3',
    '--1',
    '1-',
    '+1',
    ' 1',
    '1 ',
    '1\n',
    '1e5',
    '1E5',
    '0x10',
    '1_000',
    '1,5',
    '1,000',
    'NaN',
    'Infinity',
    '１',
    '٣',
    '−1',
  ])('refuses %j', (text) => {
    expect(readPlain(text)).toBeNull()
  })

  it('refuses more than a thousand characters before it reads them', () => {
    expect(readPlain('9'.repeat(MAX_TEXT_LENGTH))).not.toBeNull()
    expect(readPlain('9'.repeat(MAX_TEXT_LENGTH + 1))).toBeNull()
    expect(readPlain(`0.${'0'.repeat(MAX_TEXT_LENGTH - 1)}`)).toBeNull()
  })
})
