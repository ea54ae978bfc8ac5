import { useDates } from '@x/locale/react'
import { Badge } from '@x/ui/badge'
import { ButtonLink } from '@x/ui/button'
import type { Column } from '@x/ui/data-table'
import { NumberText } from '@x/ui/number'
import { type P2pOrderRow, useP2pOrders, useP2pUpdates } from '../../data/p2p/orders.ts'
import { HistoryList } from '../../lib/lists/HistoryList.tsx'
import { useP2pMessages } from '../../lib/messages/messages.ts'
import { usePageTitle } from '../../lib/page-heads/usePageTitle.ts'
import styles from '../../lib/product-page/product.module.css'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { useUntrusted } from '../../lib/untrusted-content/useUntrusted.ts'
import own from './p2p.module.css'
import { STATUS_TEXTS, useP2pFigures } from './useP2pFigures.ts'

/** A tablet has no space for it beside the status. */
const EXPENDABLE = ['id']

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
      <section className={styles['table']} aria-label={t('p2p.orders')}>
        <HistoryList
          label={t('p2p.orders')}
          empty={t('p2p.noOrders')}
          query={useP2pOrders()}
          columns={useColumns()}
          rowKey={({ orderId }) => orderId}
          expendable={EXPENDABLE}
        />
      </section>
    </div>
  )
}

function useColumns() {
  const t = useP2pMessages()
  const to = useLocalePath()
  const dates = useDates()
  const figures = useP2pFigures()
  const { text } = useUntrusted()
  return [
    {
      key: 'type',
      header: t('orders.type'),
      minWidth: 128,
      cell: ({ orderId, role, asset }) => (
        <Link className={own['link']} to={to(`/p2p/orders/${orderId}`)}>
          {t(role === 'buyer' ? 'spot.buyBase' : 'spot.sellBase', { base: asset })}
        </Link>
      ),
    },
    {
      key: 'id',
      header: t('orders.orderId'),
      minWidth: 96,
      cell: ({ orderId }) => <bdi>{orderId}</bdi>,
    },
    {
      key: 'amount',
      header: t('spot.amount'),
      kind: 'number',
      minWidth: 116,
      cell: ({ amount, asset }) => <NumberText>{figures.coins(amount, asset)}</NumberText>,
    },
    {
      key: 'total',
      header: t('spot.total'),
      kind: 'number',
      minWidth: 104,
      cell: ({ total, fiat }) => <NumberText>{figures.fiat(total, fiat)}</NumberText>,
    },
    {
      key: 'counterparty',
      header: t('p2p.counterparty'),
      minWidth: 112,
      cell: ({ counterparty }) => <bdi>{text(counterparty)}</bdi>,
    },
    {
      key: 'time',
      header: t('orders.time'),
      minWidth: 152,
      cell: ({ createdAt }) => <NumberText tone="muted">{dates.timestamp(createdAt)}</NumberText>,
    },
    {
      key: 'status',
      header: t('orders.status'),
      minWidth: 124,
      cell: ({ status }) => <Badge>{t(STATUS_TEXTS[status])}</Badge>,
    },
  ] satisfies Column<P2pOrderRow>[]
}
