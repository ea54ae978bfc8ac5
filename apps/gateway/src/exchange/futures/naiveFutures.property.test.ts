import { expect, it } from 'vitest'
import { createFlow } from '../../testing/matchingCommandGenerator.ts'
import { createExchange } from '../createExchange.ts'
import { createStateLoader, dumpState } from '../snapshots/stateParts.ts'
import type { ExchangeCommand } from '../state/command.ts'
import { futuresOrderKey } from '../state/futuresState.ts'
import type { HouseAccountRow } from '../state/houseAccountRows.ts'
import type { ExchangeState } from '../state/state.ts'
import { dueGroups, ladderPass } from './liquidation.ts'
import { checkFuturesInvariants } from './testing/checkFuturesInvariants.ts'
import { BTC, COIN, ETH, FUTURES_INSTRUMENTS } from './testing/futuresFixture.ts'
import { NaiveFutures, type NaiveRequest } from './testing/naiveFutures.ts'

/** Histories that are played; a nightly run plays many more. */
const COUNT = Number(process.env['FUTURES_HISTORIES'] ?? 2)
const STEPS = 400
const USERS = ['u0', 'u1', 'u2', 'u3', 'u4', 'u5']
const SYMBOLS = [BTC, ETH, COIN]
const START: Readonly<Record<string, number>> = { [BTC]: 600_000, [ETH]: 300_000, [COIN]: 600_000 }
/** Lots of about 600 USD. */
const LOT: Readonly<Record<string, number>> = { [BTC]: 10, [ETH]: 200, [COIN]: 6 }
const FUNDS = { USDT: 800n * 10n ** 8n, BTC: 12n * 10n ** 5n }
const SEEDS = { USDT: 300n * 10n ** 8n, BTC: 4n * 10n ** 5n }
const OWNERS = { clearing: 'clearing:', fees: 'fees', fund: 'fund:futures', house: 'house' }
const RATES = { maker: 200n, taker: 600n }

