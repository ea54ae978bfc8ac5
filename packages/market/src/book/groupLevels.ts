import { formatUnits, parseUnits } from '@x/decimal'
import type { BookLevel, Side } from '../model.ts'
import { decimalsOf, withTotals } from './withTotals.ts'

/**
 * Merges levels into steps of price: bids are rounded down, asks up, so that a grouped book never looks better than the real one.
 * `step` is a positive decimal string, a multiple of the tick. Throws RangeError on any other.
 */
export function groupLevels(levels: readonly BookLevel[], { step, side }: { step: string; side: Side }): BookLevel[] {
  const priceScale = Math.max(decimalsOf(step), ...levels.map(({ price }) => decimalsOf(price)), 0)
  const sizeScale = Math.max(0, ...levels.map(({ size }) => decimalsOf(size)))
  const stepUnits = parseUnits(step, priceScale)
  if (stepUnits === null || stepUnits <= 0n) throw new RangeError(`A step of ${step} groups nothing`)
  const groups = new Map<bigint, bigint>()
  for (const { price, size } of levels) {
    const units = parseUnits(price, priceScale) ?? 0n
    const below = units - (units % stepUnits)
    const group = side === 'buy' || below === units ? below : below + stepUnits
    groups.set(group, (groups.get(group) ?? 0n) + (parseUnits(size, sizeScale) ?? 0n))
  }
  const places = decimalsOf(step)
  const scaleDown = 10n ** BigInt(priceScale - places)
  return withTotals([...groups].map(([group, size]) => ({ price: formatUnits(group / scaleDown, places), size: formatUnits(size, sizeScale) })))
}
