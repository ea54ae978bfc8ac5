import { createSeededRandom } from '../../../packages/kit/src/exports/testing.ts'

/**
 * Positions as an exchange shows them: prices with two decimals around 60,000, sizes with five;
 * the same in every run.
 */
export function seededCases(count) {
  const random = createSeededRandom(2_026)
  const below = (limit) => {
    const [a = 0, b = 0, c = 0, d = 0] = random.bytes(4)
    return (a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d) % limit
  }
  const text = (units, places) =>
    `${Math.floor(units / 10 ** places)}.${String(units % 10 ** places).padStart(places, '0')}`
  return Array.from({ length: count }, () => ({
    entry: text(5_900_000 + below(200_000), 2),
    mark: text(5_900_000 + below(200_000), 2),
    size: text(below(2_500_000), 5),
  }))
}
