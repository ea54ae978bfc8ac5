import { useNumbers } from '@x/locale/react'
import { Button } from '@x/ui/button'
import { NumberText } from '@x/ui/number'
import { type FormEvent, useState } from 'react'
import { readAmount } from '../../data/funds/readAmount.ts'
import type { TransferAccount, TransferTerms } from '../../data/transfers/api.ts'
import { CoinIcon } from '../../lib/coins/CoinIcon.tsx'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { receiversOf, sendersOf, type TransferRoute, withEnd } from './route.ts'
import { TransferFields } from './TransferFields.tsx'
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
  const numbers = useNumbers('trading')
  const draft = useTransferDraft({ accounts, route, nameOf, isBusy, onRoute, onSend })
  const senders = sendersOf(accounts)
  // Who may send from every account may choose any for both ends: the other end then turns.
  const receivers = senders.length > 1 ? senders : receiversOf(accounts, route.from)
  const optionsOf = (some: readonly TransferAccount[]) =>
    some.map(({ userId }) => ({ value: userId, label: nameOf(userId) }))
  const { from, to } = route
  return (
    <form
      className={styles['form']}
      aria-label={t('transfer.title')}
      noValidate
      onSubmit={(event) => void draft.submit(event)}
    >
      <TransferFields
        from={{ value: from, options: optionsOf(senders) }}
        to={{ value: to, options: optionsOf(receivers) }}
        canTurn={senders.some(({ userId }) => userId === to)}
        onChoose={(end, place) => draft.turn({ [end]: place })}
        onTurn={() => draft.turn({ from: to })}
        assets={draft.assets.map(({ asset: value, available }) => ({
          value,
          label: value,
          icon: <CoinIcon asset={value} size={16} />,
          hint: <NumberText>{numbers.number(available, { digits: 8, trim: true })}</NumberText>,
        }))}
        asset={draft.asset}
        onAsset={draft.chooseAsset}
        typed={draft.typed}
        available={draft.available}
        decimals={draft.decimals}
        isTooMuch={draft.isTooMuch}
        onType={draft.setTyped}
        onUnread={draft.setUnread}
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

/** Asset and amount, judged by what is in the account that sends. */
function useTransferDraft({ accounts, route, isBusy, onRoute, onSend }: TransferFormProps) {
  const numbers = useNumbers('trading')
  const [wanted, setWanted] = useState(FIRST_ASSET)
  const [typed, setTyped] = useState('')
  const [unread, setUnread] = useState<string | undefined>(undefined)
  const assets = accounts.find(({ userId }) => userId === route.from)?.assets ?? []
  const { asset, available, decimals } = assets.find((each) => each.asset === wanted) ??
    assets[0] ?? { asset: wanted, available: '0', decimals: 8 }
  const { amount, isTooMuch } = readAmount(typed, available)
  const figure = (text: string) => numbers.number(text, { digits: decimals, trim: true })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (amount === undefined || isBusy) return
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
    isReady: amount !== undefined,
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
