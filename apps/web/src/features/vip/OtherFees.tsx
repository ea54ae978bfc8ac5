import { useNumbers } from '@x/locale/react'
import { type Column, DataTable } from '@x/ui/data-table'
import { NumberText } from '@x/ui/number'
import { useMemo } from 'react'
import { type FeeSchedule, useFeeSchedule } from '../../data/vip/api.ts'
import { useProductMessages } from '../../lib/messages/messages.ts'
import { useRateText } from './useRateText.ts'
import styles from './vip.module.css'

/** What is no order: P2P trades, conversions and withdrawals, from the same answer. */
export function OtherFees() {
  const t = useProductMessages()
  const rateText = useRateText()
  const { data } = useFeeSchedule()
  if (!data) return null
  const rates = [
    [t('product.p2p'), data.p2p.buyer, t('fees.p2p')],
    [t('convert.title'), data.convert.spread, t('fees.convert')],
  ] as const
  return (
    <>
      <div className={styles['cards']}>
        {rates.map(([title, rate, note]) => (
          <section key={title} className={styles['card']} aria-label={title}>
            <h2 className={styles['heading']}>{title}</h2>
            <p className={styles['large']}>
              <NumberText>{rateText(rate)}</NumberText>
            </p>
            <p className={styles['note']}>{note}</p>
          </section>
        ))}
      </div>
      <WithdrawalFees withdrawals={data.withdrawals} />
    </>
  )
}

type WithdrawalFee = FeeSchedule['withdrawals'][number]

function WithdrawalFees({ withdrawals }: Pick<FeeSchedule, 'withdrawals'>) {
  const t = useProductMessages()
  const numbers = useNumbers('trading')
  const columns = useMemo(
    () =>
      [
        { key: 'asset', header: t('orders.asset'), cell: ({ asset }) => <bdi>{asset}</bdi> },
        { key: 'network', header: t('fees.network'), cell: ({ name }) => <bdi>{name}</bdi> },
        {
          key: 'fee',
          header: t('orders.fee'),
          kind: 'number',
          cell: ({ asset, fee }) => (
            <NumberText unit={asset}>{numbers.number(fee, { digits: 18, trim: true })}</NumberText>
          ),
        },
      ] satisfies Column<WithdrawalFee>[],
    [t, numbers],
  )
  if (withdrawals.length === 0) return null
  return (
    <section className={styles['table']}>
      <h2 className={styles['tableHeading']}>{t('fees.withdrawals')}</h2>
      <DataTable
        label={t('fees.withdrawals')}
        columns={columns}
        rows={withdrawals}
        rowKey={({ asset, network }) => `${asset} ${network}`}
        headerHeight={32}
      />
    </section>
  )
}
