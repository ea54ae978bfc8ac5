import { magnitudeOf } from '../instruments/contractTerms.ts'
import type {
  FuturesAmendCommand,
  FuturesCancelCommand,
  FuturesFireCommand,
  FuturesPaperFillCommand,
  FuturesPlaceCommand,
  FuturesTrailCommand,
  PaperFills,
} from '../state/futuresCommand.ts'
import { refuse, type EffectLog, type OrderAnswer, type Refusal } from '../state/effects.ts'
import { openLots, waitsForTrigger, type FuturesOrder } from '../state/futuresOrder.ts'
import {
  futuresOrderKey,
  openFuturesAccount,
  positionKey,
  type FuturesAccount,
} from '../state/futuresState.ts'
import { bindParty, type OwnedBy } from '../state/holders.ts'
import { contractOf, type ContractMarket, type ExchangeState } from '../state/state.ts'
import {
  bindLeg,
  contractEntry,
  crossesContract,
  enterContract,
  fillPaper,
  leaveContract,
  takePaperFills,
  trimPaperOrders,
} from './enterContract.ts'
import { endFuturesOrder, seasonOf } from './exits.ts'
import {
  accountAsIs,
  closeBound,
  closesIsolated,
  isBeingLiquidated,
  judgeMargin,
  judgeTerms,
  reducibleLots,
  within,
} from './judge.ts'
import { bandTicks, markOf, unchanged, type Draft } from './margin.ts'

export type Answered = { readonly refused: Refusal } | { readonly answer: OrderAnswer }
type Refused = { readonly refused: Refusal }

/** An order with all that is known of its sender. */
export type FuturesRequest = Omit<FuturesPlaceCommand, 'kind' | 'digest'>

export const futuresAnswer = (order: FuturesOrder): { readonly answer: OrderAnswer } => ({
  answer: { orderId: String(order.id), clientOid: order.clientOid, status: order.status },
})

/** Places an order once for its key. */
export function placeFuturesOnce(
  state: ExchangeState,
  log: EffectLog,
  {
    command,
    isJournalled,
  }: {
    readonly command: FuturesPlaceCommand
    readonly isJournalled: boolean
  },
): Answered {
  return once(state, log, { command, isJournalled, run: () => placeFutures(state, log, command) })
}

/** Runs what answers an order, once for the key of its request. */
export function once(
  state: ExchangeState,
  log: EffectLog,
  {
    command,
    isJournalled,
    run,
  }: {
    readonly command: Pick<FuturesPlaceCommand, 'realm' | 'userId' | 'clientOid' | 'digest' | 'at'>
    readonly isJournalled: boolean
    readonly run: () => Answered
  },
): Answered {
  const { digest, at } = command
  const key = futuresOrderKey(command)
  if (!isJournalled && state.keys.has(key)) return refuse('key-used')
  const done = run()
  if ('answer' in done) {
    state.keys.add(key, { digest, answer: done.answer, at })
    log.addKey({ key, digest, answer: done.answer })
  }
  return done
}

export interface PlaceOptions {
  /** Resting reduce-only orders of the position are cancelled once the order is accepted. */
  readonly replacesReducing?: boolean
}

/**
 * Checks in the order of futures 4, then matches and settles. Nothing is changed before the last
 * check has passed.
 */
export function placeFutures(
  state: ExchangeState,
  log: EffectLog,
  command: FuturesRequest,
  { replacesReducing = false }: PlaceOptions = {},
): Answered {
  const market = contractOf(state, command.symbol)
  const order = newFuturesOrder(state, command)
  const asIs = accountAsIs(state, command)
  const account = replacesReducing ? withoutReducing(asIs, order) : asIs
  const unsound = judgeTerms(state, { account, market, terms: command })
  if (unsound) return unsound
  if (!waitsForTrigger(order)) {
    const refused = judgeEntry(state, { account, market, order, ...command })
    if (refused) return refused
  }
  state.next.order++
  bindParty(state, command)
  if (replacesReducing) cancelReducing(state, log, { account: asIs, order })
  state.futures.addOrder(order)
  log.touchFuturesOrder(order)
  if (!waitsForTrigger(order))
    enter(state, log, { market, order, paper: command.paper, holder: command.holder })
  return futuresAnswer(order)
}

