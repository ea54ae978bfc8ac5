import { formatNumber } from '@x/locale/numbers'
import { describe, expect, it } from 'vitest'
import { feeDigits } from '../../data/spot/model.ts'

const BTC = { base: 'BTC', quantityPlace: 5 }
const SHIB = { base: 'SHIB', quantityPlace: 0 }
const shown = (fee: string, { asset, spec }: { asset: string; spec: typeof BTC | undefined }) =>
  formatNumber(fee, { digits: feeDigits(asset, spec), purpose: 'fee' })

describe('the decimals of a fee', () => {
  it.each([
    ['0.00000097', { asset: 'BTC', spec: BTC }, '0.00000097'],
    ['0.00001', { asset: 'BTC', spec: BTC }, '0.00001000'],
    ['4288.777', { asset: 'SHIB', spec: SHIB }, '4,288.777'],
    ['0.0268732', { asset: 'USDT', spec: BTC }, '0.0269'],
    ['0.00000001', { asset: 'USDT', spec: SHIB }, '0.0001'],
    ['0.123456789', { asset: 'NEW', spec: undefined }, '0.12345679'],
  ])('%s of %o is shown as %s', (fee, of, text) => {
    expect(shown(fee, of)).toBe(text)
  })
  it('show the usual fee of any size to its last digit', () => {
    for (const { base, quantityPlace } of [BTC, SHIB])
      expect(
        shown(`0.${'0'.repeat(quantityPlace + 2)}1`, {
          asset: base,
          spec: { base, quantityPlace },
        }),
      ).toBe(`0.${'0'.repeat(quantityPlace + 2)}1`)
  })
})
