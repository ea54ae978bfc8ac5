import { expect, it } from 'vitest'
import { createFlow } from '../../testing/matchingCommandGenerator.ts'
import { createStateLoader, dumpState } from '../snapshots/stateParts.ts'
import type { Realm } from '../accounts/accounts.ts'
import type { ExchangeCommand } from '../state/command.ts'
import type { PaperFills } from '../state/futuresCommand.ts'
import type { FuturesOrder } from '../state/futuresOrder.ts'
import { futuresOrderKey } from '../state/futuresState.ts'
import type { HouseAccountRow } from '../state/houseAccountRows.ts'
import type { ExchangeState } from '../state/state.ts'
import { dueGroups, ladderPass, type Slice } from './liquidation.ts'
import { createCheckedExchange } from './testing/createCheckedExchange.ts'
import { BTC, COIN, ETH, FUTURES_INSTRUMENTS } from './testing/futuresFixture.ts'
import {
  NaiveFutures,
  type NaiveFills,
  type NaiveMove,
  type NaivePosition,
  type NaiveRequest,
  type NaiveSide,
  type NaiveTriggers,
} from './testing/naiveFutures.ts'

/** Histories that are played; a nightly run plays many more. */
const COUNT = Number(process.env['FUTURES_HISTORIES'] ?? 4)
const STEPS = 400
/** The first histories meet every step of the ladder in both realms, and every command. */
const FIRST = [37, 97, 2, 221]
const USERS = ['u0', 'u1', 'u2', 'u3', 'u4', 'u5']
const SYMBOLS: string[] = [BTC, ETH, COIN]
const START: Readonly<Record<string, number>> = { [BTC]: 600_000, [ETH]: 300_000, [COIN]: 600_000 }
/** Lots of about 600 USD. */
const LOT: Readonly<Record<string, number>> = { [BTC]: 10, [ETH]: 200, [COIN]: 6 }
const FUNDS = { USDT: 800n * 10n ** 8n, BTC: 12n * 10n ** 5n }
const SEEDS = { USDT: 300n * 10n ** 8n, BTC: 4n * 10n ** 5n }
const OWNERS = { clearing: 'clearing:', fees: 'fees', fund: 'fund:futures', house: 'house' }
const RATES = { maker: 200n, taker: 600n }

const REALMS = ['live', 'paper'] as const
const LEVERAGES = [1, 3, 10, 20, 50, 100, 125]
const WALLETS = ['spot', 'futures', 'margin'] as const

interface Sender {
  send(command: Sent): boolean
  readonly flow: Flow
}

function createChances(next: () => number) {
  const below = (limit: number) => Math.floor(next() * limit)
  const pick = <T>(from: readonly T[]): T => from[below(from.length)]!
  let names = 0
  return { next, below, pick, nameOf: (kind: string) => `${kind}${++names}` }
}
type Flow = ReturnType<typeof createChances>

/** What the book of a paper order gives: some of its lots around the mark. */
function paperFills({ below, next }: Flow, { mark, lots }: { mark: number; lots: number }) {
  const fills: [number, number][] = []
  for (let left = lots; left > 0 && next() < 0.8;) {
    const lotsNow = 1 + below(left)
    fills.push([Math.max(1, mark + Math.round(mark * (next() - 0.5) * 0.004)), lotsNow])
    left -= lotsNow
  }
  return { fills, rests: false, queueAhead: 0 } satisfies PaperFills
}

const naiveFills = ({ fills }: PaperFills): NaiveFills =>
  fills.map(([ticks, lots]) => [BigInt(ticks), BigInt(lots)])

