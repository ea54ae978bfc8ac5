import { FEES } from '../accounts/owner.ts'
import type { Account, Realm } from '../accounts/accounts.ts'
import { pay, type Entry } from '../accounts/posting.ts'
import { valueOf, type ContractTerms } from '../instruments/contractTerms.ts'
import { divideDown, divideUp, reduced } from '../instruments/rounding.ts'
import type { FundingCommand } from '../state/futuresCommand.ts'
import type { EffectLog } from '../state/effects.ts'
import {
  type FundingProgress,
  HOUSE_ID,
  settingsOf,
  type FuturesAccount,
  type FuturesPosition,
} from '../state/futuresState.ts'
import type { FuturesView } from '../state/ExchangeView.ts'
import { contractOf, type ExchangeState } from '../state/state.ts'
import { crossWallets } from './crossWallet.ts'
import { groupOf, isolatedOwner } from './margin.ts'
import { nextPosting, payFrom } from './purse.ts'

/** Accounts in one part of a funding (futures 5). */
export const FUNDING_PART = 1_000
/** A rate counts in parts of this: 0.01 % is 10,000. */
export const FUNDING_SCALE = 100_000_000n

/** How many parts the funding of a realm has now. */
const fundingParts = ({ futures }: { readonly futures: Pick<FuturesView, 'accounts'> }): number =>
  Math.max(1, Math.ceil(futures.accounts.size / FUNDING_PART))

/** The commands of a funding, from its first part on or the one that is next. */
export function* fundingCommands(
  { futures }: { readonly futures: Pick<FuturesView, 'accounts'> },
  {
    symbol,
    at,
    rate,
    mark,
    due,
    next = 0,
    of = fundingParts({ futures }),
  }: Pick<FundingCommand, 'symbol' | 'at' | 'due'> &
    Pick<FundingProgress, 'rate' | 'mark'> &
    Partial<FundingProgress>,
): Generator<FundingCommand> {
  const terms = { kind: 'funding', at, symbol, rate, mark, of } as const
  for (let part = next; part < of; part++)
    yield due === undefined ? { ...terms, part } : { ...terms, part, due }
}

/**
 * Pays d·q·mark·rate between the positions of a symbol, for one part of the accounts: the payer's
 * amount is rounded up, the receiver's down, and the rest is a fee (futures 5).
 */
export function payFunding(
  state: ExchangeState,
  log: EffectLog,
  { symbol, rate, mark, part, of, due: dueAt }: FundingCommand,
): void {
  if (of !== undefined && part + 1 < of)
    state.futures.fundings.set(symbol, { rate, mark, next: part + 1, of })
  else state.futures.fundings.delete(symbol)
  const record = { symbol, rate, mark, part }
  log.records.funding = dueAt === undefined ? record : { ...record, due: dueAt }
  const { terms, instrument } = contractOf(state, symbol)
  const asset = instrument.marginAsset
  const fees = {
    live: state.accounts.of('live', FEES, asset),
    paper: state.accounts.of('paper', FEES, asset),
  } as const
  const amountOf = paymentOf(terms, { rate, mark })
  const walletOf = crossWallets(state.accounts, asset)
  const paid: Record<Realm, Entry[]> = { live: [], paper: [] }
  const isDue = rate !== 0 && mark !== 0
  for (const { account, position } of isDue ? holdingsIn(state, { symbol, part }) : []) {
    const to = fees[account.realm]
    const payment = amountOf(position.lots)
    const entries = payOne(state, log, { account, position, walletOf, payment, fees: to })
    for (const entry of entries) paid[account.realm].push(entry)
  }
  for (const realm of ['live', 'paper'] as const) {
    const entries = paid[realm]
    if (entries.length === 0) continue
    const key = nextPosting(state)
    log.addTransaction({ realm, kind: 'funding', scope: 'futures', key, entries })
  }
}

/** Accounts are only ever added: their list is made anew where it has become longer. */
const lists = new WeakMap<ReadonlyMap<string, FuturesAccount>, readonly FuturesAccount[]>()

