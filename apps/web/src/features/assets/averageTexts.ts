import type { Numbers } from '@x/locale/react'
import type { SpotPosition } from '../../data/spot/model.ts'

/** What every pair is quoted in. */
export const AVERAGE_UNIT = 'USDT'

export interface AverageText {
  /** At the price places of the pair. */
  readonly text: string
  readonly price: string
}

export type AverageTexts = ReadonlyMap<string, AverageText>

/** Average buy prices of the assets that were bought here (trading 2), as they are shown. */
export function averageTexts(
  positions: readonly SpotPosition[],
  { numbers }: { readonly numbers: Numbers },
): AverageTexts {
  return new Map(
    positions.flatMap(({ asset, avgBuyPrice, pricePlace }) =>
      avgBuyPrice === null
        ? []
        : [
            [
              asset,
              {
                text: numbers.number(avgBuyPrice, { digits: pricePlace, purpose: 'price' }),
                price: avgBuyPrice,
              },
            ] as const,
          ],
    ),
  )
}
