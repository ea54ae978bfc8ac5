import { useDates, useNumbers } from '@x/locale/react'
import { AmountField } from '@x/ui/amount-field'
import { Button } from '@x/ui/button'
import { NumberText } from '@x/ui/number'
import { Select } from '@x/ui/select'
import { TextField } from '@x/ui/text-field'
import type { WithdrawalSettings } from '../../data/withdrawals/api.ts'
import { CoinIcon } from '../../lib/coins/CoinIcon.tsx'
import { useAmountReaders } from '../../lib/amounts/useAmountReaders.ts'
import { usePageMessages, useWalletMessages } from '../../lib/messages/messages.ts'
import { ActionForm } from '../../lib/product-page/ActionForm.tsx'
import { useServices } from '../../lib/services/servicesContext.ts'
import { useSendWithdrawal } from './useSendWithdrawal.ts'
import { ANOTHER, useWithdrawDraft } from './useWithdrawDraft.ts'
import styles from './withdraw.module.css'

type Draft = ReturnType<typeof useWithdrawDraft>

/** What, over which network, to whom and how much. */
export function WithdrawForm({ settings }: { readonly settings: WithdrawalSettings }) {
  const t = useWalletMessages()
  const figure = useFigure()
  const draft = useWithdrawDraft(settings)
  const { isBusy, refusal, send } = useSendWithdrawal(settings)
  const stopped = useStopped(settings)
  const { coin, network, terms, receive } = draft
  if (!coin || !network) return null
  const submit = async () => {
    if (!terms || !receive) return
    const confirmation = t('withdraw.confirm', {
      amount: `${figure(receive)} ${coin.asset}`,
      address: draft.entry ? `${draft.entry.label} (${draft.address})` : draft.address,
      network: network.name,
    })
    if (await send({ terms, fee: network.fee, confirmation })) draft.clear()
  }
  return (
    <ActionForm
      label={t('withdraw.title')}
      action={t('withdraw.title')}
      isBusy={isBusy}
      isReady={terms !== undefined && stopped === undefined}
      refusal={refusal}
      disabledReason={stopped ?? (network.suspended ? t('withdraw.paused') : undefined)}
      onSubmit={() => void submit()}
    >
      <CoinFields settings={settings} draft={draft} />
      <Recipient draft={draft} whitelist={settings.whitelist} />
      <Amount draft={draft} />
      <Terms settings={settings} draft={draft} />
    </ActionForm>
  )
}

/** Until when and why nothing leaves; absent: nothing is stopped. */
export function useStopped({
  stoppedUntil,
}: Pick<WithdrawalSettings, 'stoppedUntil'>): string | undefined {
  const t = useWalletMessages()
  const dates = useDates()
  return stoppedUntil === null
    ? undefined
    : t('withdraw.stopped', { time: dates.timestamp(stoppedUntil) })
}

function useFigure(): (text: string) => string {
  const numbers = useNumbers('trading')
  return (text) => numbers.number(text, { digits: 18, trim: true })
}

function CoinFields({
  settings,
  draft: { coin, network, ...draft },
}: {
  readonly settings: WithdrawalSettings
  readonly draft: Draft
}) {
  const t = useWalletMessages()
  const figure = useFigure()
  if (!coin || !network) return null
  return (
    <>
      <Select
        label={t('orders.asset')}
        size="large"
        options={settings.coins.map(({ asset, withdrawable }) => ({
          value: asset,
          label: asset,
          icon: <CoinIcon asset={asset} size={16} />,
          hint: <NumberText>{figure(withdrawable)}</NumberText>,
        }))}
        value={coin.asset}
        onChange={(asset) => asset !== null && draft.chooseAsset(asset)}
      />
      <Select
        label={t('deposit.network')}
        size="large"
        options={coin.networks.map((each) => ({
          value: each.network,
          label: each.name,
          hint: <NumberText unit={coin.asset}>{each.fee}</NumberText>,
        }))}
        value={network.network}
        onChange={(id) => id !== null && draft.setNetwork(id)}
      />
      {network.suspended ? (
        <p className={styles['notice']} role="status">
          {t('withdraw.paused')}
        </p>
      ) : null}
    </>
  )
}

