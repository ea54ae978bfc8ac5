import { createHash } from 'node:crypto'
import type { PaperResetCommand } from '../../../state/command.ts'
import type { CopyCommand } from '../../../state/copyCommand.ts'

/**
 * A second, naive implementation of copy trading for tests: plain records, fractions written out,
 * and no code shared with the first. The book is one price with so many lots: live orders use them
 * up, each paper order finds them as they were shown.
 */
export interface CopyModel {
  /** `owner asset` -> atoms. */
  readonly balances: Map<string, bigint>
  /** The leads that are open or have follows, the first one first. */
  readonly leads: readonly Readonly<ModelLead>[]
  /** Who can trade, at which price, and how many lots. */
  quote(side: string, ticks: bigint, depth: bigint): void
  /** The lead buys or sells lots at the price of the book; whether the funds are there. */
  trade(side: 'buy' | 'sell', lots: bigint, at: number): boolean
  /** Whether the command is carried out. */
  run(command: CopyCommand | PaperResetCommand): boolean
}

/**
 * Return without what is paid in and out: an exact fraction of the growths between payments, and
 * how far below it rounding down at each of them may come.
 */
export interface ModelLead {
  readonly id: number
  user: string
  least: bigint
  bp: bigint
  capacity: number
  pairs: readonly string[]
  isOpen: boolean
  up: bigint
  down: bigint
  slack: bigint
  base: bigint
  /** Largest fall from the best mark, in millionths, of the exact return. */
  fall: bigint
  best: readonly [up: bigint, down: bigint]
  /** Follows that have ended, and how many of them with a loss. */
  ended: number
  lost: number
}

