import type { ExchangeCommand } from '../../state/command.ts'

type Of<Kind extends ExchangeCommand['kind']> = Extract<ExchangeCommand, { kind: Kind }>

/** What the model runs. */
export type FundsCommand = Of<
  | 'grant'
  | 'deposit'
  | 'depositEvent'
  | 'depositClaim'
  | 'depositsStale'
  | 'treasury'
  | 'withdraw'
  | 'withdrawalEvent'
  | 'withdrawalApprove'
  | 'transfer'
  | 'convert'
  | 'send'
>

interface ModelDeposit {
  readonly userId: string | undefined
  readonly asset: string
  readonly amount: bigint
  readonly isAgain: boolean
  height: number
  state: 'credited' | 'contested' | 'unlocked' | 'reversed'
}

interface ModelWithdrawal {
  readonly command: Of<'withdraw'>
  readonly approvers: string[]
  readonly payments: { readonly nonce: number; readonly bump: number }[]
  state: string
  isAsked: boolean
}

const DAY = 86_400_000
const NONE: readonly ModelDeposit[] = []
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** How a deposit goes on, as wallet 3 says; what is not here is refused. */
const DEPOSITS: Readonly<Record<string, ModelDeposit['state']>> = {
  'credited unlockDepth': 'unlocked',
  'credited orphaned': 'contested',
  'contested mined': 'credited',
  'contested absent': 'reversed',
}

/** How a withdrawal goes on, as wallet 4 says; what is not here is refused. */
const WITHDRAWALS: Readonly<Record<string, string>> = {
  'pending rulesPass': 'approved',
  'pending rulesAsk': 'review',
  'pending cancel': 'cancelled',
  'review reject': 'rejected',
  'review expire': 'rejected',
  'review cancel': 'cancelled',
  'approved ask': 'approved',
  'approved unask': 'approved',
  'approved hotEnough': 'signed',
  'approved cancel': 'cancelled',
  'signed accepted': 'broadcast',
  'broadcast mined': 'confirming',
  'broadcast unmined': 'broadcast',
  'confirming final': 'completed',
  'confirming orphaned': 'broadcast',
  'confirming revertedFinal': 'failed',
}

/**
 * Deposits, withdrawals, transfers and payments in the plainest way: a second implementation of
 * wallet 2 to 5, without orders, which keep nothing back here.
 */
