import { useNumbers } from '@x/locale/react'
import type { Chart } from 'klinecharts'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { OptionalLazyBoundary } from '../../lib/lazy/OptionalLazyBoundary.tsx'
import { useMessages } from '../../lib/messages/messages.ts'
import { useOpenOrders } from '../../data/orders/hooks.ts'
import { usePositions } from '../../data/balances/hooks.ts'
import { QUOTE_DIGITS, type SpotOrder, type SpotSymbol } from '../../data/spot/model.ts'
import { LazyEditOrder, useCancel } from '../orders/index.ts'
import { readColours } from './chartStyles.ts'
import { watchTheme } from './watchTheme.ts'
import { type OrderLine, orderLines } from './orderLine.ts'
import { onLift } from './onLift.ts'
import { textWidth } from './textWidth.ts'
import { LateAlertLines } from './alerts/LateAlertLines.tsx'
import { createOrderLines, type FixedLine } from './orderLines.ts'
import { useLegName } from './useLegName.ts'

/**
 * The user's orders and price alerts on the chart. A dragged line opens the order with the new
 * price; what is confirmed there moves it.
 */
export default function OrderLineLayer({ chart, spec }: { chart: Chart; spec: SpotSymbol }) {
  const t = useMessages()
  const numbers = useNumbers('trading')
  const legName = useLegName()
  const { data: orders } = useOpenOrders()
  const { data: positions } = usePositions()
  const { one } = useCancel()
  const cancel = useEffectEvent((order: SpotOrder) => void one(order, spec))
  const averagePrice = positions?.find(({ symbol }) => symbol === spec.symbol)?.avgBuyPrice
  const lines = useMemo(() => orderLines(orders ?? [], spec), [orders, spec])
  const [moved, setMoved] = useState<
    | { readonly order: SpotOrder; readonly field: OrderLine['field']; readonly price: string }
    | undefined
  >(undefined)
  const [alerts, setAlerts] = useState<readonly FixedLine[]>([])
  const board = useMemo(() => createOrderLines(chart, { onLift, textWidth }), [chart])
  useEffect(() => {
    const draw = () =>
      board.draw({
        lines,
        spec,
        colours: readColours(chart.getDom() ?? document.documentElement),
        textOf: ({ order, leg }) =>
          t('chart.orderLine', {
            leg: legName(order, leg),
            side: order.side === 'buy' ? t('spot.buy') : t('spot.sell'),
            amount: numbers.number(order.size, {
              digits: order.sizeUnit === 'quote' ? QUOTE_DIGITS : spec.quantityPlace,
              purpose: 'size',
            }),
          }),
        fixed: [
          ...(averagePrice ? [{ price: averagePrice, name: t('orders.averageBuy') }] : []),
          ...alerts,
        ],
        onClose: (order) => cancel(order),
        onMove: (order, { field, price }) => setMoved({ order, field, price }),
      })
    draw()
    return watchTheme(draw)
  }, [board, chart, lines, averagePrice, alerts, spec, t, numbers, legName])
  // The chart outlives its user: a log-out in another tab leaves the page as it is.
  useEffect(() => () => board.clear(), [board])
  return (
    <>
      <LateAlertLines spec={spec} onLines={setAlerts} />
      {moved ? (
        <OptionalLazyBoundary onFail={() => setMoved(undefined)}>
          <LazyEditOrder
            order={moved.order}
            spec={spec}
            initial={{ [moved.field]: moved.price }}
            onClose={() => setMoved(undefined)}
          />
        </OptionalLazyBoundary>
      ) : null}
    </>
  )
}
