import { useStore } from '@x/kit/react'
import { useNumbers } from '@x/locale/react'
import { NumberText } from '@x/ui/number'
import { useEffect, useState } from 'react'
import { useServices } from '../../lib/services/servicesContext.ts'
import { useMessages } from '../../lib/messages/messages.ts'
import { usePositions } from '../../data/balances/hooks.ts'
import type { SpotSymbol } from '../../data/spot/model.ts'
import { EstimateLine } from './EstimateLine.tsx'
import type { OrderDraft } from './orderDraft.ts'
import type { OrderFigures } from './orderFigures.ts'
import { orderOf } from './orderOf.ts'

export interface AverageLineProps {
  readonly spec: SpotSymbol
  readonly draft: OrderDraft
  readonly figures: OrderFigures
  /** A draft that is no order yet changes nothing. */
  readonly isReady: boolean
}

/**
 * The average buy price of what the trader holds of this pair, and what this buy would make of it
 * (trading 2). It is shown for both sides, so that a change of the side moves
 * nothing; not where amounts are hidden, because it reveals a holding.
 */
export function AverageLine({ spec, draft, figures, isReady }: AverageLineProps) {
  const t = useMessages()
  const numbers = useNumbers('trading')
  const showAsset = useStore(useServices().preferences, (state) => state.showAsset)
  const { data: positions } = usePositions()
  const holding = positions?.find(({ symbol }) => symbol === spec.symbol)
  const weigh = useWeigh(isReady && holding !== undefined)
  if (!showAsset || !holding?.avgBuyPrice) return null
  const after = isReady ? weigh?.(orderOf(draft), { holding, figures })?.after : undefined
  const price = (value: string) =>
    numbers.number(value, { digits: spec.pricePlace, purpose: 'price' })
  return (
    <EstimateLine name={t('orders.averageBuy')}>
      <NumberText unit={spec.quote}>
        {after === undefined
          ? price(holding.avgBuyPrice)
          : `${price(holding.avgBuyPrice)} → ${price(after)}`}
      </NumberText>
    </EstimateLine>
  )
}

type Weigh = typeof import('./averageAfter.ts').averageAfter

/**
 * Its arithmetic is fetched with the first order of who holds something. What could not be fetched
 * is tried again with the next one.
 */
function useWeigh(isNeeded: boolean): Weigh | undefined {
  const [weigh, setWeigh] = useState<Weigh | undefined>(undefined)
  useEffect(() => {
    if (isNeeded && !weigh)
      void import('./averageAfter.ts').then(
        ({ averageAfter }) => setWeigh(() => averageAfter),
        () => undefined,
      )
  }, [isNeeded, weigh])
  return weigh
}