export function createFundsModel() {
  const balances = new Map<string, bigint>()
  const deposits = new Map<string, ModelDeposit>()
  const claims = new Map<string, { owed: bigint; ofHouse: bigint }>()
  const withdrawals = new Map<number, ModelWithdrawal>()
  const used = new Map<string, bigint>()
  const once = new Set<string>()
  const moves = new Map<string, number>()
  let [withdrawalCount, stale] = [0, 0]

  const get = (owner: string, asset: string): bigint => balances.get(`${owner} ${asset}`) ?? 0n
  const add = (owner: string, asset: string, amount: bigint): void =>
    void balances.set(`${owner} ${asset}`, get(owner, asset) + amount)
  const spot = (userId: string): string => `user:${userId}`
  const depositsOf = (userId: string) =>
    userId === '' ? NONE : [...deposits.values()].filter((each) => each.userId === userId)

  function pay(from: string, to: string, { asset, amount }: { asset: string; amount: bigint }) {
    add(from, asset, -amount)
    add(to, asset, amount)
  }

  function isStopped(userId: string): boolean {
    if ([...claims.keys()].some((key) => key.startsWith(`${userId} `))) return true
    return depositsOf(userId).some(({ state }) => state === 'contested')
  }

  /** Why an amount may not leave the user (W5); `undefined`: it may. */
  function kept(userId: string, asset: string, amount: bigint): string | undefined {
    if (amount > get(spot(userId), asset)) return 'balance'
    const locks = new Map<string, bigint>()
    for (const { state, asset: of, amount: locked } of depositsOf(userId))
      if (state === 'credited' || state === 'contested')
        locks.set(of, (locks.get(of) ?? 0n) + locked)
    const isSpent = [...locks].some(([of, locked]) => get(spot(userId), of) < locked)
    const rest = get(spot(userId), asset) - (locks.get(asset) ?? 0n)
    return isSpent || amount > rest ? 'deposit-locked' : undefined
  }

  function collect(userId: string, asset: string): boolean {
    const claim = claims.get(`${userId} ${asset}`)
    const paid = claim ? least(claim.owed, get(spot(userId), asset)) : 0n
    if (!claim || paid <= 0n) return false
    const toHouse = least(claim.ofHouse, paid)
    pay(spot(userId), 'house', { asset, amount: toHouse })
    pay(spot(userId), 'treasury', { asset, amount: paid - toHouse })
    claim.owed -= paid
    claim.ofHouse -= toHouse
    if (claim.owed === 0n) claims.delete(`${userId} ${asset}`)
    return true
  }

  function deposit(command: Of<'deposit'>): string {
    const { network, userId, asset, height, byOperator } = command
    const key = `${network}:${command.txHash}:${command.ordinal}`
    const amount = BigInt(command.atoms)
    const known = deposits.get(key)
    const isBack =
      known?.state === 'reversed' &&
      byOperator === true &&
      known.userId === userId &&
      known.asset === asset &&
      known.amount === amount
    if (amount <= 0n) return 'no-transfer'
    if ((known && !isBack) || once.has(`deposit ${key}`)) return 'deposit-known'
    if (!isBack && !byOperator && height < stale) return 'deposit-stale'
    if (isBack || byOperator) once.add(`deposit ${key}`)
    deposits.set(key, { userId, asset, amount, height, state: 'credited', isAgain: isBack })
    pay(`chain:${network}`, userId === undefined ? 'treasury' : spot(userId), { asset, amount })
    if (userId !== undefined) collect(userId, asset)
    return '0'
  }

  function reverse(network: string, { userId, asset, amount }: ModelDeposit): void {
    let owed = amount
    const draw = (owner: string, most: bigint): bigint => {
      const drawn = least(owed, most)
      pay(owner, `chain:${network}`, { asset, amount: drawn })
      owed -= drawn
      return drawn
    }
    if (userId !== undefined) draw(spot(userId), get(spot(userId), asset))
    const ofUser = owed
    draw('treasury', get('treasury', asset))
    const ofHouse = draw('house', owed)
    if (userId === undefined || ofUser === 0n) return
    const claim = claims.get(`${userId} ${asset}`) ?? { owed: 0n, ofHouse: 0n }
    claims.set(`${userId} ${asset}`, {
      owed: claim.owed + ofUser,
      ofHouse: claim.ofHouse + ofHouse,
    })
  }

  function depositEvent(command: Of<'depositEvent'>): string {
    const { network, txHash, ordinal, event, height } = command
    const known = deposits.get(`${network}:${txHash}:${ordinal}`)
    if (!known) return 'no-deposit'
    const next = DEPOSITS[`${known.state} ${event}`]
    if (next === undefined) return 'deposit-state'
    known.state = next
    if (event === 'mined' && height !== undefined) known.height = height
    if (next === 'reversed') reverse(network, known)
    return '0'
  }

  /** What is through below the height is forgotten; what an operator may credit again is not. */
  function forget({ below }: Of<'depositsStale'>): string {
    if (below <= stale) return 'deposit-stale'
    stale = below
    for (const [key, { height, state, isAgain }] of deposits)
      if (height < below && (state === 'unlocked' || (state === 'reversed' && isAgain)))
        deposits.delete(key)
    for (const [key, height] of moves) if (height < below) moves.delete(key)
    return '0'
  }

  function treasury(command: Of<'treasury'>): string {
    const { network, asset, direction, key, height } = command
    const amount = BigInt(command.atoms)
    if (amount <= 0n) return 'no-transfer'
    if (moves.has(key)) return 'key-used'
    if (height < stale) return 'deposit-stale'
    moves.set(key, height)
    if (direction === 'in') pay(`chain:${network}`, 'treasury', { asset, amount })
    else spend(network, { asset, amount })
    return '0'
  }

  /** The treasury pays the network, and the fees what it lacks. */
  function spend(network: string, { asset, amount }: { asset: string; amount: bigint }): void {
    const ofTreasury = least(amount, get('treasury', asset))
    pay('treasury', `chain:${network}`, { asset, amount: ofTreasury })
    pay('fees', `chain:${network}`, { asset, amount: amount - ofTreasury })
  }

  const dayOf = (userId: string, at: number): string => `${userId} ${Math.floor(at / DAY)}`

  function withdraw(command: Of<'withdraw'>): string {
    const { userId, asset, clientOid, at } = command
    const [amount, fee, value] = [command.atoms, command.fee, command.value].map(BigInt) as [
      bigint,
      bigint,
      bigint,
    ]
    const key = `withdraw ${userId} ${clientOid}`
    if (once.has(key)) return 'key-used'
    if (fee < 0n || value < 0n || amount <= fee) return 'no-transfer'
    if (isStopped(userId)) return 'withdrawals-stopped'
    const why = kept(userId, asset, amount)
    if (why !== undefined) return why
    const day = dayOf(userId, at)
    if ((used.get(day) ?? 0n) + value > BigInt(command.cap)) return 'withdraw-cap'
    used.set(day, (used.get(day) ?? 0n) + value)
    once.add(key)
    withdrawals.set(++withdrawalCount, {
      command,
      approvers: [],
      payments: [],
      state: 'pending',
      isAsked: false,
    })
    pay(spot(userId), 'pending:withdraw', { asset, amount })
    return '0'
  }

  function withdrawalEvent(command: Of<'withdrawalEvent'>): string {
    const { id, event, payment, gas } = command
    const known = withdrawals.get(id)
    if (!known) return 'no-withdrawal'
    const next = WITHDRAWALS[`${known.state} ${event}`]
    if (next === undefined || (event === 'cancel' && known.isAsked)) return 'withdrawal-state'
    const last = known.payments.at(-1)
    if (event === 'hotEnough' && payment?.bump !== 0) return 'withdrawal-state'
    if (
      event === 'unmined' &&
      (payment?.nonce !== last?.nonce || payment?.bump !== known.payments.length)
    )
      return 'withdrawal-state'
    if (payment) known.payments.push(payment)
    if (event === 'ask') known.isAsked = true
    if (event === 'unask') known.isAsked = false
    known.state = next
    if (gas) spend(known.command.network, { asset: gas.asset, amount: BigInt(gas.atoms) })
    end(id, known)
    return '0'
  }

  function end(id: number, { state, command }: ModelWithdrawal): void {
    const { userId, network, asset, at } = command
    const [amount, fee] = [BigInt(command.atoms), BigInt(command.fee)]
    if (state === 'completed') {
      pay('pending:withdraw', `chain:${network}`, { asset, amount: amount - fee })
      pay('pending:withdraw', 'fees', { asset, amount: fee })
    } else if (['cancelled', 'rejected', 'failed'].includes(state)) {
      pay('pending:withdraw', spot(userId), { asset, amount })
      const day = dayOf(userId, at)
      used.set(day, (used.get(day) ?? 0n) - BigInt(command.value))
    } else return
    withdrawals.delete(id)
  }

  function approve({ id, approver }: Of<'withdrawalApprove'>): string {
    const known = withdrawals.get(id)
    if (!known) return 'no-withdrawal'
    if (known.state !== 'review') return 'withdrawal-state'
    if (known.approvers.includes(approver)) return 'approved-twice'
    known.approvers.push(approver)
    if (known.approvers.length === 2) known.state = 'approved'
    return '0'
  }

  function transfer(command: Of<'transfer'>): string {
    const { askedBy, clientOid, fromUserId, toUserId, asset } = command
    const amount = BigInt(command.atoms)
    const key = `transfer ${askedBy} ${clientOid}`
    if (once.has(key)) return 'key-used'
    if (fromUserId === toUserId || amount <= 0n) return 'no-transfer'
    const why = kept(fromUserId, asset, amount)
    if (why !== undefined) return why
    once.add(key)
    pay(spot(fromUserId), spot(toUserId), { asset, amount })
    return '0'
  }

  function convert(command: Of<'convert'>): string {
    const { userId, clientOid, fromAsset, toAsset } = command
    const [paid, received] = [BigInt(command.fromAtoms), BigInt(command.toAtoms)]
    const key = `convert ${userId} ${clientOid}`
    if (once.has(key)) return 'key-used'
    if (fromAsset === toAsset || paid <= 0n || received <= 0n) return 'no-transfer'
    if (paid > get(spot(userId), fromAsset)) return 'balance'
    once.add(key)
    pay(spot(userId), 'house', { asset: fromAsset, amount: paid })
    pay('house', spot(userId), { asset: toAsset, amount: received })
    return '0'
  }

  function send(command: Of<'send'>): string {
    const { userId, toUserId, clientOid, asset, at } = command
    const [amount, value] = [BigInt(command.atoms), BigInt(command.value)]
    const key = `send ${userId} ${clientOid}`
    if (once.has(key)) return 'key-used'
    if (userId === toUserId || amount <= 0n || value < 0n) return 'no-transfer'
    if (isStopped(userId)) return 'withdrawals-stopped'
    const why = kept(userId, asset, amount)
    if (why !== undefined) return why
    const day = dayOf(userId, at)
    if ((used.get(day) ?? 0n) + value > BigInt(command.cap)) return 'withdraw-cap'
    used.set(day, (used.get(day) ?? 0n) + value)
    once.add(key)
    pay(spot(userId), spot(toUserId), { asset, amount })
    return '0'
  }

  function grant({ userId, key, funds }: Of<'grant'>): string {
    if (once.has(`grant ${key}`)) return '0'
    once.add(`grant ${key}`)
    for (const [asset, atoms] of Object.entries(funds))
      pay('issuance', spot(userId), { asset, amount: BigInt(atoms) })
    return '0'
  }

  /** The reason of a refusal, or `0`. */
  function run(command: FundsCommand): string {
    switch (command.kind) {
      case 'grant':
        return grant(command)
      case 'deposit':
        return deposit(command)
      case 'depositEvent':
        return depositEvent(command)
      case 'depositClaim':
        return collect(command.userId, command.asset) ? '0' : 'no-deposit'
      case 'depositsStale':
        return forget(command)
      case 'treasury':
        return treasury(command)
      case 'withdraw':
        return withdraw(command)
      case 'withdrawalEvent':
        return withdrawalEvent(command)
      case 'withdrawalApprove':
        return approve(command)
      case 'transfer':
        return transfer(command)
      case 'convert':
        return convert(command)
      case 'send':
        return send(command)
    }
  }

  return {
    run,
    balances,
    isStopped,
    owed: (userId: string, asset: string) => claims.get(`${userId} ${asset}`)?.owed ?? 0n,
    openWithdrawals: () => [...withdrawals].map(([id, { state }]) => `${id} ${state}`),
    bookedDeposits: () => [...deposits].map(([key, { state }]) => `${key} ${state}`),
  }
}
