import { type Realm, available, type Account } from './accounts.ts'
import { mayGoNegative } from './owner.ts'

/**
 * What an entry may be. `isDeposit`: what it moves came from outside the account's trading, or goes
 * there, and is nobody's profit. The tables `ledger_entry_kind` and `ledger_transaction_kind` have
 * the same rows; a new kind is a migration that adds one.
 */
export const ENTRY_KINDS = {
  base: { isDeposit: false },
  quote: { isDeposit: false },
  fee: { isDeposit: false },
  grant: { isDeposit: true },
  withdraw: { isDeposit: true },
  transfer: { isDeposit: true },
  move: { isDeposit: true },
  margin: { isDeposit: true },
  result: { isDeposit: false },
  settle: { isDeposit: false },
  funding: { isDeposit: false },
  liquidation: { isDeposit: false },
  shortage: { isDeposit: false },
  deposit: { isDeposit: true },
  reversal: { isDeposit: true },
  claim: { isDeposit: true },
  custody: { isDeposit: true },
  gas: { isDeposit: false },
  redpacket: { isDeposit: true },
  earn: { isDeposit: true },
  interest: { isDeposit: false },
  rebate: { isDeposit: false },
  p2p: { isDeposit: true },
  convert: { isDeposit: false },
  send: { isDeposit: true },
  copy: { isDeposit: true },
  profitShare: { isDeposit: false },
  borrow: { isDeposit: true },
  repay: { isDeposit: true },
} as const
export const TRANSACTION_KINDS = [
  'trade',
  'grant',
  'reset',
  'transfer',
  'futures_trade',
  'move',
  'margin',
  'funding',
  'liquidation',
  'adl',
  'close',
  'withdrawal',
  'deposit',
  'reversal',
  'claim',
  'treasury',
  'redpacket',
  'earn',
  'p2p',
  'convert',
  'send',
  'copy',
  'loan',
] as const
export type EntryKind = keyof typeof ENTRY_KINDS
export type TransactionKind = (typeof TRANSACTION_KINDS)[number]

/**
 * One line of double entry: `amount` atoms leave the debited account and reach the credited one.
 */
export interface Entry {
  readonly kind: EntryKind
  readonly debit: Account
  readonly credit: Account
  readonly amount: bigint
}

/** Entries that stand or fall together. (realm, scope, key) names it once and for all. */
export interface LedgerTransaction {
  readonly realm: Realm
  readonly kind: TransactionKind
  readonly scope: string
  readonly key: string
  readonly entries: readonly Entry[]
}

interface Posting {
  readonly from: Account
  readonly to: Account
  readonly amount: bigint
}

/**
 * Moves an amount between two accounts in memory and answers the entry to write, or none where
 * nothing moves: a zero amount, or an owner trading with itself. Throws rather than let a user's
 * account go below what it holds back: callers have checked before.
 */
export function post(kind: EntryKind, posting: Posting): Entry[] {
  const entry = postOne(kind, posting)
  return entry ? [entry] : []
}

/** As `post`, without a list for the entry. */
export function postOne(kind: EntryKind, { from, to, amount }: Posting): Entry | undefined {
  if (amount < 0n) throw new RangeError('A ledger entry moves a positive amount.')
  if (from.realm !== to.realm || from.asset !== to.asset)
    throw new RangeError('A ledger entry stays within one realm and one asset.')
  if (amount === 0n || from === to) return undefined
  // The amounts first: to read the name of an owner takes longer than to move funds.
  if (available(from) < amount && !mayGoNegative(from.owner))
    throw new RangeError('A ledger entry would overdraw the account.')
  from.balance -= amount
  to.balance += amount
  return { kind, debit: from, credit: to, amount }
}

/** Moves funds, and shows both accounts to their users. */
export function pay(
  log: { touchAccount(account: Account): void },
  kind: EntryKind,
  posting: Posting,
): Entry[] {
  if (posting.amount === 0n) return []
  log.touchAccount(posting.from)
  log.touchAccount(posting.to)
  return post(kind, posting)
}