function newFuturesOrder(state: ExchangeState, command: FuturesRequest): FuturesOrder {
  const { realm, userId, triggers, exits, closePosition } = command
  return {
    product: 'futures',
    id: state.next.order,
    realm,
    userId,
    clientOid: command.clientOid,
    symbol: command.symbol,
    side: command.side,
    positionSide: command.positionSide,
    orderType: command.orderType,
    timeInForce: command.timeInForce,
    prevention: command.prevention,
    ticks: command.ticks,
    lots: command.lots,
    reduceOnly: command.reduceOnly,
    ...(closePosition ? { closePosition } : {}),
    ...(triggers ? { triggers } : {}),
    ...(exits ? { exits } : {}),
    ...(['market', 'stop_market', 'trailing'].includes(command.orderType)
      ? { atMarket: true }
      : {}),
    makerPpm: command.makerPpm,
    takerPpm: command.takerPpm,
    createdAt: command.at,
    updatedAt: command.at,
    season: seasonOf(state, { realm, userId }),
    queueAhead: 0,
    status: triggers ? 'waiting' : 'open',
    filledLots: 0,
    filledTickLots: 0n,
    fee: 0n,
    result: 0n,
  }
}

interface Judged extends Pick<OwnedBy, 'holder'> {
  readonly account: FuturesAccount
  readonly market: ContractMarket
  readonly order: FuturesOrder
  readonly paper?: PaperFills | undefined
  readonly isStrict?: true | undefined
}

/**
 * What must hold of an order that enters the market now. An order at the market is brought within
 * the band, and a closing one within the bankruptcy price of its position.
 */
function judgeEntry(state: ExchangeState, judged: Judged): Refused | undefined {
  const { market, order, holder, isStrict } = judged
  // Until the order is accepted nothing changes but the order.
  const account = unchanged(judged.account)
  const leg = { symbol: order.symbol, side: order.positionSide }
  const isExit = order.reduceOnly && order.firedAt !== undefined
  if (account.liquidating || (!isExit && isBeingLiquidated(state, account, leg)))
    return refuse('being-liquidated')
  if (order.atMarket) order.ticks = within(order.ticks, bandOf(state, market, order), order.side)
  if (order.reduceOnly && reducibleLots(account, order) === 0) return refuse('nothing-to-reduce')
  if (order.reduceOnly || (isStrict && closesIsolated(account, order))) {
    const bound = closeBound(state, account, leg)
    if (order.atMarket) order.ticks = within(order.ticks, bound, order.side)
    else if (within(order.ticks, bound, order.side) !== order.ticks)
      return refuse('beyond-bankruptcy')
  }
  const entry = contractEntry(state, order, { holder })
  if (order.realm === 'live') {
    if (order.timeInForce === 'post_only' && crossesContract(market, entry))
      return refuse('would-trade')
    if (order.timeInForce === 'fok' && !market.engine.preview(entry).complete)
      return refuse('not-fillable')
  }
  if (order.reduceOnly) return undefined
  return judgeMargin(state, { account, market, draft: draftOf(judged, entry), isStrict })
}

const bandOf = (state: ExchangeState, market: ContractMarket, { side }: FuturesOrder): number =>
  bandTicks(market, markOf(state, market.instrument.id), side)

/** What an order asks margin for: at the market what it will trade, else all of it at its limit. */
function draftOf({ market, order, paper }: Judged, entry: ReturnType<typeof contractEntry>): Draft {
  const { terms, engine } = market
  const { symbol, side, positionSide, takerPpm } = order
  const draft = { symbol, side, positionSide, takerPpm }
  if (!order.atMarket) {
    const lots = openLots(order)
    return { ...draft, lots, value: magnitudeOf(terms, lots, order.ticks) }
  }
  if (paper) {
    const lots = paper.fills.reduce((sum, [, size]) => sum + size, 0)
    const value = paper.fills.reduce(
      (sum, [ticks, size]) => sum + magnitudeOf(terms, size, ticks),
      0n,
    )
    return { ...draft, lots, value }
  }
  const { lots, tickLots } = engine.preview(entry)
  if (!terms.isInverse && tickLots !== Infinity)
    return { ...draft, lots, value: BigInt(tickLots) * terms.unit }
  // Of an inverse contract the average price does not give the value: the worst one bounds it.
  const worst = side === 'buy' ? engine.book.best(1) || order.ticks : order.ticks
  return { ...draft, lots, value: magnitudeOf(terms, lots, worst) }
}

