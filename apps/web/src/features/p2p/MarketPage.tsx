import { ButtonLink } from '@x/ui/button'
import { useState } from 'react'
import type { P2pConfig } from '../../data/p2p/adverts.ts'
import type { P2pAdvert } from '../../data/p2p/orders.ts'
import { useP2pMessages } from '../../lib/messages/messages.ts'
import { usePageTitle } from '../../lib/page-heads/usePageTitle.ts'
import styles from '../../lib/product-page/product.module.css'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { MarketFilters, type Filters } from './MarketFilters.tsx'
import { MarketList } from './MarketList.tsx'
import { TakeDialog } from './TakeDialog.tsx'
import { useFiat } from './useFiat.ts'
import { WithOffer } from './WithOffer.tsx'

/** `/p2p`: adverts of others, the best price first. */
export function MarketPage() {
  const t = useP2pMessages()
  const to = useLocalePath()
  usePageTitle(t('product.p2p'))
  const links = [
    ['/p2p/orders', t('p2p.orders')],
    ['/p2p/adverts', t('advert.title')],
    ['/p2p/payments', t('payment.title')],
    ['/help', t('product.help')],
  ] as const
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <h1 className={styles['title']}>{t('product.p2p')}</h1>
        <span className={styles['line']}>
          {links.map(([path, text]) => (
            <ButtonLink
              key={path}
              size="small"
              render={(props) => <Link {...props} to={to(path)} />}
            >
              {text}
            </ButtonLink>
          ))}
        </span>
        <p className={styles['note']}>{t('p2p.lead')}</p>
      </header>
      <WithOffer rows={6}>{(offer) => <Market offer={offer} />}</WithOffer>
    </div>
  )
}

function Market({ offer }: { readonly offer: P2pConfig }) {
  const { fiat, choose } = useFiat(offer)
  const [filters, setFilters] = useState<Filters>({
    side: 'buy',
    asset: offer.assets[0] ?? 'USDT',
    paymentType: null,
    amount: '',
  })
  const [taken, setTaken] = useState<P2pAdvert>()
  const set = (changes: Partial<Filters>) => setFilters((now) => ({ ...now, ...changes }))
  return (
    <>
      <MarketFilters
        offer={offer}
        fiat={fiat}
        filters={filters}
        onFiat={(next) => {
          choose(next)
          set({ paymentType: null })
        }}
        onChange={set}
      />
      <MarketList filters={filters} fiat={fiat} onTake={setTaken} />
      {taken ? (
        <TakeDialog
          advert={taken}
          feePercent={offer.feePercent}
          onClose={() => setTaken(undefined)}
        />
      ) : null}
    </>
  )
}
