import type { ClosedPosition } from '@x/api'
import { useFuturesMessages } from '../../lib/messages/messages.ts'
import styles from './futuresPanel.module.css'

/** A contract with the side that was held. */
export function ContractSide({
  symbol,
  positionSide,
}: Pick<ClosedPosition, 'symbol' | 'positionSide'>) {
  const t = useFuturesMessages()
  return (
    <>
      <bdi className={styles['symbol']}>{symbol}</bdi>{' '}
      <span className={styles['side']} data-side={positionSide === 1 ? 'long' : 'short'}>
        {t(positionSide === 1 ? 'positions.long' : 'positions.short')}
      </span>
    </>
  )
}
