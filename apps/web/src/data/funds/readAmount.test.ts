import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAmount, spareOf } from './readAmount.ts'

describe('an amount to pay', () => {
  it.each([
    ['0.5', '1', { amount: '0.5', isTooMuch: false }],
    ['1', '1.00000000', { amount: '1', isTooMuch: false }],
    ['1.00000001', '1', { amount: undefined, isTooMuch: true }],
    ['5', '0', { amount: undefined, isTooMuch: true }],
    ['', '1', { amount: undefined, isTooMuch: false }],
    ['0', '1', { amount: undefined, isTooMuch: false }],
    ['0.00', '1', { amount: undefined, isTooMuch: false }],
    ['x', '1', { amount: undefined, isTooMuch: false }],
  ])('%j of %j is %j', (typed, available, expected) => {
    expect(readAmount(typed, available)).toEqual(expected)
  })

  it('is sent exactly where the balance covers it', () => {
    const atoms = fc.bigInt({ min: 1n, max: 10n ** 20n })
    const text = (value: bigint) =>
      `${value / 10n ** 8n}.${String(value % 10n ** 8n).padStart(8, '0')}`
    fc.assert(
      fc.property(atoms, atoms, (paid, owned) => {
        const { amount, isTooMuch } = readAmount(text(paid), text(owned))
        expect(isTooMuch).toBe(paid > owned)
        expect(amount === undefined).toBe(paid > owned)
      }),
    )
  })
})

describe('what is left when an amount is kept', () => {
  it.each([
    ['1250.5', '', '1250.5'],
    ['1250.5', '50.5', '1200'],
    ['1250.5', '1250.5', '0'],
    ['1250.5', '2000', '0'],
    ['0.000000000000000001', '0.', '0.000000000000000001'],
    ['12', 'abc', '12'],
  ])('leaves of %s less %j %s', (available, kept, spare) =>
    expect(spareOf(available, kept)).toBe(spare),
  )
})
