import type { Account } from '../accounts/accounts.ts'
import { FEES, formatOwner, HOUSE_ACCOUNT, spotOwner } from '../accounts/owner.ts'
import { post, type Entry, type TransactionKind } from '../accounts/posting.ts'
import { refuse, type EffectLog, type Refusal } from '../state/effects.ts'
import {
  claimKey,
  DEPOSIT_STATES,
  depositKey,
  type BookedState,
  type Deposit,
} from '../state/deposits.ts'
import type {
  CollectClaimCommand,
  CreditDepositCommand,
  DepositCommand,
  DepositEventCommand,
  ForgetDepositsCommand,
  TreasuryCommand,
} from '../state/depositCommand.ts'
import type { ExchangeView } from '../state/ExchangeView.ts'
import { keepsFunds } from '../state/rules.ts'
import type { ExchangeState } from '../state/state.ts'

type Done = { readonly refused: Refusal } | undefined

const TREASURY = formatOwner({ kind: 'treasury' })

/** The mirror of the coins on a network. */
const chainAccount = (network: string): string => formatOwner({ kind: 'chain', network })

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)

export function runDeposit(state: ExchangeState, log: EffectLog, command: DepositCommand): Done {
  switch (command.kind) {
    case 'deposit':
      return credit(state, log, command)
    case 'depositEvent':
      return takeEvent(state, log, command)
    case 'depositClaim':
      return collectClaim(state, log, command)
    case 'depositsStale':
      return forget(state, log, command)
    case 'treasury':
      return moveTreasury(state, log, command)
  }
}

/**
 * What of a balance may leave: deposits that are not unlocked may be traded only. While their coins
 * are spent nothing else leaves either, as what they bought may be owed back (W5).
 */
export function unlockedSpendable(
  { accounts, deposits }: Pick<ExchangeView, 'accounts' | 'deposits'>,
  { userId, asset }: { readonly userId: string; readonly asset: string },
): bigint {
  const spendable = accounts.spendable('live', spotOwner(userId), asset)
  const locks = deposits.locksOf(userId)
  if (locks.size === 0) return spendable
  const owned = accounts.ownedBy('live', spotOwner(userId))
  const balanceOf = (of: string) => owned.find((each) => each.asset === of)?.balance ?? 0n
  for (const [locked, amount] of locks) if (balanceOf(locked) < amount) return 0n
  return smaller(spendable, balanceOf(asset) - (locks.get(asset) ?? 0n))
}

/** What may leave now; a journal has what was taken by the rule of its day. */
const mayLeave = (
  state: Pick<ExchangeView, 'accounts' | 'deposits'>,
  {
    isJournalled,
    ...place
  }: { readonly userId: string; readonly asset: string; readonly isJournalled: boolean },
): bigint =>
  isJournalled
    ? state.accounts.spendable('live', spotOwner(place.userId), place.asset)
    : unlockedSpendable(state, place)

/** Why an amount may not leave: it is not there, or a deposit that is not unlocked keeps it in. */
export function refuseAbove(
  state: Pick<ExchangeView, 'accounts' | 'deposits'>,
  {
    amount,
    ...place
  }: {
    readonly userId: string
    readonly asset: string
    readonly amount: bigint
    readonly isJournalled: boolean
  },
): Done {
  if (amount <= mayLeave(state, place)) return undefined
  const { userId, asset } = place
  const isThere = amount <= state.accounts.spendable('live', spotOwner(userId), asset)
  return refuse(isThere ? 'deposit-locked' : 'balance', { asset })
}

/**
 * Why coins may not go to somebody else: a deposit of the user may yet be taken back (W5). What a
 * journal has was taken by the rule of its day.
 */
export function refuseLeaving(
  state: ExchangeState,
  leaving: {
    readonly userId: string
    readonly asset: string
    readonly amount: bigint
    readonly isJournalled: boolean
  },
): Done {
  const { userId, isJournalled } = leaving
  if (!isJournalled && state.deposits.isStopped(userId)) return refuse('withdrawals-stopped')
  return refuseAbove(state, leaving)
}

