import { useNumbers } from '@x/locale/react'
import { useTicker } from '@x/market/react'
import { NumberText } from '@x/ui/number'
import { useMarket } from '../../data/market/useMarket.ts'
import type { SpotOrder } from '../../data/spot/model.ts'
import { BACKGROUND_UPDATES } from '../../lib/updateIntervals.ts'
import { awaitedPrice, distancePercent } from './orderWorth.ts'

/** How far the market is from an order. */
export function DistanceCell({ order }: { readonly order: SpotOrder }) {
  const numbers = useNumbers('trading')
  const last = useTicker(useMarket(), order.symbol, BACKGROUND_UPDATES)?.last
  const price = awaitedPrice(order)
  if (last === undefined || price === null) return <NumberText tone="muted">--</NumberText>
  const percent = distancePercent(price, { last })
  return <NumberText>{numbers.percent(percent, { unit: 'percent', signs: 'always' })}</NumberText>
}
