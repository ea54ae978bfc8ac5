import { useDates, useNumbers } from '@x/locale/react'
import type { ReactElement } from 'react'
import { PageTexts } from '../../lib/lazy/PageTexts.tsx'
import { usePageMessages } from '../../lib/messages/messages.ts'
import type { SpotSymbol } from '../../data/spot/model.ts'
import { useNow } from '../../lib/clock/useNow.ts'
import { crossingText } from './crossingText.ts'
import styles from './orderWarnings.module.css'
import type { OrderRisks } from './orderRisks.ts'

export interface OrderWarningsProps {
  readonly spec: SpotSymbol
  readonly risks: OrderRisks
  /** The limit of the order. */
  readonly limit: string | undefined
}

export const orderWarnings = (props: OrderWarningsProps): ReactElement => (
  <PageTexts>
    <OrderWarnings {...props} />
  </PageTexts>
)

/**
 * That an order trades at once, how far its limit lies beyond the best price, and how old the book
 * is that says so.
 */
export function OrderWarnings({
  spec,
  risks: { crossing, staleSince },
  limit,
}: OrderWarningsProps) {
  const t = usePageMessages()
  const numbers = useNumbers('trading')
  const price = (value: string) =>
    `${numbers.number(value, { digits: spec.pricePlace, purpose: 'price' })} ${spec.quote}`
  const far =
    crossing?.isFar && limit
      ? {
          limit: price(limit),
          percent: numbers.percent(crossing.throughPercent, { unit: 'percent' }),
          best: price(crossing.best),
        }
      : undefined
  return (
    <>
      {staleSince === undefined ? null : <StaleWarning since={staleSince} />}
      {far ? <p className={styles['caution']}>{t('spot.farLimit', far)}</p> : null}
      {crossing && !crossing.isKilled ? (
        <p className={styles['prose']}>{crossingText(crossing, { t, numbers, spec })}</p>
      ) : null}
    </>
  )
}

function StaleWarning({ since }: { readonly since: number }) {
  const t = usePageMessages()
  const dates = useDates()
  const now = useNow()
  return (
    <p className={styles['caution']}>{t('spot.staleAsk', { age: dates.age(since, { now }) })}</p>
  )
}
