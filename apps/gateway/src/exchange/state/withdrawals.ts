/** What a withdrawal can be in (wallet 4). */
export type WithdrawalState =
  | 'pending'
  | 'review'
  | 'approved'
  | 'signed'
  | 'broadcast'
  | 'confirming'
  | 'completed'
  | 'cancelled'
  | 'rejected'
  | 'failed'

/** What happens to a withdrawal (wallet 4). */
export type WithdrawalEvent =
  | 'rulesPass'
  | 'rulesAsk'
  | 'cancel'
  | 'twoApprovals'
  | 'reject'
  | 'expire'
  | 'ask'
  | 'unask'
  | 'hotEnough'
  | 'accepted'
  | 'mined'
  | 'unmined'
  | 'final'
  | 'orphaned'
  | 'revertedFinal'

/** State and event -> next state; an event that is not listed is refused (wallet 4). */
export const WITHDRAWAL_STATES: Readonly<
  Record<WithdrawalState, { readonly [E in WithdrawalEvent]?: WithdrawalState }>
> = {
  pending: { rulesPass: 'approved', rulesAsk: 'review', cancel: 'cancelled' },
  review: {
    twoApprovals: 'approved',
    reject: 'rejected',
    expire: 'rejected',
    cancel: 'cancelled',
  },
  approved: { ask: 'approved', unask: 'approved', hotEnough: 'signed', cancel: 'cancelled' },
  signed: { accepted: 'broadcast' },
  broadcast: { mined: 'confirming', unmined: 'broadcast' },
  confirming: { final: 'completed', orphaned: 'broadcast', revertedFinal: 'failed' },
  completed: {},
  cancelled: {},
  rejected: {},
  failed: {},
}

export const WITHDRAWAL_EVENTS: readonly WithdrawalEvent[] = [
  'rulesPass',
  'rulesAsk',
  'cancel',
  'twoApprovals',
  'reject',
  'expire',
  'ask',
  'unask',
  'hotEnough',
  'accepted',
  'mined',
  'unmined',
  'final',
  'orphaned',
  'revertedFinal',
]

/** States that give the escrow back. */
const RELEASING: ReadonlySet<WithdrawalState> = new Set(['cancelled', 'rejected', 'failed'])

export const releases = (state: WithdrawalState): boolean => RELEASING.has(state)

/** Whether the withdrawal has ended: its escrow was settled or given back. */
export const isEnded = (state: WithdrawalState): boolean =>
  state === 'completed' || RELEASING.has(state)

/** Two different persons let a withdrawal pass, or its rules did. */
export interface Approval {
  readonly approver: string
  /** Ed25519, base64, over `approvalText` of the withdrawal; the signer checks it. */
  readonly signature: string
}

/** The transaction that pays a withdrawal. */
export interface Payment {
  readonly txHash: string
  /** Serialised and signed, hex: what a restart broadcasts again. */
  readonly raw: string
  readonly nonce: number
  /** 0 for the first, up to 5: each replaces the one before it with a higher fee. */
  readonly bump: number
}

/** A withdrawal as the exchange has it; amounts are in atoms. */
export interface Withdrawal {
  readonly id: number
  readonly userId: string
  readonly clientOid: string
  readonly network: string
  readonly asset: string
  readonly address: string
  /** The destination tag of networks that have one. */
  readonly tag?: string
  /** What the user pays; `amount - fee` leaves. */
  readonly amount: bigint
  readonly fee: bigint
  /** What it counts against the daily cap, in atoms of USDT. */
  readonly value: bigint
  state: WithdrawalState
  /** Why it is in review, was rejected or has failed: a code of the rules. */
  reason?: string
  approvals: readonly Approval[]
  /**
   * The signer is being asked, and may have given it a nonce: it cannot be cancelled any more, as
   * the nonces of the hot address would have a gap (W4).
   */
  asked?: true
  payments: readonly Payment[]
  /** Height of the block that has the transaction. */
  height?: number
  readonly createdAt: number
  updatedAt: number
}

/** Withdrawals that are not ended, and what users withdrew today. Empty until the first one. */
export interface WithdrawalsState {
  readonly open: Map<number, Withdrawal>
  /** The UTC day, counted from the epoch, that `used` is about. */
  day: number
  /** User -> atoms of USDT of the withdrawals requested on that day and not given back. */
  readonly used: Map<string, bigint>
}

export type WithdrawalDump = Omit<Withdrawal, 'amount' | 'fee' | 'value'> & {
  readonly amount: string
  readonly fee: string
  readonly value: string
}

export type WithdrawalRow =
  | readonly [kind: 'open', withdrawal: WithdrawalDump]
  | readonly [kind: 'used', day: number, userId: string, value: string]

const DAY_MS = 86_400_000

export const withdrawalDay = (at: number): number => Math.floor(at / DAY_MS)

export const createWithdrawalsState = (): WithdrawalsState => ({
  open: new Map(),
  day: 0,
  used: new Map(),
})

/** Atoms of USDT that a user has withdrawn on the day of `at`. */
export function usedOn(
  { day, used }: { readonly day: number; readonly used: ReadonlyMap<string, bigint> },
  { userId, at }: { readonly userId: string; readonly at: number },
): bigint {
  return withdrawalDay(at) > day ? 0n : (used.get(userId) ?? 0n)
}

/** Nothing for a state that has had no withdrawal. */
export function* dumpWithdrawals({ open, day, used }: WithdrawalsState): Generator<WithdrawalRow> {
  for (const [userId, value] of used) yield ['used', day, userId, String(value)]
  for (const withdrawal of open.values()) yield ['open', dumpWithdrawal(withdrawal)]
}

export const dumpWithdrawal = (withdrawal: Readonly<Withdrawal>): WithdrawalDump => ({
  ...withdrawal,
  amount: String(withdrawal.amount),
  fee: String(withdrawal.fee),
  value: String(withdrawal.value),
})

export const withdrawalFromDump = (dump: WithdrawalDump): Withdrawal => ({
  ...dump,
  amount: BigInt(dump.amount),
  fee: BigInt(dump.fee),
  value: BigInt(dump.value),
})

export function restoreWithdrawals(state: WithdrawalsState, rows: Iterable<WithdrawalRow>): void {
  for (const row of rows)
    if (row[0] === 'open') state.open.set(row[1].id, withdrawalFromDump(row[1]))
    else {
      state.day = row[1]
      state.used.set(row[2], BigInt(row[3]))
    }
}
