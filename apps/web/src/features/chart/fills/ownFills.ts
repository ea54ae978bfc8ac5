import { compare, decimal, formatDecimal, sum } from '@x/decimal'
import type { Side } from '../../../data/spot/model.ts'
import type { ChartInterval } from '../intervals.ts'
import { openTimeOf } from '../ownIntervals.ts'

/** What the chart needs to know of a trade of the user's. */
export interface OwnFill {
  readonly side: Side
  readonly price: string
  readonly size: string
  readonly createdAt: number
}

/** The trades of one side within one candle. */
export interface FillMark {
  readonly openTime: number
  readonly side: Side
  readonly size: string
  readonly lowest: string
  readonly highest: string
}

/** One mark for each candle and side in which the user traded, the oldest first. */
export function marksOf(fills: readonly OwnFill[], interval: ChartInterval): readonly FillMark[] {
  const groups = new Map<string, OwnFill[]>()
  for (const fill of fills) {
    const key = `${openTimeOf(interval, fill.createdAt)} ${fill.side}`
    groups.set(key, [...(groups.get(key) ?? []), fill])
  }
  return [...groups]
    .map(([key, own]): FillMark => {
      const byPrice = own
        .map(({ price }) => price)
        .toSorted((a, b) => compare(decimal(a), decimal(b)))
      return {
        openTime: Number.parseInt(key, 10),
        side: own[0]?.side ?? 'buy',
        size: formatDecimal(sum(own.map(({ size }) => decimal(size)))),
        lowest: byPrice[0] ?? '',
        highest: byPrice.at(-1) ?? '',
      }
    })
    .toSorted((a, b) => a.openTime - b.openTime)
}
