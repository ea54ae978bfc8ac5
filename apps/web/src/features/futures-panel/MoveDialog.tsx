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
import { useMove, type WalletName } from '../../data/futures/moveApi.ts'
import { useAmountReaders } from '../../lib/amounts/useAmountReaders.ts'
import { futuresErrorText } from '../../lib/errors/futuresErrorText.ts'
import { FuturesTexts } from '../../lib/lazy/FuturesTexts.tsx'
import { MarginTexts } from '../../lib/lazy/MarginTexts.tsx'
import { useFuturesMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import styles from './futuresPanel.module.css'
import { chooseEnd, type Ends } from './moveEnds.ts'
import { useWalletFunds } from './useWalletFunds.ts'
import { useWalletName } from './useWalletName.ts'

export interface MoveDialogProps {
  /** Whose margin coins move to and from the futures wallet. Default: both. */
  readonly product?: FuturesProduct | undefined
  readonly onClose: () => void
  /** Default `spot`. */
  readonly from?: WalletName
  /** The other wallet. Default: the futures wallet. */
  readonly to?: WalletName
  /** What is chosen at first. */
  readonly asset?: string | undefined
}

/** Moves funds between two wallets of the account, in either realm. */
export default function MoveDialog(props: MoveDialogProps) {
  return (
    <Suspense fallback={null}>
      <FuturesTexts>
        <MarginTexts>
          <MoveForm {...props} />
        </MarginTexts>
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
  const nameOf = useWalletName()
  const wallet = (end: 'from' | 'to', value: WalletName) => (
    <Select
      label={t(`positions.${end}`)}
      options={draft.wallets.map((key) => ({ value: key, label: nameOf(key) }))}
      value={value}
      onChange={(next) => draft.choose(end, next)}
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

function useMoveDraft({ product, onClose, from: first = 'spot', ...props }: MoveDialogProps) {
  const t = useFuturesMessages()
  const nameOf = useWalletName()
  const numbers = useNumbers('trading')
  const { toasts, log, random } = useServices()
  const [run, { isLoading, error }] = useMove()
  /** The same terms keep their key, so that what was sent twice moves once. */
  const sent = useRef<{ readonly terms: string; readonly clientOid: string } | undefined>(undefined)
  const [ends, setEnds] = useState<Ends>({
    from: first,
    to: props.to ?? (first === 'futures' ? 'spot' : 'futures'),
  })
  const { from, to } = ends
  const [typed, setTyped] = useState('')
  const [unread, setUnread] = useState<string | undefined>(undefined)
  const funds = useWalletFunds(ends, product)
  const [chosen, setAsset] = useState(props.asset)
  const asset =
    chosen !== undefined && (funds.assets.length === 0 || funds.assets.includes(chosen))
      ? chosen
      : (funds.assets[0] ?? 'USDT')
  const available = funds.availableOf(asset)
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
    const moved = `${numbers.number(amount, { digits: 8, trim: true })} ${asset}`
    const text = t('positions.moved', { amount: moved, to: nameOf(to) })
    toasts.success(text)
    log.add({ kind: 'success', text })
    onClose()
  }
  const change = (next: Ends) => {
    setEnds(next)
    setTyped('')
  }
  return {
    from,
    to,
    wallets: funds.wallets,
    turn: () => change({ from: to, to: from }),
    choose(end: keyof Ends, key: string | null) {
      const wallet = funds.wallets.find((each) => each === key)
      if (wallet !== undefined) change(chooseEnd(ends, { end, wallet }))
    },
    assets: funds.assets.includes(asset) ? funds.assets : [asset, ...funds.assets],
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
