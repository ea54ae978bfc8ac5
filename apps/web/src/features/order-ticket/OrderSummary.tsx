import { finishAmount } from '@x/decimal'
import { useStore } from '@x/kit/react'
import { useNumbers } from '@x/locale/react'
import type { ReactElement } from 'react'
import { PageTexts } from '../../lib/lazy/PageTexts.tsx'
import { QuestionCheckbox } from '../submissions/index.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { usePositions } from '../../data/balances/hooks.ts'
import {
  feeDigits,
  QUOTE_DIGITS,
  type SpotPosition,
  type SpotSymbol,
} from '../../data/spot/model.ts'
import { TypeCell } from '../orders/index.ts'
import { decimalsOfStep } from '../order-book/index.ts'
import { averageAfter } from './averageAfter.ts'
import { orderOf } from './orderOf.ts'
import { type OrderRisks, OrderWarnings } from '../order-terms/index.ts'
import own from './orderSummary.module.css'
import styles from './orderTicket.module.css'
import type { OrderDraft } from './orderDraft.ts'
import type { OrderFigures } from './orderFigures.ts'

export interface OrderSummaryProps {
  readonly spec: SpotSymbol
  readonly draft: OrderDraft
  readonly figures: OrderFigures
  readonly risks: OrderRisks
  /** Left out of a question that is always asked. */
  readonly onLast: ((checked: boolean) => void) | undefined
}

type SummaryRow = readonly [name: string, value: string | undefined]

/** One of the two orders of an OCO. */
interface Leg {
  readonly title: string
  readonly rows: readonly SummaryRow[]
}

const NONE: readonly SpotPosition[] = []

export const orderSummary = (props: OrderSummaryProps): ReactElement => (
  <PageTexts>
    <OrderSummary {...props} />
  </PageTexts>
)

/** An order in figures, as it would be sent. */
function OrderSummary({ spec, draft, figures, risks, onLast }: OrderSummaryProps) {
  const t = usePageMessages()
  const { fill, fee } = figures
  const numbers = useNumbers('trading')
  const { base, quote } = spec
  const order = orderOf(draft)
  const showAsset = useStore(useServices().preferences, (state) => state.showAsset)
  const { data: positions = NONE } = usePositions()
  const average = showAsset
    ? averageAfter(order, {
        holding: positions.find(({ symbol }) => symbol === spec.symbol),
        figures,
      })
    : undefined
  const isBuy = draft.side === 'buy'
  const price = (value: string | null | undefined) =>
    `${numbers.number(value, { digits: spec.pricePlace, purpose: 'price' })} ${quote}`
  const size = (value: string | undefined) =>
    `${numbers.number(value, { digits: spec.quantityPlace })} ${base}`
  const money = (value: string | undefined, { digits = QUOTE_DIGITS } = {}) =>
    numbers.number(value, { digits })
  // What is sent is shown to its last digit.
  const budget =
    order.sizeUnit === 'quote'
      ? money(order.size, { digits: Math.max(QUOTE_DIGITS, decimalsOfStep(order.size)) })
      : undefined
  const by = order.triggerBy === 'mark' ? `${t('orders.mark')} ` : ''
  const exit = (trigger: string | undefined, { limit }: { readonly limit: string | undefined }) =>
    trigger && `${by}${price(trigger)} → ${limit ? price(limit) : t('spot.market')}`
  const isOco = draft.type === 'oco'
  const trigger = [
    t('spot.triggerPrice'),
    order.triggerPrice && by + price(order.triggerPrice),
  ] as const
  const limit = [
    t(isOco ? 'spot.limitPrice' : 'spot.price'),
    order.price && price(order.price),
  ] as const
  const stop = [
    t('spot.stopPrice'),
    order.stopPrice ? price(order.stopPrice) : t('spot.market'),
  ] as const
  const stopType = order.stopPrice ? 'spot.type.stop_limit' : 'spot.type.stop_market'
  // In the order of the form.
  const legs: readonly Leg[] = isOco
    ? [
        { title: t('spot.limit'), rows: [limit] },
        { title: t(stopType), rows: [trigger, stop] },
      ]
    : []
  const rows: readonly SummaryRow[] = [
    ...(isOco ? [] : [trigger, limit]),
    [
      t('spot.callbackRate'),
      order.callbackRate && numbers.percent(order.callbackRate, { unit: 'percent', trim: true }),
    ],
    [t('spot.amount'), order.sizeUnit === 'quote' ? undefined : size(order.size)],
    [
      t('spot.total'),
      budget
        ? `${budget} ${quote}`
        : order.price
          ? `${money(finishAmount(draft.total))} ${quote}`
          : undefined,
    ],
    [t('spot.takeProfit'), exit(order.takeProfitTriggerPrice, { limit: order.takeProfitPrice })],
    [t('spot.stopLoss'), exit(order.stopLossTriggerPrice, { limit: order.stopLossPrice })],
    [
      t('orders.averageBuy'),
      average &&
        `${average.before === null ? '' : `${price(average.before)} → `}${price(average.after)}`,
    ],
  ]
  const estimate = {
    base,
    quote,
    amount: numbers.number(isBuy || budget ? fill?.filledBase : order.size, {
      digits: spec.quantityPlace,
    }),
    total: (isBuy ? budget : undefined) ?? money(fill?.filledQuote),
    price: numbers.number(fill?.averagePrice, { digits: spec.pricePlace, purpose: 'price' }),
    impact: numbers.percent(fill?.impactPercent, { unit: 'percent' }),
  }
  const feeFigure =
    fee && numbers.number(fee.amount, { digits: feeDigits(fee.asset, spec), purpose: 'fee' })
  const feeText = fee ? t('spot.confirmFee', { fee: `${feeFigure} ${fee.asset}` }) : ''
  return (
    <div className={styles['summary']}>
      <dl className={styles['estimates']}>
        <div className={styles['line']}>
          <dt>{t('spot.orderType')}</dt>
          <dd>
            <TypeCell type={draft.type} />
          </dd>
        </div>
        {isOco ? null : <SummaryRows rows={rows} />}
      </dl>
      {legs.map(({ title, rows: ofLeg }) => (
        <section key={title} className={own['leg']} aria-label={title}>
          <h3>{title}</h3>
          <dl className={styles['estimates']}>
            <SummaryRows rows={ofLeg} />
          </dl>
        </section>
      ))}
      {isOco ? (
        <dl className={styles['estimates']}>
          <SummaryRows rows={rows} />
        </dl>
      ) : null}
      <OrderWarnings spec={spec} risks={risks} limit={order.price} />
      {fill ? (
        <p className={styles['prose']}>
          {t(isBuy ? 'spot.confirmBuyText' : 'spot.confirmSellText', estimate)}
        </p>
      ) : null}
      {feeText ? <p className={styles['prose']}>{feeText}</p> : null}
      {onLast ? <QuestionCheckbox onTick={onLast}>{t('spot.doNotAsk')}</QuestionCheckbox> : null}
    </div>
  )
}

/** Without the rows that the order does not have. */
function SummaryRows({ rows }: { readonly rows: readonly SummaryRow[] }) {
  return rows.map(([name, value]) =>
    value ? (
      <div key={name} className={styles['line']}>
        <dt title={name}>{name}</dt>
        <dd>
          <bdi>{value}</bdi>
        </dd>
      </div>
    ) : null,
  )
}
