import { createHash } from 'node:crypto'
import type { CopyCommand } from '../../../state/copyCommand.ts'

/**
 * A second, naive implementation of copy trading for tests: plain records, fractions written out,
 * and no code shared with the first. The book is one price: every order within its limit trades in
 * full there.
 */
export interface CopyModel {
  /** `owner asset` -> atoms. */
  readonly balances: Map<string, bigint>
  /** Who can trade, and at which price. */
  quote(side: string, ticks: bigint): void
  /** The lead buys or sells lots at the price of the book; whether the funds are there. */
  trade(side: 'buy' | 'sell', lots: bigint, at: number): boolean
  /** Whether the command is carried out. */
  run(command: CopyCommand): boolean
}

interface ModelFollow {
  readonly id: number
  readonly user: string
  readonly bp: bigint
  readonly mode: string
  readonly amount: bigint
  readonly slip: bigint
  readonly stop: bigint
  readonly cap: bigint
  state: string
  paid: bigint
  out: bigint
  given: bigint
  today: number
  spent: bigint
  week: number
  tries: number
}

interface ModelFill {
  readonly id: number
  readonly side: string
  readonly lots: bigint
  readonly ticks: bigint
  readonly held: bigint
  readonly at: number
}

/** BTCUSDT: a lot is 10^-5 BTC of 10^8 atoms, a tick a cent of 10^8 atoms of USDT. */
const LOT = 1_000n
const TICK_LOT = 10n
const LEAST = 500_000_000n
const FEE_PPM = 1_000n
const DAY = 86_400_000
const fee = (received: bigint) => (received * FEE_PPM + 999_999n) / 1_000_000n
const most = (a: bigint, b: bigint) => (a > b ? a : b)
const least = (a: bigint, b: bigint) => (a < b ? a : b)

