import type { ErrorData } from '@x/api'

/** USDT has eight decimals in the ledger. */
export const USDT_ATOMS = 10n ** 8n
const DAY_MS = 86_400_000

/** What an account of each level may withdraw a UTC day, in USDT (wallet 4). */
export const DAILY_CAPS: readonly number[] = [
  10_000, 50_000, 200_000, 1_000_000, 3_000_000, 10_000_000,
]
/** Withdrawals worth more are looked at by two persons. */
export const REVIEW_ABOVE = 1_000n * USDT_ATOMS
/** A new entry of the address book receives after this long. */
export const BOOK_AGE_MS = DAY_MS
/** A review that nobody decides is rejected. */
export const REVIEW_EXPIRES_MS = 3 * DAY_MS
export const QUOTE_MS = 60_000
/** Blocks without the transaction after which its fee rises by a quarter, five times at most. */
export const BUMP_AFTER_BLOCKS = 10
export const MOST_BUMPS = 5

export const dailyCap = (level: number): bigint =>
  BigInt(DAILY_CAPS[Math.min(level, DAILY_CAPS.length - 1)] ?? 0) * USDT_ATOMS

export type AddressReason = ErrorData<'40230'>['reason']

/** What the rules about addresses look at. */
export interface AddressFacts {
  readonly address: string
  /** The entry of the book that names it. */
  readonly entry: { readonly usableAt: number } | undefined
  readonly whitelist: boolean
  readonly now: number
  /** Contracts of the listed tokens of the network, lower case. */
  readonly contracts: ReadonlySet<string>
  /** Addresses that the exchange pays from and sweeps to. */
  readonly isHot: boolean
  /** A deposit address of a user: funds are sent to users, not withdrawn. */
  readonly isOwn: boolean
}

interface AddressRule {
  readonly reason: AddressReason
  readonly forbids: (facts: AddressFacts) => boolean
}

/** In this order; the first that forbids is the answer (wallet 4). */
export const ADDRESS_RULES: readonly AddressRule[] = [
  { reason: 'contract', forbids: ({ address, contracts }) => contracts.has(address.toLowerCase()) },
  { reason: 'hot', forbids: ({ isHot }) => isHot },
  { reason: 'own', forbids: ({ isOwn }) => isOwn },
  { reason: 'whitelist', forbids: ({ whitelist, entry }) => whitelist && entry === undefined },
  {
    reason: 'new',
    forbids: ({ entry, now }) => entry !== undefined && entry.usableAt > now,
  },
]

/** Why the address may not receive; `undefined`: it may. */
export const addressReason = (facts: AddressFacts): AddressReason | undefined =>
  ADDRESS_RULES.find(({ forbids }) => forbids(facts))?.reason

/** Keys that no user can choose: deposits that operators send back. */
export const RETURN_KEY = 'return:'

/** Whether it sends a held deposit back. */
export const isReturn = ({ clientOid }: { readonly clientOid?: string }): boolean =>
  clientOid?.startsWith(RETURN_KEY) ?? false

interface Reviewed {
  readonly value: bigint
  readonly clientOid?: string
}

interface ReviewRule {
  readonly reason: string
  readonly asks: (withdrawal: Reviewed) => boolean
}

/** What two persons look at before it leaves (wallet 4). */
export const REVIEW_RULES: readonly ReviewRule[] = [
  { reason: 'large', asks: ({ value }) => value > REVIEW_ABOVE },
  { reason: 'return', asks: isReturn },
]

/** Why a withdrawal is reviewed; `undefined`: it passes. */
export const reviewReason = (withdrawal: Reviewed): string | undefined =>
  REVIEW_RULES.find(({ asks }) => asks(withdrawal))?.reason
