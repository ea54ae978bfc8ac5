import { FEES } from '../accounts/owner.ts'
import type { Account, Realm } from '../accounts/accounts.ts'
import { pay, type Entry } from '../accounts/posting.ts'
import { valueOf } from '../instruments/contractTerms.ts'
import { divideDown, divideUp } from '../instruments/rounding.ts'
import type { FundingCommand } from '../state/futuresCommand.ts'
import type { EffectLog } from '../state/effects.ts'
import {
  type FundingProgress,
  HOUSE_ID,
  positionKey,
  settingsOf,
  type FuturesAccount,
  type FuturesPosition,
} from '../state/futuresState.ts'
import type { FuturesView } from '../state/ExchangeView.ts'
import { contractOf, type ExchangeState } from '../state/state.ts'
import { crossOwner, groupOf, isolatedOwner } from './margin.ts'
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
  const perValue = BigInt(rate) * (terms.isInverse ? -1n : 1n)
  const paid: Record<Realm, Entry[]> = { live: [], paper: [] }
  const names = { symbol, net: positionKey(symbol, 'net') }
  for (const account of accountsIn(state.futures.accounts, part))
    for (const position of positionsIn(account, names)) {
      const due = valueOf(terms, position.lots, mark) * perValue
      const to = fees[account.realm]
      const entries = due === 0n ? [] : payOne(state, log, { account, position, due, fees: to })
      for (const entry of entries) paid[account.realm].push(entry)
    }
  for (const realm of ['live', 'paper'] as const) {
    const entries = paid[realm]
    if (entries.length === 0) continue
    const key = nextPosting(state)
    log.transactions.push({ realm, kind: 'funding', scope: 'futures', key, entries })
  }
}

/** The accounts of a part. */
const accountsIn = (
  accounts: ReadonlyMap<string, FuturesAccount>,
  part: number,
): readonly FuturesAccount[] =>
  [...accounts.values()].slice(part * FUNDING_PART, (part + 1) * FUNDING_PART)

/** The positions of an account in a symbol; one-way mode has one at most. */
function positionsIn(
  { mode, positions }: FuturesAccount,
  { symbol, net }: { readonly symbol: string; readonly net: string },
): readonly FuturesPosition[] {
  if (mode === 'two_way') return [...positions.values()].filter((each) => each.symbol === symbol)
  const position = positions.get(net)
  return position ? [position] : NONE
}

const NONE: readonly never[] = []

/** `due`: what the position owes, in parts of an atom; below zero it receives. */
function payOne(
  state: ExchangeState,
  log: EffectLog,
  {
    account,
    position,
    due,
    fees,
  }: {
    readonly account: FuturesAccount
    readonly position: FuturesPosition
    readonly due: bigint
    readonly fees: Account
  },
): Entry[] {
  const { realm, userId, symbol } = position
  const isCross = userId === HOUSE_ID || settingsOf(account, symbol).marginMode === 'cross'
  const owner = isCross ? crossOwner(userId) : isolatedOwner(position)
  const wallet = state.accounts.of(realm, owner, fees.asset)
  const isPayer = due > 0n
  const amount = isPayer ? divideUp(due, FUNDING_SCALE) : divideDown(-due, FUNDING_SCALE)
  if (amount === 0n) return []
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