/** The same commands to the exchange and to the naive one, and what both came to. */
function openBoth(seed: number) {
  let exchange = createExchange(FUTURES_INSTRUMENTS)
  const naive = new NaiveFutures()
  const next = createFlow(seed)
  const below = (limit: number) => Math.floor(next() * limit)
  const pick = <T>(from: readonly T[]): T => from[below(from.length)]!
  const counts = new Map<string, number>()
  let last: unknown
  let [at, names] = [1, 0]

  /** Whether the exchange accepted it. */
  function send(command: Sent): boolean {
    at++
    last = command
    const outcome = exchange.execute({ realm: 'live', at, ...command } as ExchangeCommand)
    const done = !('refused' in outcome)
    const kind = `${command.kind} ${done ? 'done' : 'refused'}`
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
    return done
  }
  const markOf = (symbol: string) => Number(naive.marks.get(symbol)?.mark ?? 0n)

  function setPrice(symbol: string, mark: number): void {
    send({ kind: 'prices', rows: [[symbol, mark, mark]] })
    naive.setPrice(symbol, BigInt(mark))
  }

  function move(userId: string, asset: string, [amount, out]: readonly [bigint, boolean]): void {
    const ends = out
      ? ({ from: 'futures', to: 'spot' } as const)
      : ({ from: 'spot', to: 'futures' } as const)
    const key = { clientOid: `m${++names}`, digest: 'd', asset, atoms: String(amount) }
    const done = send({ kind: 'walletMove', userId, ...ends, ...key })
    expect(naive.move(userId, { asset, amount, out })).toBe(done)
  }

  function give(userId: string, asset: 'USDT' | 'BTC'): void {
    const funds = { [asset]: String(2n * FUNDS[asset]) }
    send({ kind: 'grant', userId, key: `g${++names}`, funds })
    naive.issue(`spot ${userId}`, asset, 2n * FUNDS[asset])
    move(userId, asset, [FUNDS[asset], false])
  }

  function open(): void {
    for (const symbol of SYMBOLS) setPrice(symbol, START[symbol]!)
    for (const asset of ['USDT', 'BTC'] as const) {
      const seeded = String(SEEDS[asset])
      send({ kind: 'fundSeed', key: asset, asset, atoms: seeded })
      naive.issue('fund', asset, SEEDS[asset])
      for (const userId of USERS) give(userId, asset)
    }
    for (const userId of USERS)
      for (const symbol of SYMBOLS) {
        const leverage = pick([20, 50, 100])
        send({ kind: 'futuresLeverage', userId, symbol, side: 'net', leverage })
        naive.leverage.set(`${userId} ${symbol}`, BigInt(leverage))
      }
  }

  function place(): void {
    const [symbol, userId, buys] = [pick(SYMBOLS), pick(USERS), next() < 0.5]
    const mark = markOf(symbol)
    const market = next() < 0.4
    const reduceOnly = market && next() < 0.4
    const immediate = market || next() < 0.2
    const away = Math.round(mark * (next() - 0.5) * (next() < 0.05 ? 0.3 : 0.03))
    const ticks = market ? (buys ? mark * 2 : 1) : mark + away
    const lots = (1 + below(next() < 0.1 ? 200 : 30)) * LOT[symbol]!
    const name = `o${++names}`
    const done = send({
      kind: 'futuresPlace',
      userId,
      symbol,
      ticks,
      lots,
      reduceOnly,
      clientOid: name,
      digest: 'd',
      side: buys ? 'buy' : 'sell',
      positionSide: 'net',
      orderType: market ? 'market' : 'limit',
      timeInForce: immediate ? 'ioc' : 'gtc',
      prevention: 'taker',
      makerPpm: Number(RATES.maker),
      takerPpm: Number(RATES.taker),
    })
    const order: NaiveRequest = {
      name,
      user: userId,
      symbol,
      buys,
      market,
      immediate,
      reduceOnly,
      ticks: BigInt(ticks),
      lots: BigInt(lots),
      ...RATES,
    }
    expect({ order, done: naive.place(order) }).toEqual({ order, done })
  }

  function cancel(): void {
    const own = naive.book.filter(({ user }) => user !== '')
    if (own.length === 0) return
    const { name, user: userId } = pick(own)
    const key = futuresOrderKey({ realm: 'live', userId, clientOid: name })
    const orderIds = [exchange.state.futures.openOrder(key)?.id ?? 0]
    expect(send({ kind: 'futuresCancel', orderIds })).toBe(true)
    naive.cancel(name)
  }

  function takenBack(symbol: string): HouseAccountRow[] {
    const gone = naive.book.filter((each) => each.user === '' && each.symbol === symbol)
    for (const { name } of gone) naive.cancel(name)
    return gone.map(({ name }) => [symbol, name])
  }

  /** The house account takes its quotes of a symbol back, and gives others. */
  function quote(symbol = pick(SYMBOLS)): void {
    const mark = markOf(symbol)
    const rows = takenBack(symbol)
    for (const buys of [true, false])
      for (const far of [1, 3, 40]) {
        const ticks = Math.round(mark * (1 + ((buys ? -1 : 1) * (next() * far + 0.1)) / 1_000))
        const lots = (1 + below(60)) * LOT[symbol]!
        const name = `h${++names}`
        rows.push([symbol, name, buys ? 'blg' : 'slg', ticks, lots])
        naive.quote({ name, symbol, buys, ticks: BigInt(ticks), left: BigInt(lots) })
      }
    send({ kind: 'house', rows })
  }

  function jump(): void {
    const symbol = pick(SYMBOLS)
    const isFar = next() < 0.25
    // Nobody buys what falls that far, so that some is left for deleveraging.
    if (isFar) send({ kind: 'house', rows: takenBack(symbol) })
    const mark = Math.round(markOf(symbol) * (1 + (next() - 0.5) * (isFar ? 0.2 : 0.01)))
    setPrice(symbol, next() < 0.03 ? 0 : Math.max(START[symbol]! / 3, mark))
  }

  function pay(): void {
    const symbol = pick(SYMBOLS)
    const [rate, mark] = [below(600_000) - 300_000, markOf(symbol)]
    send({ kind: 'funding', symbol, rate, mark, part: 0, of: 1 })
    naive.fund(symbol, { rate: BigInt(rate), mark: BigInt(mark) })
  }

  /** Both say who is due, and in which order; then both climb the ladder. */
  function climb(): void {
    const due = dueGroups(exchange.state).map(({ account, asset }) => `${account.userId} ${asset}`)
    expect(naive.due()).toEqual(due)
    for (const command of ladderPass(exchange.state, { at })) {
      const { userId, asset, step } = command
      const done = send(command)
      counts.set(step, (counts.get(step) ?? 0) + 1)
      expect({ command, done: naive.liquidate(userId, { asset, step }) }).toEqual({ command, done })
      compare()
    }
  }

  /** The process is killed: another one begins with what a snapshot has. */
  function crash(): void {
    const loader = createStateLoader(FUTURES_INSTRUMENTS)
    for (const part of dumpState(exchange.state)) loader.add(part)
    exchange = createExchange(FUTURES_INSTRUMENTS, loader.finish().state)
  }

  function compare(): void {
    const [one, other] = [exchangeView(exchange.state), naiveView(naive)].map(sortedOf)
    expect({ seed, at, last, view: one }).toEqual({ seed, at, last, view: other })
    expect(checkFuturesInvariants(exchange.state, { midTurn: true })).toEqual([])
  }

  const refill = () => give(pick(USERS), pick(['USDT', 'BTC']))
  const WAYS = [
    refill,
    place,
    place,
    place,
    place,
    place,
    () => quote(),
    () => quote(),
    jump,
    jump,
    cancel,
    pay,
    crash,
  ] as const
  return {
    counts,
    open,
    compare,
    step(): void {
      if (next() < 0.08)
        move(pick(USERS), pick(['USDT', 'BTC']), [BigInt(1 + below(5 * 10 ** 10)), next() < 0.6])
      else pick(WAYS)()
      compare()
      climb()
    },
  }
}

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never
type Sent = Without<ExchangeCommand, 'at' | 'realm'>

