import { opposite, BUY, SELL, type EngineCommand, type PlaceOrder } from '../matching/command.ts'
import {
  CUT,
  CANCELLED,
  REDUCED,
  RESTED,
  TRADE,
  cancelReasons,
  type EventBuffer,
} from '../matching/event.ts'
import { addMarketEffects } from '../spot/marketEffects.ts'
import { forgetHouseAccountOrder } from '../spot/enterBook.ts'
import type { EffectLog } from '../state/effects.ts'
import { openLots, waitsForTrigger, type FuturesOrder } from '../state/futuresOrder.ts'
import type { PaperFills } from '../state/futuresCommand.ts'
import { legOf, openFuturesAccount, positionKey } from '../state/futuresState.ts'
import { partyOf, type OwnedBy } from '../state/holders.ts'
import type { ContractMarket, ExchangeState } from '../state/state.ts'
import { endFuturesOrder, settleExits } from './exits.ts'
import { settleFuturesTrade } from './fills.ts'

const BY_POSITION = cancelReasons.indexOf('reduce_only')

/** The engine's account of a leg: known, or the next number. */
export const legNumber = (
  state: ExchangeState,
  order: Pick<FuturesOrder, 'userId' | 'positionSide'>,
) => state.futures.legs.get(legName(order)) ?? state.futures.legs.size + 1

const legName = ({ userId, positionSide }: Pick<FuturesOrder, 'userId' | 'positionSide'>): string =>
  legOf({ userId, side: positionSide })

export const bindLeg = (state: ExchangeState, order: FuturesOrder): void =>
  void state.futures.legs.set(legName(order), legNumber(state, order))

/** What the engine gets of an order as it stands. */
export function contractEntry(
  state: ExchangeState,
  order: Pick<
    FuturesOrder,
    | 'id'
    | 'userId'
    | 'positionSide'
    | 'side'
    | 'ticks'
    | 'lots'
    | 'filledLots'
    | 'timeInForce'
    | 'prevention'
    | 'reduceOnly'
  >,
  { holder }: Pick<OwnedBy, 'holder'> = {},
): PlaceOrder {
  return {
    kind: 'place',
    orderId: order.id,
    account: legNumber(state, order),
    party: partyOf(state, { userId: order.userId, holder }),
    side: order.side === 'buy' ? BUY : SELL,
    ticks: order.ticks,
    lots: order.lots - order.filledLots,
    budget: 0,
    timeInForce: order.timeInForce,
    prevention: order.prevention,
    ...(order.reduceOnly ? { reduceOnly: true } : {}),
  }
}

/** Whether an order would trade on its arrival. */
export function crossesContract(
  { engine }: ContractMarket,
  { side, ticks }: Pick<PlaceOrder, 'side' | 'ticks'>,
): boolean {
  const best = engine.book.best(opposite(side))
  return best > 0 && (side === BUY ? best <= ticks : best >= ticks)
}

/** Passes an accepted order to the engine, and ends it where nothing of it rests. */
export function enterContract(
  state: ExchangeState,
  log: EffectLog,
  {
    market,
    order,
    entry,
  }: {
    readonly market: ContractMarket
    readonly order: FuturesOrder
    readonly entry: EngineCommand
  },
): void {
  const { engine, instrument } = market
  const events = engine.submit(entry)
  addMarketEffects(log, { instrumentId: instrument.id, book: engine.book, events })
  const hasRested = events.length > 0 && events.kind[events.length - 1] === RESTED
  settleFuturesEvents(state, log, { market, events, taker: order })
  if (hasRested) log.addRested(order.id)
  if (engine.book.slotOf(order.id) >= 0) return
  endFuturesOrder(state, log, { order, status: openLots(order) === 0 ? 'filled' : 'cancelled' })
}

/** Takes what rests of an order out of the book. */
export function leaveContract(
  log: EffectLog,
  { market, order }: { readonly market: ContractMarket; readonly order: FuturesOrder },
): void {
  const { engine, instrument } = market
  if (order.realm !== 'live' || engine.book.slotOf(order.id) < 0) return
  const events = engine.submit({ kind: 'cancel', orderId: order.id })
  addMarketEffects(log, { instrumentId: instrument.id, book: engine.book, events })
}

/**
 * Turns the events of the engine into positions and order states. Orders without a record
 * are the house account's.
 */
