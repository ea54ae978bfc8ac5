import { EmptyState, ErrorState } from '@x/ui/empty-state'
import { SkeletonRows } from '@x/ui/skeleton'
import { useReserves } from '../../data/reserves/api.ts'
import { useListStatus } from '../../lib/lists/useListStatus.ts'
import { useReservesMessages } from '../../lib/messages/messages.ts'
import { usePageTitle } from '../../lib/page-heads/usePageTitle.ts'
import styles from '../../lib/product-page/product.module.css'
import { PageLink } from './PageLink.tsx'
import { OwnProof } from './OwnProof.tsx'
import { ReserveAddresses } from './ReserveAddresses.tsx'
import { ReserveAssets } from './ReserveAssets.tsx'
import { ReservesHistory } from './ReservesHistory.tsx'
import { StatementCard } from './StatementCard.tsx'

/** `/proof-of-reserves`: what is owed, what is there, and how everybody can verify both. */
export function ReservesPage() {
  const t = useReservesMessages()
  usePageTitle(t('reserves.title'))
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <h1 className={styles['title']}>{t('reserves.title')}</h1>
        <PageLink path="/protection-fund">{t('protection.title')}</PageLink>
        <p className={styles['note']}>{t('reserves.lead')}</p>
      </header>
      <Latest />
      <section className={styles['card']} aria-labelledby="reserves-limits">
        <h2 id="reserves-limits" className={styles['heading']}>
          {t('reserves.limits')}
        </h2>
        <p className={styles['note']}>{t('reserves.limitsText')}</p>
      </section>
      <ReservesHistory />
    </div>
  )
}

function Latest() {
  const t = useReservesMessages()
  const query = useReserves()
  const status = useListStatus()(query, { hasData: query.data !== undefined })
  if (status.kind === 'error') return <ErrorState {...status} />
  if (query.data === undefined) return <SkeletonRows rows={8} />
  if (query.data === null) return <EmptyState>{t('reserves.none')}</EmptyState>
  const report = query.data
  return (
    <>
      <ReserveAssets report={report} />
      <OwnProof report={report} />
      <StatementCard report={report} />
      <ReserveAddresses report={report} />
    </>
  )
}
