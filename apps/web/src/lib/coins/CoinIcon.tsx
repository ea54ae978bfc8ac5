import { Image } from '@x/ui/image'
import { COINS } from './coins.ts'
import styles from './coinIcon.module.css'

/** Icons come from the app's own origin. */
const allow = (src: string) => src

/** The icon of an asset, for decoration beside its name; its first letter where there is none. */
export function CoinIcon({ asset, size = 20 }: { readonly asset: string; readonly size?: number }) {
  const coin = COINS[asset]
  return (
    <span aria-hidden="true" className={styles['icon']}>
      <Image
        round
        alt=""
        src={coin?.hasIcon ? `/coins/${asset}.svg` : ''}
        allow={allow}
        width={size}
        height={size}
        fallback={
          // Drawn, so that it is neither found nor copied with the name.
          <span
            className={styles['letter']}
            style={{ background: coin?.colour }}
            data-letter={asset.slice(0, 1)}
          />
        }
      />
    </span>
  )
}
