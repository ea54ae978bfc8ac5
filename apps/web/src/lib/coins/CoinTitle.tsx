import type { ReactNode } from 'react'
import styles from './assetName.module.css'
import { CoinIcon } from './CoinIcon.tsx'

/** The title of a dialog about one coin or its pair, with the coin's icon. */
export const CoinTitle = ({
  asset,
  children,
}: {
  readonly asset: string
  readonly children: ReactNode
}) => (
  <span className={styles['name']}>
    <CoinIcon asset={asset} />
    <span>{children}</span>
  </span>
)
