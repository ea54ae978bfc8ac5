import { SkeletonRows } from '@x/ui/skeleton'
import { Tabs } from '@x/ui/tabs'
import { PageFace } from '../../app/PageFace.tsx'
import { useAppSelector } from '../../app/servicesContext.ts'
import { useMessages } from '../../messages.ts'
import { useSymbolsQuery } from '../orders/api.ts'
import { GuestFace } from '../orders/GuestFace.tsx'
import { Fills, OpenOrders, OrderHistory } from '../orders/lists.tsx'
import { selectStatus, selectUser } from '../session/slice.ts'
import styles from './records.module.css'

/** `/record/exchange`: every order and every fill, page by page. */
export function RecordsPage() {
  const t = useMessages()
  const status = useAppSelector(selectStatus)
  const user = useAppSelector(selectUser)
  const { data: symbols = [] } = useSymbolsQuery()
  if (!user) return status === 'unknown' ? <div className={styles['records']}><SkeletonRows rows={8} /></div> : <PageFace><GuestFace /></PageFace>
  return (
    <div className={styles['records']}>
      <h1 className={styles['title']}>{t('records.title')}</h1>
      <Tabs
        aria-label={t('records.title')}
        className={styles['lists']}
        defaultSelected="history"
        items={[
          { key: 'open', label: t('orders.open'), panel: <OpenOrders symbols={symbols} /> },
          { key: 'history', label: t('orders.history'), panel: <OrderHistory symbols={symbols} /> },
          { key: 'fills', label: t('orders.fills'), panel: <Fills symbols={symbols} /> },
        ]}
      />
    </div>
  )
}
