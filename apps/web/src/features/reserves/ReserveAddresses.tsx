import { useNumbers } from '@x/locale/react'
import { reserveMessage } from '@x/reserves'
import type { Column } from '@x/ui/data-table'
import { CopyText } from '@x/ui/empty-state'
import { NumberText } from '@x/ui/number'
import { useMemo } from 'react'
import { useNetworkName } from '../../data/deposits/api.ts'
import type { ReserveAddress, ReservesReport } from '../../data/reserves/api.ts'
import { ListTable } from '../../lib/lists/ListTable.tsx'
import { useReservesMessages } from '../../lib/messages/messages.ts'
import styles from '../../lib/product-page/product.module.css'
import own from './reserves.module.css'
import { shortHash } from './shortHash.ts'

/** Every address with coins, its signature, and the message that it signed. */
export function ReserveAddresses({ report }: { readonly report: ReservesReport }) {
  const t = useReservesMessages()
  const columns = useColumns()
  const message = reserveMessage(report.statement)
  return (
    <section className={styles['card']} aria-labelledby="reserves-addresses">
      <h2 id="reserves-addresses" className={styles['heading']}>
        {t('reserves.addresses')}
      </h2>
      <p className={styles['note']}>{t('reserves.addressesText')}</p>
      <div className={own['hash']}>
        <CopyText text={message} />
      </div>
      <ListTable
        label={t('reserves.addresses')}
        columns={columns}
        rows={report.addresses}
        rowKey={({ network, address, asset }) => `${network} ${address} ${asset}`}
        empty={t('reserves.noAddresses')}
      />
    </section>
  )
}

function useColumns() {
  const t = useReservesMessages()
  const numbers = useNumbers('trading')
  const nameOf = useNetworkName()
  return useMemo(
    () =>
      [
        {
          key: 'network',
          header: t('reserves.network'),
          minWidth: 80,
          cell: ({ network }) => <bdi>{nameOf(network)}</bdi>,
        },
        {
          key: 'address',
          header: t('reserves.address'),
          minWidth: 176,
          cell: ({ address }) => <CopyText text={address} shown={shortHash(address)} />,
        },
        {
          key: 'signature',
          header: t('reserves.signature'),
          minWidth: 176,
          cell: ({ signature }) =>
            signature === null ? (
              t('reserves.unsigned')
            ) : (
              <CopyText text={signature} shown={shortHash(signature)} />
            ),
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
      ] satisfies Column<ReserveAddress>[],
    [t, numbers, nameOf],
  )
}
