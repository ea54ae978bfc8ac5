/** What a deposit can be in (wallet 3). */
export type DepositState =
  | 'seen'
  | 'confirming'
  | 'credited'
  | 'contested'
  | 'unlocked'
  | 'held'
  | 'ignored'
  | 'dropped'
  | 'reversed'
  | 'returned'

/** What happens to a deposit (wallet 3). */
export type DepositEvent =
  | 'mined'
  | 'creditDepth'
  | 'unlockDepth'
  | 'orphaned'
  | 'absent'
  | 'operatorCredit'
  | 'operatorReturn'

export const DEPOSIT_EVENTS: readonly DepositEvent[] = [
  'mined',
  'creditDepth',
  'unlockDepth',
  'orphaned',
  'absent',
  'operatorCredit',
  'operatorReturn',
]

/** `pause`: the network stops and a person decides; the deposit stays what it is. */
export type DepositStep = DepositState | 'pause'

/**
 * State and event -> next state; an event that is not listed changes nothing (wallet 3). What was
 * `dropped` and is mined after all is a new sighting. What was `reversed` and is mined after all is
 * `held`: the loss may have been paid meanwhile.
 */
export const DEPOSIT_STATES: Readonly<
  Record<DepositState, { readonly [E in DepositEvent]?: DepositStep }>
> = {
  seen: { mined: 'confirming', absent: 'dropped' },
  confirming: { creditDepth: 'credited', orphaned: 'seen' },
  credited: { unlockDepth: 'unlocked', orphaned: 'contested' },
  contested: { mined: 'credited', absent: 'reversed' },
  unlocked: { orphaned: 'pause' },
  held: { operatorCredit: 'credited', operatorReturn: 'returned' },
  ignored: { operatorCredit: 'credited', operatorReturn: 'returned' },
  dropped: { mined: 'confirming' },
  reversed: { mined: 'held' },
  returned: {},
}

/** States that the journal knows; what came before them is read from the chain again. */
export type BookedState = Extract<DepositState, 'credited' | 'contested' | 'unlocked' | 'reversed'>

/** Coins of one transaction that the ledger has. (network, txHash, ordinal) names it (W2). */
export interface Deposit {
  readonly network: string
  readonly txHash: string
  /** Place inside the transaction: a re-organisation moves it to another block, never within. */
  readonly ordinal: number
  /** Absent: the exchange paid in for itself, which the treasury owns. */
  readonly userId?: string
  readonly asset: string
  /** In the ledger's atoms. */
  readonly amount: bigint
  /** The block that it is in, or was in before it was contested. */
  height: number
  state: BookedState
  /** An operator credited it once more after it was reversed; there is no third time. */
  readonly again?: true
  readonly createdAt: number
  updatedAt: number
}

/** What a user owes for a deposit that vanished after it had been spent. */
export interface DepositClaim {
  readonly userId: string
  readonly asset: string
  /** Still owed, to the treasury; 0: paid. */
  readonly amount: bigint
  /** How much of it the house account has paid, because the treasury could not. */
  readonly ofHouse: bigint
}

/** All of deposits. Empty until the first one; only `execute` changes it. */
export interface DepositsState {
  /** By `depositKey`. Final ones are forgotten below `staleBelow`, so that they are bounded. */
  readonly booked: Map<string, Deposit>
  /** Keys of treasury moves, forgotten below `staleBelow` too. */
  readonly moves: Map<string, { readonly network: string; readonly height: number }>
  /** By `claimKey`; none is 0. */
  readonly claims: Map<string, DepositClaim>
  /** Network -> height below which a deposit is refused (W2). */
  readonly staleBelow: Map<string, number>
  /** What of a user's balance must not leave, because its deposits are not unlocked (W5). */
  lockedOf(userId: string, asset: string): bigint
  /** All of that by asset; none is 0. */
  locksOf(userId: string): ReadonlyMap<string, bigint>
  /** Whether a deposit of the user is contested, or one is still owed: nothing may leave. */
  isStopped(userId: string): boolean
  put(deposit: Deposit): void
  drop(deposit: Deposit): void
  /** Changes what locks are counted by; `change` sets state or height. */
  update(deposit: Deposit, change: Partial<Pick<Deposit, 'state' | 'height' | 'updatedAt'>>): void
}

