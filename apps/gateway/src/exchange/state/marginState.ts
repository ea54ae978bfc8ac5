import type { Realm } from '../accounts/accounts.ts'
import { formatOwner } from '../accounts/owner.ts'

/** What is owed of one asset beside the principal: the debt is the balance of its owner. */
interface MarginLoan {
  /** Interest that has not been paid, in atoms. */
  interest: bigint
  /** The last full UTC hour that was counted, since the epoch. */
  hour: number
}

/** A margin account (futures 7): cross, or of one pair. */
export interface MarginAccount {
  readonly realm: Realm
  readonly userId: string
  /** Of an isolated account. */
  readonly symbol?: string
  /** Of an isolated account. */
  leverage: number
  /** By asset, in the order of the first debt. */
  readonly loans: Map<string, MarginLoan>
  /** A liquidation has begun: it goes on until the call level. */
  isLiquidating: boolean
}

export type MarginNames = Pick<MarginAccount, 'realm' | 'userId'> & {
  readonly symbol?: string | undefined
}

/** Loans, and what they are judged by. Empty until the first command; only `execute` changes it. */
export interface MarginState {
  /** By realm and owner, in the order of their opening. */
  readonly accounts: Map<string, MarginAccount>
  /** Index prices of assets in parts of 10^-8 USDT, and when they came. */
  readonly prices: Map<string, bigint>
  pricesAt: number
  /** Interest of a day by asset, in parts of 10^10. */
  readonly rates: Map<string, number>
}

/** How old index prices may be for a loan, an order on credit or a liquidation. */
const FRESH_MS = 10_000

export const createMarginState = (): MarginState => ({
  accounts: new Map(),
  prices: new Map(),
  pricesAt: 0,
  rates: new Map(),
})

/** The owner of what a margin account has. */
export const marginOwner = ({ userId, symbol }: Omit<MarginNames, 'realm'>): string =>
  formatOwner({
    kind: 'user',
    userId,
    type: 'margin',
    ...(symbol === undefined ? {} : { symbol }),
  })

/** The owner of what a margin account owes, below zero. */
export const debtOwner = ({ userId, symbol }: Omit<MarginNames, 'realm'>): string =>
  formatOwner({ kind: 'debt', userId, ...(symbol === undefined ? {} : { symbol }) })

export const marginKey = (names: MarginNames): string => `${names.realm}:${marginOwner(names)}`

/** Names a key among those of loans and repayments. */
export const loanKey = ({
  realm,
  userId,
  clientOid,
}: {
  readonly realm: Realm
  readonly userId: string
  readonly clientOid: string
}): string => `margin:${realm}:${userId}:${clientOid}`

export const isPriceFresh = ({ pricesAt }: Pick<MarginState, 'pricesAt'>, at: number): boolean =>
  pricesAt > 0 && at - pricesAt <= FRESH_MS

/** The account as it is, or as it would be opened. */
export function marginAccountAsIs(
  { accounts }: { readonly accounts: ReadonlyMap<string, MarginAccount> },
  { realm, userId, symbol }: MarginNames,
): MarginAccount {
  const known = accounts.get(marginKey({ realm, userId, symbol }))
  if (known) return known
  return {
    realm,
    userId,
    ...(symbol === undefined ? {} : { symbol }),
    leverage: symbol === undefined ? 3 : 10,
    loans: new Map(),
    isLiquidating: false,
  }
}

/** The account, opened on first mention. */
export function openMarginAccount(
  state: Pick<MarginState, 'accounts'>,
  names: MarginNames,
): MarginAccount {
  const account = marginAccountAsIs(state, names)
  state.accounts.set(marginKey(names), account)
  return account
}

/** One row of a dump. Amounts are text. */
export type MarginRow =
  | readonly [kind: 'account', account: MarginAccountDump]
  | readonly [
      kind: 'prices',
      at: number,
      ...rest: readonly [
        prices: readonly (readonly [asset: string, price: string])[],
        rates: readonly (readonly [asset: string, rate: number])[],
      ],
    ]

export interface MarginAccountDump extends Omit<MarginAccount, 'loans'> {
  readonly loans: readonly (readonly [asset: string, interest: string, hour: number])[]
}

export const dumpMarginAccount = ({ loans, ...account }: MarginAccount): MarginAccountDump => ({
  ...account,
  loans: [...loans].map(([asset, { interest, hour }]) => [asset, String(interest), hour]),
})

/** Nothing for a state that has had no margin command. */
export function* dumpMargin(state: MarginState): Generator<MarginRow> {
  if (state.pricesAt > 0)
    yield [
      'prices',
      state.pricesAt,
      [...state.prices].map(([asset, price]) => [asset, String(price)]),
      [...state.rates],
    ]
  for (const account of state.accounts.values()) yield ['account', dumpMarginAccount(account)]
}

export function restoreMargin(state: MarginState, rows: readonly MarginRow[]): void {
  for (const row of rows) {
    if (row[0] === 'account') {
      const { loans, ...account } = row[1]
      state.accounts.set(marginKey(account), {
        ...account,
        loans: new Map(
          loans.map(([asset, interest, hour]) => [asset, { interest: BigInt(interest), hour }]),
        ),
      })
    } else {
      state.pricesAt = row[1]
      for (const [asset, price] of row[2]) state.prices.set(asset, BigInt(price))
      for (const [asset, rate] of row[3]) state.rates.set(asset, rate)
    }
  }
}
