import { compare, decimal, parseDecimal } from '@x/decimal'
import { Button, ButtonLink } from '@x/ui/button'
import { EmptyState, ErrorState } from '@x/ui/empty-state'
import { SkeletonRows } from '@x/ui/skeleton'
import { type MarketFilter, type P2pAdvert, useP2pMarket } from '../../data/p2p/orders.ts'
import { useAppSelector } from '../../data/store/hooks.ts'
import { selectStatus } from '../../data/store/slice.ts'
import { failureOf, serverText } from '../../lib/errors/serverText.ts'
import { useP2pMessages } from '../../lib/messages/messages.ts'
import styles from '../../lib/product-page/product.module.css'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { useUntrusted } from '../../lib/untrusted-content/useUntrusted.ts'
import type { Filters } from './MarketFilters.tsx'
import own from './p2p.module.css'
import { useP2pFigures } from './useP2pFigures.ts'
import { usePaymentNames } from './usePaymentNames.ts'

/** An amount that is being typed looks for nothing. */
const isAmount = (text: string): boolean => {
  const value = parseDecimal(text)
  return value !== null && compare(value, decimal('0')) > 0
}

const filterOf = ({ side, asset, paymentType, amount }: Filters, fiat: string): MarketFilter => ({
  side,
  asset,
  fiat,
  ...(paymentType === null ? {} : { paymentType }),
  ...(isAmount(amount) ? { amount } : {}),
})

export function MarketList({
  filters,
  fiat,
  onTake,
}: {
  readonly filters: Filters
  readonly fiat: string
  readonly onTake: (advert: P2pAdvert) => void
}) {
  const t = useP2pMessages()
  const query = useP2pMarket(filterOf(filters, fiat))
  const { currentData, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const adverts = currentData?.pages.flatMap(({ items }) => items)
  return (
    <section className={styles['card']} aria-label={t('product.p2p')}>
      {adverts === undefined && error ? (
        <ErrorState
          title={t('orders.failed')}
          onRetry={() => void refetch()}
          traceId={failureOf(error).traceId}
        >
          {serverText(error, t)}
        </ErrorState>
      ) : null}
      {adverts === undefined && !error ? <SkeletonRows rows={5} /> : null}
      {adverts?.length === 0 ? <EmptyState>{t('p2p.none')}</EmptyState> : null}
      {adverts === undefined || adverts.length === 0 ? null : (
        <ul className={own['adverts']}>
          {adverts.map((advert) => (
            <Advert key={advert.advertId} advert={advert} onTake={() => onTake(advert)} />
          ))}
        </ul>
      )}
      {hasNextPage ? (
        <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('orders.loadMore')}
        </Button>
      ) : null}
    </section>
  )
}

function Advert({ advert, onTake }: { readonly advert: P2pAdvert; readonly onTake: () => void }) {
  const t = useP2pMessages()
  const names = usePaymentNames()
  const figures = useP2pFigures()
  const { text } = useUntrusted()
  const { asset, fiat, owner, side, remaining, minimum, maximum, paymentTypes } = advert
  return (
    <li className={own['advert']}>
      <span className={own['trader']}>
        <bdi className={own['name']}>{text(owner.nickname)}</bdi>
        <span className={styles['note']}>
          {owner.completionPercent === null
            ? t('p2p.newTrader')
            : t('p2p.record', { orders: owner.orders, percent: owner.completionPercent })}
        </span>
      </span>
      <span className={own['price']}>
        <bdi>{figures.price(advert.price, fiat)}</bdi>
      </span>
      <dl className={own['bounds']}>
        <dt>{t('advert.left')}</dt>
        <dd>
          <bdi>{figures.coins(remaining, asset)}</bdi>
        </dd>
        <dt>{t('p2p.limits')}</dt>
        <dd>
          <bdi>{`${figures.fiat(minimum, '').trim()}–${figures.fiat(maximum, fiat)}`}</bdi>
        </dd>
      </dl>
      <span className={own['types']}>{paymentTypes.map(names.type).join(', ')}</span>
      <TakeButton side={side} asset={asset} onTake={onTake} />
    </li>
  )
}

/** A guest logs in first. */
function TakeButton({
  side,
  asset,
  onTake,
}: Pick<P2pAdvert, 'side' | 'asset'> & { readonly onTake: () => void }) {
  const t = useP2pMessages()
  const to = useLocalePath()
  const isGuest = useAppSelector(selectStatus) === 'guest'
  if (isGuest)
    return (
      <ButtonLink render={(props) => <Link {...props} to={to('/login?from=%2Fp2p')} />}>
        {t('spot.loginToTrade')}
      </ButtonLink>
    )
  return (
    <Button variant={side === 'sell' ? 'buy' : 'sell'} onClick={onTake}>
      {t(side === 'sell' ? 'spot.buyBase' : 'spot.sellBase', { base: asset })}
    </Button>
  )
}