interface Entering extends Pick<OwnedBy, 'holder'> {
  readonly market: ContractMarket
  readonly order: FuturesOrder
  readonly paper?: PaperFills | undefined
}

function enter(
  state: ExchangeState,
  log: EffectLog,
  { market, order, paper, holder }: Entering,
): void {
  if (order.realm === 'paper') {
    const account = openFuturesAccount(state.futures, order)
    if (order.reduceOnly) cutToPosition(log, { account, order })
    return takePaperFills(state, log, { market, order, paper: paper ?? NO_FILLS })
  }
  const entry = contractEntry(state, order, { holder })
  bindLeg(state, order)
  enterContract(state, log, { market, order, entry })
}

const withoutOrder = (account: FuturesAccount, order: FuturesOrder): FuturesAccount => ({
  ...account,
  orders: new Set([...account.orders].filter((each) => each !== order)),
})

const NO_FILLS: PaperFills = { fills: [], rests: false, queueAhead: 0 }

/** As the engine does with an arriving reduce-only order of the live realm. */
function cutToPosition(
  log: EffectLog,
  { account, order }: { readonly account: FuturesAccount; readonly order: FuturesOrder },
): void {
  const own = openLots(order)
  const most = reducibleLots(withoutOrder(account, order), order)
  if (most >= own) return
  order.lots -= own - most
  log.touchFuturesOrder(order)
}

/** A trigger was reached: the order enters the market, or ends where it may not (futures 4). */
export function fireFutures(
  state: ExchangeState,
  log: EffectLog,
  { orderId, which, ticks, paper, isStrict }: FuturesFireCommand,
): void {
  const order = state.futures.orders.get(orderId)
  const trigger = order?.triggers?.[which]
  if (!order || !trigger || !waitsForTrigger(order))
    throw new RangeError('Only an order that waits for a trigger can be activated.')
  const market = contractOf(state, order.symbol)
  const account = openFuturesAccount(state.futures, order)
  order.firedAt = log.at
  order.updatedAt = log.at
  order.status = 'open'
  order.atMarket = trigger.limit === 0
  order.ticks = trigger.limit === 0 ? ticks : trigger.limit
  if (order.atMarket && order.timeInForce !== 'fok') order.timeInForce = 'ioc'
  if (!order.atMarket && order.orderType === 'tp_sl') order.timeInForce = 'gtc'
  state.futures.arm(order)
  log.touchFuturesOrder(order)
  if (order.closePosition) {
    cancelReducing(state, log, { account, order })
    const lots = account.positions.get(positionKey(order.symbol, order.positionSide))?.lots ?? 0
    order.lots = Math.abs(lots)
  }
  // Its own size must not count among the orders while it is judged.
  const others = withoutOrder(account, order)
  if (order.lots === 0 || judgeEntry(state, { account: others, market, order, paper, isStrict }))
    return endFuturesOrder(state, log, { order, status: 'cancelled' })
  enter(state, log, { market, order, paper })
}

const isReducing = (
  each: FuturesOrder,
  { id, symbol, positionSide }: Pick<FuturesOrder, 'id' | 'symbol' | 'positionSide'>,
): boolean =>
  each.reduceOnly &&
  each.id !== id &&
  each.symbol === symbol &&
  each.positionSide === positionSide &&
  !waitsForTrigger(each)

const withoutReducing = (account: FuturesAccount, order: FuturesOrder): FuturesAccount => ({
  ...account,
  orders: new Set([...account.orders].filter((each) => !isReducing(each, order))),
})

/** Trailing triggers trail on from a new best price; their owners see the new trigger price. */
export function trailFutures(
  state: ExchangeState,
  log: EffectLog,
  { rows }: FuturesTrailCommand,
): void {
  for (const [orderId, which, extreme] of rows) {
    const order = state.futures.orders.get(orderId)
    if (!order || !waitsForTrigger(order))
      throw new RangeError('Only an order that waits for a trigger can trail.')
    order.triggers = order.triggers.map((trigger, at) =>
      at === which ? { ...trigger, extreme } : trigger,
    )
    state.futures.arm(order)
    log.touchFuturesOrder(order)
  }
}

/** The resting orders that would take part of what an exit of the whole position closes. */
export function cancelReducing(
  state: ExchangeState,
  log: EffectLog,
  {
    account,
    order,
  }: {
    readonly account: FuturesAccount
    readonly order: Pick<FuturesOrder, 'id' | 'symbol' | 'positionSide'>
  },
): void {
  for (const each of account.orders)
    if (isReducing(each, order)) cancelFuturesOrder(state, log, each)
}