export function settleFuturesEvents(
  state: ExchangeState,
  log: EffectLog,
  {
    market,
    events,
    taker,
  }: {
    readonly market: ContractMarket
    readonly events: EventBuffer
    readonly taker: FuturesOrder | undefined
  },
): void {
  const { book } = market.engine
  for (let at = 0; at < events.length; at++) {
    const orderId = events.orderId[at]!
    const lots = events.lots[at]!
    const order = state.futures.orders.get(orderId)
    const isByPosition = events.reason[at] === BY_POSITION
    switch (events.kind[at]) {
      case TRADE:
        if (order || taker)
          settleFuturesTrade(state, log, {
            realm: 'live',
            market,
            ticks: events.ticks[at]!,
            lots,
            maker: order,
            taker,
            takerSide: events.side[at] === SELL ? 'buy' : 'sell',
          })
        if (order && openLots(order) === 0) endFuturesOrder(state, log, { order, status: 'filled' })
        if (!order && book.slotOf(orderId) < 0) forgetHouseAccountOrder(state, orderId)
        break
      case CUT:
        if (order) changeSize(log, { order, lots })
        break
      case REDUCED:
        if (order && isByPosition) changeSize(log, { order, lots })
        break
      case CANCELLED:
        if (order && order !== taker) endFuturesOrder(state, log, { order, status: 'cancelled' })
    }
  }
  settleExits(state, log)
}

function changeSize(
  log: EffectLog,
  { order, lots }: { readonly order: FuturesOrder; readonly lots: number },
): void {
  order.lots -= lots
  order.updatedAt = log.at
  log.touchFuturesOrder(order)
}

/**
 * Books what the fill model decided for a paper order: its fills trade with the house account, the
 * rest stays or is cancelled (trading 5).
 */
export function takePaperFills(
  state: ExchangeState,
  log: EffectLog,
  {
    market,
    order,
    paper,
  }: {
    readonly market: ContractMarket
    readonly order: FuturesOrder
    readonly paper: PaperFills
  },
): void {
  const isOpen = () => state.futures.orders.has(order.id)
  for (const [ticks, size] of paper.fills) {
    const lots = Math.min(size, openLots(order))
    if (lots > 0 && isOpen()) fillPaper(state, log, { market, order, ticks, lots, role: 'taker' })
  }
  if (!isOpen()) return
  order.queueAhead = paper.queueAhead
  if (paper.rests && openLots(order) > 0) return
  endFuturesOrder(state, log, {
    order,
    status: openLots(order) === 0 ? 'filled' : 'cancelled',
  })
}

/** One fill of a paper order; reduce-only orders that are too large by then give way. */
export function fillPaper(
  state: ExchangeState,
  log: EffectLog,
  {
    market,
    order,
    ticks,
    lots,
    role,
  }: {
    readonly market: ContractMarket
    readonly order: FuturesOrder
    readonly ticks: number
    readonly lots: number
    readonly role: 'maker' | 'taker'
  },
): void {
  const isBuy = order.side === 'buy'
  settleFuturesTrade(state, log, {
    realm: 'paper',
    market,
    ticks,
    lots,
    maker: role === 'maker' ? order : undefined,
    taker: role === 'taker' ? order : undefined,
    takerSide: (role === 'taker') === isBuy ? 'buy' : 'sell',
  })
  trimPaperOrders(state, log, order)
  settleExits(state, log)
}

/** Cuts reduce-only orders to their position, the furthest from the market first. */
export function trimPaperOrders(
  state: ExchangeState,
  log: EffectLog,
  {
    realm,
    userId,
    symbol,
    positionSide,
  }: Pick<FuturesOrder, 'realm' | 'userId' | 'symbol' | 'positionSide'>,
): void {
  const account = openFuturesAccount(state.futures, { realm, userId })
  const position = account.positions.get(positionKey(symbol, positionSide))?.lots ?? 0
  for (const side of ['buy', 'sell'] as const) {
    const resting = [...account.orders].filter(
      (each) =>
        each.reduceOnly &&
        each.symbol === symbol &&
        each.positionSide === positionSide &&
        each.side === side &&
        !waitsForTrigger(each),
    )
    const most = Math.max(0, side === 'sell' ? position : -position)
    let excess = resting.reduce((sum, each) => sum + openLots(each), 0) - most
    const furthest = resting.toSorted(
      (a, b) => (side === 'sell' ? b.ticks - a.ticks : a.ticks - b.ticks) || b.id - a.id,
    )
    for (const order of furthest) {
      if (excess <= 0) break
      const lots = Math.min(excess, openLots(order))
      excess -= lots
      if (lots < openLots(order)) changeSize(log, { order, lots })
      else endFuturesOrder(state, log, { order, status: 'cancelled' })
    }
  }
}