function credit(state: ExchangeState, log: EffectLog, command: CreditDepositCommand): Done {
  const { network, txHash, ordinal, userId, asset, height, byOperator, at } = command
  const amount = BigInt(command.atoms)
  const key = depositKey(command)
  const known = state.deposits.booked.get(key)
  const name = `live:deposit:${key}`
  if (amount <= 0n) return refuse('no-transfer')
  if ((known && !isSameReversed(known, command)) || state.grants.has(name))
    return refuse('deposit-known')
  if (known || byOperator) state.grants.add(name)
  else if (height < (state.deposits.staleBelow.get(network) ?? 0)) return refuse('deposit-stale')

  const deposit: Deposit = {
    network,
    txHash,
    ordinal,
    ...(userId === undefined ? {} : { userId }),
    asset,
    amount,
    height,
    state: 'credited',
    ...(known ? { again: true } : {}),
    createdAt: known?.createdAt ?? at,
    updatedAt: at,
  }
  if (known) state.deposits.drop(known)
  state.deposits.put(deposit)
  const to = touched(state, log, ownerOf(deposit), asset)
  book(log, {
    kind: 'deposit',
    key: ledgerKey(deposit),
    entries: post('deposit', {
      from: touched(state, log, chainAccount(network), asset),
      to,
      amount,
    }),
  })
  log.touchDeposit(deposit)
  if (userId !== undefined) payClaim(state, log, { userId, asset })
  return undefined
}

/** What an operator may credit once more: the same coins, back after they were gone. */
const isSameReversed = (known: Deposit, { byOperator, ...command }: CreditDepositCommand) =>
  byOperator === true &&
  known.state === 'reversed' &&
  known.userId === command.userId &&
  known.asset === command.asset &&
  known.amount === BigInt(command.atoms)

/** A deposit that was credited again has its second lines in the ledger. */
const ledgerKey = (deposit: Deposit): string =>
  depositKey(deposit) + (deposit.again ? ':again' : '')

function takeEvent(state: ExchangeState, log: EffectLog, command: DepositEventCommand): Done {
  const { event, at, height } = command
  const deposit = state.deposits.booked.get(depositKey(command))
  if (!deposit) return refuse('no-deposit')
  const next = DEPOSIT_STATES[deposit.state][event]
  if (next === undefined || next === 'pause' || next === 'held') return refuse('deposit-state')
  state.deposits.update(deposit, {
    state: next as BookedState,
    updatedAt: at,
    ...(event === 'mined' && height !== undefined ? { height } : {}),
  })
  if (next === 'reversed') reverse(state, log, deposit)
  log.touchDeposit(deposit)
  return undefined
}

/**
 * The coins are gone: the user gives back what is there, the treasury pays the rest and has a claim
 * on the user. What the treasury lacks is the house account's debt.
 */
function reverse(state: ExchangeState, log: EffectLog, deposit: Deposit): void {
  const { network, userId, asset, amount } = deposit
  const to = touched(state, log, chainAccount(network), asset)
  const entries: Entry[] = []
  const draw = (owner: string, wanted: bigint): bigint => {
    const from = touched(state, log, owner, asset)
    const free = owner === HOUSE_ACCOUNT ? wanted : from.balance - from.held
    const drawn = smaller(wanted, free > 0n ? free : 0n)
    entries.push(...post('reversal', { from, to, amount: drawn }))
    return drawn
  }
  const owed = userId === undefined ? amount : amount - draw(spotOwner(userId), amount)
  const ofHouse = draw(HOUSE_ACCOUNT, owed - draw(TREASURY, owed))
  book(log, { kind: 'reversal', key: ledgerKey(deposit), entries })
  if (userId === undefined || owed === 0n) return
  const before = state.deposits.claims.get(claimKey(userId, asset))
  setClaim(state, log, {
    userId,
    asset,
    amount: (before?.amount ?? 0n) + owed,
    ofHouse: (before?.ofHouse ?? 0n) + ofHouse,
  })
}

function collectClaim(state: ExchangeState, log: EffectLog, command: CollectClaimCommand): Done {
  return payClaim(state, log, command) > 0n ? undefined : refuse('no-deposit')
}