/** What users of one realm do, in the exchange and in the naive one. */
function openRealm(realm: Realm, { send: sendAny, flow }: Sender) {
  const naive = new NaiveFutures()
  const { next, below, pick, nameOf } = flow
  const send = (command: Sent) => sendAny(Object.assign({ realm }, command))
  const markOf = (symbol: string) => Number(naive.marks.get(symbol)?.mark ?? 0n)
  const isTwoWay = (userId: string) => naive.twoWay.has(userId)
  const legOf = (userId: string): NaiveSide =>
    isTwoWay(userId) ? pick(['long', 'short'] as const) : 'net'

  function move(userId: string, terms: NaiveMove): void {
    const { asset, amount, from, to } = terms
    const key = { clientOid: nameOf('m'), digest: 'd', asset, atoms: String(amount) }
    const done = send({ kind: 'walletMove', userId, from, to, ...key } as Sent)
    expect({ userId, terms, done: naive.move(userId, terms) }).toEqual({ userId, terms, done })
  }

  function give(userId: string, asset: 'USDT' | 'BTC'): void {
    const funds = { [asset]: String(2n * FUNDS[asset]) }
    send({ kind: 'grant', userId, key: nameOf('g'), funds } as Sent)
    naive.issue(`spot ${userId}`, asset, 2n * FUNDS[asset])
    move(userId, { asset, amount: FUNDS[asset], from: 'spot', to: 'futures' })
  }

  function setLeverage(userId: string, symbol: string, leverage: number): void {
    const isIsolated = naive.isolated.has(`${userId} ${symbol}`)
    const isRight = next() < 0.9
    const side = isIsolated === isRight ? legOf(userId) : 'net'
    const done = send({ kind: 'futuresLeverage', userId, symbol, side, leverage } as Sent)
    const leg = { user: userId, symbol, side }
    const expected = naive.setLeverage(leg, BigInt(leverage))
    expect({ leg, leverage, done: expected }).toEqual({ leg, leverage, done })
  }

  function setMarginMode(userId: string, symbol: string, isIsolated: boolean): void {
    const marginMode = isIsolated ? 'isolated' : 'cross'
    const done = send({ kind: 'futuresMarginMode', userId, symbol, marginMode } as Sent)
    const expected = naive.setMarginMode(userId, symbol, isIsolated)
    expect({ userId, symbol, done: expected }).toEqual({ userId, symbol, done })
  }

  function setPositionMode(userId: string, twoWay: boolean): void {
    const mode = twoWay ? 'two_way' : 'one_way'
    const done = send({ kind: 'futuresPositionMode', userId, mode } as Sent)
    expect({ userId, done: naive.setPositionMode(userId, twoWay) }).toEqual({ userId, done })
  }

  function setAutoMargin(userId: string, symbol: string, isOn: boolean): void {
    const side = legOf(userId)
    send({ kind: 'futuresAutoMargin', userId, symbol, side, isOn } as Sent)
    naive.setAutoMargin({ user: userId, symbol, side }, isOn)
  }

  /** Modes, leverages and automatic margins by chance. */
  function openAccount(userId: string): void {
    naive.users.add(userId)
    setPositionMode(userId, next() < 0.6)
    for (const symbol of SYMBOLS) {
      setMarginMode(userId, symbol, next() < 0.5)
      if (next() < 0.5) setAutoMargin(userId, symbol, true)
      setLeverage(userId, symbol, pick([20, 50, 100]))
    }
  }

  function open(): void {
    for (const userId of USERS) openAccount(userId)
    for (const asset of ['USDT', 'BTC'] as const) {
      send({ kind: 'fundSeed', key: asset, asset, atoms: String(SEEDS[asset]) } as Sent)
      naive.issue('fund', asset, SEEDS[asset])
      for (const userId of USERS) give(userId, asset)
    }
  }

  /** Random prices, by which each pair of exits is recognised. */
  const drawExits = (mark: number): NaiveTriggers =>
    [1, 1].map(() => BigInt(mark + below(mark))).slice(0, 1 + below(2))

  /** An order of both, at the market or at a limit, or one that waits for its trigger. */
  function drawOrder(market: boolean): Drawn {
    const [symbol, userId, buys] = [pick(SYMBOLS), pick(USERS), next() < 0.5]
    const side = legOf(userId)
    const mark = markOf(symbol)
    const closes = side === (buys ? 'short' : 'long')
    const reduceOnly = side === 'net' ? market && next() < 0.4 : closes
    const isMarket = market || reduceOnly
    const immediate = isMarket || next() < 0.2
    const away = Math.round(mark * (next() - 0.5) * (next() < 0.05 ? 0.3 : 0.03))
    const ticks = isMarket ? (buys ? mark * 2 : 1) : mark + away
    const lots = (1 + below(next() < 0.1 ? 200 : 30)) * LOT[symbol]!
    const paper = {
      ...paperFills(flow, { mark, lots }),
      rests: realm === 'paper' && !immediate,
    }
    const terms = { userId, symbol, ticks, lots, reduceOnly, side: buys ? 'buy' : 'sell' } as const
    const postOnly = realm === 'live' && !immediate && next() < 0.2
    const exits = reduceOnly || next() < 0.8 ? [] : drawExits(mark)
    return {
      terms: { ...terms, positionSide: side, market: isMarket, immediate, paper, postOnly, exits },
      naive: {
        name: nameOf('o'),
        user: userId,
        symbol,
        side,
        buys,
        market: isMarket,
        immediate,
        reduceOnly,
        ticks: BigInt(ticks),
        lots: BigInt(lots),
        postOnly,
        ...(exits.length > 0 ? { exits } : {}),
        ...(realm === 'paper' ? { fills: naiveFills(paper), rests: paper.rests } : {}),
        ...RATES,
      },
    }
  }

  function sendOrder({ terms, naive: order }: Drawn, changes: object): boolean {
    const { market, immediate, paper, postOnly, exits, ...fields } = terms
    return send({
      kind: 'futuresPlace',
      isStrict: true,
      ...fields,
      clientOid: order.name,
      digest: 'd',
      orderType: market ? 'market' : 'limit',
      timeInForce: immediate ? 'ioc' : postOnly ? 'post_only' : 'gtc',
      ...(exits.length > 0 ? { exits: exitsOf(exits) } : {}),
      prevention: 'taker',
      makerPpm: Number(RATES.maker),
      takerPpm: Number(RATES.taker),
      ...(realm === 'paper' ? { paper } : {}),
      ...changes,
    } as Sent)
  }

  function place(): void {
    const drawn = drawOrder(next() < 0.4)
    const done = sendOrder(drawn, {})
    expect({ drawn, done: naive.place(drawn.naive) }).toEqual({ drawn, done })
  }

  function wait(): void {
    const drawn = drawOrder(true)
    const mark = markOf(drawn.terms.symbol)
    const isTrailing = next() < 0.3
    const kind = isTrailing ? 'trailing' : 'stop'
    const trigger = { kind, by: 'mark', rises: true, ticks: mark, limit: 0, bound: 0 }
    const trails = isTrailing ? { callback: 10_000, extreme: mark } : { callback: 0, extreme: 0 }
    const orderType = isTrailing ? 'trailing' : 'stop_market'
    const changes = { orderType, triggers: [{ ...trigger, ...trails }] }
    const done = sendOrder(drawn, { ...changes, paper: undefined })
    expect({ drawn, done: naive.wait(drawn.naive) }).toEqual({ drawn, done })
  }

  /** A new best price moves the trigger of an order that waits, and nothing else. */
  function trail(state: ExchangeState): void {
    if (naive.waiting.length === 0) return
    const order = pick(naive.waiting)
    const row = [numberOf(state, order), 0, markOf(order.symbol)] as const
    send({ kind: 'futuresTrail', rows: [row] } as Sent)
  }

  const numberOf = (state: ExchangeState, { name, user }: Named): number =>
    state.futures.openOrder(futuresOrderKey({ realm, userId: user, clientOid: name }))?.id ?? 0

  function fire(state: ExchangeState): void {
    if (naive.waiting.length === 0) return
    const order = pick(naive.waiting)
    const mark = markOf(order.symbol)
    const ticks = order.buys ? mark * 2 : 1
    const paper = paperFills(flow, { mark, lots: Number(order.lots) })
    const orderId = numberOf(state, order)
    const isPaper = realm === 'paper'
    const fired = { orderId, which: 0, ticks, isStrict: true, ...(isPaper ? { paper } : {}) }
    send({ kind: 'futuresFire', ...fired } as Sent)
    naive.fire(order.name, {
      ticks: BigInt(ticks),
      ...(isPaper ? { fills: naiveFills(paper) } : {}),
    })
  }

  /** Another price and size of an order that rests. */
  function amend(state: ExchangeState): void {
    const own = naive.book.filter(({ user }) => user !== '')
    if (own.length === 0) return
    const order = pick(own)
    const orderId = numberOf(state, order)
    const filled = state.futures.orders.get(orderId)?.filledLots ?? 0
    const mark = markOf(order.symbol)
    const keeps = next() < 0.3
    const ticks = keeps ? Number(order.ticks) : mark + Math.round(mark * (next() - 0.5) * 0.03)
    const left = 1 + below(2 * Number(order.left))
    const fills = paperFills(flow, { mark, lots: left })
    const paper = realm === 'paper' ? { paper: { ...fills, rests: true } } : {}
    const lots = filled + left
    const changes = { orderId, ticks, lots, isStrict: true, ...paper }
    const done = send({ kind: 'futuresAmend', ...changes } as Sent)
    const own2 = { ticks: BigInt(ticks), left: BigInt(left), filled: BigInt(filled) }
    const terms = { ...own2, ...(realm === 'paper' ? { fills: naiveFills(fills) } : {}) }
    const expected = naive.amend(order.name, terms)
    expect({ order, terms, done: expected }).toEqual({ order, terms, done })
  }

  /** Orders at the market, as many as a command makes, for the exchange and for the naive one. */
  function atMarket(legs: readonly NaivePosition[]) {
    const name = nameOf('c')
    const [{ symbol, lots } = { symbol: BTC, lots: 0n }] = legs
    const papers = [0, 1, 2, 3, 4, 5].map((at) => {
      const leg = legs[at] ?? { symbol, lots }
      return paperFills(flow, { mark: markOf(leg.symbol), lots: Number(leg.lots) || 1 })
    })
    const rates = { makerPpm: Number(RATES.maker), takerPpm: Number(RATES.taker) }
    return {
      request: { clientOid: name, digest: 'd', ...rates },
      ticksOf: (leg: NaivePosition) => (leg.lots > 0n ? 1 : 2 * markOf(leg.symbol)),
      papers,
      termsOf: (at: number, ticks: number) => ({
        name: at === 0 ? name : `${name}#${at}`,
        ticks: BigInt(ticks),
        ...(realm === 'paper' ? { fills: naiveFills(papers[at]!) } : {}),
        ...RATES,
      }),
    }
  }

  /** Positions of users, and now and then one that is none. */
  const ownPositions = (): NaivePosition[] => {
    if (next() < 0.9) return [...naive.positions.values()].filter(({ user }) => user !== '')
    const nothing = { lots: 0n, cost: 0n, settled: 0n, fees: 0n, funding: 0n }
    const leg = { user: pick(USERS), symbol: pick(SYMBOLS), side: 'net' } as const
    return [naive.positions.get(`${leg.user} ${leg.symbol} net`) ?? { ...leg, ...nothing }]
  }

  function closeAll(): void {
    const own = ownPositions()
    if (own.length === 0) return
    const { user: userId } = pick(own)
    closeLegs(userId, own.filter(({ user }) => user === userId).slice(0, 1 + below(6)))
  }

  function closeLegs(userId: string, legs: readonly NaivePosition[]): void {
    const { request, ticksOf, papers, termsOf } = atMarket(legs)
    const ticks = legs.map(ticksOf)
    const rows = legs.map(({ symbol, side }, at) => ({
      symbol,
      side,
      ticks: ticks[at],
      ...(realm === 'paper' ? { paper: papers[at] } : {}),
    }))
    const done = send({ kind: 'futuresCloseAll', userId, ...request, rows } as Sent)
    const copies = legs.map((leg) => ({ ...leg }))
    const expected = naive.closeAll(copies, (at) => termsOf(at, ticks[at]!))
    expect({ copies, done: expected }).toEqual({ copies, done })
  }

  function reverse(): void {
    const own = ownPositions().filter(({ side }) => side === 'net')
    if (own.length === 0) return
    const leg = { ...pick(own) }
    const { user: userId, symbol } = leg
    const { request, ticksOf, papers, termsOf } = atMarket([leg])
    const ticks = ticksOf(leg)
    const paper = realm === 'paper' ? { paper: papers.slice(0, 2) } : {}
    const done = send({
      kind: 'futuresReverse',
      userId,
      symbol,
      ticks,
      ...request,
      ...paper,
    } as Sent)
    const expected = naive.reverse(leg, (at) => termsOf(at, ticks))
    expect({ leg, done: expected }).toEqual({ leg, done })
  }

  function setExits(): void {
    const [userId, symbol] = [pick(USERS), pick(SYMBOLS)]
    const leg = { user: userId, symbol, side: legOf(userId) }
    setExitsOf(leg, next() < 0.15 ? [] : drawExits(markOf(symbol)))
  }

  function setExitsOf(
    leg: Pick<NaivePosition, 'user' | 'symbol' | 'side'>,
    triggers: NaiveTriggers,
  ) {
    const { user: userId, symbol, side } = leg
    const rates = { makerPpm: Number(RATES.maker), takerPpm: Number(RATES.taker) }
    const exits = exitsOf(triggers)
    const done = send({ kind: 'futuresExits', userId, symbol, side, exits, ...rates } as Sent)
    expect({ leg, done: naive.setExits(leg, triggers) }).toEqual({ leg, done })
  }

  /** The mark reaches one of the exits of a position. */
  function fireExits(state: ExchangeState): void {
    if (naive.exits.size === 0) return
    const exits = pick([...naive.exits.values()])
    const position = { ...naive.positions.get(`${exits.user} ${exits.symbol} ${exits.side}`)! }
    const { ticksOf, papers, termsOf } = atMarket([position])
    const ticks = ticksOf(position)
    const order = [...state.futures.orders.values()].find(
      (each) => each.realm === realm && each.closePosition && isOfLeg(each, exits),
    )
    const [paper] = papers
    const which = below(exits.triggers.length)
    send({
      kind: 'futuresFire',
      orderId: order?.id ?? 0,
      which,
      ticks,
      isStrict: true,
      ...(realm === 'paper' ? { paper } : {}),
    } as Sent)
    naive.fireExits(exits, termsOf(0, ticks))
  }

  function cancel(state: ExchangeState): void {
    const own = [...naive.book, ...naive.waiting].filter(({ user }) => user !== '')
    if (own.length > 0) cancelOne(state, pick(own))
  }

  function cancelOne(state: ExchangeState, order: Named): void {
    expect(send({ kind: 'futuresCancel', orderIds: [numberOf(state, order)] } as Sent)).toBe(true)
    naive.cancel(order.name)
  }

  /** The market reaches a resting paper order. */
  function fillResting(state: ExchangeState): void {
    if (realm === 'live' || naive.book.length === 0) return
    const order = pick(naive.book)
    const lots = 1 + below(Number(order.left))
    send({ kind: 'futuresPaperFill', orderId: numberOf(state, order), lots } as Sent)
    naive.fillResting(order.name, BigInt(lots))
  }

  function changeMargin(): void {
    const isolated = [...naive.positions.values()].filter(({ user, symbol }) =>
      naive.isolated.has(`${user} ${symbol}`),
    )
    if (isolated.length === 0) return
    const leg = pick(isolated)
    const { user: userId, symbol, side } = leg
    const most = symbol === COIN ? 200_000 : 40 * 10 ** 8
    const atoms = BigInt((1 + below(most)) * (next() < 0.5 ? -1 : 1))
    const done = send({ kind: 'futuresMargin', userId, symbol, side, atoms: String(atoms) } as Sent)
    expect({ leg, atoms, done: naive.changeMargin(leg, atoms) }).toEqual({ leg, atoms, done })
  }

  const refill = () => give(pick(USERS), pick(['USDT', 'BTC']))
  const moveSome = () => {
    const [asset, from, to] = [pick(['USDT', 'BTC']), pick(WALLETS), pick(WALLETS)]
    const most = asset === 'BTC' ? 10 ** 6 : 5 * 10 ** 10
    move(pick(USERS), { asset, amount: BigInt(1 + below(most)), from, to })
  }
  const changeLeverage = () => setLeverage(pick(USERS), pick(SYMBOLS), pick(LEVERAGES))
  const changeAutoMargin = () => setAutoMargin(pick(USERS), pick(SYMBOLS), next() < 0.5)

  /** Cancels and closes what a user has in some symbols, then asks for other modes there. */
  function changeModes(state: ExchangeState): void {
    const userId = pick(USERS)
    const symbols = next() < 0.5 ? SYMBOLS : [pick(SYMBOLS)]
    if (next() < 0.8) {
      for (const order of ordersOf(userId, symbols)) cancelOne(state, order)
      for (const leg of [...naive.exits.values()].filter((each) => isIn(each, userId, symbols)))
        setExitsOf(leg, [])
      const legs = [...naive.positions.values()].filter((each) => isIn(each, userId, symbols))
      if (legs.length > 0) closeLegs(userId, legs)
    }
    for (const symbol of symbols) setMarginMode(userId, symbol, next() < 0.5)
    if (symbols === SYMBOLS) setPositionMode(userId, next() < 0.65)
  }

  const isIn = (each: Pick<NaivePosition, 'user' | 'symbol'>, user: string, symbols: string[]) =>
    each.user === user && symbols.includes(each.symbol)

  const ordersOf = (userId: string, symbols: string[]) =>
    [...naive.book, ...naive.waiting].filter((each) => isIn(each, userId, symbols))
  const entries = [place, place, place, place, place, wait, fire, trail, amend, amend] as const
  const ways = [refill, moveSome, cancel, fillResting, changeMargin, changeMargin] as const
  const settings = [changeLeverage, changeLeverage, changeAutoMargin, changeModes] as const
  const exits = [setExits, fireExits, reverse, closeAll] as const
  /** Closing all of an account is rare, or few would be in the midst of a position. */
  const act = (state: ExchangeState) =>
    pick<(state: ExchangeState) => void>(
      next() < 0.85
        ? [...entries, ...ways]
        : next() < 0.4
          ? settings
          : next() < 0.9
            ? exits.slice(0, 2)
            : exits,
    )(state)
  return { realm, naive, open, act, markOf }
}

