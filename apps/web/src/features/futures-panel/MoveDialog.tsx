import type { FuturesProduct } from '@x/api'
import { compare, decimal, finishAmount, parseDecimal, ZERO } from '@x/decimal'
import { randomHex } from '@x/kit'
import { useNumbers } from '@x/locale/react'
import { AmountField } from '@x/ui/amount-field'
import { Button, IconButton } from '@x/ui/button'
import { Dialog } from '@x/ui/dialog'
import { NumberText } from '@x/ui/number'
import { Select } from '@x/ui/select'
import { ArrowLeftRight } from 'lucide-react'
import { type FormEvent, Suspense, useId, useRef, useState } from 'react'
import { useBalances } from '../../data/balances/hooks.ts'
import { useFuturesAccount } from '../../data/futures/accountApi.ts'
import { useMove, type WalletName } from '../../data/futures/moveApi.ts'
import { useAmountReaders } from '../../lib/amounts/useAmountReaders.ts'
import { futuresErrorText } from '../../lib/errors/futuresErrorText.ts'
import { FuturesTexts } from '../../lib/lazy/FuturesTexts.tsx'
import { useFuturesMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import styles from './futuresPanel.module.css'

export interface MoveDialogProps {
  readonly product: FuturesProduct
  readonly onClose: () => void
  /** Default `spot`: funds come to the futures wallet. */
  readonly from?: WalletName
  /** What is chosen at first. */
  readonly asset?: string
}

const WALLETS = ['spot', 'futures'] as const satisfies readonly WalletName[]

/** Moves funds between the spot and the futures wallet, in either realm. */
export default function MoveDialog(props: MoveDialogProps) {
  return (
    <Suspense fallback={null}>
      <FuturesTexts>
        <MoveForm {...props} />
      </FuturesTexts>
    </Suspense>
  )
}

function MoveForm(props: MoveDialogProps) {
  const t = useFuturesMessages()
  const numbers = useNumbers('trading')
  const readers = useAmountReaders()
  const formId = useId()
  const draft = useMoveDraft(props)
  const { from, to, asset, available, unread } = draft
  const nameOf = (wallet: WalletName) =>
    t(wallet === 'spot' ? 'positions.spotWallet' : 'positions.futuresWallet')
  const wallet = (end: 'from' | 'to', value: WalletName) => (
    <Select
      label={t(`positions.${end}`)}
      options={WALLETS.map((key) => ({ value: key, label: nameOf(key) }))}
      value={value}
      onChange={(next) => next !== null && next !== value && draft.turn()}
    />
  )
  const figure = (value: string) => numbers.number(value, { digits: 8, trim: true })
  return (
    <Dialog
      open
      onOpenChange={props.onClose}
      title={t('positions.transfer')}
      footer={
        <>
          <Button onClick={props.onClose}>{t('orders.keep')}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            loading={draft.isBusy}
            disabled={!draft.isReady}
            disabledReason={unread ?? t('spot.enterAmount')}
          >
            {t('positions.transfer')}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles['form']} noValidate onSubmit={draft.submit}>
        <div className={styles['ends']}>
          {wallet('from', from)}
          <IconButton icon={<ArrowLeftRight />} label={t('positions.turn')} onClick={draft.turn} />
          {wallet('to', to)}
        </div>
        <Select
          label={t('orders.asset')}
          options={draft.assets.map((value) => ({ value, label: value }))}
          value={asset}
          onChange={(value) => value !== null && draft.setAsset(value)}
        />
        <AmountField
          label={t('spot.amount')}
          decimals={8}
          unit={asset}
          value={draft.typed}
          error={draft.isTooMuch ? t('error.balance') : undefined}
          help={
            <>
              {t('orders.available')} <NumberText unit={asset}>{figure(available)}</NumberText>
            </>
          }
          end={
            <Button
              size="small"
              variant="ghost"
              disabled={compare(decimal(available), ZERO) <= 0}
              onClick={() => draft.setTyped(available)}
            >
              {t('positions.all')}
            </Button>
          }
          {...readers(8)}
          onChange={draft.setTyped}
          onRefuse={draft.setUnread}
        />
        {draft.refusal ? (
          <p className={styles['help']} data-refused="" role="alert">
            {draft.refusal}
          </p>
        ) : null}
      </form>
    </Dialog>
  )
}

function useMoveDraft({ product, onClose, from: first = 'spot', asset: wanted }: MoveDialogProps) {
  const t = useFuturesMessages()
  const numbers = useNumbers('trading')
  const { toasts, log, random } = useServices()
  const { data: account } = useFuturesAccount()
  const { data: balances } = useBalances()
  const [run, { isLoading, error }] = useMove()
  /** The same terms keep their key, so that what was sent twice moves once. */
  const sent = useRef<{ readonly terms: string; readonly clientOid: string } | undefined>(undefined)
  const [from, setFrom] = useState<WalletName>(first)
  const [typed, setTyped] = useState('')
  const [unread, setUnread] = useState<string | undefined>(undefined)
  const coins = (account?.wallets ?? []).map(({ marginCoin }) => marginCoin)
  const assets = product === 'usdt' ? ['USDT'] : coins.filter((coin) => coin !== 'USDT')
  const [chosen, setAsset] = useState(wanted)
  const asset = chosen ?? assets[0] ?? 'USDT'
  const to: WalletName = from === 'spot' ? 'futures' : 'spot'
  const available =
    (from === 'spot'
      ? balances?.find((each) => each.asset === asset)?.available
      : account?.wallets.find(({ marginCoin }) => marginCoin === asset)?.transferable) ?? '0'
  const amount = finishAmount(typed)
  const value = parseDecimal(amount)
  const isTooMuch = value !== null && compare(value, decimal(available)) > 0
  const isReady = value !== null && compare(value, ZERO) > 0 && !isTooMuch && !unread
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (!isReady || isLoading) return
    const terms = { from, to, asset, amount }
    const key = JSON.stringify(terms)
    if (sent.current?.terms !== key)
      sent.current = { terms: key, clientOid: `w${randomHex(random, 12)}` }
    const { error: failed } = await run({ ...terms, clientOid: sent.current.clientOid })
    if (failed) return
    const text = t('positions.moved', {
      amount: `${numbers.number(amount, { digits: 8, trim: true })} ${asset}`,
      to: t(to === 'spot' ? 'positions.spotWallet' : 'positions.futuresWallet'),
    })
    toasts.success(text)
    log.add({ kind: 'success', text })
    onClose()
  }
  return {
    from,
    to,
    turn() {
      setFrom(to)
      setTyped('')
    },
    assets: assets.includes(asset) ? assets : [asset, ...assets],
    asset,
    setAsset,
    available,
    typed,
    setTyped,
    unread,
    setUnread,
    isTooMuch,
    isReady,
    isBusy: isLoading,
    refusal: error ? futuresErrorText(error, t) : undefined,
    submit: (event: FormEvent) => void submit(event),
  }
}
