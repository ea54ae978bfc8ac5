import { useDates, useNumbers } from '@x/locale/react'
import type { Column } from '@x/ui/data-table'
import { NumberText } from '@x/ui/number'
import { useMemo } from 'react'
import { type Deposit, useDeposits, useNetworkName } from '../../data/deposits/api.ts'
import { useWalletMessages } from '../../lib/messages/messages.ts'
import { MovementList } from './MovementList.tsx'

/** What has come, the latest first, with its confirmations. */
export function DepositHistory({ isPage = false }: { readonly isPage?: boolean }) {
  const t = useWalletMessages()
  const dates = useDates()
  const numbers = useNumbers('trading')
  const nameOf = useNetworkName()
  const columns = useDepositColumns(nameOf)
  return (
    <MovementList
      id="deposits"
      title={t('deposit.history')}
      isPage={isPage}
      query={useDeposits()}
      columns={columns}
      rowKey={({ depositId }) => depositId}
      card={(deposit) => ({
        head: (
          <>
            <NumberText full={deposit.amount} unit={deposit.asset}>
              {numbers.number(deposit.amount, { digits: 8, trim: true })}
            </NumberText>
            <NumberText tone="muted">{dates.timestamp(deposit.createdAt)}</NumberText>
          </>
        ),
        body: (
          <>
            <State deposit={deposit} />
            <bdi>{nameOf(deposit.network)}</bdi>
          </>
        ),
      })}
      empty={t('deposit.empty')}
    />
  )
}

/** The state in words, and how far the next one is. */
function State({ deposit }: { readonly deposit: Deposit }) {
  const t = useWalletMessages()
  const { state, confirmations, creditAt, unlockAt } = deposit
  const needed = state === 'confirming' ? creditAt : state === 'credited' ? unlockAt : undefined
  return (
    <span>
      {t(`deposit.${state}`)}
      {needed === undefined ? null : (
        <>
          {' '}
          <NumberText tone="muted">{`${Math.min(confirmations, needed)} / ${needed}`}</NumberText>
        </>
      )}
    </span>
  )
}

function useDepositColumns(nameOf: (network: string) => string) {
  const t = useWalletMessages()
  const dates = useDates()
  const numbers = useNumbers('trading')
  return useMemo(
    () =>
      [
        {
          key: 'time',
          header: t('orders.time'),
          minWidth: 168,
          cell: ({ createdAt }) => <NumberText>{dates.timestamp(createdAt)}</NumberText>,
        },
        {
          key: 'asset',
          header: t('orders.asset'),
          minWidth: 64,
          cell: ({ asset }) => <bdi>{asset}</bdi>,
        },
        {
          key: 'network',
          header: t('deposit.network'),
          minWidth: 72,
          cell: ({ network }) => <bdi>{nameOf(network)}</bdi>,
        },
        {
          key: 'state',
          header: t('orders.status'),
          minWidth: 220,
          cell: (deposit) => <State deposit={deposit} />,
        },
        {
          key: 'amount',
          header: t('spot.amount'),
          kind: 'number',
          minWidth: 120,
          cell: ({ amount }) => (
            <NumberText full={amount}>
              {numbers.number(amount, { digits: 8, trim: true })}
            </NumberText>
          ),
        },
      ] satisfies Column<Deposit>[],
    [t, dates, numbers, nameOf],
  )
}
