import type { Account, Accounts } from '../accounts/accounts.ts'
import { ownerOf, type SpotOrder } from '../state/order.ts'

type Owning = Pick<SpotOrder, 'realm' | 'owner' | 'userId' | 'symbol' | 'account'>

/** Whether the order trades the spot account of its user, as most do. */
const isOfUser = ({ owner, account }: Owning): boolean =>
  owner === undefined && account === undefined

/** The account of an asset that an order spends from or receives in; opened on first mention. */
export const accountOf = (accounts: Accounts, order: Owning, asset: string): Account =>
  isOfUser(order)
    ? accounts.ofUser(order.realm, order.userId, asset)
    : accounts.of(order.realm, ownerOf(order), asset)

/** What an order can spend of an asset, in atoms; asking opens no account. */
export const spendableBy = (accounts: Accounts, order: Owning, asset: string): bigint =>
  isOfUser(order)
    ? accounts.spendableOfUser(order.realm, order.userId, asset)
    : accounts.spendable(order.realm, ownerOf(order), asset)
