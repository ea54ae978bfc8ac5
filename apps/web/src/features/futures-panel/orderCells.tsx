import type { FuturesFill, FuturesOrder } from '@x/api'
import { useFuturesMessages } from '../../lib/messages/messages.ts'
import { TypeCell } from '../orders/index.ts'
import styles from './futuresPanel.module.css'

/** Buy or sell, of which side of the account, and whether it only reduces. */
export function OrderSide({
  order,
}: {
  readonly order: Pick<FuturesOrder, 'side' | 'positionSide'> & { readonly reduceOnly?: boolean }
}) {
  const t = useFuturesMessages()
  const { side, positionSide, reduceOnly = false } = order
  return (
    <>
      <span className={styles['side']} data-side={side === 'buy' ? 'long' : 'short'}>
        {t(`spot.${side}`)}
      </span>{' '}
      <span className={styles['quiet']}>
        {positionSide === null
          ? null
          : t(positionSide === 1 ? 'positions.long' : 'positions.short')}{' '}
        {reduceOnly ? t('positions.reduceOnly') : null}
      </span>
    </>
  )
}

export function OrderType({
  order: { orderType },
}: {
  readonly order: Pick<FuturesOrder | FuturesFill, 'orderType'>
}) {
  const t = useFuturesMessages()
  return orderType === 'liquidation' ? (
    t('positions.end.liquidation')
  ) : (
    <TypeCell type={orderType} />
  )
}
