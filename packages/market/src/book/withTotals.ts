import { formatUnits, parseUnits } from '@x/decimal'
import type { BookLevel } from '../model.ts'

/** Adds the exact cumulative size, with as many decimals as the longest size has. */
export function withTotals(levels: readonly { price: string; size: string }[]): BookLevel[] {
  const scale = Math.max(0, ...levels.map(({ size }) => decimalsOf(size)))
  let total = 0n
  return levels.map(({ price, size }) => {
    total += parseUnits(size, scale) ?? 0n
    return { price, size, total: formatUnits(total, scale) }
  })
}

/** The number of decimals of a decimal string. */
export function decimalsOf(text: string): number {
  const dot = text.indexOf('.')
  return dot < 0 ? 0 : text.length - dot - 1
}
