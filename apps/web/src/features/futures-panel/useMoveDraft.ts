import type { FuturesProduct } from '@x/api'
import { useNumbers } from '@x/locale/react'
import { type FormEvent, useState } from 'react'
import { readAmount } from '../../data/funds/readAmount.ts'
import { useMove, type WalletName } from '../../data/futures/moveApi.ts'
import { futuresErrorText } from '../../lib/errors/futuresErrorText.ts'
import { useFuturesMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { useAccountName as useTransferName, useSendTransfer } from '../transfer/index.ts'
import { chooseEnd, type Ends, isAccountEnd } from './moveEnds.ts'
import { useCommandKey } from './useCommandKey.ts'
import { useWalletFunds } from './useWalletFunds.ts'
import { useWalletName } from './useWalletName.ts'

export interface MoveOptions {
  /** Whose margin coins move to and from the futures wallet. Default: both. */
  readonly product?: FuturesProduct | undefined
  /** Default `spot`. */
  readonly from?: WalletName
  /** The other wallet. Default: the futures wallet. */
  readonly to?: WalletName
  /** What is chosen at first. */
  readonly asset?: string | undefined
  readonly onMoved: () => void
}

export type MoveDraft = ReturnType<typeof useMoveDraft>

/** What is moved from where to where: judged by what the wallet that sends has. */
export function useMoveDraft({ product, onMoved, from: first = 'spot', ...props }: MoveOptions) {
  const t = useFuturesMessages()
  const numbers = useNumbers('trading')
  const { toasts, log } = useServices()
  const [run, { isLoading, error }] = useMove()
  const key = useCommandKey()
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
    if (await transfer.send(terms, { amount: text })) onMoved()
  }
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (amount === undefined || unread || isLoading || transfer.isBusy) return
    if (isAccountEnd(from) || isAccountEnd(to)) return await sendToAccount(amount)
    const terms = { from, to, asset, amount }
    const { error: failed } = await run({ ...terms, clientOid: key.of(JSON.stringify(terms)) })
    if (failed) return
    key.answered()
    const moved = `${numbers.number(amount, { digits: 8, trim: true })} ${asset}`
    const text = t('positions.moved', { amount: moved, to: nameOf(to) })
    toasts.success(text)
    log.add({ kind: 'success', text })
    onMoved()
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
