import {
  BUY,
  MAX_LOTS,
  MAX_TICKS,
  NO_POSITION,
  SELL,
  type EngineCommand,
} from '../matching/command.ts'
import type { EventBuffer } from '../matching/event.ts'
import type { HouseAccountFlowCommand } from '../state/command.ts'
import type { EffectLog } from '../state/effects.ts'
import type { HouseAccountRow } from '../state/houseAccountRows.ts'
import { forgetHouseAccountOrder, settleEvents } from './enterBook.ts'
import { addMarketEffects } from './marketEffects.ts'
import type { ContractMarket, ExchangeState, Market } from '../state/state.ts'

/**
 * The market makers' flow goes into the live books like any order. Between two house account orders
 * no money moves: they are one account.
 */
export function applyHouseAccountFlow(
  state: ExchangeState,
  log: EffectLog,
  { rows }: HouseAccountFlowCommand,
  { settleContract }: HouseAccountOptions,
): void {
  for (const row of rows) {
    const [symbol, name] = row
    const market = state.markets.get(symbol)
    const entry = row.length === 2 ? cancellation(state, row) : placement(state, row)
    if (market && entry) run(state, log, { market, name, entry, settleContract })
  }
}

/** Books what the house account traded in a contract. */
export interface HouseAccountOptions {
  readonly settleContract: (
    state: ExchangeState,
    log: EffectLog,
    traded: {
      readonly market: ContractMarket
      readonly events: EventBuffer
      readonly taker: undefined
    },
  ) => void
}

interface Run extends HouseAccountOptions {
  readonly market: Market
  readonly name: string
  readonly entry: EngineCommand
}

function run(
  state: ExchangeState,
  log: EffectLog,
  { market, name, entry, settleContract }: Run,
): void {
  const { orderId } = entry
  const { id: instrumentId } = market.instrument
  const { book } = market.engine
  const events = market.engine.submit(entry)
  addMarketEffects(log, { instrumentId, book, events })
  if (market.product === 'spot')
    settleEvents(state, log, { pair: market, events, taker: undefined })
  else settleContract(state, log, { market, events, taker: undefined })
  if (entry.kind === 'cancel') return forgetHouseAccountOrder(state, orderId)
  if (book.slotOf(orderId) < 0) return
  state.houseAccountOrders.set(name, { orderId, instrumentId })
  state.houseAccountOrderNames.set(orderId, name)
}

/** Cancels of orders that traded meanwhile are no fault. */
function cancellation(
  state: ExchangeState,
  [symbol, name]: HouseAccountRow,
): EngineCommand | undefined {
  const known = state.houseAccountOrders.get(name)
  return known?.instrumentId === symbol ? { kind: 'cancel', orderId: known.orderId } : undefined
}

function placement(
  state: ExchangeState,
  [, name, way, limit, lots]: Extract<HouseAccountRow, { length: 5 }>,
): EngineCommand | undefined {
  const side = way.startsWith('b') ? BUY : SELL
  const isMarket = way.charAt(1) === 'm'
  const ticks = isMarket ? (side === BUY ? MAX_TICKS : 1) : limit
  if (!inRange(lots, MAX_LOTS) || !inRange(ticks, MAX_TICKS) || state.houseAccountOrders.has(name))
    return undefined
  const timeInForce = isMarket || way.endsWith('i') ? 'ioc' : 'gtc'
  return {
    kind: 'place',
    orderId: state.next.order++,
    account: NO_POSITION,
    party: HOUSE_PARTY,
    side,
    ticks,
    lots,
    budget: 0,
    timeInForce,
    prevention: 'none',
  }
}

/** No user has this number. */
const HOUSE_PARTY = 0

const inRange = (value: number, most: number): boolean =>
  Number.isInteger(value) && value > 0 && value <= most
