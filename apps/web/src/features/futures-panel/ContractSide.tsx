import type { ClosedPosition } from '@x/api'
import { useFuturesMessages } from '../../lib/messages/messages.ts'
import { ContractSymbol } from './ContractSymbol.tsx'
import styles from './futuresPanel.module.css'

/** A contract with the side that was held. */
export function ContractSide({
  symbol,
  positionSide,
}: Pick<ClosedPosition, 'symbol' | 'positionSide'>) {
  const t = useFuturesMessages()
  return (
    <>
      <ContractSymbol symbol={symbol} />{' '}
      <span className={styles['side']} data-side={positionSide === 1 ? 'long' : 'short'}>
        {t(positionSide === 1 ? 'positions.long' : 'positions.short')}
      </span>
    </>
  )
}
