import { available, type Account } from '../accounts/accounts.ts'
import { formatOwner, HOUSE_ACCOUNT } from '../accounts/owner.ts'
import { pay, type Entry } from '../accounts/posting.ts'
import { DAILY_RATE_UNIT, isMarginAsset } from '../instruments/marginTerms.ts'
import { smaller } from '../instruments/rounding.ts'
import {
  refuse,
  type EffectLog,
  type LoanKind,
  type LoanRecord,
  type Refusal,
} from '../state/effects.ts'
import {
  debtOwner,
  marginKey,
  marginOwner,
  type MarginAccount,
  type MarginNames,
} from '../state/marginState.ts'
import type { ExchangeState } from '../state/state.ts'
import {
  allows,
  isMarginDue,
  isPriced,
  levelsOf,
  linesOf,
  owedOf,
  worthOf,
  type MarginFunds,
} from './marginLevel.ts'

export const POOL = 'pool'
const LENT = 'lent'
/** Takes the fee of liquidations, and pays first what they leave owed. */
export const MARGIN_FUND = formatOwner({ kind: 'fund', product: 'margin' })
const HOUR_MS = 3_600_000

/** Part of what a liquidation repays that the fund gets, in per cent. */
export const LIQUIDATION_FEE = 1n

interface LoanOptions {
  readonly account: MarginAccount
  readonly asset: string
  readonly amount: bigint
}

/** What would be borrowed, or taken out of an account. */
interface LoanQuestion {
  readonly account: Readonly<MarginAccount>
  readonly asset: string
  readonly amount: bigint
  readonly at: number
}

type LoanNote = Partial<Pick<LoanRecord, 'orderId' | 'clientOid' | 'digest'>>

/** Interest of one hour, rounded up (futures 7). */
const hourlyInterest = (principal: bigint, dailyRate: number): bigint => {
  const per = 24n * DAILY_RATE_UNIT
  return (principal * BigInt(dailyRate) + per - 1n) / per
}

/** What is owed without interest. */
export const principalOf = (
  state: ExchangeState,
  account: Readonly<MarginAccount>,
  asset: string,
): bigint => owedOf(state, account, asset) - (account.loans.get(asset)?.interest ?? 0n)

/** Why the pool does not lend; `undefined`: it does. Nothing is changed. */
export function refuseLoan(
  state: MarginFunds,
  { account, asset, amount, limit, at }: LoanQuestion & { readonly limit: string | undefined },
): { readonly refused: Refusal } | undefined {
  if (!isMarginAsset(asset, account.symbol)) return refuse('loan-limit')
  if (!isPriced(state, account, at) || !state.margin.prices.has(asset)) return refuse('no-mark')
  const drawn = owedOf(state, account, asset) + (linesOf(state, account).get(asset) ?? 0n)
  if (drawn + amount > BigInt(limit ?? 0)) return refuse('loan-limit')
  if (amount > state.accounts.spendable(account.realm, POOL, asset)) return refuse('pool-empty')
  const interest = hourlyInterest(amount, state.margin.rates.get(asset) ?? 0)
  const after = worthOf(state, account, [{ asset, assets: amount, debts: amount + interest }])
  return allows(after, account, levelsOf(account).borrow) ? undefined : refuse('margin-level')
}

/** Why the account does not let funds go; `undefined`: it does. Nothing is changed. */
export function refuseLeaving(
  state: MarginFunds,
  { account, asset, amount, at }: LoanQuestion,
): { readonly refused: Refusal } | undefined {
  if (account.isLiquidating || isMarginDue(state, account, at)) return refuse('being-liquidated')
  const after = worthOf(state, account, [{ asset, assets: -amount }])
  if (after.debts === 0n && account.loans.size === 0) return undefined
  if (!isPriced(state, account, at)) return refuse('no-mark')
  return allows(after, account, levelsOf(account).leave) ? undefined : refuse('margin-level')
}