export function cancelFuturesOrder(
  state: ExchangeState,
  log: EffectLog,
  order: FuturesOrder,
): void {
  leaveContract(log, { market: contractOf(state, order.symbol), order })
  endFuturesOrder(state, log, { order, status: 'cancelled' })
}

export function cancelFutures(
  state: ExchangeState,
  log: EffectLog,
  { orderIds }: FuturesCancelCommand,
): Answered | undefined {
  const orders = orderIds.map((orderId) => state.futures.orders.get(orderId))
  const [first] = orders
  if (orderIds.length === 1 && !first) return refuse('order-not-open')
  for (const order of orders)
    if (order && state.futures.orders.has(order.id)) cancelFuturesOrder(state, log, order)
  return orderIds.length === 1 && first ? futuresAnswer(first) : undefined
}

/** The market reached a resting paper order. */
export function fillPaperFutures(
  state: ExchangeState,
  log: EffectLog,
  { orderId, lots }: FuturesPaperFillCommand,
): void {
  const order = state.futures.orders.get(orderId)
  if (order?.realm !== 'paper' || waitsForTrigger(order) || lots > openLots(order))
    throw new RangeError('A paper fill must fit its order.')
  const market = contractOf(state, order.symbol)
  const size = Math.min(lots, openLots(order))
  fillPaper(state, log, { market, order, ticks: order.ticks, lots: size, role: 'maker' })
  if (openLots(order) === 0 && state.futures.orders.has(order.id))
    endFuturesOrder(state, log, { order, status: 'filled' })
}

/** Another price, size or trigger. Nothing is changed before the last check has passed. */
export function amendFutures(
  state: ExchangeState,
  log: EffectLog,
  command: FuturesAmendCommand,
): Answered {
  const order = state.futures.orders.get(command.orderId)
  if (!order) return refuse('order-not-open')
  const market = contractOf(state, order.symbol)
  const { ticks, lots, triggers, exits, paper } = command
  const refused = judgeAmendment(state, { order, market, command })
  if (refused) return refused
  const isWaiting = waitsForTrigger(order)
  Object.assign(order, {
    ticks,
    lots,
    updatedAt: log.at,
    ...(triggers ? { triggers } : {}),
    ...(exits ? { exits } : {}),
  })
  state.futures.arm(order)
  log.touchFuturesOrder(order)
  if (isWaiting) return futuresAnswer(order)
  if (order.realm === 'paper') {
    if (order.reduceOnly)
      cutToPosition(log, { account: openFuturesAccount(state.futures, order), order })
    takePaperFills(state, log, { market, order, paper: paper ?? { ...NO_FILLS, rests: true } })
    trimPaperOrders(state, log, order)
  } else
    enterContract(state, log, {
      market,
      order,
      entry: {
        kind: 'amend',
        orderId: order.id,
        ticks,
        lots: openLots(order),
        timeInForce: order.timeInForce === 'post_only' ? 'post_only' : 'gtc',
        prevention: order.prevention,
      },
    })
  return futuresAnswer(order)
}

/** The order as it is to be, judged like a new one beside the others. */
function judgeAmendment(
  state: ExchangeState,
  {
    order,
    market,
    command: { ticks, lots, triggers, paper, isStrict },
  }: {
    readonly order: FuturesOrder
    readonly market: ContractMarket
    readonly command: FuturesAmendCommand
  },
): Refused | undefined {
  const others = withoutOrder(openFuturesAccount(state.futures, order), order)
  const changed: FuturesOrder = { ...order, ticks, lots, ...(triggers ? { triggers } : {}) }
  const { closePosition } = changed
  if (openLots(changed) <= 0 && !closePosition) return refuse('order-terms')
  const { orderType, side, positionSide, reduceOnly } = order
  const isWaiting = waitsForTrigger(changed)
  const terms = {
    orderType,
    side,
    positionSide,
    reduceOnly,
    ticks,
    lots,
    ...(closePosition ? { closePosition } : {}),
    ...(isWaiting ? { triggers: changed.triggers } : {}),
  }
  const unsound = judgeTerms(state, { account: others, market, terms })
  if (unsound || isWaiting) return unsound
  return judgeEntry(state, { account: others, market, order: changed, paper, isStrict })
}
