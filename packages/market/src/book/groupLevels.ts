import { formatUnits, parseUnits } from '@x/decimal'
import type { BookLevel, Side } from '../model.ts'
import { decimalsOf, withTotals } from './withTotals.ts'

/** How `groupLevels` groups. */
export interface GroupOptions {
  /** Price step: a positive decimal string, a multiple of the tick size. */
  readonly step: string
  /** `buy` for bids, `sell` for asks. */
  readonly side: Side
  /**
   * Whether further levels follow the last one. The last step is then incomplete and left out,
   * unless it is the only one. Default false.
   */
  readonly isCut?: boolean
}

/**
 * Groups levels by price step. Bids are rounded down and asks up, so that a grouped book never
 * shows a better price than the real one. Throws RangeError for a step that is not positive.
 */
export function groupLevels(
  levels: readonly BookLevel[],
  { step, side, isCut = false }: GroupOptions,
): BookLevel[] {
  const priceScale = Math.max(decimalsOf(step), ...levels.map(({ price }) => decimalsOf(price)), 0)
  const sizeScale = Math.max(0, ...levels.map(({ size }) => decimalsOf(size)))
  const stepUnits = parseUnits(step, priceScale)
  if (stepUnits === null || stepUnits <= 0n)
    throw new RangeError(`The step ${step} is not positive`)
  const groups = new Map<bigint, bigint>()
  for (const { price, size } of levels) {
    const units = parseUnits(price, priceScale) ?? 0n
    const below = units - (units % stepUnits)
    const group = side === 'buy' || below === units ? below : below + stepUnits
    groups.set(group, (groups.get(group) ?? 0n) + (parseUnits(size, sizeScale) ?? 0n))
  }
  const places = decimalsOf(step)
  const scaleDown = 10n ** BigInt(priceScale - places)
  const known = isCut && groups.size > 1 ? [...groups].slice(0, -1) : [...groups]
  return withTotals(
    known.map(([group, size]) => ({
      price: formatUnits(group / scaleDown, places),
      size: formatUnits(size, sizeScale),
    })),
  )
}
