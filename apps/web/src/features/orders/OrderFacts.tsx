import { type Numbers, useDates, useNumbers } from '@x/locale/react'
import { Button } from '@x/ui/button'
import { NumberText } from '@x/ui/number'
import type { ReactNode } from 'react'
import type { ExecutionCostSum } from '../../data/spot/executionCosts.ts'
import {
  type AttachedExit,
  feeDigits,
  filledPercent,
  isLiveStatus,
  QUOTE_DIGITS,
  type SpotOrder,
  type SpotSymbol,
} from '../../data/spot/model.ts'
import { useSymbolIndex } from '../../data/symbols/hooks.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { PairCell, SideCell, SizeCell, StatusCell, TypeCell } from './cells.tsx'
import { orderValue } from './orderWorth.ts'
import styles from './orders.module.css'
import { TriggerCell } from './TriggerCell.tsx'

interface OrderFactsProps {
  readonly order: SpotOrder
  /** Of all its fills; `undefined` where none has any. */
  readonly costs: ExecutionCostSum | undefined
  /** Another order is asked for: the entry of an exit. */
  readonly onShow: (orderId: string) => void
}

interface FactContext extends OrderFactsProps {
  readonly t: ReturnType<typeof usePageMessages>
  readonly dates: ReturnType<typeof useDates>
  readonly numbers: Numbers
  readonly spec: SpotSymbol | undefined
}

/** A name with its value; without a value it is left out. */
type Fact = readonly [name: string, value: ReactNode]

/** The terms of an order, how far it is and what it cost. */
export function OrderFacts(props: OrderFactsProps) {
  const t = usePageMessages()
  const dates = useDates()
  const numbers = useNumbers('trading')
  const spec = useSymbolIndex().get(props.order.symbol)
  const context = { ...props, t, dates, numbers, spec }
  const facts = [...identity(context), ...figures(context), ...terms(context), ...costs(context)]
  return (
    <dl className={styles['facts']}>
      {facts.map(([name, value]) =>
        value ? (
          <div key={name} className={styles['fact']}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}

const price = (value: string | null, { numbers, spec }: FactContext) => (
  <NumberText unit={spec?.quote}>
    {numbers.number(value, { digits: spec?.pricePlace ?? 8, purpose: 'price' })}
  </NumberText>
)

const identity = ({ order, spec, t, dates }: FactContext): readonly Fact[] => [
  [t('orders.pair'), <PairCell key="" symbol={order.symbol} spec={spec} />],
  [
    t('orders.side'),
    <span key="">
      <SideCell order={order} />
      {order.copy ? ` · ${t('product.copy')}` : null}
    </span>,
  ],
  [t('orders.type'), <TypeCell key="" type={order.orderType} />],
  [t('orders.status'), <StatusCell key="" status={order.status} />],
  [t('orders.time'), <NumberText key="">{dates.timestamp(order.createdAt)}</NumberText>],
  [
    t('orders.ended'),
    order.updatedAt === undefined || isLiveStatus(order.status) ? null : (
      <NumberText key="">{dates.timestamp(order.updatedAt)}</NumberText>
    ),
  ],
  [
    t('orders.triggered'),
    order.firedAt ? <NumberText key="">{dates.timestamp(order.firedAt)}</NumberText> : null,
  ],
  [
    t('orders.trigger'),
    order.triggers?.length ? <TriggerCell key="" order={order} spec={spec} /> : null,
  ],
]

function figures(context: FactContext): readonly Fact[] {
  const { order, spec, t, numbers } = context
  return [
    [t('orders.price'), order.price === null ? t('spot.market') : price(order.price, context)],
    [t('orders.amount'), <SizeCell key="" order={order} spec={spec} numbers={numbers} />],
    [
      t('orders.filled'),
      <NumberText key="" full={order.filled}>
        {numbers.percent(filledPercent(order), { unit: 'percent', digits: 1 })}
      </NumberText>,
    ],
    [t('orders.average'), price(order.avgPrice, context)],
    [
      t('orders.orderValue'),
      isLiveStatus(order.status) ? (
        <NumberText key="" unit={spec?.quote}>
          {numbers.number(orderValue(order), { digits: QUOTE_DIGITS })}
        </NumberText>
      ) : null,
    ],
    [
      t('orders.filledValue'),
      <NumberText key="" unit={spec?.quote} full={order.filledQuote}>
        {numbers.number(order.filledQuote)}
      </NumberText>,
    ],
    [
      t('orders.fee'),
      <NumberText key="" full={order.fee} unit={order.feeAsset}>
        {numbers.number(order.fee, { digits: feeDigits(order.feeAsset, spec), purpose: 'fee' })}
      </NumberText>,
    ],
  ]
}

function terms(context: FactContext): readonly Fact[] {
  const { order, t, onShow } = context
  const { timeInForce, parentOrderId, takeProfit, stopLoss } = order
  const exit = (at: AttachedExit | null | undefined) =>
    at && (
      <>
        {price(at.triggerPrice, context)} →{' '}
        {at.price === null ? t('spot.market') : price(at.price, context)}
      </>
    )
  return [
    [
      t('spot.timeInForce'),
      timeInForce === 'post_only' ? t('spot.postOnly') : timeInForce?.toUpperCase(),
    ],
    [t('spot.takeProfit'), exit(takeProfit)],
    [t('spot.stopLoss'), exit(stopLoss)],
    [
      t('orders.entry'),
      parentOrderId ? (
        <Button size="mini" variant="ghost" onClick={() => onShow(parentOrderId)}>
          {parentOrderId}
        </Button>
      ) : null,
    ],
  ]
}

function costs({ costs: sums, spec, t, numbers }: FactContext): readonly Fact[] {
  if (!sums) return []
  const unit = spec?.quote ?? ''
  const cost = (value: string) => (
    <NumberText full={value}>{numbers.number(value, { digits: 4 })}</NumberText>
  )
  return [
    [t('orders.spreadCost', { unit }), cost(sums.spread)],
    [t('orders.impactCost', { unit }), cost(sums.impact)],
    [t('orders.latencyCost', { unit }), cost(sums.latency)],
    [t('orders.frictions', { unit }), cost(sums.total)],
  ]
}