/** Interest of full hours that no command has counted yet, of one asset. */
export function uncountedInterest(
  state: ExchangeState,
  { account, asset, at }: Pick<LoanQuestion, 'account' | 'asset' | 'at'>,
): bigint {
  const loan = account.loans.get(asset)
  if (!loan) return 0n
  const hours = BigInt(Math.max(0, Math.floor(at / HOUR_MS) - loan.hour))
  const rate = state.margin.rates.get(asset) ?? 0
  return hours * hourlyInterest(principalOf(state, account, asset), rate)
}

/** Charges full hours that have passed before a loan changes: each costs what was owed in it. */
export function chargeFullHours(
  state: ExchangeState,
  log: EffectLog,
  {
    account,
    asset,
    until = Math.floor(log.at / HOUR_MS),
  }: Pick<LoanOptions, 'account' | 'asset'> & { readonly until?: number },
): void {
  const loan = account.loans.get(asset)
  if (!loan) return
  const amount = principalOf(state, account, asset)
  for (; loan.hour < until; loan.hour++) charge(state, log, { account, asset, amount })
}

/** Lends: pool to account and debt to lent, and the interest of the first hour (futures 7). */
export function lend(
  state: ExchangeState,
  log: EffectLog,
  {
    account,
    asset,
    amount,
    kind,
    note,
  }: LoanOptions & {
    readonly kind: 'borrow' | 'draw'
    readonly note?: LoanNote
  },
): LoanRecord {
  state.margin.accounts.set(marginKey(account), account)
  chargeFullHours(state, log, { account, asset })
  const hour = Math.floor(log.at / HOUR_MS)
  if (!account.loans.has(asset)) account.loans.set(asset, { interest: 0n, hour })
  const of = accountsOf(state, { account, asset })
  const record = book(state, log, {
    account,
    asset,
    kind,
    amount,
    interest: 0n,
    ...(note ? { note } : {}),
    entries: [
      ...pay(log, 'borrow', { from: of.pool, to: of.own, amount }),
      ...pay(log, 'borrow', { from: of.debt, to: of.lent, amount }),
    ],
  })
  charge(state, log, { account, asset, amount })
  return record
}

/** Adds the interest of one hour on `amount` to the debt. */
function charge(
  state: ExchangeState,
  log: EffectLog,
  { account, asset, amount }: LoanOptions,
): void {
  const interest = hourlyInterest(amount, state.margin.rates.get(asset) ?? 0)
  const loan = account.loans.get(asset)
  if (interest === 0n || !loan) return
  loan.interest += interest
  const { debt, lent } = accountsOf(state, { account, asset })
  book(state, log, {
    account,
    asset,
    kind: 'interest',
    amount: interest,
    interest,
    entries: pay(log, 'interest', { from: debt, to: lent, amount: interest }),
  })
}

/** Pays back to the pool, interest first. `amount` is at most what is owed and available. */
export function repayLoan(
  state: ExchangeState,
  log: EffectLog,
  {
    account,
    asset,
    amount,
    kind = 'repay',
    note,
  }: LoanOptions & {
    readonly kind?: 'repay' | 'liquidation'
    readonly note?: LoanNote
  },
): LoanRecord {
  const of = accountsOf(state, { account, asset })
  const fee = kind === 'liquidation' ? liquidationFee(amount) : 0n
  const fund = state.accounts.of(account.realm, MARGIN_FUND, asset)
  return book(state, log, {
    account,
    asset,
    kind,
    amount,
    interest: takeInterest(account, { asset, amount }),
    fee,
    ...(note ? { note } : {}),
    entries: [
      ...pay(log, 'repay', { from: of.own, to: of.pool, amount }),
      ...pay(log, 'repay', { from: of.lent, to: of.debt, amount }),
      ...pay(log, 'liquidation', { from: of.own, to: fund, amount: fee }),
    ],
  })
}

/** Repays as much as is owed and available of what an order received. */
export function repayFrom(
  state: ExchangeState,
  log: EffectLog,
  { account, asset, amount, note }: LoanOptions & { readonly note?: LoanNote },
): void {
  chargeFullHours(state, log, { account, asset })
  const owed = owedOf(state, account, asset)
  const free = available(state.accounts.of(account.realm, marginOwner(account), asset))
  const paid = smaller(smaller(owed, free), amount)
  if (paid > 0n) repayLoan(state, log, { account, asset, amount: paid, ...(note ? { note } : {}) })
}

