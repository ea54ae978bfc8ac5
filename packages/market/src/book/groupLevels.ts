import { formatUnits, parseUnits } from '@x/decimal'
import type { BookLevel, Side } from '../model.ts'
import { decimalsOf, withTotals } from './withTotals.ts'

/**
 * Merges levels into steps of price: bids are rounded down, asks up, so that a grouped book never
 * looks better than the real one. `step` is a positive decimal string, a multiple of the tick.
 * Throws RangeError on any other. `isCut`: more levels stand behind the last one, so that nobody
 * knows all of its step; it is left out, unless it is the only one.
 */
export function groupLevels(
  levels: readonly BookLevel[],
  { step, side, isCut = false }: { step: string; side: Side; isCut?: boolean },
): BookLevel[] {
  const priceScale = Math.max(decimalsOf(step), ...levels.map(({ price }) => decimalsOf(price)), 0)
  const sizeScale = Math.max(0, ...levels.map(({ size }) => decimalsOf(size)))
  const stepUnits = parseUnits(step, priceScale)
  if (stepUnits === null || stepUnits <= 0n)
    throw new RangeError(`A step of ${step} groups nothing`)
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