/** As the commands have them: the first at a profit, the second at a loss. */
const exitsOf = ([takeProfit, stopLoss]: NaiveTriggers) => ({
  ...(takeProfit === undefined ? {} : { takeProfit: { by: 'mark', ticks: Number(takeProfit) } }),
  ...(stopLoss === undefined ? {} : { stopLoss: { by: 'mark', ticks: Number(stopLoss) } }),
})

const isOfLeg = (
  { userId, symbol, positionSide }: Pick<FuturesOrder, 'userId' | 'symbol' | 'positionSide'>,
  leg: Pick<NaivePosition, 'user' | 'symbol' | 'side'>,
): boolean => userId === leg.user && symbol === leg.symbol && positionSide === leg.side

interface Named {
  readonly name: string
  readonly user: string
}

interface Drawn {
  readonly terms: {
    readonly userId: string
    readonly symbol: string
    readonly ticks: number
    readonly lots: number
    readonly reduceOnly: boolean
    readonly side: 'buy' | 'sell'
    readonly positionSide: NaiveSide
    readonly market: boolean
    readonly immediate: boolean
    readonly paper: PaperFills
    readonly postOnly: boolean
    readonly exits: NaiveTriggers
  }
  readonly naive: NaiveRequest
}

/** The same commands to the exchange and to a naive one for each realm, and what all came to. */
function openBoth(seed: number) {
  let exchange = createCheckedExchange(FUTURES_INSTRUMENTS)
  const flow = createChances(createFlow(seed))
  const { next, below, pick, nameOf } = flow
  const counts = new Map<string, number>()
  const count = (kind: string) => void counts.set(kind, (counts.get(kind) ?? 0) + 1)
  let last: unknown
  let at = 1

  /** Whether the exchange accepted it. */
  function send(command: Sent): boolean {
    at++
    last = command
    const outcome = exchange.execute({ at, ...command } as ExchangeCommand)
    const done = !('refused' in outcome)
    count(`${command.kind} ${done ? 'done' : 'refused'}`)
    return done
  }
  const realms = REALMS.map((realm) => openRealm(realm, { send, flow }))
  const [{ naive: live, markOf }] = realms as [(typeof realms)[number]]

  function setPrice(symbol: string, mark: number): void {
    send({ kind: 'prices', rows: [[symbol, mark, mark]] })
    for (const { naive } of realms) naive.setPrice(symbol, BigInt(mark))
  }

  function open(): void {
    for (const symbol of SYMBOLS) setPrice(symbol, START[symbol]!)
    for (const each of realms) each.open()
  }

  function takenBack(symbol: string): HouseAccountRow[] {
    const gone = live.book.filter((each) => each.user === '' && each.symbol === symbol)
    for (const { name } of gone) live.cancel(name)
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
        const name = nameOf('h')
        rows.push([symbol, name, buys ? 'blg' : 'slg', ticks, lots])
        live.quote({ name, symbol, buys, ticks: BigInt(ticks), left: BigInt(lots) })
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
    for (const { naive } of realms) naive.fund(symbol, { rate: BigInt(rate), mark: BigInt(mark) })
  }

  /** Both say who is due, and in which order; then both climb the ladder. */
  function climb(): void {
    const due = dueGroups(exchange.state)
    for (const { realm, naive } of realms) {
      const own = due.filter(({ account }) => account.realm === realm)
      expect(naive.due()).toEqual(own.map((each) => `${walletOf(each.owner)} ${each.asset}`))
    }
    const fillsOf = ({ position: { symbol }, lots }: Slice) =>
      paperFills(flow, { mark: markOf(symbol), lots })
    for (const command of ladderPass(exchange.state, { at, fillsOf })) {
      const { realm, wallet, asset, step, paper } = command
      const naive = realms.find((each) => each.realm === realm)?.naive
      const done = send(command)
      count(`${realm} ${step}`)
      const fills = paper && naiveFills(paper)
      const own = naive?.liquidate(walletOf(wallet), { asset, step, fills })
      expect({ command, done: own }).toEqual({ command, done })
      compare()
    }
    exchange.endTurn()
  }

  /** The process is killed: another one begins with what a snapshot has. */
  function crash(): void {
    const loader = createStateLoader(FUTURES_INSTRUMENTS)
    for (const part of dumpState(exchange.state)) loader.add(part)
    exchange = createCheckedExchange(FUTURES_INSTRUMENTS, { state: loader.finish().state })
  }

  function compare(): void {
    for (const { realm, naive } of realms) {
      const [one, other] = [exchangeView(exchange.state, realm), naiveView(naive)].map(sortedOf)
      expect({ seed, at, last, view: one }).toEqual({ seed, at, last, view: other })
    }
  }

  return {
    counts,
    open,
    compare,
    step(): void {
      if (next() < 0.65) pick(realms).act(exchange.state)
      else pick([() => quote(), () => quote(), jump, jump, pay, crash])()
      compare()
      climb()
      for (const { naive } of realms)
        for (const user of USERS) {
          const own = [...naive.positions.values()].filter((each) => each.user === user)
          const isolated = own.filter(({ symbol }) => naive.isolated.has(`${user} ${symbol}`))
          if (isolated.length < 2) continue
          count('several isolated margins')
          if (isolated.length < own.length) count('cross beside several isolated margins')
        }
    },
  }
}

