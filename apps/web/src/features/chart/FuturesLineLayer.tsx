import type { FuturesOrder, FuturesPosition } from '@x/api'
import { useNumbers } from '@x/locale/react'
import { useCallback, useMemo, useState } from 'react'
import { useCachedFuturesOrders, useCachedPositions } from '../../data/futures/accountData.ts'
import { useAmendFuturesOrder, useCancelFuturesOrder } from '../../data/futures/ordersApi.ts'
import { legOf, positionKey, useSetPositionExits } from '../../data/futures/positionsApi.ts'
import { isLiveStatus, type Side, wireSymbol } from '../../data/spot/model.ts'
import { futuresErrorText } from '../../lib/errors/futuresErrorText.ts'
import { useFuturesMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { reportOrder } from '../orders/index.ts'
import { LateAlertLines } from './alerts/LateAlertLines.tsx'
import type { ChartLinesProps } from './ChartStage.tsx'
import type { LineOrder, OrderLine } from './orderLine.ts'
import type { FixedLine } from './orderLines.ts'
import { useChartLines } from './useChartLines.ts'
import { useMarkLine } from './useMarkLine.ts'

/** What a line belongs to: an order, or an exit of a position. */
interface ContractLine extends LineOrder {
  readonly size: string
  readonly order?: FuturesOrder
  readonly position?: FuturesPosition
}

type ExitField = 'takeProfitTriggerPrice' | 'stopLossTriggerPrice'
const NONE: readonly never[] = []

/**
 * The mark price of a contract, entry and liquidation price of its positions, its open orders,
 * price alerts, and take profit and stop loss. Lines are dragged to change them and closed to
 * remove them; of an order that was moved the page asks first, because it may trade at once.
 */
export default function FuturesLineLayer({ chart, spec, price }: ChartLinesProps) {
  const t = useFuturesMessages()
  const numbers = useNumbers('trading')
  const positions = useCachedPositions() ?? NONE
  const orders = useCachedFuturesOrders() ?? NONE
  const [alerts, setAlerts] = useState<readonly FixedLine[]>(NONE)
  const name = wireSymbol(spec)
  const mark = useMarkLine({ spec, price })
  const lines = useMemo(
    () => [
      ...positions.filter(({ symbol }) => symbol === name).flatMap(exitLines),
      ...orders.filter(({ symbol }) => symbol === name).flatMap(orderLinesOf),
    ],
    [positions, orders, name],
  )
  const fixed = useMemo(
    () => [
      ...positions
        .filter(({ symbol }) => symbol === name)
        .flatMap((position) =>
          fixedLines(position, {
            entry: t('positions.entry'),
            liquidation: t('positions.liquidation'),
          }),
        ),
      ...mark,
      ...alerts,
    ],
    [positions, mark, alerts, name, t],
  )
  const textOf = useCallback(
    ({ order: line, leg }: OrderLine<ContractLine>) =>
      t('chart.orderLine', {
        leg: legText(line, leg, t),
        side: line.side === 'buy' ? t('spot.buy') : t('spot.sell'),
        amount: line.order?.closePosition
          ? t('positions.all')
          : numbers.number(line.size, { digits: spec.quantityPlace, purpose: 'size' }),
      }),
    [t, numbers, spec],
  )
  const priceOf = (value: string) =>
    numbers.number(value, { digits: spec.pricePlace, purpose: 'price' })
  const commands = useLineCommands({ lines, textOf, priceOf })
  useChartLines<ContractLine>(chart, { lines, fixed, spec, textOf, ...commands })
  return <LateAlertLines spec={spec} onLines={setAlerts} />
}

const STOPS = ['stop_limit', 'stop_market', 'trailing'] as const

/** What stands at a line: an exit, the condition of an order by its type, or its limit. */
function legText(
  { order }: ContractLine,
  leg: OrderLine['leg'],
  t: ReturnType<typeof useFuturesMessages>,
): string {
  if (leg === 'take_profit' || leg === 'stop_loss') return t(`chart.leg.${leg}`)
  const stop = leg === 'limit' ? undefined : STOPS.find((type) => type === order?.orderType)
  return t(stop ? `spot.type.${stop}` : 'spot.limit')
}

interface LineContext {
  readonly lines: readonly OrderLine<ContractLine>[]
  readonly textOf: (line: OrderLine<ContractLine>) => string
  readonly priceOf: (value: string) => string
}

/** What a line that was moved or closed does to its order or position. */
function useLineCommands(context: LineContext) {
  const t = useFuturesMessages()
  const services = useServices()
  const moveOrder = useMoveOrder(context)
  const [setExits] = useSetPositionExits()
  const [cancel] = useCancelFuturesOrder()
  const report = (error: unknown): void => {
    if (error) reportOrder(services, { kind: 'error', text: futuresErrorText(error, t) })
    else reportOrder(services, { kind: 'success', text: t('positions.exitsSaved') })
  }
  const change = async (
    position: FuturesPosition,
    { field, price }: { readonly field: ExitField; readonly price: string | null },
  ): Promise<void> => {
    const { takeProfit, stopLoss } = position
    const { error } = await setExits({
      ...legOf(position),
      takeProfitTriggerPrice: takeProfit?.triggerPrice ?? null,
      stopLossTriggerPrice: stopLoss?.triggerPrice ?? null,
      [field]: price,
    })
    report(error)
  }
  return {
    onMove(
      { position, order }: ContractLine,
      { field, price }: { readonly field: OrderLine['field']; readonly price: string },
    ) {
      if (position && isExit(field)) void change(position, { field, price })
      if (order && !isExit(field)) void moveOrder(order, { field, price })
    },
    onClose({ position, order }: ContractLine, field: OrderLine['field']) {
      if (position && isExit(field)) void change(position, { field, price: null })
      if (!order) return
      void cancel({ orderId: order.orderId }).then(
        ({ error }) => void (error !== undefined && report(error)),
      )
    },
  }
}

/** Asks, and gives an order the price that its line was moved to. */
function useMoveOrder({ lines, textOf, priceOf }: LineContext) {
  const t = useFuturesMessages()
  const services = useServices()
  const [amend] = useAmendFuturesOrder()
  return async (
    { orderId }: FuturesOrder,
    { field, price }: { readonly field: 'price' | 'triggerPrice'; readonly price: string },
  ): Promise<void> => {
    const line = lines.find(({ order, field: at }) => order.orderId === orderId && at === field)
    if (!line) return
    const { action } = await services.dialogs.confirm({
      title: textOf(line),
      message: t('positions.orderMoveText', { from: priceOf(line.price), to: priceOf(price) }),
      confirmText: t('positions.change'),
      cancelText: t('orders.keep'),
    })
    if (action !== 'confirm') return
    const { error } = await amend({ orderId, [field]: price })
    if (error) reportOrder(services, { kind: 'error', text: futuresErrorText(error, t) })
    else {
      const text = t('positions.orderMoved', { price: priceOf(price) })
      reportOrder(services, { kind: 'success', text, orderId })
    }
  }
}

const isExit = (field: OrderLine['field']): field is ExitField =>
  field === 'takeProfitTriggerPrice' || field === 'stopLossTriggerPrice'

function exitLines(position: FuturesPosition): readonly OrderLine<ContractLine>[] {
  const { takeProfit, stopLoss, positionSide, positionsCount: size } = position
  // An exit trades against its position.
  const side: Side = positionSide === 1 ? 'sell' : 'buy'
  const line = (
    exit: FuturesPosition['takeProfit'],
    { leg, field }: { readonly leg: 'take_profit' | 'stop_loss'; readonly field: ExitField },
  ) =>
    exit
      ? [
          {
            order: { orderId: positionKey(position), side, size, position },
            leg,
            field,
            price: exit.triggerPrice,
            canMove: true,
          },
        ]
      : []
  return [
    ...line(takeProfit, { leg: 'take_profit', field: 'takeProfitTriggerPrice' }),
    ...line(stopLoss, { leg: 'stop_loss', field: 'stopLossTriggerPrice' }),
  ]
}

/** The limit of an order that rests, and the trigger of one that waits. */
function orderLinesOf(order: FuturesOrder): readonly OrderLine<ContractLine>[] {
  const { orderId, side, size, price, status, triggers, orderType } = order
  // The exits of a position are its own lines.
  if (!isLiveStatus(status) || orderType === 'tp_sl') return []
  const line = { orderId, side, size, order }
  if (status !== 'waiting')
    return price === null
      ? []
      : [{ order: line, leg: 'limit', field: 'price', price, canMove: true }]
  return triggers.flatMap(({ kind, triggerPrice }) =>
    triggerPrice === null
      ? []
      : [
          {
            order: line,
            leg: kind,
            field: 'triggerPrice' as const,
            price: triggerPrice,
            // One that trails follows the market.
            canMove: kind !== 'trailing',
          },
        ],
  )
}

const fixedLines = (
  { positionsOpenAvgPrice, liquidationPrice }: FuturesPosition,
  names: { readonly entry: string; readonly liquidation: string },
): readonly FixedLine[] => [
  { price: positionsOpenAvgPrice, name: names.entry },
  ...(liquidationPrice === null
    ? []
    : [{ price: liquidationPrice, name: names.liquidation, tone: 'accent' as const }]),
]
