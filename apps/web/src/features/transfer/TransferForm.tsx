import { compare, decimal, finishAmount, parseDecimal, ZERO } from '@x/decimal'
import { useNumbers } from '@x/locale/react'
import { AmountField } from '@x/ui/amount-field'
import { Button } from '@x/ui/button'
import { NumberText } from '@x/ui/number'
import { Select } from '@x/ui/select'
import { type FormEvent, useState } from 'react'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { useAmountReaders } from '../../lib/amounts/useAmountReaders.ts'
import type { TransferAccount, TransferTerms } from '../../data/transfers/api.ts'
import { receiversOf, sendersOf, type TransferRoute, withEnd } from './route.ts'
import styles from './transfer.module.css'

const FIRST_ASSET = 'USDT'

interface TransferFormProps {
  readonly accounts: readonly TransferAccount[]
  readonly route: TransferRoute
  readonly nameOf: (userId: string) => string
  readonly isBusy: boolean
  readonly onRoute: (route: TransferRoute) => void
  /** Answers whether it was done. */
  readonly onSend: (terms: TransferTerms, texts: { readonly amount: string }) => Promise<boolean>
}

/** From where, to where, what and how much: judged by what is in the account that sends. */
export function TransferForm({
  accounts,
  route,
  nameOf,
  isBusy,
  onRoute,
  onSend,
}: TransferFormProps) {
  const t = usePageMessages()
  const readers = useAmountReaders()
  const draft = useTransferDraft({ accounts, route, nameOf, isBusy, onRoute, onSend })
  const { asset, available, decimals, typed, setTyped, figure } = draft
  return (
    <form
      className={styles['form']}
      aria-label={t('transfer.title')}
      noValidate
      onSubmit={(event) => void draft.submit(event)}
    >
      <TransferEnds accounts={accounts} route={route} nameOf={nameOf} onTurn={draft.turn} />
      <AssetSelect assets={draft.assets} asset={asset} onChoose={draft.chooseAsset} />
      <AmountField
        label={t('spot.amount')}
        size="large"
        decimals={decimals}
        unit={asset}
        value={typed}
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
            onClick={() => setTyped(available)}
          >
            {t('transfer.all')}
          </Button>
        }
        formatIdle={figure}
        {...readers(decimals)}
        onChange={setTyped}
        onRefuse={draft.setUnread}
      />
      <Button
        type="submit"
        variant="primary"
        size="large"
        block
        loading={isBusy}
        disabled={!draft.isReady}
        disabledReason={draft.unread ?? t('spot.enterAmount')}
      >
        {t('transfer.title')}
      </Button>
    </form>
  )
}

interface AssetSelectProps {
  readonly assets: NonNullable<TransferAccount['assets']>
  readonly asset: string
  readonly onChoose: (asset: string) => void
}

function AssetSelect({ assets, asset, onChoose }: AssetSelectProps) {
  const t = usePageMessages()
  const numbers = useNumbers('trading')
  return (
    <Select
      label={t('orders.asset')}
      size="large"
      options={assets.map((each) => ({
        value: each.asset,
        label: each.asset,
        hint: <NumberText>{numbers.number(each.available, { digits: 8, trim: true })}</NumberText>,
      }))}
      value={asset}
      onChange={(key) => onChoose(key ?? asset)}
    />
  )
}

interface TransferEndsProps extends Pick<TransferFormProps, 'accounts' | 'route' | 'nameOf'> {
  readonly onTurn: (end: Partial<TransferRoute>) => void
}

/** The account that sends, and the one that receives. */
function TransferEnds({ accounts, route, nameOf, onTurn }: TransferEndsProps) {
  const t = usePageMessages()
  const senders = sendersOf(accounts)
  // Who may send from every account may choose any for both ends: the other end then turns.
  const receivers = senders.length > 1 ? senders : receiversOf(accounts, route.from)
  const optionsOf = (some: readonly TransferAccount[]) =>
    some.map(({ userId }) => ({ value: userId, label: nameOf(userId) }))
  return (
    <div className={styles['ends']}>
      <Select
        label={t('transfer.from')}
        size="large"
        options={optionsOf(senders)}
        value={route.from}
        onChange={(key) => key !== null && onTurn({ from: key })}
      />
      <Select
        label={t('transfer.to')}
        size="large"
        options={optionsOf(receivers)}
        value={route.to}
        onChange={(key) => key !== null && onTurn({ to: key })}
      />
    </div>
  )
}

/** Asset and amount, judged by what is in the account that sends. */
function useTransferDraft({ accounts, route, isBusy, onRoute, onSend }: TransferFormProps) {
  const numbers = useNumbers('trading')
  const [wanted, setWanted] = useState(FIRST_ASSET)
  const [typed, setTyped] = useState('')
  const [unread, setUnread] = useState<string | undefined>(undefined)
  const assets = accounts.find(({ userId }) => userId === route.from)?.assets ?? []
  const { asset, available, decimals } = assets.find((each) => each.asset === wanted) ??
    assets[0] ?? { asset: wanted, available: '0', decimals: 8 }
  const amount = finishAmount(typed)
  const value = parseDecimal(amount)
  const isTooMuch = value !== null && compare(value, decimal(available)) > 0
  const isReady = value !== null && compare(value, ZERO) > 0 && !isTooMuch
  const figure = (text: string) => numbers.number(text, { digits: decimals, trim: true })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isReady || isBusy) return
    const terms = { fromUserId: route.from, toUserId: route.to, asset, amount }
    if (await onSend(terms, { amount: `${figure(amount)} ${asset}` })) setTyped('')
  }
  return {
    assets,
    asset,
    available,
    decimals,
    typed,
    setTyped,
    unread,
    setUnread,
    isTooMuch,
    isReady,
    figure,
    submit,
    chooseAsset(key: string) {
      setWanted(key)
      setTyped('')
    },
    turn(end: Partial<TransferRoute>) {
      onRoute(withEnd(route, end))
      setTyped('')
    },
  }
}