/** `user:<id>/futures…`, as the naive exchange has it. */
const walletOf = (owner: string): string =>
  owner.replace(
    /^user:([^/]+)\/(futures|margin)/,
    (_whole, userId: string, type: string) => `${type} ${userId}`,
  )

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never
type Sent = Without<ExchangeCommand, 'at' | 'realm'>

const sortedOf = (view: ReadonlyMap<string, unknown>) =>
  [...view].toSorted(([a], [b]) => (a < b ? -1 : 1)).filter(([, value]) => value !== 0n)

/** Balances, positions and open orders of a realm, each under its name. */
function exchangeView({ accounts, futures }: ExchangeState, realm: Realm): Map<string, unknown> {
  const view = new Map<string, unknown>()
  for (const { realm: of, owner, asset, balance } of accounts.all()) {
    if (of !== realm) continue
    const user = /^user:([^/]+)$/.exec(owner)
    const system = Object.entries(OWNERS).find(([, prefix]) => owner.startsWith(prefix))
    const futuresWallet = owner.startsWith('user:') ? walletOf(owner) : undefined
    const name = user ? `spot ${user[1]}` : (system?.[0] ?? futuresWallet)
    const symbol = owner.startsWith('clearing:') ? ` ${owner.slice('clearing:'.length)}` : ''
    if (name !== undefined) view.set(`${name}${symbol} ${asset}`, balance)
  }
  for (const { positions, orders, realm: of } of futures.accounts.values()) {
    if (of !== realm) continue
    for (const { userId, symbol, side, lots, ...position } of positions.values())
      view.set(`position ${userId} ${symbol} ${side}`, [BigInt(lots), ...amountsOf(position)])
    for (const order of orders) {
      const { clientOid, lots, filledLots, closePosition, userId, symbol, positionSide } = order
      if (closePosition)
        view.set(`exits ${userId} ${symbol} ${positionSide}`, [
          order.side === 'sell',
          ...(order.triggers ?? []).map(({ ticks }) => BigInt(ticks)),
        ])
      else view.set(`order ${clientOid}`, BigInt(lots - filledLots))
    }
  }
  return view
}

