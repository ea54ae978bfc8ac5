import { useDates, useNumbers } from '@x/locale/react'
import type { Column } from '@x/ui/data-table'
import { NumberText } from '@x/ui/number'
import { useMemo } from 'react'
import type { ReservesAsset, ReservesReport } from '../../data/reserves/api.ts'
import { AssetName } from '../../lib/coins/AssetName.tsx'
import { ListTable } from '../../lib/lists/ListTable.tsx'
import { useReservesMessages } from '../../lib/messages/messages.ts'
import styles from '../../lib/product-page/product.module.css'

/** What is owed and what is there, by asset. */
export function ReserveAssets({ report }: { readonly report: ReservesReport }) {
  const t = useReservesMessages()
  const dates = useDates()
  const columns = useColumns()
  return (
    <section className={styles['card']} aria-labelledby="reserves-assets">
      <h2 id="reserves-assets" className={styles['heading']}>
        {t('reserves.snapshotOf', { time: dates.timestamp(report.at) })}
      </h2>
      <ListTable
        label={t('reserves.title')}
        columns={columns}
        rows={report.assets}
        rowKey={({ asset }) => asset}
      />
      <p className={styles['note']}>{t('reserves.notCoinsText')}</p>
    </section>
  )
}

function useColumns() {
  const t = useReservesMessages()
  const numbers = useNumbers('trading')
  return useMemo(() => {
    const amount = (value: string | null) =>
      value === null ? (
        '--'
      ) : (
        <NumberText full={value}>{numbers.number(value, { digits: 8, trim: true })}</NumberText>
      )
    return [
      {
        key: 'asset',
        header: t('orders.asset'),
        fixed: 'start',
        minWidth: 96,
        cell: ({ asset }) => <AssetName asset={asset} />,
      },
      {
        key: 'ratio',
        header: t('reserves.ratio'),
        kind: 'number',
        minWidth: 96,
        cell: ({ ratio }) =>
          ratio === null ? (
            '--'
          ) : (
            <NumberText>{numbers.percent(ratio, { unit: 'percent' })}</NumberText>
          ),
      },
      {
        key: 'reserves',
        header: t('reserves.held'),
        kind: 'number',
        minWidth: 152,
        cell: ({ reserves }) => amount(reserves),
      },
      {
        key: 'owed',
        header: t('reserves.owed'),
        kind: 'number',
        minWidth: 152,
        cell: ({ owed }) => amount(owed),
      },
      {
        key: 'notCoins',
        header: t('reserves.notCoins'),
        kind: 'number',
        minWidth: 152,
        cell: ({ notCoins }) => amount(notCoins),
      },
    ] satisfies Column<ReservesAsset>[]
  }, [t, numbers])
}