const sortedOf = (view: ReadonlyMap<string, unknown>) =>
  [...view].toSorted(([a], [b]) => (a < b ? -1 : 1)).filter(([, value]) => value !== 0n)

/** Balances, positions and open orders, each under its name. */
function exchangeView({ accounts, futures }: ExchangeState): Map<string, unknown> {
  const view = new Map<string, unknown>()
  for (const { realm, owner, asset, balance } of accounts.all()) {
    if (realm !== 'live') continue
    const user = /^user:([^/]+)(\/futures)?$/.exec(owner)
    const system = Object.entries(OWNERS).find(([, prefix]) => owner.startsWith(prefix))
    const name = user ? `${user[2] ? 'futures' : 'spot'} ${user[1]}` : system?.[0]
    const symbol = owner.startsWith('clearing:') ? ` ${owner.slice('clearing:'.length)}` : ''
    if (name !== undefined) view.set(`${name}${symbol} ${asset}`, balance)
  }
  for (const { positions, orders, userId } of futures.accounts.values()) {
    for (const { symbol, lots, cost, settled, fees, funding } of positions.values())
      view.set(`position ${userId} ${symbol}`, [BigInt(lots), cost, settled, fees, funding])
    for (const { clientOid, lots, filledLots } of orders)
      view.set(`order ${clientOid}`, BigInt(lots - filledLots))
  }
  return view
}

function naiveView({ balances, positions, book }: NaiveFutures): Map<string, unknown> {
  const view = new Map<string, unknown>(
    [...balances].filter(([name]) => !name.startsWith('issuance')),
  )
  for (const [name, { lots, cost, settled, fees, funding }] of positions)
    view.set(`position ${name}`, [lots, cost, settled, fees, funding])
  for (const { name, user, left } of book) if (user !== '') view.set(`order ${name}`, left)
  return view
}

it('comes to the same atom as the first exchange, at each step (futures 2, futures 6)', () => {
  const all = new Map<string, number>()
  for (let history = 0; history < COUNT; history++) {
    const both = openBoth(180_000 + history)
    both.open()
    both.compare()
    for (let step = 0; step < STEPS; step++) both.step()
    for (const [kind, count] of both.counts) all.set(kind, (all.get(kind) ?? 0) + count)
  }
  // No history is played past what it is about.
  const met = ['cancel', 'reduce', 'deleverage', 'futuresPlace refused', 'walletMove refused']
  expect(met.filter((kind) => !all.has(kind))).toEqual([])
}, 7_200_000)
