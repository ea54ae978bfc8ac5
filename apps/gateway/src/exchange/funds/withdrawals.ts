import type { Account } from '../accounts/accounts.ts'
import { refuseAbove, unlockedSpendable } from './deposits.ts'
import { FEES, formatOwner, spotOwner } from '../accounts/owner.ts'
import { post, type Entry } from '../accounts/posting.ts'
import { larger } from '../instruments/rounding.ts'
import type { ExchangeCommand } from '../state/command.ts'
import { refuse, type EffectLog, type Refusal } from '../state/effects.ts'
import { keepsFunds } from '../state/rules.ts'
import type { ExchangeState } from '../state/state.ts'
import {
  isEnded,
  releases,
  usedOn,
  withdrawalDay,
  WITHDRAWAL_STATES,
  type Payment,
  type Withdrawal,
  type WithdrawalEvent,
} from '../state/withdrawals.ts'
import type {
  ApproveCommand,
  WithdrawalCommand,
  WithdrawalEventCommand,
  WithdrawCommand,
} from '../state/withdrawalCommand.ts'

type Done = { readonly refused: Refusal } | undefined

/** Withdrawals wait here between request and end (W3). */
export const PENDING_WITHDRAWALS = formatOwner({ kind: 'pending', of: 'withdraw' })
const TREASURY = 'treasury'

export const chainOwner = (network: string): string => formatOwner({ kind: 'chain', network })

/** A user's withdrawals have keys of their own. */
export const withdrawalKey = ({
  userId,
  clientOid,
}: Pick<WithdrawCommand, 'userId' | 'clientOid'>): string => `withdraw:${userId}:${clientOid}`

/** Two requests are the same when these are. */
export const withdrawalDigest = ({
  network,
  asset,
  address,
  tag,
  atoms,
}: Pick<WithdrawCommand, 'network' | 'asset' | 'address' | 'tag' | 'atoms'>): string =>
  [network, asset, address, tag ?? '', atoms].join(':')

export const isWithdrawalCommand = (command: ExchangeCommand): command is WithdrawalCommand =>
  command.kind === 'withdraw' ||
  command.kind === 'withdrawalEvent' ||
  command.kind === 'withdrawalApprove'

export function runWithdrawal(
  state: ExchangeState,
  log: EffectLog,
  {
    command,
    isJournalled,
  }: { readonly command: WithdrawalCommand; readonly isJournalled: boolean },
): Done {
  switch (command.kind) {
    case 'withdraw':
      return withdraw(state, log, { command, isJournalled })
    case 'withdrawalEvent':
      return takeEvent(state, log, command)
    case 'withdrawalApprove':
      return approve(state, log, command)
  }
}

function withdraw(
  state: ExchangeState,
  log: EffectLog,
  { command, isJournalled }: { readonly command: WithdrawCommand; readonly isJournalled: boolean },
): Done {
  const { kind: _, cap, digest, atoms, ...terms } = command
  const { userId, asset, at } = terms
  const [amount, fee, value] = [BigInt(atoms), BigInt(terms.fee), BigInt(terms.value)]
  const key = withdrawalKey(command)
  if (!isJournalled && state.keys.has(key)) return refuse('key-used')
  if (fee < 0n || value < 0n || amount <= fee) return refuse('no-transfer')
  if (!isJournalled && state.deposits.isStopped(userId)) return refuse('withdrawals-stopped')
  const kept = refuseAbove(state, { userId, asset, amount, isJournalled })
  if (kept) return kept
  const { withdrawals } = state
  const used = usedOn(withdrawals, { userId, at })
  if (used + value > BigInt(cap)) return refuse('withdraw-cap')

  startDay(state, at)
  withdrawals.used.set(userId, used + value)
  const id = state.next.withdrawal ?? 1
  state.next.withdrawal = id + 1
  state.keys.add(key, { digest, answer: { transferId: String(id) }, at })
  const withdrawal: Withdrawal = {
    id,
    userId,
    clientOid: terms.clientOid,
    network: terms.network,
    asset,
    address: terms.address,
    ...(terms.tag === undefined ? {} : { tag: terms.tag }),
    amount,
    fee,
    value,
    state: 'pending',
    approvals: [],
    payments: [],
    createdAt: at,
    updatedAt: at,
  }
  withdrawals.open.set(id, withdrawal)
  book(log, {
    key: `${id}:escrow`,
    entries: post('withdraw', {
      from: touched(state, log, spotOwner(userId), asset),
      to: touched(state, log, PENDING_WITHDRAWALS, asset),
      amount,
    }),
  })
  log.touchWithdrawal(withdrawal)
  return undefined
}

/** What may leave of a user's spot account: a deposit only once it is unlocked (W5). */
export const withdrawable = unlockedSpendable

/** The uses of a day that is over are forgotten. A clock that was set back changes nothing. */
export function startDay({ withdrawals }: ExchangeState, at: number): void {
  const day = withdrawalDay(at)
  if (day <= withdrawals.day) return
  withdrawals.day = day
  withdrawals.used.clear()
}

