import { useDates, useNumbers } from '@x/locale/react'
import { Button } from '@x/ui/button'
import type { Column } from '@x/ui/data-table'
import { NumberText } from '@x/ui/number'
import { useMemo, useState } from 'react'
import { useNetworkName } from '../../data/deposits/api.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { cancelWithdrawal, useWithdrawals, type Withdrawal } from '../../data/withdrawals/api.ts'
import { serverText } from '../../lib/errors/serverText.ts'
import { useWalletMessages } from '../../lib/messages/messages.ts'
import { useCopy } from '../../lib/copy/useCopy.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { MovementList } from '../deposit/index.ts'
import styles from './withdraw.module.css'

/** What has gone and is going, the latest first; each can be cancelled until it is signed. */
export function WithdrawalHistory() {
  const t = useWalletMessages()
  const dates = useDates()
  const numbers = useNumbers('trading')
  const nameOf = useNetworkName()
  const columns = useWithdrawalColumns(nameOf)
  return (
    <MovementList
      id="withdrawals"
      title={t('withdraw.history')}
      isPage={false}
      query={useWithdrawals()}
      columns={columns}
      rowKey={({ withdrawalId }) => withdrawalId}
      card={(withdrawal) => ({
        head: (
          <>
            <NumberText full={withdrawal.amount} unit={withdrawal.asset}>
              {numbers.number(withdrawal.amount, { digits: 8, trim: true })}
            </NumberText>
            <NumberText tone="muted">{dates.timestamp(withdrawal.createdAt)}</NumberText>
          </>
        ),
        body: (
          <>
            <bdi className={styles['code']}>{withdrawal.address}</bdi>
            <bdi>{nameOf(withdrawal.network)}</bdi>
            <State withdrawal={withdrawal} />
          </>
        ),
      })}
      empty={t('withdraw.empty')}
    />
  )
}

/** Texts that deposits and orders have too. */
const STATE_TEXTS = {
  pending: 'withdraw.state.pending',
  review: 'withdraw.state.review',
  approved: 'withdraw.state.approved',
  signed: 'withdraw.state.signed',
  broadcast: 'deposit.seen',
  confirming: 'deposit.confirming',
  completed: 'deposit.unlocked',
  cancelled: 'orders.status.cancelled',
  rejected: 'orders.status.rejected',
  failed: 'withdraw.state.failed',
} as const

const CANCELLABLE: readonly Withdrawal['state'][] = ['pending', 'review', 'approved']

function State({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  const t = useWalletMessages()
  const { state, txHash } = withdrawal
  return (
    <span className={styles['state']}>
      <span data-testid={`withdrawal-${withdrawal.withdrawalId}`}>{t(STATE_TEXTS[state])}</span>
      {CANCELLABLE.includes(state) ? <Cancel withdrawal={withdrawal} /> : null}
      {txHash === null ? null : <CopyHash txHash={txHash} />}
    </span>
  )
}

function Cancel({ withdrawal: { withdrawalId } }: { readonly withdrawal: Withdrawal }) {
  const t = useWalletMessages()
  const { toasts } = useServices()
  const dispatch = useAppDispatch()
  const [isBusy, setBusy] = useState(false)
  const cancel = async () => {
    setBusy(true)
    try {
      await dispatch(cancelWithdrawal(withdrawalId))
    } catch (error) {
      toasts.error(serverText(error, t))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="mini" loading={isBusy} onClick={() => void cancel()}>
      {t('orders.cancel')}
    </Button>
  )
}

function CopyHash({ txHash }: { readonly txHash: string }) {
  const t = useWalletMessages()
  const copy = useCopy()
  return (
    <Button
      size="mini"
      variant="ghost"
      onClick={() => copy(txHash, { confirmation: t('withdraw.copied') })}
    >
      {t('withdraw.copyHash')}
    </Button>
  )
}

function useWithdrawalColumns(nameOf: (network: string) => string) {
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
          key: 'network',
          header: t('deposit.network'),
          minWidth: 96,
          cell: ({ network }) => <bdi>{nameOf(network)}</bdi>,
        },
        {
          key: 'address',
          header: t('withdraw.address'),
          minWidth: 128,
          cell: ({ address }) => (
            <bdi className={styles['code']} title={address}>
              {`${address.slice(0, 8)}…${address.slice(-6)}`}
            </bdi>
          ),
        },
        {
          key: 'amount',
          header: t('spot.amount'),
          kind: 'number',
          minWidth: 124,
          cell: ({ amount, asset }) => (
            <NumberText full={amount} unit={asset}>
              {numbers.number(amount, { digits: 8, trim: true })}
            </NumberText>
          ),
        },
        {
          key: 'state',
          header: t('orders.status'),
          kind: 'actions',
          minWidth: 210,
          cell: (withdrawal) => <State withdrawal={withdrawal} />,
        },
      ] satisfies Column<Withdrawal>[],
    [t, dates, numbers, nameOf],
  )
}
