import { Skeleton } from '@x/ui/skeleton'
import { Tabs } from '@x/ui/tabs'
import type { ReactNode } from 'react'
import { useAppSelector } from '../../app/servicesContext.ts'
import { useMessages } from '../../messages.ts'
import { selectStatus, selectUser } from '../session/slice.ts'
import { useOpenOrdersQuery } from './api.ts'
import { AssetsTable } from './AssetsTable.tsx'
import { GuestFace } from './GuestFace.tsx'
import { Fills, OpenOrders, OrderHistory } from './lists.tsx'
import type { SpotSymbol } from './model.ts'
import styles from './orders.module.css'

/** The user's own side of the market, below it. */
export function OrdersPanel({ symbols }: { symbols: readonly SpotSymbol[] }) {
  const t = useMessages()
  const status = useAppSelector(selectStatus)
  const user = useAppSelector(selectUser)
  const { data: open } = useOpenOrdersQuery(undefined, { skip: !user })
  const content = (list: ReactNode) => (user ? list : status === 'unknown' ? <Skeleton height="60px" /> : <GuestFace />)
  return (
    <Tabs
      aria-label={t('orders.panel')}
      className={styles['panel']}
      items={[
        { key: 'open', label: t('orders.open'), count: user ? (open?.length ?? 0) : undefined, panel: content(<OpenOrders symbols={symbols} />) },
        { key: 'history', label: t('orders.history'), panel: content(<OrderHistory symbols={symbols} />) },
        { key: 'fills', label: t('orders.fills'), panel: content(<Fills symbols={symbols} />) },
        { key: 'assets', label: t('orders.assets'), panel: content(<AssetsTable />) },
      ]}
    />
  )
}