function listOf(accounts: ReadonlyMap<string, FuturesAccount>): readonly FuturesAccount[] {
  const known = lists.get(accounts)
  const list = known?.length === accounts.size ? known : [...accounts.values()]
  lists.set(accounts, list)
  return list
}

interface Holding {
  readonly account: FuturesAccount
  readonly position: FuturesPosition
}

/**
 * The positions in a symbol of the accounts of a part. One-way mode has one, two-way mode one for
 * each side, in the order of their opening.
 */
function holdingsIn(
  { futures }: Pick<ExchangeState, 'futures'>,
  { symbol, part }: { readonly symbol: string; readonly part: number },
): readonly Holding[] {
  const accounts = listOf(futures.accounts)
  const net = futures.held.of(symbol, 'net')
  const long = futures.held.of(symbol, 'long')
  const short = futures.held.of(symbol, 'short')
  const holdings: Holding[] = []
  const end = Math.min(accounts.length, (part + 1) * FUNDING_PART)
  for (let at = part * FUNDING_PART; at < end; at++) {
    const [one, other] = [long[at], short[at]]
    add(at, net[at])
    if (one && other && other.id < one.id) {
      add(at, other)
      add(at, one)
    } else {
      add(at, one)
      add(at, other)
    }
  }
  return holdings

  function add(at: number, position: FuturesPosition | undefined): void {
    const account = accounts[at]
    if (position && account) holdings.push({ account, position })
  }
}

/** What a position pays or receives, in whole atoms. */
interface Payment {
  readonly isPayer: boolean
  readonly amount: bigint
}

/**
 * Rounds what a payer owes up and what a receiver is due down. Numbers do it for linear contracts
 * while they are exact: there are very many.
 */
export function paymentOf(
  terms: ContractTerms,
  { rate, mark }: { readonly rate: number; readonly mark: number },
): (lots: number) => Payment {
  const perValue = BigInt(rate) * (terms.isInverse ? -1n : 1n)
  const exactly = (lots: number): Payment => {
    const due = valueOf(terms, lots, mark) * perValue
    const isPayer = due > 0n
    return {
      isPayer,
      amount: isPayer ? divideUp(due, FUNDING_SCALE) : divideDown(-due, FUNDING_SCALE),
    }
  }
  if (terms.isInverse) return exactly
  const { parts, by } = reduced(terms.unit * BigInt(Math.abs(rate)), FUNDING_SCALE)
  const perLot = mark * parts
  return (lots) => {
    const product = Math.abs(lots) * perLot
    if (!(perLot <= Number.MAX_SAFE_INTEGER && product <= Number.MAX_SAFE_INTEGER))
      return exactly(lots)
    const isPayer = lots > 0 === rate > 0
    const rest = product % by
    return { isPayer, amount: BigInt((product - rest) / by + (isPayer && rest > 0 ? 1 : 0)) }
  }
}

const NONE: readonly never[] = []

function payOne(
  state: ExchangeState,
  log: EffectLog,
  {
    account,
    position,
    walletOf,
    payment: { isPayer, amount },
    fees,
  }: {
    readonly account: FuturesAccount
    readonly position: FuturesPosition
    readonly payment: Payment
    readonly walletOf: (account: FuturesAccount) => Account
    readonly fees: Account
  },
): readonly Entry[] {
  const { symbol, userId } = position
  const isCross = userId === HOUSE_ID || settingsOf(account, symbol).marginMode === 'cross'
  const wallet = isCross
    ? walletOf(account)
    : state.accounts.of(position.realm, isolatedOwner(position), fees.asset)
  if (amount === 0n) return NONE
  position.funding += isPayer ? amount : -amount
  position.updatedAt = log.at
  log.touchPosition(position)
  // Most have it in their wallet; who has not pays out of profit.
  if (isPayer && wallet.balance >= amount)
    return pay(log, 'funding', { from: wallet, to: fees, amount })
  if (isPayer)
    return payFrom(state, log, {
      group: groupOf(state, account, position),
      to: fees,
      amount,
      kind: 'funding',
      symbol: position.symbol,
    })
  return pay(log, 'funding', { from: fees, to: wallet, amount })
}
