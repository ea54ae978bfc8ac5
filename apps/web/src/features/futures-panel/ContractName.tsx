import type { FuturesPosition } from '@x/api'
import type { ReactNode } from 'react'
import { useFuturesMessages } from '../../lib/messages/messages.ts'
import { ContractSymbol } from './ContractSymbol.tsx'
import styles from './futuresPanel.module.css'

/** Contract, side, leverage and margin mode. */
export function ContractName({
  position: { symbol, positionSide, positionsLevel, marginMode },
  children,
}: {
  readonly position: Pick<
    FuturesPosition,
    'symbol' | 'positionSide' | 'positionsLevel' | 'marginMode'
  >
  /** Beside the contract. */
  readonly children?: ReactNode
}) {
  const t = useFuturesMessages()
  return (
    <span className={styles['stack']}>
      <span className={styles['named']}>
        <ContractSymbol symbol={symbol} />
        {children}
      </span>
      <span className={styles['quiet']}>
        <span className={styles['side']} data-side={positionSide === 1 ? 'long' : 'short'}>
          {t(positionSide === 1 ? 'positions.long' : 'positions.short')}
        </span>{' '}
        <bdi dir="ltr">{positionsLevel}×</bdi>{' '}
        {t(marginMode === 1 ? 'positions.isolated' : 'positions.cross')}
      </span>
    </span>
  )
}
