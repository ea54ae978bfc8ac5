import fc from 'fast-check'

const digits = (value: bigint, places: number): string => {
  const text = value.toString().padStart(places + 1, '0')
  return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`
}

/**
 * A decimal in [min, max] units of 10^-places, with few digits often, so that ties and equal values
 * come up.
 */
export const decimalBetween = (min: bigint, max: bigint, places: number): fc.Arbitrary<string> =>
  fc
    .oneof(fc.bigInt({ min, max }), fc.bigInt({ min, max: min + (max - min) / 1000n }))
    .map((value) => digits(value, places))

/** From 0.00000001 (a tiny-price coin) to 1,000,000. */
export const price = fc.oneof(
  decimalBetween(1n, 100_000_000n, 2),
  decimalBetween(1n, 10_000_000_000n, 8),
  decimalBetween(1n, 200n, 0),
)
export const count = fc.oneof(decimalBetween(1n, 100_000_000n, 4), decimalBetween(1n, 1000n, 0))
export const leverage = fc.oneof(decimalBetween(1n, 125n, 0), decimalBetween(10n, 1250n, 1))
export const side = fc.constantFrom('long', 'short')
export const contract = fc.constantFrom('linear', 'inverse')
export const basis = fc.constantFrom('mark', 'entry')
/** Price of the margin coin. */
export const bp = fc.oneof(fc.constant('1'), decimalBetween(1n, 10_000_000n, 2))
export const feeRate = decimalBetween(0n, 100n, 5)
/** Maintenance rate from 0.1 % to 25 %. */
export const mm = decimalBetween(1n, 250n, 3)
export const signed = (value: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(fc.boolean(), value).map(([minus, text]) => (minus ? `-${text}` : text))