function naiveView({
  balances,
  positions,
  book,
  waiting,
  exits,
}: NaiveFutures): Map<string, unknown> {
  const view = new Map<string, unknown>(
    [...balances].filter(([name]) => !name.startsWith('issuance')),
  )
  for (const [name, position] of positions)
    view.set(`position ${name}`, [position.lots, ...amountsOf(position)])
  for (const { name, user, left } of book) if (user !== '') view.set(`order ${name}`, left)
  for (const { name, lots } of waiting) view.set(`order ${name}`, lots)
  for (const [leg, { sells, triggers }] of exits) view.set(`exits ${leg}`, [sells, ...triggers])
  return view
}

const amountsOf = ({
  cost,
  settled,
  fees,
  funding,
}: Pick<NaivePosition, 'cost' | 'settled' | 'fees' | 'funding'>) => [cost, settled, fees, funding]

it('comes to the same atom as the first exchange, at each step (futures 2, futures 6)', () => {
  const all = new Map<string, number>()
  for (let history = 0; history < COUNT; history++) {
    const both = openBoth(180_000 + (FIRST[history] ?? history))
    both.open()
    both.compare()
    for (let step = 0; step < STEPS; step++) both.step()
    for (const [kind, count] of both.counts) all.set(kind, (all.get(kind) ?? 0) + count)
  }
  // No history is played past what it is about.
  const steps = REALMS.flatMap((realm) =>
    ['cancel', 'net', 'reduce', 'deleverage', 'margin'].map((step) => `${realm} ${step}`),
  )
  const sent = [
    'futuresPlace refused',
    'walletMove refused',
    'futuresMargin done',
    'futuresFire done',
    'futuresAutoMargin done',
    'several isolated margins',
    'cross beside several isolated margins',
  ]
  const either = [
    'futuresExits',
    'futuresReverse',
    'futuresAmend',
    'futuresLeverage',
    'futuresMarginMode',
    'futuresPositionMode',
  ].flatMap((kind) => [`${kind} done`, `${kind} refused`])
  const paper = [
    'futuresMargin refused',
    'futuresPaperFill done',
    'futuresTrail done',
    'futuresCloseAll done',
  ]
  const met = [...steps, ...sent, ...either, ...paper]
  expect(met.filter((kind) => !all.has(kind))).toEqual([])
}, 7_200_000)