/** The house account is paid before the treasury. */
function payClaim(
  state: ExchangeState,
  log: EffectLog,
  { userId, asset }: { readonly userId: string; readonly asset: string },
): bigint {
  const claim = state.deposits.claims.get(claimKey(userId, asset))
  const spendable = state.accounts.spendable('live', spotOwner(userId), asset)
  if (!claim || spendable <= 0n) return 0n
  const paid = smaller(claim.amount, spendable)
  const toHouse = smaller(claim.ofHouse, paid)
  const from = touched(state, log, spotOwner(userId), asset)
  const pay = (owner: string, amount: bigint) =>
    post('claim', { from, to: touched(state, log, owner, asset), amount })
  const id = state.next.claim ?? 1
  state.next.claim = id + 1
  book(log, {
    kind: 'claim',
    key: String(id),
    entries: [...pay(HOUSE_ACCOUNT, toHouse), ...pay(TREASURY, paid - toHouse)],
  })
  setClaim(state, log, {
    userId,
    asset,
    amount: claim.amount - paid,
    ofHouse: claim.ofHouse - toHouse,
  })
  return paid
}

function setClaim(
  state: ExchangeState,
  log: EffectLog,
  claim: NonNullable<ReturnType<ExchangeState['deposits']['claims']['get']>>,
): void {
  const key = claimKey(claim.userId, claim.asset)
  if (claim.amount === 0n) state.deposits.claims.delete(key)
  else state.deposits.claims.set(key, claim)
  log.claims.push(claim)
}

function forget(state: ExchangeState, log: EffectLog, command: ForgetDepositsCommand): Done {
  const { network, below } = command
  const { deposits } = state
  if (below <= (deposits.staleBelow.get(network) ?? 0)) return refuse('deposit-stale')
  deposits.staleBelow.set(network, below)
  for (const deposit of deposits.booked.values())
    if (deposit.network === network && deposit.height < below && isFinal(state, deposit))
      deposits.drop(deposit)
  for (const [key, move] of deposits.moves)
    if (move.network === network && move.height < below) deposits.moves.delete(key)
  log.staleDeposits.push({ network, below })
  return undefined
}

/**
 * Nothing more can happen to it. A reversed one an operator may credit once more: forgotten, as by
 * the rules before version 3, it would have the lines of the first time in the ledger, which takes
 * them once.
 */
const isFinal = (exchange: ExchangeState, { state, again }: Deposit): boolean =>
  state === 'unlocked' || (state === 'reversed' && (again === true || !keepsFunds(exchange)))

function moveTreasury(state: ExchangeState, log: EffectLog, command: TreasuryCommand): Done {
  const { network, asset, direction, key, height } = command
  const amount = BigInt(command.atoms)
  if (amount <= 0n) return refuse('no-transfer')
  if (state.deposits.moves.has(key)) return refuse('key-used')
  if (height < (state.deposits.staleBelow.get(network) ?? 0)) return refuse('deposit-stale')
  state.deposits.moves.set(key, { network, height })
  log.treasuryMoves.push({ key, network, asset, amount, direction, height })
  const chain = touched(state, log, chainAccount(network), asset)
  const treasury = touched(state, log, TREASURY, asset)
  const fees = touched(state, log, FEES, asset)
  const ofTreasury = smaller(amount, treasury.balance)
  book(log, {
    kind: 'treasury',
    key,
    entries:
      direction === 'in'
        ? post('custody', { from: chain, to: treasury, amount })
        : [
            ...post('gas', { from: treasury, to: chain, amount: ofTreasury }),
            ...post('gas', { from: fees, to: chain, amount: amount - ofTreasury }),
          ],
  })
  return undefined
}

const ownerOf = ({ userId }: Pick<Deposit, 'userId'>): string =>
  userId === undefined ? TREASURY : spotOwner(userId)

function touched(
  state: ExchangeState,
  log: EffectLog,
  ...[owner, asset]: readonly [owner: string, asset: string]
): Account {
  const account = state.accounts.of('live', owner, asset)
  log.touchAccount(account)
  return account
}

function book(
  log: EffectLog,
  {
    kind,
    key,
    entries,
  }: {
    readonly kind: TransactionKind
    readonly key: string
    readonly entries: readonly Entry[]
  },
): void {
  log.addTransaction({ realm: 'live', kind, scope: kind, key, entries })
}