function approve(state: ExchangeState, log: EffectLog, command: ApproveCommand): Done {
  const { id, at, approver, signature } = command
  const withdrawal = state.withdrawals.open.get(id)
  if (!withdrawal) return refuse('no-withdrawal')
  if (withdrawal.state !== 'review') return refuse('withdrawal-state')
  if (withdrawal.approvals.some((each) => each.approver === approver))
    return refuse('approved-twice')
  withdrawal.approvals = [...withdrawal.approvals, { approver, signature }]
  withdrawal.updatedAt = at
  log.touchWithdrawal(withdrawal)
  return withdrawal.approvals.length < 2
    ? undefined
    : advance(state, log, { withdrawal, event: 'twoApprovals', at })
}

function takeEvent(state: ExchangeState, log: EffectLog, command: WithdrawalEventCommand): Done {
  const withdrawal = state.withdrawals.open.get(command.id)
  return withdrawal ? advance(state, log, { ...command, withdrawal }) : refuse('no-withdrawal')
}

function advance(
  state: ExchangeState,
  log: EffectLog,
  {
    withdrawal,
    event,
    at,
    reason,
    payment,
    height,
    gas,
  }: Pick<WithdrawalEventCommand, 'at' | 'reason' | 'payment' | 'height' | 'gas'> & {
    readonly withdrawal: Withdrawal
    readonly event: WithdrawalEvent
  },
): Done {
  const next = WITHDRAWAL_STATES[withdrawal.state][event]
  if (next === undefined) return refuse('withdrawal-state')
  if (event === 'cancel' && withdrawal.asked) return refuse('withdrawal-state')
  if ((event === 'hotEnough' || event === 'unmined') && !isNextPayment(withdrawal, payment))
    return refuse('withdrawal-state')
  withdrawal.state = next
  withdrawal.updatedAt = at
  if (reason !== undefined) withdrawal.reason = reason
  if (payment) withdrawal.payments = [...withdrawal.payments, payment]
  if (event === 'mined' && height !== undefined) withdrawal.height = height
  if (event === 'orphaned') delete withdrawal.height
  if (event === 'ask') withdrawal.asked = true
  else if (event === 'unask') delete withdrawal.asked
  log.touchWithdrawal(withdrawal)
  if (gas) chargeGas(state, log, { withdrawal, gas })
  if (isEnded(next)) end(state, log, withdrawal)
  return undefined
}

/** A replacement spends the same nonce, so that at most one of them is mined (W4). */
function isNextPayment({ payments }: Withdrawal, payment: Payment | undefined): boolean {
  const last = payments.at(-1)
  if (!payment) return false
  return last ? payment.nonce === last.nonce && payment.bump === last.bump + 1 : payment.bump === 0
}

function end(state: ExchangeState, log: EffectLog, withdrawal: Withdrawal): void {
  const { id, userId, network, asset, amount, fee, value, createdAt } = withdrawal
  const from = touched(state, log, PENDING_WITHDRAWALS, asset)
  const to = (owner: string, part: bigint, kind: 'withdraw' | 'fee' = 'withdraw') =>
    post(kind, { from, to: touched(state, log, owner, asset), amount: part })
  state.withdrawals.open.delete(id)
  if (releases(withdrawal.state)) {
    book(log, { key: `${id}:release`, entries: to(spotOwner(userId), amount) })
    giveBack(state, { userId, value, createdAt })
    return
  }
  book(log, {
    key: `${id}:settle`,
    entries: [...to(chainOwner(network), amount - fee), ...to(FEES, fee, 'fee')],
  })
}

function giveBack(
  state: ExchangeState,
  { userId, value, createdAt }: Pick<Withdrawal, 'userId' | 'value' | 'createdAt'>,
): void {
  const { used, day } = state.withdrawals
  if (withdrawalDay(createdAt) !== day) return
  const left = larger((used.get(userId) ?? 0n) - value, 0n)
  // A use of 0 stays until the day is over: a dump takes the day along with its uses.
  if (left > 0n || keepsFunds(state)) used.set(userId, left)
  else used.delete(userId)
}

/** The treasury pays the network; what it lacks comes out of the fees (W6). */
function chargeGas(
  state: ExchangeState,
  log: EffectLog,
  {
    withdrawal: { id, network },
    gas,
  }: {
    readonly withdrawal: Withdrawal
    readonly gas: NonNullable<WithdrawalEventCommand['gas']>
  },
): void {
  const amount = BigInt(gas.atoms)
  if (amount <= 0n) return
  const treasury = touched(state, log, TREASURY, gas.asset)
  const to = touched(state, log, chainOwner(network), gas.asset)
  const paid = treasury.balance < amount ? treasury.balance : amount
  book(log, {
    key: `${id}:gas`,
    entries: [
      ...post('withdraw', { from: treasury, to, amount: paid }),
      ...post('withdraw', {
        from: touched(state, log, FEES, gas.asset),
        to,
        amount: amount - paid,
      }),
    ],
  })
}

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
  { key, entries }: { readonly key: string; readonly entries: readonly Entry[] },
): void {
  log.addTransaction({ realm: 'live', kind: 'withdrawal', scope: 'withdrawal', key, entries })
}
