import { api } from '@x/api'
import type { Clock } from '@x/kit'
import { GatewayError, type RouteSpec } from '../../platform/http/route.ts'
import { malformedParameter } from '../../platform/http/envelope.ts'
import { symbolSpec } from '../../exchange/instruments/symbols.ts'
import { isArmed, type SpotOrder } from '../../exchange/state/order.ts'
import {
  closedOrders,
  fills,
  executionCostSums,
  openOrders,
  orderIdByClient,
  type Owner,
} from './queries.ts'
import { ledgerCaughtUp } from '../trading/ports/ledgerReads.ts'
import { readClientOid } from '../../platform/http/requestFields.ts'
import { pageOf, readPage, type PageRequest } from '../../platform/http/page.ts'
import { passes, readRecordFilter, type RecordFilter, type RecordsRequest } from './recordFilter.ts'
import type { Database } from '../../platform/db/Database.ts'
import type { Trader, TradingService } from '../trading/ports/TradingService.ts'
import { createPrivateRoutes } from '../trading/ports/privateRoutes.ts'
import { fillView, executionCostsView, orderView } from '../orders/ports/orderViews.ts'
import type { OrderRow } from '../../exchange/ledger/storedOrders.ts'

const ORDER_CURSOR = /^\d{1,16}$/
const CLOSED_CURSOR = /^\d{1,16}\.\d{1,16}$/
/** Fills that an order's page shows at once; the list of fills has the others. */
const DETAIL_FILLS = 100

export interface RecordRoutesOptions {
  readonly db: Database
  readonly clock: Pick<Clock, 'after'>
  readonly trading: TradingService
}

/** It waits for a price, or for another order to be filled. */
const isWaiting = (order: Pick<SpotOrder, 'triggers' | 'firedAt' | 'phase'>): boolean =>
  isArmed(order) || order.phase !== undefined

/**
 * Lists of orders and fills, narrowed by the server, and one order with its fills (wire 10,
 * docs/reference/wire.md).
 */
export function recordRoutes({ db, clock, trading }: RecordRoutesOptions): RouteSpec[] {
  const { read } = createPrivateRoutes(trading)
  return [
    read(api.spot.orders.open, async (owner, params) => {
      return confirmed(
        trading,
        await openPage(
          (await openOrdersOf({ db, trading }, owner)).filter(({ status }) => status !== 'waiting'),
          params,
        ),
      )
    }),
    read(api.spot.orders.trigger, async (owner, params) => {
      return confirmed(
        trading,
        await openPage((await openOrdersOf({ db, trading }, owner)).filter(isWaiting), params),
      )
    }),
    read(api.spot.orders.history, async ({ realm, userId }, params) => {
      const request = {
        ...readPage(params, { cursorPattern: CLOSED_CURSOR, isSymbol }),
        ...readRecordFilter(params),
      }
      await ledgerCaughtUp({ db, trading, clock })
      return pageOf(request, async (limit) =>
        (await closedOrders(db, { ...request, realm, userId, limit })).map(({ row, cursor }) => ({
          item: orderView(row),
          cursor,
        })),
      )
    }),
    read(api.spot.orders.fills, async ({ realm, userId }, params) => {
      const request = {
        ...readPage(params, { cursorPattern: ORDER_CURSOR, isSymbol }),
        ...readRecordFilter(params),
      }
      await ledgerCaughtUp({ db, trading, clock })
      return fillPage({ db }, { realm, userId, ...request })
    }),
    read(api.spot.orders.detail, async (owner, params) => {
      const named = { orderId: readRecordFilter(params).orderId, clientOid: readClientOid(params) }
      if (named.orderId === undefined && named.clientOid === undefined)
        throw malformedParameter('orderId', 'orderId or clientOid is missing')
      await ledgerCaughtUp({ db, trading, clock })
      const orderId =
        named.orderId ??
        (await orderIdOf({ db, trading }, { ...owner, clientOid: named.clientOid ?? '' }))
      return confirmed(trading, await orderDetail({ db, trading }, { ...owner, orderId }))
    }),
  ]
}

