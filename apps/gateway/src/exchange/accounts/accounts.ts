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

/** The accounts of one owner, twice: as they were opened, and by the number of their asset. */
interface Owned {
  readonly realm: Realm
  readonly owner: string
  readonly opened: Account[]
  readonly byAsset: (Account | undefined)[]
}

/**
 * Assets are numbered as they come, so that a look-up builds no key. Balances are no
 * typed array: atoms of 18 decimals overflow 64 bits.
 */
export function createAccounts(): Accounts {
  const owners: Readonly<Record<Realm, Map<string, Owned>>> = { live: new Map(), paper: new Map() }
  const owned: Owned[] = []
  const assets = new Map<string, number>()

  /** Who was found last, and before that: a command asks for the same two or three many times. */
  let latest: Owned | undefined
  let former: Owned | undefined

  function find(realm: Realm, owner: string): Owned | undefined {
    if (latest && latest.owner === owner && latest.realm === realm) return latest
    if (former && former.owner === owner && former.realm === realm) return remember(former)
    const found = owners[realm].get(owner)
    return found && remember(found)
  }

  function remember(found: Owned): Owned {
    former = latest
    latest = found
    return found
  }

  function open(realm: Realm, owner: string): Owned {
    const added: Owned = { realm, owner, opened: [], byAsset: [] }
    owners[realm].set(owner, added)
    owned.push(added)
    return remember(added)
  }

  function assetNumber(asset: string): number {
    const known = assets.get(asset)
    if (known !== undefined) return known
    assets.set(asset, assets.size)
    return assets.size - 1
  }

  function of(realm: Realm, owner: string, asset: string): Account {
    const { opened, byAsset } = find(realm, owner) ?? open(realm, owner)
    const number = assetNumber(asset)
    const found = byAsset[number]
    if (found) return found
    const account: Account = { realm, owner, asset, balance: 0n, held: 0n }
    // Without holes the array stays one that is read by its index.
    while (byAsset.length < number) byAsset.push(undefined)
    byAsset[number] = account
    opened.push(account)
    return account
  }

  function* all(): IterableIterator<Account> {
    for (const { opened } of owned) yield* opened
  }

  return {
    of,
    spendable(realm, owner, asset) {
      const number = assets.get(asset)
      const account = number === undefined ? undefined : find(realm, owner)?.byAsset[number]
      return account ? available(account) : 0n
    },
    ownedBy: (realm, owner) => [...(find(realm, owner)?.opened ?? [])],
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