export function createCopyModel(): CopyModel {
  const balances = new Map<string, bigint>()
  const used = new Set<string>()
  const follows: ModelFollow[] = []
  const waiting: ModelFill[] = []
  const known = new Map<number, number>()
  let lead: { user: string; least: bigint; bp: bigint; capacity: number } | undefined
  let [fills, numbers, book, served] = [0, 0, 0n, '']

  const has = (owner: string, asset = 'USDT') => balances.get(`${owner} ${asset}`) ?? 0n
  const give = (owner: string, asset: string, amount: bigint) =>
    void balances.set(`${owner} ${asset}`, has(owner, asset) + amount)
  const send = (from: string, to: string, amount: bigint, asset = 'USDT') => {
    give(from, asset, -amount)
    give(to, asset, amount)
  }
  const worth = (owner: string, ticks: bigint) =>
    has(owner) + (has(owner, 'BTC') * ticks * TICK_LOT) / LOT
  const coins = (follow: ModelFollow) => `copy:${follow.id}`

  /** One fill at a price, against the house account, with the fee out of what is received. */
  function fill(owner: string, side: string, lots: bigint): void {
    const [base, quote] = [lots * LOT, lots * book * TICK_LOT]
    if (side === 'buy') {
      send('house', owner, base, 'BTC')
      send(owner, 'house', quote)
      send(owner, 'fees', fee(base), 'BTC')
    } else {
      send(owner, 'house', base, 'BTC')
      send('house', owner, quote)
      send(owner, 'fees', fee(quote))
    }
    fills++
  }

  const profit = (follow: ModelFollow, ticks: bigint) =>
    worth(coins(follow), ticks) + follow.given - follow.paid + follow.out
  const due = (follow: ModelFollow, ticks: bigint) =>
    most(0n, (most(0n, profit(follow, ticks)) * follow.bp) / 10_000n - follow.given)
  function share(follow: ModelFollow, ticks: bigint): void {
    const amount = least(due(follow, ticks), has(coins(follow)))
    follow.given += amount
    send(coins(follow), 'user:ann', amount)
  }

  function once(key: string, allowed: () => boolean, act: () => void): boolean {
    if (used.has(key) || !allowed()) return false
    used.add(key)
    act()
    return true
  }

  function copyFor(follow: ModelFollow, of: ModelFill, at: number, ticks: bigint) {
    const owner = coins(follow)
    if (follow.state === 'paused') return
    const enough = (lots: bigint) => lots > 0n && lots * of.ticks * TICK_LOT >= LEAST
    if (of.side === 'sell') {
      const sold = of.lots * LOT
      const own = has(owner, 'BTC')
      const lots = (of.held > sold ? (own * sold) / of.held : own) / LOT
      const floor = (of.ticks * (10_000n - follow.slip) + 9_999n) / 10_000n
      if (served === 'sell' && enough(lots) && book >= floor) fill(owner, 'sell', lots)
      return
    }
    if (at - of.at > 10_000) return
    const leading = worth('lead:1', ticks)
    const part = leading > 0n ? (of.lots * worth(owner, ticks)) / leading : 0n
    const wanted = follow.mode === 'ratio' ? part : follow.amount / (of.ticks * TICK_LOT)
    const limit = (of.ticks * (10_000n + follow.slip)) / 10_000n
    const lots = least(wanted, has(owner) / (limit * TICK_LOT))
    const today = Math.floor(at / DAY)
    const spent = follow.today === today ? follow.spent : 0n
    if (!enough(wanted) || !enough(lots)) return
    if (follow.cap > 0n && spent + lots * limit * TICK_LOT > follow.cap) return
    if (served !== 'buy' || book > limit) return
    fill(owner, 'buy', lots)
    follow.today = today
    follow.spent = spent + lots * book * TICK_LOT
  }

  function open(command: Extract<CopyCommand, { kind: 'copyFollowOpen' }>): boolean {
    const atoms = BigInt(command.atoms)
    return once(
      `${command.userId} ${command.clientOid}`,
      () =>
        lead !== undefined &&
        command.userId !== lead.user &&
        atoms >= lead.least &&
        follows.every(({ user }) => user !== command.userId) &&
        follows.length < lead.capacity &&
        atoms <= has(`user:${command.userId}`),
      () => {
        const id = ++numbers
        send(`user:${command.userId}`, `copy:${id}`, atoms)
        follows.push({
          id,
          user: command.userId,
          bp: lead?.bp ?? 0n,
          mode: command.mode,
          amount: BigInt(command.amount),
          slip: BigInt(command.slippageBp ?? 30),
          stop: BigInt(command.stopLossPct),
          cap: BigInt(command.dailyCap),
          state: 'active',
          paid: atoms,
          out: 0n,
          given: 0n,
          today: 0,
          spent: 0n,
          week: Math.floor(command.at / DAY),
          tries: 0,
        })
      },
    )
  }

  function fund(command: Extract<CopyCommand, { kind: 'copyFollowFund' }>): boolean {
    const follow = follows.find(({ id }) => id === command.followId)
    const atoms = BigInt(command.atoms)
    const ticks = BigInt(command.marks[0]![1])
    const isIn = command.direction === 'in'
    return once(
      `${command.userId} ${command.clientOid}`,
      () =>
        follow?.user === command.userId &&
        follow.state !== 'closing' &&
        atoms > 0n &&
        (isIn
          ? atoms <= has(`user:${follow.user}`)
          : atoms + due(follow, ticks) <= has(coins(follow))),
      () => {
        if (!follow) return
        if (isIn) follow.paid += atoms
        else {
          share(follow, ticks)
          follow.out += atoms
        }
        const [home, own] = [`user:${follow.user}`, coins(follow)]
        send(isIn ? home : own, isIn ? own : home, atoms)
      },
    )
  }

  function event(command: Extract<CopyCommand, { kind: 'copyFollowEvent' }>): boolean {
    const follow = follows.find(({ id }) => id === command.followId)
    if (!follow) return false
    const { state } = follow
    const ticks = BigInt(command.marks[0]![1])
    const lost = -profit(follow, ticks) * 100n >= (follow.paid - follow.out) * follow.stop
    const next = {
      pause: state === 'active' ? 'paused' : undefined,
      resume: state === 'paused' ? 'active' : undefined,
      stopLoss: state === 'active' && follow.stop > 0n && lost ? 'closing' : undefined,
      close: state === 'active' || state === 'paused' ? 'closing' : undefined,
    }[command.event]
    if (next === undefined) return false
    follow.state = next
    return true
  }

  function sell(command: Extract<CopyCommand, { kind: 'copySell' }>): boolean {
    const at = follows.findIndex(({ id }) => id === command.followId)
    const follow = follows[at]
    if (follow?.state !== 'closing') return false
    const ticks = BigInt(command.marks[0]![1])
    const lots = () => has(coins(follow), 'BTC') / LOT
    const sellable = () => follow.tries < 3 && lots() > 0n && lots() * ticks * TICK_LOT >= LEAST
    if (sellable()) {
      const slip = follow.slip * BigInt(follow.tries + 1)
      const floor = (ticks * (10_000n - slip) + 9_999n) / 10_000n
      if (book >= floor) fill(coins(follow), 'sell', lots())
    }
    follow.tries++
    if (sellable()) return true
    share(follow, ticks)
    for (const asset of ['USDT', 'BTC'])
      send(coins(follow), `user:${follow.user}`, has(coins(follow), asset), asset)
    follows.splice(at, 1)
    return true
  }

  function week(command: Extract<CopyCommand, { kind: 'copyWeek' }>): boolean {
    const ticks = BigInt(command.marks[0]![1])
    const now = follows.filter(
      ({ id, week: last, state }) =>
        command.followIds.includes(id) && last < command.week && state !== 'closing',
    )
    for (const follow of now) {
      follow.week = command.week
      const all = worth(coins(follow), ticks)
      if ((all - has(coins(follow))) * 100n <= all) share(follow, ticks)
    }
    return now.length > 0
  }

  function copy(command: Extract<CopyCommand, { kind: 'copyFill' }>): boolean {
    const at = waiting.findIndex(({ id }) => id === command.fillId)
    const [of] = at < 0 ? [] : waiting.splice(at, 1)
    if (!of) return false
    const rank = ({ id }: ModelFollow) => createHash('sha256').update(`${of.id}${id}`).digest('hex')
    const ticks = BigInt(command.marks[0]![1])
    for (const follow of follows.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1)))
      if (follow.state !== 'closing' && follow.id <= (known.get(of.id) ?? 0))
        copyFor(follow, of, command.at, ticks)
    return true
  }

  return {
    balances,
    quote(side, ticks) {
      served = side
      book = ticks
    },
    trade(side, lots, at) {
      if (!lead) return false
      const held = has('lead:1', 'BTC')
      const isPaid = side === 'buy' ? lots * book * TICK_LOT <= has('lead:1') : lots * LOT <= held
      if (!isPaid) return false
      fill('lead:1', side, lots)
      if (follows.length === 0) return true
      known.set(fills, numbers)
      waiting.push({ id: fills, side, lots, ticks: book, held, at })
      return true
    },
    run(command) {
      switch (command.kind) {
        case 'copyLeadOpen':
          lead = {
            user: command.userId,
            least: BigInt(command.minimum),
            bp: BigInt(command.shareBp),
            capacity: command.maxFollowers,
          }
          send(`user:${command.userId}`, 'lead:1', BigInt(command.atoms))
          return true
        case 'copyFollowOpen':
          return open(command)
        case 'copyFollowFund':
          return fund(command)
        case 'copyFollowEvent':
          return event(command)
        case 'copyFill':
          return copy(command)
        case 'copySell':
          return sell(command)
        case 'copyWeek':
          return week(command)
        default:
          throw new RangeError(`The model has no ${command.kind}.`)
      }
    },
  }
}