interface ModelFollow {
  readonly id: number
  readonly lead: ModelLead
  readonly user: string
  readonly bp: bigint
  mode: string
  amount: bigint
  slip: bigint
  stop: bigint
  cap: bigint
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
  readonly lead: ModelLead
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

const MILLION = 1_000_000n

const howOf = (
  command: Pick<
    Extract<CopyCommand, { kind: 'copyFollowOpen' }>,
    'mode' | 'amount' | 'slippageBp' | 'stopLossPct' | 'dailyCap'
  >,
) => ({
  mode: command.mode,
  amount: BigInt(command.amount),
  slip: BigInt(command.slippageBp ?? 30),
  stop: BigInt(command.stopLossPct),
  cap: BigInt(command.dailyCap),
})

const conditionsOf = (
  command: Pick<
    Extract<CopyCommand, { kind: 'copyLeadOpen' }>,
    'minimum' | 'shareBp' | 'maxFollowers' | 'pairs'
  >,
) => ({
  least: BigInt(command.minimum),
  bp: BigInt(command.shareBp),
  capacity: command.maxFollowers,
  pairs: command.pairs,
})

export function createCopyModel(realm: 'live' | 'paper'): CopyModel {
  const balances = new Map<string, bigint>()
  const used = new Set<string>()
  const follows: ModelFollow[] = []
  const waiting: ModelFill[] = []
  const known = new Map<number, number>()
  const leads: ModelLead[] = []
  let [fills, numbers, founded, book, left, served] = [0, 0, 0, 0n, 0n, '']

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
  const place = (lead: ModelLead) => `lead:${lead.id}`
  const named = (leadId: number) => leads.find(({ id, isOpen }) => id === leadId && isOpen)
  const ledBy = (leadId: number, user: string) => {
    const lead = named(leadId)
    return lead?.user === user ? lead : undefined
  }

  /** Growth since the last mark, times all before it. */
  function mark(lead: ModelLead, ticks: bigint): void {
    const now = worth(place(lead), ticks)
    if (lead.base > 0n) {
      lead.up *= now
      lead.down *= lead.base
      lead.slack = (lead.slack * now) / lead.base + 2n
    }
    lead.base = now
    const [up, down] = lead.best
    if (lead.up * down > up * lead.down) lead.best = [lead.up, lead.down]
    const [top, under] = lead.best
    // 1 - here / best
    const part = (MILLION * (top * lead.down - lead.up * under)) / (top * lead.down)
    lead.fall = most(lead.fall, part)
  }
  const tidy = () => {
    const ended = leads.filter((lead) => !lead.isOpen && follows.every((of) => of.lead !== lead))
    for (const lead of ended) leads.splice(leads.indexOf(lead), 1)
  }
  const drop = (follow: ModelFollow) => {
    follows.splice(follows.indexOf(follow), 1)
    follow.lead.ended++
    tidy()
  }
  const empty = (from: string, to: string) => {
    for (const asset of ['USDT', 'BTC']) send(from, to, has(from, asset), asset)
  }

  /**
   * What of the lots is there trades at the price, against the house account, with the fee out of
   * what is received; how many did.
   */
  function fill(owner: string, side: string, wanted: bigint): bigint {
    const lots = least(wanted, left)
    if (lots === 0n) return 0n
    if (realm === 'live') left -= lots
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
    return lots
  }

  const profit = (follow: ModelFollow, ticks: bigint) =>
    worth(coins(follow), ticks) + follow.given - follow.paid + follow.out
  const due = (follow: ModelFollow, ticks: bigint) =>
    most(0n, (most(0n, profit(follow, ticks)) * follow.bp) / 10_000n - follow.given)
  function share(follow: ModelFollow, ticks: bigint): void {
    const amount = least(due(follow, ticks), has(coins(follow)))
    follow.given += amount
    send(coins(follow), `user:${follow.lead.user}`, amount)
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
    if (!of.lead.pairs.includes('BTCUSDT') || at - of.at > 10_000) return
    const leading = worth(place(of.lead), ticks)
    const part = leading > 0n ? (of.lots * worth(owner, ticks)) / leading : 0n
    const wanted = follow.mode === 'ratio' ? part : follow.amount / (of.ticks * TICK_LOT)
    const limit = (of.ticks * (10_000n + follow.slip)) / 10_000n
    const lots = least(wanted, has(owner) / (limit * TICK_LOT))
    const today = Math.floor(at / DAY)
    const spent = follow.today === today ? follow.spent : 0n
    if (!enough(wanted) || !enough(lots)) return
    if (follow.cap > 0n && spent + lots * limit * TICK_LOT > follow.cap) return
    if (served !== 'buy' || book > limit) return
    const bought = fill(owner, 'buy', lots)
    if (bought === 0n) return
    follow.today = today
    follow.spent = spent + bought * book * TICK_LOT
  }

  function open(command: Extract<CopyCommand, { kind: 'copyFollowOpen' }>): boolean {
    const atoms = BigInt(command.atoms)
    const lead = named(command.leadId)
    const crowd = follows.filter((follow) => follow.lead === lead)
    return once(
      `${command.userId} ${command.clientOid}`,
      () =>
        lead !== undefined &&
        command.userId !== lead.user &&
        atoms >= lead.least &&
        crowd.every(({ user }) => user !== command.userId) &&
        crowd.length < lead.capacity &&
        atoms <= has(`user:${command.userId}`),
      () => {
        if (!lead) return
        const id = ++numbers
        send(`user:${command.userId}`, `copy:${id}`, atoms)
        follows.push({
          id,
          lead,
          user: command.userId,
          bp: lead.bp,
          ...howOf(command),
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

  function change(command: Extract<CopyCommand, { kind: 'copyFollowChange' }>): boolean {
    const follow = follows.find(({ id }) => id === command.followId)
    if (follow?.user !== command.userId || follow.state === 'closing') return false
    if (command.stopLossPct > 95) return false
    Object.assign(follow, howOf(command))
    return true
  }

  function lead(command: Extract<CopyCommand, { kind: 'copyLeadOpen' }>): boolean {
    const atoms = BigInt(command.atoms)
    return once(
      `${command.userId} ${command.clientOid}`,
      () =>
        command.shareBp <= 3_000 &&
        leads.every(({ user, isOpen }) => !isOpen || user !== command.userId) &&
        atoms <= has(`user:${command.userId}`),
      () => {
        const id = ++founded
        send(`user:${command.userId}`, `lead:${id}`, atoms)
        const whole = {
          up: 1n,
          down: 1n,
          slack: 0n,
          base: atoms,
          fall: 0n,
          best: [1n, 1n],
          ended: 0,
          lost: 0,
        } as const
        leads.push({ id, user: command.userId, isOpen: true, ...conditionsOf(command), ...whole })
      },
    )
  }

  function changeLead(command: Extract<CopyCommand, { kind: 'copyLeadChange' }>): boolean {
    const own = ledBy(command.leadId, command.userId)
    if (!own || command.shareBp > 3_000) return false
    Object.assign(own, conditionsOf(command))
    return true
  }

  function fundLead(command: Extract<CopyCommand, { kind: 'copyLeadFund' }>): boolean {
    const own = ledBy(command.leadId, command.userId)
    const atoms = BigInt(command.atoms)
    const [home, away] = [`user:${command.userId}`, `lead:${command.leadId}`]
    const [from, to] = command.direction === 'in' ? [home, away] : [away, home]
    return once(
      `${command.userId} ${command.clientOid}`,
      () => own !== undefined && atoms <= has(from),
      () => {
        if (!own) return
        mark(own, BigInt(command.marks[0]![1]))
        own.base += command.direction === 'in' ? atoms : -atoms
        send(from, to, atoms)
      },
    )
  }

  function closeLead(command: Extract<CopyCommand, { kind: 'copyLeadClose' }>): boolean {
    const own = ledBy(command.leadId, command.userId)
    if (!own) return false
    mark(own, BigInt(command.marks[0]![1]))
    empty(place(own), `user:${own.user}`)
    endLead(own)
    return true
  }
  function endLead(own: ModelLead): void {
    own.isOpen = false
    for (const follow of follows) if (follow.lead === own) follow.state = 'closing'
    waiting.splice(0, waiting.length, ...waiting.filter((of) => of.lead !== own))
    tidy()
  }

  /** A paper account gives back all it has, ends what it leads and follows, and begins anew. */
  function reset({ userId, funds }: PaperResetCommand): boolean {
    const own = leads.find(({ user, isOpen }) => isOpen && user === userId)
    if (own) {
      empty(place(own), 'issuance')
      endLead(own)
    }
    for (const follow of follows.filter(({ user }) => user === userId)) {
      empty(coins(follow), 'issuance')
      drop(follow)
    }
    empty(`user:${userId}`, 'issuance')
    for (const [asset, atoms] of Object.entries(funds))
      send('issuance', `user:${userId}`, BigInt(atoms), asset)
    return true
  }

  function day(command: Extract<CopyCommand, { kind: 'copyDay' }>): boolean {
    for (const each of leads)
      if (each.isOpen && command.leadIds.includes(each.id)) mark(each, BigInt(command.marks[0]![1]))
    return true
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
    const follow = follows.find(({ id }) => id === command.followId)
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
    if (profit(follow, ticks) < follow.given) follow.lead.lost++
    empty(coins(follow), `user:${follow.user}`)
    drop(follow)
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
      if (
        follow.lead === of.lead &&
        follow.state !== 'closing' &&
        follow.id <= (known.get(of.id) ?? 0)
      )
        copyFor(follow, of, command.at, ticks)
    return true
  }

  return {
    balances,
    leads,
    quote(side, ticks, depth) {
      served = side
      book = ticks
      left = depth
    },
    trade(side, lots, at) {
      const own = leads.find(({ isOpen }) => isOpen)
      if (!own) return false
      const owner = place(own)
      const held = has(owner, 'BTC')
      const isPaid = side === 'buy' ? lots * book * TICK_LOT <= has(owner) : lots * LOT <= held
      if (!isPaid) return false
      const done = fill(owner, side, lots)
      if (follows.every((follow) => follow.lead !== own)) return true
      known.set(fills, numbers)
      waiting.push({ id: fills, lead: own, side, lots: done, ticks: book, held, at })
      return true
    },
    run(command) {
      switch (command.kind) {
        case 'copyLeadOpen':
          return lead(command)
        case 'copyLeadChange':
          return changeLead(command)
        case 'copyLeadFund':
          return fundLead(command)
        case 'copyLeadClose':
          return closeLead(command)
        case 'copyDay':
          return day(command)
        case 'copyFollowChange':
          return change(command)
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
        case 'paperReset':
          return reset(command)
      }
    },
  }
}
