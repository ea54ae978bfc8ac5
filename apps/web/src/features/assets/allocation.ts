import { add, compare, decimal, div, formatDecimal, mul, sub, ZERO } from '@x/decimal'
import { byValue, type Part } from './valuation.ts'

export interface AllocationPart {
  /** `undefined` for all further assets together. */
  readonly asset: string | undefined
  /** In percent of the whole, one decimal. */
  readonly share: string
}

const SHOWN = 7
const HUNDRED = decimal('100')

/** How a total is spread over assets, the largest first; the smaller ones are one part. */
export function allocation(rows: readonly Part[]): readonly AllocationPart[] {
  const valued = rows
    .filter(({ value }) => value !== undefined && compare(decimal(value), ZERO) > 0)
    .sort(byValue)
  const total = valued.reduce((sum, { value }) => add(sum, decimal(value ?? '0')), ZERO)
  if (compare(total, ZERO) === 0) return []
  const parts = valued.slice(0, SHOWN).map(({ asset, value }) => ({
    asset,
    share: div(mul(decimal(value ?? '0'), HUNDRED), total, { scale: 1, mode: 'half-up' }),
  }))
  const others = parts.reduce((left, { share }) => sub(left, share), HUNDRED)
  return [
    ...parts.map(({ asset, share }) => ({ asset, share: formatDecimal(share) })),
    ...(valued.length > SHOWN && compare(others, ZERO) > 0
      ? [{ asset: undefined, share: formatDecimal(others) }]
      : []),
  ]
}