/** An entry of the book, or an address that is typed in unless only entries may receive. */
function Recipient({
  draft: { entries, entry, typedAddress, setEntry, setAddress },
  whitelist,
}: {
  readonly draft: Draft
  readonly whitelist: boolean
}) {
  const t = useWalletMessages()
  const dates = useDates()
  const { clock } = useServices()
  const another = whitelist ? [] : [{ value: ANOTHER, label: t('withdraw.another') }]
  return (
    <>
      {entries.length > 0 || whitelist ? (
        <Select
          label={t('withdraw.to')}
          size="large"
          options={[
            ...another,
            ...entries.map(({ bookId, label, address, usableAt }) => ({
              value: bookId,
              label,
              hint: (
                <bdi className={styles['code']}>
                  {usableAt > clock.now()
                    ? t('addressBook.from', { time: dates.timestamp(usableAt) })
                    : `${address.slice(0, 6)}…${address.slice(-4)}`}
                </bdi>
              ),
            })),
          ]}
          value={entry?.bookId ?? (whitelist ? null : ANOTHER)}
          help={whitelist ? t('withdraw.error.whitelist') : undefined}
          onChange={(bookId) => setEntry(bookId ?? ANOTHER)}
        />
      ) : null}
      {entry ? (
        <bdi className={styles['code']}>{entry.address}</bdi>
      ) : whitelist ? null : (
        <TextField
          label={t('withdraw.address')}
          size="large"
          maxLength={128}
          value={typedAddress}
          onChange={setAddress}
        />
      )}
    </>
  )
}

function Amount({ draft }: { readonly draft: Draft }) {
  const t = useWalletMessages()
  const p = usePageMessages()
  const figure = useFigure()
  const readers = useAmountReaders()
  const { coin, network, decimals, most, locked, typed } = draft
  if (!coin || !network) return null
  const { asset } = coin
  const error = draft.isTooMuch
    ? t('error.balance')
    : draft.isTooLittle
      ? t('withdraw.error.minimum', { amount: `${figure(network.minimum)} ${asset}` })
      : undefined
  return (
    <AmountField
      label={t('spot.amount')}
      size="large"
      decimals={decimals}
      unit={asset}
      value={typed}
      error={error}
      help={
        <>
          {t('withdraw.can')} <NumberText unit={asset}>{figure(most)}</NumberText>
          {locked === undefined ? null : (
            <> {t('withdraw.locked', { amount: `${figure(locked)} ${asset}` })}</>
          )}
        </>
      }
      end={
        <Button size="small" variant="ghost" onClick={() => draft.setTyped(most)}>
          {p('transfer.all')}
        </Button>
      }
      {...readers(decimals)}
      onChange={draft.setTyped}
    />
  )
}

function Terms({
  settings,
  draft: { coin, network, receive },
}: {
  readonly settings: WithdrawalSettings
  readonly draft: Draft
}) {
  const t = useWalletMessages()
  const figure = useFigure()
  if (!coin || !network) return null
  return (
    <dl className={styles['terms']}>
      <dt>{t('withdraw.fee')}</dt>
      <dd>
        <NumberText unit={coin.asset}>{figure(network.fee)}</NumberText>
      </dd>
      <dt>{t('withdraw.receive')}</dt>
      <dd data-testid="withdraw-receive">
        <NumberText unit={coin.asset}>{receive === undefined ? '--' : figure(receive)}</NumberText>
      </dd>
      <dt>{t('withdraw.left')}</dt>
      <dd>
        <NumberText unit="USDT">{figure(settings.leftToday)}</NumberText>
      </dd>
    </dl>
  )
}
