import styles from './assetName.module.css'
import { CoinIcon } from './CoinIcon.tsx'

/** An asset with its icon, as the lists of assets have it. */
export const AssetName = ({ asset }: { readonly asset: string }) => (
  <span className={styles['name']}>
    <CoinIcon asset={asset} />
    <bdi>{asset}</bdi>
  </span>
)
