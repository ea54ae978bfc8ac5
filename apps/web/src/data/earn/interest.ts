import type { EarnProduct } from '@x/api'
import { formatUnits, parseUnits } from '@x/decimal'

const YEAR_BP = 3_650_000n

/**
 * What an amount earns in so many days, as the exchange counts it: cut to a whole atom at the end.
 * `undefined` for what is no amount.
 */
export function interestOf(
  amount: string,
  {
    product: { tiers, decimals },
    days,
  }: { readonly product: Pick<EarnProduct, 'tiers' | 'decimals'>; readonly days: number },
): string | undefined {
  const principal = parseUnits(amount, decimals)
  if (principal === null || principal <= 0n) return undefined
  let [floor, daily] = [0n, 0n]
  for (const { upTo, apr } of tiers) {
    const limit = upTo === null ? principal : (parseUnits(upTo, decimals) ?? principal)
    const top = limit < principal ? limit : principal
    if (top > floor) daily += (top - floor) * (parseUnits(apr, 2) ?? 0n)
    floor = limit
  }
  return formatUnits((daily * BigInt(days)) / YEAR_BP, decimals, { trim: true })
}
