import type { Account, Accounts } from '../accounts/accounts.ts'
import type { FuturesAccount } from '../state/futuresState.ts'
import { crossOwner } from './margin.ts'

type WalletOf = (account: FuturesAccount) => Account
const known = new WeakMap<Accounts, Map<string, WalletOf>>()

/**
 * The cross wallets in an asset, each opened on first mention. To write the name of an owner and
 * look that up takes longer than to pay a funding, and every position asks for its wallet.
 */
export function crossWallets(accounts: Accounts, asset: string): WalletOf {
  const ofState = known.get(accounts) ?? new Map<string, WalletOf>()
  known.set(accounts, ofState)
  const wallets = ofState.get(asset) ?? createWallets(accounts, asset)
  ofState.set(asset, wallets)
  return wallets
}

function createWallets(accounts: Accounts, asset: string): WalletOf {
  const found = new WeakMap<FuturesAccount, Account>()
  return (account) => {
    const wallet = found.get(account)
    if (wallet) return wallet
    const opened = accounts.of(account.realm, crossOwner(account.userId), asset)
    found.set(account, opened)
    return opened
  }
}
