import type { WalletName } from '../../data/futures/moveApi.ts'

/** The spot wallet of another account of the same holder, by its user id. */
export type AccountEnd = `account:${string}`
/** Where funds come from or go to. */
export type Place = WalletName | AccountEnd

/** The two ends of a move. */
export interface Ends {
  readonly from: Place
  readonly to: Place
}

const ACCOUNT = 'account:'

export const accountEnd = (userId: string): AccountEnd => `account:${userId}`
export const isAccountEnd = (place: Place): place is AccountEnd => place.startsWith(ACCOUNT)
export const userIdOf = (place: AccountEnd): string => place.slice(ACCOUNT.length)
/** Between two accounts, not between two wallets of one. */
export const isTransfer = ({ from, to }: Ends): boolean => isAccountEnd(from) || isAccountEnd(to)

/** Between accounts only what is in spot goes. */
const canMeet = (one: Place, other: Place): boolean =>
  isAccountEnd(one) === isAccountEnd(other) || one === 'spot' || other === 'spot'

interface Choice {
  readonly end: keyof Ends
  readonly place: Place
  /** What the user may send from. */
  readonly senders: readonly Place[]
}

/**
 * One end is chosen; a place that was at the other end changes places with it, or, where nothing
 * may be sent from there, gives way.
 */
export function chooseEnd(ends: Ends, { end, place, senders }: Choice): Ends {
  const other = end === 'from' ? 'to' : 'from'
  const swapped = { from: ends.to, to: ends.from }
  const chosen =
    ends[other] === place
      ? swapped
      : { ...ends, [end]: place, ...(canMeet(place, ends[other]) ? {} : { [other]: 'spot' }) }
  if (senders.includes(chosen.from)) return chosen
  const from = senders.find((sender) => sender !== chosen.to && canMeet(sender, chosen.to))
  return from === undefined ? ends : { ...chosen, from }
}
