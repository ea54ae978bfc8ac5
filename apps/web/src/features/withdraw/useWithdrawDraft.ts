import {
  compare,
  decimal,
  finishAmount,
  formatDecimal,
  parseDecimal,
  roundTo,
  sub,
  ZERO,
} from '@x/decimal'
import { useState } from 'react'
import { useBalances } from '../../data/balances/hooks.ts'
import {
  type BookEntry,
  useAddressBook,
  type WithdrawalCoin,
  type WithdrawalSettings,
  type WithdrawalTerms,
} from '../../data/withdrawals/api.ts'

const FIRST_ASSET = 'USDT'
/** The choice of an address that is typed in. */
export const ANOTHER = ''

export type WithdrawalNetwork = WithdrawalCoin['networks'][number]

/** At most so many decimals, cut off: a withdrawal never takes more than there is. */
const cut = (text: string, scale: number): string => {
  const value = roundTo(decimal(text), { scale, mode: 'down' })
  return formatDecimal(value, { trim: true })
}

/** What is withdrawn, where to, and what of it arrives. */
export function useWithdrawDraft({ coins, whitelist }: WithdrawalSettings) {
  const [wantedAsset, setAsset] = useState(FIRST_ASSET)
  const [wantedNetwork, setNetwork] = useState<string>()
  const [wantedEntry, setEntry] = useState(ANOTHER)
  const [typedAddress, setAddress] = useState('')
  const [typed, setTyped] = useState('')
  const coin = coins.find(({ asset }) => asset === wantedAsset) ?? coins[0]
  const network = chosenNetwork(coin, wantedNetwork)
  const entries = (useAddressBook().data?.items ?? NONE).filter(
    (each) => each.network === network?.network,
  )
  const entry = entries.find(({ bookId }) => bookId === wantedEntry)
  const sum = useAmount({ coin, network, typed })
  const place = entry ? { bookId: entry.bookId } : { address: typedAddress.trim() }
  const hasPlace = entry !== undefined || (typedAddress.trim() !== '' && !whitelist)
  const terms: WithdrawalTerms | undefined =
    coin && network && hasPlace && sum.isReady && !network.suspended
      ? { asset: coin.asset, network: network.network, amount: sum.amount, ...place }
      : undefined
  return {
    ...sum,
    coin,
    network,
    entries,
    entry,
    typed,
    typedAddress,
    terms,
    address: entry?.address ?? typedAddress.trim(),
    setTyped,
    setAddress,
    setEntry,
    setNetwork(id: string) {
      setNetwork(id)
      setEntry(ANOTHER)
    },
    chooseAsset(asset: string) {
      setAsset(asset)
      setTyped('')
    },
    clear: () => setTyped(''),
  }
}

const NONE: readonly BookEntry[] = []

/** The one that was chosen, else the first that works. */
const chosenNetwork = (
  coin: WithdrawalCoin | undefined,
  wanted: string | undefined,
): WithdrawalNetwork | undefined =>
  coin?.networks.find(({ network }) => network === wanted) ??
  coin?.networks.find(({ suspended }) => !suspended) ??
  coin?.networks[0]

/** The amount against what may leave, and what arrives of it. */
function useAmount({
  coin,
  network,
  typed,
}: {
  readonly coin: WithdrawalCoin | undefined
  readonly network: WithdrawalNetwork | undefined
  readonly typed: string
}) {
  const balances = useBalances().data
  const decimals = Math.min(coin?.decimals ?? 8, network?.decimals ?? 8)
  const most = cut(coin?.withdrawable ?? '0', decimals)
  const available = balances?.find(({ asset }) => asset === coin?.asset)?.available ?? '0'
  const beyond = sub(decimal(available), decimal(coin?.withdrawable ?? '0'))
  const amount = finishAmount(typed)
  const value = parseDecimal(amount)
  const fee = decimal(network?.fee ?? '0')
  const isTooMuch = value !== null && compare(value, decimal(most)) > 0
  const isTooLittle =
    value !== null &&
    (compare(value, decimal(network?.minimum ?? '0')) < 0 || compare(value, fee) <= 0)
  const isReady = value !== null && compare(value, ZERO) > 0 && !isTooMuch && !isTooLittle
  return {
    decimals,
    most,
    /** In the account, and not to be withdrawn yet. */
    locked: compare(beyond, ZERO) > 0 ? formatDecimal(beyond, { trim: true }) : undefined,
    amount,
    isTooMuch,
    isTooLittle,
    isReady,
    receive:
      value !== null && compare(value, fee) > 0
        ? formatDecimal(sub(value, fee), { trim: true })
        : undefined,
  }
}
