import { useNumbers } from '@x/locale/react'
import type { ReactElement } from 'react'
import { sizeUnitOf } from '../../../data/spot/model.ts'
import { FuturesTexts } from '../../../lib/lazy/FuturesTexts.tsx'
import { PageTexts } from '../../../lib/lazy/PageTexts.tsx'
import { useFuturesMessages, usePageMessages } from '../../../lib/messages/messages.ts'
import { QuestionCheckbox } from '../../submissions/index.ts'
import { decimalsOfStep } from '../../order-book/index.ts'
import styles from '../orderTicket.module.css'
import type { FuturesFigures } from './figures.ts'
import { closesAll, type FuturesDraft } from './futuresDraft.ts'
import { futuresOrderOf } from './futuresOrderOf.ts'
import type { FuturesTypes } from './futuresTypes.ts'
import { marginDigits } from './marginDigits.ts'

export interface FuturesSummaryProps {
  readonly spec: FuturesTypes['spec']
  readonly draft: FuturesDraft
  readonly figures: FuturesFigures
  readonly isStale: boolean
  /** Left out of a question that is always asked. */
  readonly onLast: ((checked: boolean) => void) | undefined
}

export const futuresSummary = (props: FuturesSummaryProps): ReactElement => (
  <PageTexts>
    <FuturesTexts>
      <FuturesSummary {...props} />
    </FuturesTexts>
  </PageTexts>
)

/** A futures order in figures, as it would be sent. */
function FuturesSummary({ spec, draft, figures, isStale, onLast }: FuturesSummaryProps) {
  const t = useFuturesMessages()
  const pages = usePageMessages()
  const numbers = useNumbers('trading')
  const order = futuresOrderOf(draft, spec)
  const price = (value: string | null | undefined) =>
    value && `${numbers.number(value, { digits: spec.pricePlace, purpose: 'price' })} ${spec.quote}`
  const margin = (value: string | undefined) =>
    value && `${numbers.number(value, { digits: marginDigits(spec) })} ${spec.marginCoin}`
  const by = { last: pages('spot.last'), mark: t('positions.mark'), index: t('positions.index') }
  // Asked before the formulas are there: what was written.
  const unit = { base: sizeUnitOf(spec), value: spec.quote, margin: spec.marginCoin }[draft.unit]
  const digits = decimalsOfStep(order.size ?? '0')
  const written = `${numbers.number(order.size, { digits })} ${unit}`
  const trigger = (value: string | null | undefined) =>
    value && `${by[draft.triggerBy]} ${price(value)}`
  const rows: readonly (readonly [name: string, value: string | null | undefined])[] = [
    [t('spot.triggerPrice'), trigger(order.triggerPrice)],
    [
      t('spot.callbackRate'),
      order.callbackRate && numbers.percent(order.callbackRate, { unit: 'percent' }),
    ],
    [t('spot.price'), price(order.price) ?? t('spot.market')],
    [
      t('positions.size'),
      closesAll(draft)
        ? t('positions.all')
        : figures.size
          ? `${numbers.number(figures.size, { digits: spec.quantityPlace })} ${sizeUnitOf(spec)}`
          : written,
    ],
    [t('contract.cost'), margin(figures.cost)],
    [t('spot.fee'), margin(figures.fee)],
    [
      t('positions.liquidation'),
      `${price(figures.before) ?? '--'} → ${price(figures.after) ?? '--'}`,
    ],
    [t('spot.takeProfit'), trigger(order.takeProfitTriggerPrice)],
    [t('spot.stopLoss'), trigger(order.stopLossTriggerPrice)],
  ]
  return (
    <div className={styles['summary']}>
      <dl className={styles['estimates']}>
        {rows.map(([name, value]) =>
          value ? (
            <div key={name} className={styles['line']}>
              <dt title={name}>{name}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ) : null,
        )}
      </dl>
      {isStale ? <p className={styles['warning']}>{t('contract.staleBook')}</p> : null}
      {figures.isLiquidating ? (
        <p className={styles['warning']}>{t('futures.error.liquidatedAtOnce')}</p>
      ) : null}
      {onLast ? (
        <QuestionCheckbox onTick={onLast}>{pages('spot.doNotAsk')}</QuestionCheckbox>
      ) : null}
    </div>
  )
}
