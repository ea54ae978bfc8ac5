import { decimal, sign as signOf } from '@x/decimal'
import type { Numbers } from '@x/locale/react'
import { holdingProfit } from '../../data/spot/holdingProfit.ts'
import { QUOTE_DIGITS, type SpotPosition } from '../../data/spot/model.ts'
import type { PriceOf } from './valuation.ts'

export interface ProfitText {
  /** Signed, with its percentage. */
  readonly text: string
  /** Signed, in USDT. */
  readonly profit: string
  readonly tone: 'up' | 'down' | undefined
}

export type ProfitTexts = ReadonlyMap<string, ProfitText>

/**
 * Unrealised profit of the coins that were bought here, against their average price (trading 2);
 * without the coins that have no average or no market price.
 */
export function profitTexts(
  positions: readonly SpotPosition[],
  { numbers, priceOf }: { readonly numbers: Numbers; readonly priceOf: PriceOf },
): ProfitTexts {
  return new Map(
    positions.flatMap((position) => {
      const last = priceOf(position.asset)
      const { profit, percent } = holdingProfit(position, { last, tracking: 0 })
      if (profit === null) return []
      const sign = signOf(decimal(profit))
      const figure = numbers.number(profit, { digits: QUOTE_DIGITS, signs: 'always' })
      const share = numbers.percent(percent, { unit: 'percent', signs: 'always' })
      const tone = sign > 0 ? ('up' as const) : sign < 0 ? ('down' as const) : undefined
      return [[position.asset, { text: `${figure} (${share})`, profit, tone }] as const]
    }),
  )
}
