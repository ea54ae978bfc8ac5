import type { TransferAccount } from '../../data/transfers/api.ts'

/** Where funds go from and to. */
export interface TransferRoute {
  readonly from: string
  readonly to: string
}

type Wish = Partial<TransferRoute>

/** Those that the user may send from: their own balances, unless frozen. */
export const sendersOf = (accounts: readonly TransferAccount[]): readonly TransferAccount[] =>
  accounts.filter(({ assets, isFrozen }) => assets !== null && !isFrozen)

/**
 * The route that was wished for, as far as it can be gone. A main account goes anywhere; a
 * sub-account, which sees into no other, to its main account only (docs/adr/trading.md).
 * `undefined`: there is nothing to send from, or nowhere to send to.
 */
export function routeOf(
  accounts: readonly TransferAccount[],
  { from, to }: Wish,
): TransferRoute | undefined {
  const senders = sendersOf(accounts)
  const sender = senders.find(({ userId }) => userId === from) ?? senders[0]
  if (!sender) return undefined
  const receivers = receiversOf(accounts, sender.userId)
  const receiver = receivers.find(({ userId }) => userId === to) ?? receivers[0]
  return receiver && { from: sender.userId, to: receiver.userId }
}

export const receiversOf = (
  accounts: readonly TransferAccount[],
  from: string,
): readonly TransferAccount[] =>
  accounts.filter(({ userId, isFrozen }) => userId !== from && !isFrozen)

/** Choosing the other end of the route turns it around: an account cannot be both. */
export function withEnd(
  route: TransferRoute,
  { from = route.from, to = route.to }: Wish,
): TransferRoute {
  if (from !== to) return { from, to }
  return { from: route.to, to: route.from }
}
