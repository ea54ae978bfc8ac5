import { useDates } from '@x/locale/react'
import { Badge } from '@x/ui/badge'
import { Button, ButtonLink } from '@x/ui/button'
import { EmptyState, ErrorState } from '@x/ui/empty-state'
import { SkeletonRows } from '@x/ui/skeleton'
import { type P2pOrderRow, useP2pOrders, useP2pUpdates } from '../../data/p2p/orders.ts'
import { failureOf, serverText } from '../../lib/errors/serverText.ts'
import { useP2pMessages } from '../../lib/messages/messages.ts'
import { usePageTitle } from '../../lib/page-heads/usePageTitle.ts'
import styles from '../../lib/product-page/product.module.css'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { useUntrusted } from '../../lib/untrusted-content/useUntrusted.ts'
import own from './p2p.module.css'
import { STATUS_TEXTS, useP2pFigures } from './useP2pFigures.ts'

/** `/p2p/orders`: orders of the user, the latest first. */
export function OrdersPage() {
  const t = useP2pMessages()
  const to = useLocalePath()
  usePageTitle(t('p2p.orders'))
  useP2pUpdates()
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <h1 className={styles['title']}>{t('p2p.orders')}</h1>
        <ButtonLink size="small" render={(props) => <Link {...props} to={to('/p2p')} />}>
          {t('product.p2p')}
        </ButtonLink>
      </header>
      <section className={styles['card']} aria-label={t('p2p.orders')}>
        <List />
      </section>
    </div>
  )
}

function List() {
  const t = useP2pMessages()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useP2pOrders()
  const orders = data?.pages.flatMap(({ items }) => items)
  if (!orders)
    return error ? (
      <ErrorState
        title={t('orders.failed')}
        onRetry={() => void refetch()}
        traceId={failureOf(error).traceId}
      >
        {serverText(error, t)}
      </ErrorState>
    ) : (
      <SkeletonRows rows={4} />
    )
  if (orders.length === 0) return <EmptyState>{t('p2p.noOrders')}</EmptyState>
  return (
    <>
      <ul className={own['orders']}>
        {orders.map((order) => (
          <Order key={order.orderId} order={order} />
        ))}
      </ul>
      {hasNextPage ? (
        <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('orders.loadMore')}
        </Button>
      ) : null}
    </>
  )
}

function Order({ order }: { readonly order: P2pOrderRow }) {
  const t = useP2pMessages()
  const to = useLocalePath()
  const dates = useDates()
  const figures = useP2pFigures()
  const { text } = useUntrusted()
  const { orderId, role, asset, amount, fiat, total, status, counterparty, createdAt } = order
  return (
    <li className={own['order']}>
      <Link className={own['link']} to={to(`/p2p/orders/${orderId}`)}>
        {t(role === 'buyer' ? 'spot.buyBase' : 'spot.sellBase', { base: asset })}
        <span className={styles['note']}>
          <bdi>{t('orders.detailOf', { id: orderId })}</bdi>
        </span>
      </Link>
      <bdi>{figures.coins(amount, asset)}</bdi>
      <bdi>{figures.fiat(total, fiat)}</bdi>
      <bdi>{text(counterparty)}</bdi>
      <span className={styles['note']}>{dates.timestamp(createdAt)}</span>
      <Badge>{t(STATUS_TEXTS[status])}</Badge>
    </li>
  )
}