async function orderDetail(
  { db, trading }: Pick<RecordRoutesOptions, 'db' | 'trading'>,
  { realm, userId, orderId }: Trader & { readonly orderId: string },
) {
  const order = await orderOf({ db, trading }, { realm, userId, orderId })
  const [fills, costs] = await Promise.all([
    fillPage(
      { db },
      { realm, userId, orderId, symbol: undefined, cursor: undefined, limit: DETAIL_FILLS },
    ),
    executionCostSums(db, { realm, userId, orderId }),
  ])
  const executionCosts = costs ? executionCostsView(costs, order) : null
  return {
    order: orderView(order),
    fills,
    executionCosts,
    // The former name, for clients that read it.
    frictions: executionCosts,
  }
}

/** From memory; once trading has halted, what the ledger has: memory may be ahead of the disk. */
async function openOrdersOf(
  { db, trading }: Pick<RecordRoutesOptions, 'db' | 'trading'>,
  { realm, userId }: Owner,
): Promise<readonly OrderRow[]> {
  return trading.core.halted()
    ? openOrders(db, { realm, userId })
    : [...trading.core.state.ordersOf(realm, userId)]
}

/** What was read from the ledger needs no confirmation, and after a halt there is none. */
function confirmed<T>(trading: TradingService, value: T): Promise<T> {
  return trading.core.halted() ? Promise.resolve(value) : trading.confirm(value)
}

function openPage(open: readonly OrderRow[], params: RecordsRequest) {
  const request = readPage(params, { cursorPattern: ORDER_CURSOR, isSymbol })
  const filter = readRecordFilter(params)
  const before = request.cursor === undefined ? Infinity : Number(request.cursor)
  const symbols = request.symbol?.split(',')
  const shown = open
    .filter(
      (order) =>
        order.id < before && (symbols?.includes(order.symbol) ?? true) && passes(order, filter),
    )
    .sort((a, b) => b.id - a.id)
  return pageOf(request, (limit) =>
    shown.slice(0, limit).map((order) => ({ item: orderView(order), cursor: String(order.id) })),
  )
}

function fillPage(
  { db }: Pick<RecordRoutesOptions, 'db'>,
  wanted: Owner & PageRequest & RecordFilter,
) {
  return pageOf(wanted, async (limit) =>
    (await fills(db, { ...wanted, limit })).map(({ row, cursor }) => ({
      item: fillView(row),
      cursor,
    })),
  )
}

/** Still alive, or on record. @throws GatewayError 40401: there is none, or it is another's. */
async function orderOf(
  { db, trading }: Pick<RecordRoutesOptions, 'db' | 'trading'>,
  { realm, userId, orderId }: Owner & { readonly orderId: string },
): Promise<OrderRow> {
  const live = trading.core.halted() ? undefined : trading.core.state.orders.get(Number(orderId))
  const [stored] = trading.core.halted() ? await openOrders(db, { realm, userId, orderId }) : []
  if (stored) return stored
  if (live) {
    if (live.realm === realm && live.userId === userId) return live
    throw unknownOrder(orderId)
  }
  const [closed] = await closedOrders(db, {
    realm,
    userId,
    orderId,
    symbol: undefined,
    cursor: undefined,
    limit: 1,
  })
  if (!closed) throw unknownOrder(orderId)
  return closed.row
}

/**
 * The order of a client order id: open, or on record.
 * @throws GatewayError 40401: there is none. 00006: trading has halted, and the ledger may not have
 * it yet.
 */
async function orderIdOf(
  { db, trading }: Pick<RecordRoutesOptions, 'db' | 'trading'>,
  { realm, userId, clientOid }: Owner & { readonly clientOid: string },
): Promise<string> {
  const open = (await openOrdersOf({ db, trading }, { realm, userId })).find(
    (order) => order.clientOid === clientOid,
  )
  const orderId = open ? String(open.id) : await orderIdByClient(db, { realm, userId, clientOid })
  if (orderId !== undefined) return orderId
  if (trading.core.halted())
    throw new GatewayError('00006', 'The records are not up to date, please try again in a moment')
  throw new GatewayError('40401', 'The order is unknown', { data: { clientOid } })
}

/** A pair, or several with commas between them. */
const isSymbol = (symbols: string): boolean =>
  symbols.split(',').every((symbol) => symbolSpec(symbol) !== undefined)
const unknownOrder = (orderId: string): GatewayError =>
  new GatewayError('40401', 'The order is unknown', { data: { orderId } })
