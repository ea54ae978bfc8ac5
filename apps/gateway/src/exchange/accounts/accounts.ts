import { spotOwner, afterSpotOwner } from './owner.ts'

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
  /** The same of a user's spot account, which is found without the text of its owner. */
  ofUser(realm: Realm, userId: string, asset: string): Account
  /** `balance - held`; asking opens no account. */
  spendable(realm: Realm, owner: string, asset: string): bigint
  spendableOfUser(realm: Realm, userId: string, asset: string): bigint
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
  /** Of which `spotOwner` makes the owner; `undefined`: no accounts of users. */
  readonly userId: string | undefined
  readonly opened: Account[]
  readonly byAsset: (Account | undefined)[]
}

/**
 * Assets are numbered as they come, so that a look-up builds no key. Balances are no
 * typed array: atoms of 18 decimals overflow 64 bits.
 */
export function createAccounts(): Accounts {
  const owners: Readonly<Record<Realm, Map<string, Owned>>> = { live: new Map(), paper: new Map() }
  const users: typeof owners = { live: new Map(), paper: new Map() }
  const owned: Owned[] = []
  const assets = new Map<string, number>()

  /** Which user was found last, and before: a command asks for the same two many times. */
  let latest: Owned | undefined
  let former: Owned | undefined

  function findUser(realm: Realm, userId: string): Owned | undefined {
    if (latest && latest.userId === userId && latest.realm === realm) return latest
    const found =
      former && former.userId === userId && former.realm === realm
        ? former
        : users[realm].get(userId)
    if (!found) return undefined
    former = latest
    latest = found
    return found
  }

  function open(realm: Realm, owner: string): Owned {
    const userId = afterSpotOwner(owner)
    const added: Owned = { realm, owner, userId, opened: [], byAsset: [] }
    owners[realm].set(owner, added)
    if (userId !== undefined) users[realm].set(userId, added)
    owned.push(added)
    return added
  }

  function assetNumber(asset: string): number {
    const known = assets.get(asset)
    if (known !== undefined) return known
    assets.set(asset, assets.size)
    return assets.size - 1
  }

  const of = (realm: Realm, owner: string, asset: string): Account =>
    accountIn(owners[realm].get(owner) ?? open(realm, owner), asset)

  function accountIn({ realm, owner, opened, byAsset }: Owned, asset: string): Account {
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

  function spendableIn(from: Owned | undefined, asset: string): bigint {
    const number = assets.get(asset)
    const account = number === undefined ? undefined : from?.byAsset[number]
    return account ? available(account) : 0n
  }

  function* all(): IterableIterator<Account> {
    for (const { opened } of owned) yield* opened
  }

  return {
    of,
    ofUser: (realm, userId, asset) =>
      accountIn(findUser(realm, userId) ?? open(realm, spotOwner(userId)), asset),
    spendable: (realm, owner, asset) => spendableIn(owners[realm].get(owner), asset),
    spendableOfUser: (realm, userId, asset) => spendableIn(findUser(realm, userId), asset),
    ownedBy: (realm, owner) => [...(owners[realm].get(owner)?.opened ?? [])],
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
