import { useDates, useNumbers } from '@x/locale/react'
import type { Column } from '@x/ui/data-table'
import { EmptyState, ErrorState } from '@x/ui/empty-state'
import { NumberText } from '@x/ui/number'
import { SkeletonRows } from '@x/ui/skeleton'
import { useMemo } from 'react'
import {
  type ProtectionMovement,
  useProtection,
  useProtectionHistory,
} from '../../data/reserves/api.ts'
import { HistoryCard } from '../../lib/lists/HistoryList.tsx'
import { useListStatus } from '../../lib/lists/useListStatus.ts'
import { useReservesMessages } from '../../lib/messages/messages.ts'
import { usePageTitle } from '../../lib/page-heads/usePageTitle.ts'
import styles from '../../lib/product-page/product.module.css'
import { PageLink } from './PageLink.tsx'

/** `/protection-fund`: what the fund has, and what was paid into it and out of it. */
export function ProtectionPage() {
  const t = useReservesMessages()
  usePageTitle(t('protection.title'))
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <h1 className={styles['title']}>{t('protection.title')}</h1>
        <PageLink path="/proof-of-reserves">{t('reserves.title')}</PageLink>
      </header>
      <Balances />
      <History />
    </div>
  )
}

function Balances() {
  const t = useReservesMessages()
  const numbers = useNumbers('trading')
  const prose = useNumbers()
  const query = useProtection()
  const status = useListStatus()(query, { hasData: query.data !== undefined })
  if (status.kind === 'error') return <ErrorState {...status} />
  if (query.data === undefined) return <SkeletonRows rows={3} />
  const { percent, balances } = query.data
  return (
    <section className={styles['card']} aria-labelledby="protection-balance">
      <h2 id="protection-balance" className={styles['heading']}>
        {t('protection.balance')}
      </h2>
      <p className={styles['note']}>
        {t('protection.lead', {
          percent: prose.percent(percent, { unit: 'percent', trim: true }),
        })}
      </p>
      {balances.length === 0 ? <EmptyState>{t('protection.none')}</EmptyState> : null}
      <dl className={styles['figures']}>
        {balances.map(({ asset, balance }) => (
          <div key={asset}>
            <dt>
              <bdi>{asset}</bdi>
            </dt>
            <dd>
              <NumberText full={balance}>
                {numbers.number(balance, { digits: 8, trim: true })}
              </NumberText>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function History() {
  const t = useReservesMessages()
  return (
    <HistoryCard
      label={t('protection.history')}
      empty={t('protection.none')}
      query={useProtectionHistory()}
      columns={useColumns()}
      rowKey={({ movementId }) => movementId}
    />
  )
}

function useColumns() {
  const t = useReservesMessages()
  const dates = useDates()
  const numbers = useNumbers('trading')
  return useMemo(
    () =>
      [
        {
          key: 'at',
          header: t('orders.time'),
          minWidth: 160,
          cell: ({ at }) => <NumberText>{dates.timestamp(at)}</NumberText>,
        },
        {
          key: 'direction',
          header: t('orders.type'),
          minWidth: 96,
          cell: ({ direction }) => t(`protection.${direction}`),
        },
        {
          key: 'amount',
          header: t('orders.amount'),
          kind: 'number',
          minWidth: 152,
          cell: ({ amount, asset }) => (
            <NumberText full={amount} unit={asset}>
              {numbers.number(amount, { digits: 8, trim: true })}
            </NumberText>
          ),
        },
      ] satisfies Column<ProtectionMovement>[],
    [t, dates, numbers],
  )
}
