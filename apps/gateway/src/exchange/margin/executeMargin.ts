import { pay } from '../accounts/posting.ts'
import { ISSUANCE } from '../accounts/owner.ts'
import { refuse, type EffectLog, type Refusal } from '../state/effects.ts'
import type {
  MarginBorrowCommand,
  MarginCommand,
  MarginInterestCommand,
  MarginLeverageCommand,
  MarginPricesCommand,
  MarginRepayCommand,
  PoolSeedCommand,
} from '../state/marginCommand.ts'
import {
  loanKey,
  marginAccountAsIs,
  marginOwner,
  openMarginAccount,
  type MarginAccount,
} from '../state/marginState.ts'
import type { ExchangeState } from '../state/state.ts'
import {
  chargeFullHours,
  lend,
  POOL,
  refuseLoan,
  repayLoan,
  uncountedInterest,
} from '../funds/loans.ts'
import { isMarginDue, isRecovered, linesOf, owedOf } from '../funds/marginLevel.ts'
import { smaller } from '../instruments/rounding.ts'
import { isolatedTier, MARGIN_PAIRS } from '../instruments/marginTerms.ts'
import { liquidateMargin } from './liquidation.ts'

type Done = { readonly refused: Refusal } | undefined

const KINDS: Readonly<Record<MarginCommand['kind'], true>> = {
  marginBorrow: true,
  marginRepay: true,
  marginLeverage: true,
  marginPrices: true,
  marginInterest: true,
  marginLiquidate: true,
  poolSeed: true,
}

export const isMarginCommand = (command: { readonly kind: string }): command is MarginCommand =>
  Object.hasOwn(KINDS, command.kind)

/** Runs one command of margin accounts (futures 7). */
export function executeMargin(
  state: ExchangeState,
  log: EffectLog,
  { command, isJournalled }: { readonly command: MarginCommand; readonly isJournalled: boolean },
): Done | void {
  switch (command.kind) {
    case 'marginBorrow':
      return borrow(state, log, command, { isJournalled })
    case 'marginRepay':
      return repay(state, log, command, { isJournalled })
    case 'marginLeverage':
      return setLeverage(state, log, command)
    case 'marginPrices':
      return setIndexPrices(state, log, command)
    case 'marginInterest':
      return chargeHour(state, log, command)
    case 'marginLiquidate':
      return liquidateMargin(state, log, command)
    case 'poolSeed':
      return seedPool(state, log, command)
  }
}

interface Replayed {
  readonly isJournalled: boolean
}

function borrow(
  state: ExchangeState,
  log: EffectLog,
  command: MarginBorrowCommand,
  { isJournalled }: Replayed,
): Done {
  const { asset, clientOid, digest, limit, at } = command
  const key = loanKey(command)
  if (!isJournalled && state.keys.has(key)) return refuse('key-used')
  const amount = BigInt(command.atoms)
  if (amount <= 0n) return refuse('no-transfer')
  const account = marginAccountAsIs(state.margin, command)
  if (account.isLiquidating || isMarginDue(state, account, at)) return refuse('being-liquidated')
  const refused = refuseLoan(state, { account, asset, amount, limit, at })
  if (refused) return refused
  const note = { clientOid, digest }
  const { id } = lend(state, log, { account, asset, amount, kind: 'borrow', note })
  state.keys.add(key, { digest, answer: { transferId: String(id) }, at })
  return undefined
}

function repay(
  state: ExchangeState,
  log: EffectLog,
  command: MarginRepayCommand,
  { isJournalled }: Replayed,
): Done {
  const { asset, clientOid, digest, at } = command
  const key = loanKey(command)
  if (!isJournalled && state.keys.has(key)) return refuse('key-used')
  const account = marginAccountAsIs(state.margin, command)
  const owed = owedOf(state, account, asset)
  if (owed === 0n) return refuse('nothing-owed')
  const due = owed + uncountedInterest(state, { account, asset, at })
  const amount = smaller(BigInt(command.atoms), due)
  if (amount <= 0n) return refuse('no-transfer')
  if (amount > state.accounts.spendable(account.realm, marginOwner(account), asset))
    return refuse('balance', { asset })
  chargeFullHours(state, log, { account, asset })
  const note = { clientOid, digest }
  const { id } = repayLoan(state, log, { account, asset, amount, note })
  state.keys.add(key, { digest, answer: { transferId: String(id) }, at })
  return undefined
}

/** Only without debts and lines: a lower leverage may lend more, a higher one liquidates later. */
function setLeverage(state: ExchangeState, log: EffectLog, command: MarginLeverageCommand): Done {
  const { symbol, leverage } = command
  if (!isolatedTier(leverage) || !MARGIN_PAIRS.includes(symbol)) return refuse('leverage')
  const known = marginAccountAsIs(state.margin, command)
  if (known.loans.size > 0 || linesOf(state, known).size > 0) return refuse('orders-or-positions')
  const account = openMarginAccount(state.margin, command)
  account.leverage = leverage
  log.touchMargin(account)
  return undefined
}

function setIndexPrices(
  state: ExchangeState,
  log: EffectLog,
  { rows, rates = [], at }: MarginPricesCommand,
): void {
  const { margin } = state
  // One that is missing is not fresh: what was known of it before is forgotten.
  margin.prices.clear()
  for (const [asset, price] of rows) margin.prices.set(asset, BigInt(price))
  for (const [asset, rate] of rates) margin.rates.set(asset, rate)
  margin.pricesAt = at
  for (const account of margin.accounts.values())
    if (account.isLiquidating && isRecovered(state, account, at)) {
      account.isLiquidating = false
      log.touchMargin(account)
    }
}

/** Accounts in one command of interest. */
const PART = 1_000

const accountsIn = (state: ExchangeState, realm: MarginAccount['realm']): MarginAccount[] =>
  [...state.margin.accounts.values()].filter((account) => account.realm === realm)

/** How many commands bring an hour's interest to all accounts of a realm. */
export const interestParts = (
  accounts: ReadonlyMap<string, Pick<MarginAccount, 'realm'>>,
  realm: MarginAccount['realm'],
): number =>
  Math.ceil([...accounts.values()].filter((account) => account.realm === realm).length / PART)

/** Interest of a full UTC hour, once for each loan (futures 7). */
function chargeHour(
  state: ExchangeState,
  log: EffectLog,
  { realm, hour, part }: MarginInterestCommand,
): void {
  for (const account of accountsIn(state, realm).slice(part * PART, (part + 1) * PART))
    for (const [asset, loan] of account.loans) {
      if (loan.hour >= hour) continue
      log.touchMargin(account)
      chargeFullHours(state, log, { account, asset, until: hour })
    }
}

function seedPool(
  state: ExchangeState,
  log: EffectLog,
  { realm, key, asset, atoms }: PoolSeedCommand,
): void {
  const name = `${realm}:pool:${key}`
  if (state.grants.has(name)) return
  state.grants.add(name)
  log.addTransaction({
    realm,
    kind: 'grant',
    scope: 'grant',
    key: `pool:${key}`,
    entries: pay(log, 'grant', {
      from: state.accounts.of(realm, ISSUANCE, asset),
      to: state.accounts.of(realm, POOL, asset),
      amount: BigInt(atoms),
    }),
  })
}
