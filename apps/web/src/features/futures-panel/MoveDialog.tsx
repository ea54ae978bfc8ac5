import type { FuturesProduct } from '@x/api'
import { randomHex } from '@x/kit'
import { useNumbers } from '@x/locale/react'
import { Button } from '@x/ui/button'
import { Dialog } from '@x/ui/dialog'
import { type FormEvent, Suspense, useId, useRef, useState } from 'react'
import { readAmount } from '../../data/funds/readAmount.ts'
import { useMove, type WalletName } from '../../data/futures/moveApi.ts'
import { futuresErrorText } from '../../lib/errors/futuresErrorText.ts'
import { FuturesTexts } from '../../lib/lazy/FuturesTexts.tsx'
import { MarginTexts } from '../../lib/lazy/MarginTexts.tsx'
import { PageTexts } from '../../lib/lazy/PageTexts.tsx'
import { useFuturesMessages, usePageMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import styles from './futuresPanel.module.css'
import { TransferFields, useSendTransfer } from '../transfer/index.ts'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { chooseEnd, type Ends, isAccountEnd, type Place } from './moveEnds.ts'
import { useWalletFunds } from './useWalletFunds.ts'
import { useAccountName as useTransferName } from '../transfer/index.ts'
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

/**
 * Moves funds between the wallets of the account, in either realm, and between the accounts of one
 * holder.
 */
export default function MoveDialog(props: MoveDialogProps) {
  return (
    <Suspense fallback={null}>
      <FuturesTexts>
        <MarginTexts>
          <PageTexts>
            <MoveForm {...props} />
          </PageTexts>
        </MarginTexts>
      </FuturesTexts>
    </Suspense>
  )
}

function MoveForm(props: MoveDialogProps) {
  const t = useFuturesMessages()
  const formId = useId()
  const draft = useMoveDraft(props)
  const pages = usePageMessages()
  const toPath = useLocalePath()
  const optionsOf = (places: readonly Place[]) =>
    places.map((value) => ({ value, label: draft.nameOf(value) }))
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
            disabledReason={draft.unread ?? t('spot.enterAmount')}
          >
            {t('positions.transfer')}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles['form']} noValidate onSubmit={draft.submit}>
        <TransferFields
          from={{ value: draft.from, options: optionsOf(draft.senders) }}
          to={{ value: draft.to, options: optionsOf(draft.receivers) }}
          canTurn={draft.canTurn}
          onChoose={draft.choose}
          onTurn={draft.turn}
          assets={draft.assets.map((value) => ({ value, label: value }))}
          asset={draft.asset}
          onAsset={draft.setAsset}
          typed={draft.typed}
          available={draft.available}
          decimals={draft.decimals}
          isTooMuch={draft.isTooMuch}
          onType={draft.setTyped}
          onUnread={draft.setUnread}
        />
        {draft.refusal ? (
          <p className={styles['help']} data-refused="" role="alert">
            {draft.refusal}
          </p>
        ) : null}
        {draft.hasAccounts ? (
          <Link to={toPath('/asset/transfer')} onClick={props.onClose}>
            {pages('transfer.history')}
          </Link>
        ) : null}
      </form>
    </Dialog>
  )
}

function useMoveDraft({ product, onClose, from: first = 'spot', ...props }: MoveDialogProps) {
  const t = useFuturesMessages()
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
  const nameOf = useWalletName(funds.accounts)
  const transfer = useSendTransfer({ nameOf: useTransferName(funds.accounts) })
  const [chosen, setAsset] = useState(props.asset)
  const asset =
    chosen !== undefined && (funds.assets.length === 0 || funds.assets.includes(chosen))
      ? chosen
      : (funds.assets[0] ?? 'USDT')
  const available = funds.availableOf(asset)
  const decimals = funds.decimalsOf(asset)
  const { amount, isTooMuch } = readAmount(typed, available)
  const isReady = amount !== undefined && !unread
  const sendToAccount = async (sum: string): Promise<void> => {
    const [fromUserId, toUserId] = [funds.userIdOf(from), funds.userIdOf(to)]
    const text = `${numbers.number(sum, { digits: decimals, trim: true })} ${asset}`
    const terms = { fromUserId, toUserId, asset, amount: sum }
    if (await transfer.send(terms, { amount: text })) onClose()
  }
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (amount === undefined || unread || isLoading || transfer.isBusy) return
    if (isAccountEnd(from) || isAccountEnd(to)) return await sendToAccount(amount)
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
    nameOf,
    decimals,
    senders: funds.senders,
    receivers: funds.receivers,
    hasAccounts: funds.accounts.length > 1,
    canTurn: funds.senders.includes(to),
    turn: () => change({ from: to, to: from }),
    choose(end: keyof Ends, key: string | null) {
      const { senders } = funds
      const place = funds.receivers.find((each) => each === key)
      if (place !== undefined) change(chooseEnd(ends, { end, place, senders }))
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
    isBusy: isLoading || transfer.isBusy,
    refusal: error ? futuresErrorText(error, t) : undefined,
    submit: (event: FormEvent) => void submit(event),
  }
}
