import type { PositionSide } from '../accounts/owner.ts'
import type { Realm } from '../accounts/accounts.ts'
import type { FeeRates } from '../accounts/fee.ts'
import type { EffectLog } from '../state/effects.ts'
import {
  waitsForTrigger,
  type FuturesOrder,
  type FuturesTrigger,
  type PositionExits,
} from '../state/futuresOrder.ts'
import { openFuturesAccount, positionKey, type FuturesAccount } from '../state/futuresState.ts'
import type { ExchangeState } from '../state/state.ts'

interface Leg {
  readonly symbol: string
  readonly side: PositionSide
}

/** Ends an order; it leaves the book before. */
export function endFuturesOrder(
  state: ExchangeState,
  log: EffectLog,
  { order, status }: { readonly order: FuturesOrder; readonly status: 'filled' | 'cancelled' },
): void {
  order.status = status
  order.updatedAt = log.at
  log.touchFuturesOrder(order)
  state.futures.dropOrder(order)
}

/** The exits of a whole position that wait. */
export const exitsOf = <O extends Readonly<FuturesOrder>>(
  account: { readonly orders: ReadonlySet<O> },
  { symbol, side }: Leg,
): O[] =>
  [...account.orders].filter(
    (order) =>
      order.closePosition === true &&
      order.symbol === symbol &&
      order.positionSide === side &&
      waitsForTrigger(order),
  )

/**
 * After fills: entries bring the exits of their position with the first fill, and exits of closed
 * positions end (futures 4).
 */
export function settleExits(state: ExchangeState, log: EffectLog): void {
  for (const { order } of log.futuresFills) {
    const { realm, userId, symbol, positionSide: side, exits } = order
    const account = openFuturesAccount(state.futures, { realm, userId })
    const position = account.positions.get(positionKey(symbol, side))
    endStaleExits(state, log, { account, symbol, side })
    if (!position) continue
    const isEntry = position.lots > 0 === (order.side === 'buy')
    const hasThem = exitsOf(account, { symbol, side }).some(
      ({ clientOid }) => clientOid === exitName(order.id),
    )
    if (exits && isEntry && !hasThem)
      setExits(state, log, { account, symbol, side, exits, name: exitName(order.id), rates: order })
  }
}

/** Ends the exits of a position that is no more, or that turned round. */
export function endStaleExits(
  state: ExchangeState,
  log: EffectLog,
  { account, symbol, side }: Leg & { readonly account: FuturesAccount },
): void {
  const position = account.positions.get(positionKey(symbol, side))
  for (const exit of exitsOf(account, { symbol, side }))
    if (!position || position.lots > 0 !== (exit.side === 'sell'))
      endFuturesOrder(state, log, { order: exit, status: 'cancelled' })
}

const exitName = (orderId: number): string => `tpsl#${orderId}`

interface ExitsChange extends Leg {
  readonly account: FuturesAccount
  readonly exits: PositionExits
  readonly rates: FeeRates
  readonly name?: string
}

/** Puts new exits of a position in place of those it had; none takes them away. */
export function setExits(state: ExchangeState, log: EffectLog, change: ExitsChange): void {
  const { account, symbol, side, exits } = change
  for (const order of exitsOf(account, { symbol, side }))
    endFuturesOrder(state, log, { order, status: 'cancelled' })
  const lots = account.positions.get(positionKey(symbol, side))?.lots ?? 0
  const isLong = lots > 0
  const triggers = [
    ...triggerOf('take_profit', exits.takeProfit, { rises: isLong }),
    ...triggerOf('stop_loss', exits.stopLoss, { rises: !isLong }),
  ]
  if (triggers.length === 0 || lots === 0) return
  const order = exitOrder(state, log, { ...change, triggers, isLong })
  state.futures.addOrder(order)
  log.touchFuturesOrder(order)
}

/** The waiting order that closes the whole position once one of its triggers is reached. */
function exitOrder(
  state: ExchangeState,
  log: EffectLog,
  {
    account: { realm, userId },
    symbol,
    side,
    rates,
    name,
    triggers,
    isLong,
  }: ExitsChange & { readonly triggers: readonly FuturesTrigger[]; readonly isLong: boolean },
): FuturesOrder {
  const id = state.next.order++
  return {
    product: 'futures',
    id,
    realm,
    userId,
    clientOid: name ?? `exits#${id}`,
    symbol,
    side: isLong ? 'sell' : 'buy',
    positionSide: side,
    orderType: 'tp_sl',
    timeInForce: 'ioc',
    prevention: 'taker',
    ticks: 0,
    lots: 0,
    reduceOnly: true,
    closePosition: true,
    triggers,
    atMarket: true,
    makerPpm: rates.makerPpm,
    takerPpm: rates.takerPpm,
    createdAt: log.at,
    updatedAt: log.at,
    season: seasonOf(state, { realm, userId }),
    queueAhead: 0,
    status: 'waiting',
    filledLots: 0,
    filledTickLots: 0n,
    fee: 0n,
    result: 0n,
  }
}

export const seasonOf = (
  state: ExchangeState,
  { realm, userId }: { readonly realm: Realm; readonly userId: string },
): number => (realm === 'paper' ? (state.paper.get(userId)?.season ?? 0) : 0)

function triggerOf(
  kind: FuturesTrigger['kind'],
  exit: PositionExits['takeProfit'],
  { rises }: { readonly rises: boolean },
): FuturesTrigger[] {
  if (!exit) return []
  const { by, ticks, limit = 0 } = exit
  return [{ kind, by, rises, ticks, limit, bound: 0, callback: 0, extreme: 0 }]
}
