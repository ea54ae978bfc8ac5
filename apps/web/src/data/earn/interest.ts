import type { EarnProduct } from '@x/api'
import { formatUnits, parseUnits } from '@x/decimal'

const YEAR_BP = 3_650_000n

/**
 * What an amount earns in so many days, as the exchange counts it: above the principal `held`
 * already, cut to a whole atom at the end. `undefined` for what is no amount.
 */
export function interestOf(
  amount: string,
  {
    product: { tiers, decimals },
    days,
    held = '0',
  }: {
    readonly product: Pick<EarnProduct, 'tiers' | 'decimals'>
    readonly days: number
    readonly held?: string
  },
): string | undefined {
  const principal = parseUnits(amount, decimals)
  if (principal === null || principal <= 0n) return undefined
  const bottom = parseUnits(held, decimals) ?? 0n
  const end = bottom + principal
  let [floor, daily] = [bottom, 0n]
  for (const { upTo, apr } of tiers) {
    const limit = upTo === null ? end : (parseUnits(upTo, decimals) ?? end)
    const top = limit < end ? limit : end
    if (top <= floor) continue
    daily += (top - floor) * (parseUnits(apr, 2) ?? 0n)
    floor = top
  }
  return formatUnits((daily * BigInt(days)) / YEAR_BP, decimals, { trim: true })
}