export const liquidationFee = (amount: bigint): bigint => (amount * LIQUIDATION_FEE + 99n) / 100n

/**
 * Pays the pool what an account can no longer pay: the fund first, then the house account; the pool
 * is never short (futures 7).
 */
export function coverShortage(
  state: ExchangeState,
  log: EffectLog,
  { account, asset }: Pick<LoanOptions, 'account' | 'asset'>,
): LoanRecord {
  const { pool, debt, lent } = accountsOf(state, { account, asset })
  const amount = owedOf(state, account, asset)
  const fund = state.accounts.of(account.realm, MARGIN_FUND, asset)
  const ofFund = smaller(available(fund), amount)
  const house = state.accounts.of(account.realm, HOUSE_ACCOUNT, asset)
  return book(state, log, {
    account,
    asset,
    kind: 'shortage',
    amount,
    interest: takeInterest(account, { asset, amount }),
    entries: [
      ...pay(log, 'shortage', { from: fund, to: pool, amount: ofFund }),
      ...pay(log, 'shortage', { from: house, to: pool, amount: amount - ofFund }),
      ...pay(log, 'repay', { from: lent, to: debt, amount }),
    ],
  })
}

/** Ends the loans of an account: it pays what it has, and the house account the rest. */
export function clearLoans(
  state: ExchangeState,
  log: EffectLog,
  account: MarginAccount,
): readonly Entry[] {
  const entries = [...account.loans.keys()].flatMap((asset) => {
    const { own, pool, debt, lent } = accountsOf(state, { account, asset })
    const owed = owedOf(state, account, asset)
    const ofOwn = smaller(available(own), owed)
    const house = state.accounts.of(account.realm, HOUSE_ACCOUNT, asset)
    return [
      ...pay(log, 'repay', { from: own, to: pool, amount: ofOwn }),
      ...pay(log, 'shortage', { from: house, to: pool, amount: owed - ofOwn }),
      ...pay(log, 'repay', { from: lent, to: debt, amount: owed }),
    ]
  })
  account.loans.clear()
  account.isLiquidating = false
  log.touchMargin(account)
  return entries
}

/** Interest is paid before principal. */
function takeInterest(
  account: MarginAccount,
  { asset, amount }: Pick<LoanOptions, 'asset' | 'amount'>,
): bigint {
  const loan = account.loans.get(asset)
  if (!loan) return 0n
  const paid = smaller(loan.interest, amount)
  loan.interest -= paid
  return paid
}

interface Booking extends LoanOptions {
  readonly kind: LoanKind
  readonly interest: bigint
  readonly fee?: bigint
  readonly note?: LoanNote
  readonly entries: readonly Entry[]
}

/** Records one line of a loan; a debt that is paid is forgotten. */
function book(
  state: ExchangeState,
  log: EffectLog,
  { account, asset, kind, amount, interest, fee = 0n, note = {}, entries }: Booking,
): LoanRecord {
  const { realm, userId, symbol } = account
  const id = state.next.loan ?? 1
  state.next.loan = id + 1
  log.addTransaction({ realm, kind: 'loan', scope: 'margin', key: String(id), entries })
  const record: LoanRecord = {
    id,
    realm,
    userId,
    ...(symbol === undefined ? {} : { symbol }),
    asset,
    kind,
    amount,
    interest,
    fee,
    principalAfter: principalOf(state, account, asset),
    interestAfter: account.loans.get(asset)?.interest ?? 0n,
    ...note,
    at: log.at,
  }
  log.loans.push(record)
  if (owedOf(state, account, asset) === 0n) account.loans.delete(asset)
  log.touchMargin(account)
  return record
}

function accountsOf(
  { accounts }: Pick<ExchangeState, 'accounts'>,
  { account, asset }: { readonly account: MarginNames; readonly asset: string },
): Readonly<Record<'own' | 'debt' | 'pool' | 'lent', Account>> {
  const of = (owner: string) => accounts.of(account.realm, owner, asset)
  return {
    own: of(marginOwner(account)),
    debt: of(debtOwner(account)),
    pool: of(POOL),
    lent: of(LENT),
  }
}
