import type { Account, Realm } from '../accounts/accounts.ts'
import { ISSUANCE, spotOwner } from '../accounts/owner.ts'
import { post, type Entry } from '../accounts/posting.ts'
import type { Funds, GrantCommand, OpenAccountsCommand } from '../state/command.ts'
import type { EffectLog } from '../state/effects.ts'
import type { ExchangeState } from '../state/state.ts'

/**
 * The assets there were when `open` commands came without a list. It never changes: a journal of
 * then must open the same accounts today.
 */
const ASSETS_BEFORE_LISTS: readonly string[] = [
  'USDT',
  'BTC',
  'ETH',
  'SOL',
  'XRP',
  'DOGE',
  'ADA',
  'LTC',
  'LINK',
  'SHIB',
]

/**
 * Opens the user's empty live accounts, so that the ledger knows every customer from the first day.
 */
export function openAccounts(
  state: ExchangeState,
  log: EffectLog,
  { userId, assets = ASSETS_BEFORE_LISTS }: OpenAccountsCommand,
): void {
  for (const asset of assets) log.touchAccount(state.accounts.of('live', spotOwner(userId), asset))
}

export const grantKey = ({ realm, key }: Pick<GrantCommand, 'realm' | 'key'>): string =>
  `${realm}:${key}`

/**
 * Pays funds out of the issuance account, once per key for as long as the ledger lives: it refuses
 * the second row of a key.
 */
export function grant(state: ExchangeState, log: EffectLog, command: GrantCommand): void {
  const key = grantKey(command)
  if (state.grants.has(key)) return
  state.grants.add(key)
  const entries = issue(state, log, {
    realm: command.realm,
    userId: command.userId,
    funds: command.funds,
  })
  log.addTransaction({
    realm: command.realm,
    kind: 'grant',
    scope: 'grant',
    key: command.key,
    entries,
  })
}

export function issue(
  state: ExchangeState,
  log: EffectLog,
  { realm, userId, funds }: { realm: Realm; userId: string; funds: Funds },
): Entry[] {
  return Object.entries(funds).flatMap(([asset, atoms]) => {
    const to = state.accounts.of(realm, spotOwner(userId), asset)
    log.touchAccount(to)
    return post('grant', {
      from: state.accounts.of(realm, ISSUANCE, asset),
      to,
      amount: BigInt(atoms),
    })
  })
}

/** Takes back all that the account can spend. */
export function withdrawAll(state: ExchangeState, log: EffectLog, account: Account): Entry[] {
  log.touchAccount(account)
  return post('withdraw', {
    from: account,
    to: state.accounts.of(account.realm, ISSUANCE, account.asset),
    amount: account.balance,
  })
}
