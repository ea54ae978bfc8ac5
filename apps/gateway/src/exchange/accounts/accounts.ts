/** `live` orders trade with each other, `paper` orders against the displayed market. */
export type Realm = 'live' | 'paper'

/** Amounts in the asset's atoms. What can be spent is `balance - held`. */
export interface Account {
  readonly realm: Realm
  /** As `formatOwner` writes it: the account type is part of it. */
  readonly owner: string
  readonly asset: string
  balance: bigint
  /** Kept back by holds. */
  held: bigint
}

export type AccountDump = readonly (readonly [
  realm: Realm,
  owner: string,
  asset: string,
  balance: string,
  held: string,
])[]

/** The balances that risk checks read: the journal's image of the ledger, in memory. */
export interface Accounts {
  /** The account, opened empty on first mention. */
  of(realm: Realm, owner: string, asset: string): Account
  /** `balance - held`; asking opens no account. */
  spendable(realm: Realm, owner: string, asset: string): bigint
  /** The accounts of one owner in the order they were opened. */
  ownedBy(realm: Realm, owner: string): readonly Account[]
  all(): IterableIterator<Account>
  dump(): IterableIterator<AccountDump[number]>
  load(rows: AccountDump): void
}

export function createAccounts(): Accounts {
  const owners = new Map<string, Map<string, Account>>()

  function of(realm: Realm, owner: string, asset: string): Account {
    const key = `${realm}:${owner}`
    let owned = owners.get(key)
    if (!owned) owners.set(key, (owned = new Map()))
    let account = owned.get(asset)
    if (!account) owned.set(asset, (account = { realm, owner, asset, balance: 0n, held: 0n }))
    return account
  }

  function* all(): IterableIterator<Account> {
    for (const owned of owners.values()) yield* owned.values()
  }

  return {
    of,
    spendable(realm, owner, asset) {
      const account = owners.get(`${realm}:${owner}`)?.get(asset)
      return account ? available(account) : 0n
    },
    ownedBy: (realm, owner) => [...(owners.get(`${realm}:${owner}`)?.values() ?? [])],
    all,
    *dump() {
      for (const { realm, owner, asset, balance, held } of all())
        yield [realm, owner, asset, String(balance), String(held)] as const
    },
    load(rows) {
      for (const [realm, owner, asset, balance, held] of rows)
        Object.assign(of(realm, owner, asset), { balance: BigInt(balance), held: BigInt(held) })
    },
  }
}

export const available = (account: Account): bigint => account.balance - account.held