export const depositKey = ({
  network,
  txHash,
  ordinal,
}: Pick<Deposit, 'network' | 'txHash' | 'ordinal'>): string => `${network}:${txHash}:${ordinal}`

export const claimKey = (userId: string, asset: string): string => `${userId} ${asset}`

const isLocked = ({ state }: Deposit): boolean => state === 'credited' || state === 'contested'

const NO_LOCKS: ReadonlyMap<string, bigint> = new Map()

export function createDepositsState(): DepositsState {
  const locked = new Map<string, Map<string, bigint>>()
  const contested = new Map<string, number>()

  function count(deposit: Deposit, sign: 1 | -1): void {
    const { userId, asset, amount, state: booked } = deposit
    if (userId === undefined) return
    if (isLocked(deposit)) {
      const locks = locked.get(userId) ?? new Map<string, bigint>()
      const left = (locks.get(asset) ?? 0n) + BigInt(sign) * amount
      if (left === 0n) locks.delete(asset)
      else locks.set(asset, left)
      if (locks.size === 0) locked.delete(userId)
      else locked.set(userId, locks)
    }
    if (booked === 'contested') {
      const left = (contested.get(userId) ?? 0) + sign
      if (left === 0) contested.delete(userId)
      else contested.set(userId, left)
    }
  }

  const state: DepositsState = {
    booked: new Map(),
    moves: new Map(),
    claims: new Map(),
    staleBelow: new Map(),
    lockedOf: (userId, asset) => locked.get(userId)?.get(asset) ?? 0n,
    locksOf: (userId) => locked.get(userId) ?? NO_LOCKS,
    isStopped: (userId) =>
      contested.has(userId) || [...state.claims.values()].some((each) => each.userId === userId),
    put(deposit) {
      state.booked.set(depositKey(deposit), deposit)
      count(deposit, 1)
    },
    drop(deposit) {
      if (state.booked.delete(depositKey(deposit))) count(deposit, -1)
    },
    update(deposit, change) {
      count(deposit, -1)
      Object.assign(deposit, change)
      count(deposit, 1)
    },
  }
  return state
}

export type DepositDump = Omit<Deposit, 'amount'> & { readonly amount: string }

/** One row of a dump. Amounts are text. */
export type DepositRow =
  | readonly [kind: 'deposit', deposit: DepositDump]
  | readonly [kind: 'claim', userId: string, asset: string, amount: string, ofHouse: string]
  | readonly [kind: 'move', key: string, network: string, height: number]
  | readonly [kind: 'stale', network: string, below: number]

/** Nothing for a state that has had no deposit. */
export function* dumpDeposits(state: DepositsState): Generator<DepositRow> {
  for (const [network, below] of state.staleBelow) yield ['stale', network, below]
  for (const { userId, asset, amount, ofHouse } of state.claims.values())
    yield ['claim', userId, asset, String(amount), String(ofHouse)]
  for (const [key, { network, height }] of state.moves) yield ['move', key, network, height]
  for (const deposit of state.booked.values())
    yield ['deposit', { ...deposit, amount: String(deposit.amount) }]
}

export function restoreDeposits(state: DepositsState, rows: Iterable<DepositRow>): void {
  for (const row of rows)
    switch (row[0]) {
      case 'stale':
        state.staleBelow.set(row[1], row[2])
        break
      case 'move':
        state.moves.set(row[1], { network: row[2], height: row[3] })
        break
      case 'claim': {
        const [, userId, asset, amount, ofHouse] = row
        const claim = { userId, asset, amount: BigInt(amount), ofHouse: BigInt(ofHouse) }
        state.claims.set(claimKey(userId, asset), claim)
        break
      }
      case 'deposit':
        state.put({ ...row[1], amount: BigInt(row[1].amount) })
    }
}
