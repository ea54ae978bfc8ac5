import { CoinIcon } from '../../lib/coins/CoinIcon.tsx'
import { baseOf } from './baseOf.ts'
import styles from './futuresPanel.module.css'

/** The symbol of a contract with the icon of its coin, as lists of contracts have it. */
export const ContractSymbol = ({ symbol }: { readonly symbol: string }) => (
  <span className={styles['contract']}>
    <CoinIcon asset={baseOf({ symbol })} size={16} />
    <bdi className={styles['symbol']}>{symbol}</bdi>
  </span>
)
