import { formatOwner, spotOwner } from '../../exchange/accounts/owner.ts'
import { unlockedSpendable } from '../../exchange/funds/deposits.ts'
import { depositKey } from '../../exchange/state/deposits.ts'
import type { ExchangeView } from '../../exchange/state/ExchangeView.ts'
import type { Withdrawal } from '../../exchange/state/withdrawals.ts'

type BooksState = Pick<ExchangeView, 'accounts' | 'deposits' | 'withdrawals'>

const ESCROW = formatOwner({ kind: 'pending', of: 'withdraw' })

/**
 * What must hold of open deposits and withdrawals (W2 to W6), from memory; W1 needs the chain. Each
 * fault names its rule.
 */
export function checkBooks(state: BooksState): readonly string[] {
  return [
    ...depositFaults(state),
    ...escrowFaults(state),
    ...paymentFaults(state.withdrawals.open.values()),
  ]
}

/** W2, and W5: the locks are counted anew from the deposits, and nothing of them may leave. */
function* depositFaults(state: BooksState): Iterable<string> {
  const locks = new Map<string, Map<string, bigint>>()
  for (const [key, deposit] of state.deposits.booked) {
    if (key !== depositKey(deposit) || deposit.amount <= 0n) yield `W2: the deposit ${key}`
    if (deposit.userId === undefined) continue
    const own = locks.get(deposit.userId) ?? new Map<string, bigint>()
    const isLocked = deposit.state === 'credited' || deposit.state === 'contested'
    own.set(deposit.asset, (own.get(deposit.asset) ?? 0n) + (isLocked ? deposit.amount : 0n))
    locks.set(deposit.userId, own)
  }
  for (const [userId, own] of locks) yield* lockFaults(state, { userId, own })
}

function* lockFaults(
  state: BooksState,
  { userId, own }: { readonly userId: string; readonly own: ReadonlyMap<string, bigint> },
): Iterable<string> {
  const accounts = state.accounts.ownedBy('live', spotOwner(userId))
  const accountOf = (of: string) =>
    accounts.find(({ asset }) => asset === of) ?? { balance: 0n, held: 0n }
  const isSpent = [...own].some(([asset, locked]) => accountOf(asset).balance < locked)
  for (const [asset, locked] of own) {
    const { balance, held } = accountOf(asset)
    const wanted = isSpent ? 0n : min(balance - held, balance - locked)
    const isSound =
      state.deposits.lockedOf(userId, asset) === locked &&
      unlockedSpendable(state, { userId, asset }) === (wanted > 0n ? wanted : 0n)
    if (!isSound) yield `W5: what ${userId} may withdraw of ${asset}`
  }
}

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** W3, and W6 of those that are open: the fee is part of the amount. */
function* escrowFaults({ accounts, withdrawals }: BooksState): Iterable<string> {
  const open = new Map<string, bigint>()
  for (const { id, asset, amount, fee } of withdrawals.open.values()) {
    open.set(asset, (open.get(asset) ?? 0n) + amount)
    if (fee < 0n || amount <= fee) yield `W6: the fee of withdrawal ${id}`
  }
  const escrow = new Map(
    accounts.ownedBy('live', ESCROW).map(({ asset, balance }) => [asset, balance]),
  )
  for (const asset of new Set([...open.keys(), ...escrow.keys()])) {
    const [held, wanted] = [escrow.get(asset) ?? 0n, open.get(asset) ?? 0n]
    if (held !== wanted) yield `W3: ${held} ${asset} in escrow, ${wanted} in open withdrawals`
  }
}

/** W4: the payments of a withdrawal share a nonce, and no other withdrawal has it. */
function* paymentFaults(open: Iterable<Readonly<Withdrawal>>): Iterable<string> {
  const taken = new Set<string>()
  for (const { id, network, payments } of open) {
    const nonces = new Set(payments.map(({ nonce }) => nonce))
    if (nonces.size > 1) yield `W4: withdrawal ${id} has several nonces`
    for (const nonce of nonces) {
      const place = `${network} ${nonce}`
      if (taken.has(place)) yield `W4: two withdrawals have the nonce ${nonce} of ${network}`
      taken.add(place)
    }
  }
}
