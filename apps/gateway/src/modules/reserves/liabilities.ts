import {
  HOUSE_ACCOUNT,
  ISSUANCE,
  type Owner,
  type OwnerKind,
  parseOwner,
} from '../../exchange/accounts/owner.ts'
import type { ExchangeView } from '../../exchange/state/ExchangeView.ts'

/** Atoms by asset. */
export type AssetAmounts = Map<string, bigint>

/** What users have at one position of the journal (wallet 7). */
export interface Liabilities {
  /** By user: every account, and what waits for the user in escrow. */
  readonly users: ReadonlyMap<string, AssetAmounts>
  /** What users have that came from no coins: demonstration funds, debts of the house account. */
  readonly notCoins: AssetAmounts
}

/** Owners whose balances belong to users. A new kind of owner goes on one of both sides. */
const IS_OF_USERS: Readonly<Record<OwnerKind, boolean>> = {
  user: true,
  pending: true,
  earn: true,
  redpacket: true,
  p2p: true,
  lead: true,
  copy: true,
  debt: false,
  clearing: false,
  fund: false,
  chain: false,
  [HOUSE_ACCOUNT]: false,
  fees: false,
  issuance: false,
  pool: false,
  lent: false,
  treasury: false,
  swap: false,
  earnPool: false,
  protection: false,
}

/** Owners below zero whose debt is no coin on a chain. */
const NOT_COINS: ReadonlySet<OwnerKind> = new Set([HOUSE_ACCOUNT, ISSUANCE])

const add = (to: AssetAmounts, asset: string, atoms: bigint): void =>
  void to.set(asset, (to.get(asset) ?? 0n) + atoms)

/**
 * What each user has, all accounts of the live realm and all escrow, read without a pause from one
 * state.
 * @throws Error where the parts are not the ledger's balances: something of a user was left out
 */
export function liabilitiesOf(state: ExchangeView): Liabilities {
  const users = new Map<string, AssetAmounts>()
  const notCoins: AssetAmounts = new Map()
  const total: AssetAmounts = new Map()
  const owe = (userId: string, asset: string, atoms: bigint): void => {
    if (atoms === 0n) return
    const owed = users.get(userId) ?? new Map<string, bigint>()
    users.set(userId, owed)
    add(owed, asset, atoms)
  }
  for (const { realm, owner, asset, balance } of state.accounts.all()) {
    if (realm !== 'live') continue
    const parsed = parseOwner(owner)
    const userId = holderOf(parsed, state)
    if (userId !== undefined) owe(userId, asset, balance)
    if (IS_OF_USERS[parsed.kind]) add(total, asset, balance)
    // What the platform holds itself may be of either sort: it lowers what is set apart.
    if (NOT_COINS.has(parsed.kind) || (!IS_OF_USERS[parsed.kind] && balance > 0n))
      add(notCoins, asset, -balance)
  }
  oweEscrow(state, owe)
  for (const owed of users.values()) for (const [asset, atoms] of owed) add(total, asset, -atoms)
  const [different] = [...total].filter(([, atoms]) => atoms !== 0n)
  if (different) throw new Error(`What users have in ${different[0]} is not what the ledger says.`)
  return { users, notCoins }
}

/** Whose the whole balance of an account is; `undefined` where it is shared or the platform's. */
function holderOf(owner: Owner, { copy }: ExchangeView): string | undefined {
  if (owner.kind === 'user') return owner.userId
  if (owner.kind === 'lead') return copy.leads.get(Number(owner.id))?.userId
  return owner.kind === 'copy' ? copy.follows.get(Number(owner.id))?.userId : undefined
}

/** Withdrawals under way, earn principal, open red packets, coins in P2P escrow. */
function oweEscrow(
  { withdrawals, products, p2p }: ExchangeView,
  owe: (userId: string, asset: string, atoms: bigint) => void,
): void {
  for (const { userId, asset, amount } of withdrawals.open.values()) owe(userId, asset, amount)
  for (const { userId, asset, principal } of products.positions.values())
    owe(userId, asset, principal)
  for (const { userId, asset, left } of products.packets.values()) owe(userId, asset, left)
  for (const { userId, asset, side, remaining } of p2p.adverts.values())
    if (side === 'sell') owe(userId, asset, remaining)
  for (const { seller, asset, atoms } of p2p.orders.values()) owe(seller, asset, atoms)
}
