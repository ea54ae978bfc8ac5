import type { Clock } from '@x/kit'
import type { Database } from '../db/Database.ts'
import type { DisplayedMarket } from '../market/ports.ts'
import type { PaperDesk } from '../paper/createPaperDesk.ts'
import { PAPER_TERMS } from '../paper/paperFunds.ts'
import type { GatewayRequest, RequestSession, RouteSpec } from '../server/route.ts'
import { assetHistory, readRange, type DailyCloses } from './assetHistory.ts'
import type { Desk } from './createDesk.ts'
import type { Holdings } from './createHoldings.ts'
import type { OrderDesk } from './createOrderDesk.ts'
import { isArmed, type Order } from './exchange/order.ts'
import { closedOrders, fills } from './history.ts'
import { pageOf, readPage } from './page.ts'
import { positionsOf } from './positions.ts'
import { SPOT_SYMBOLS } from './symbols.ts'
import { fillView, orderView, symbolView } from './views.ts'

export interface TradingDesks {
  readonly db: Database
  readonly desk: Desk
  readonly orders: OrderDesk
  readonly paper: PaperDesk
  readonly market: DisplayedMarket
  readonly holdings: Holdings
  readonly dailyCloses: DailyCloses
  readonly clock: Pick<Clock, 'now'>
}

const text = { type: 'string', maxLength: 100 }
const optional = { type: ['string', 'null'], maxLength: 100 }
const page = { type: 'object', properties: { cursor: text, limit: text, symbol: text } }

/** The spot routes of wire 10. `desks` throws while trading is not running. */
export function spotRoutes(desks: () => TradingDesks): RouteSpec[] {
  const write = (path: string, spec: Pick<RouteSpec, 'summary' | 'schema' | 'realms'>, run: (open: TradingDesks, session: RequestSession, request: GatewayRequest) => Promise<unknown>): RouteSpec => ({
    method: 'POST',
    path,
    access: 'private',
    signMode: '2',
    ...spec,
    handler: async (request) => run(desks(), request.session!, request),
  })
  const read = (path: string, summary: string, run: (open: TradingDesks, session: RequestSession, request: GatewayRequest) => Promise<unknown>): RouteSpec => ({
    method: 'GET',
    path,
    access: 'private',
    summary,
    ...(path.includes('/order/') ? { schema: { querystring: page } } : {}),
    async handler(request) {
      const open = desks()
      open.desk.enter(request.session!)
      return run(open, request.session!, request)
    },
  })

  return [
    write('/v1/spot/order/place', { summary: 'Places a spot order.', schema: { body: placeSchema } }, ({ orders }, session, { body }) => orders.place(session, body)),
    write('/v1/spot/order/cancel', { summary: 'Cancels an open spot order.', schema: { body: cancelSchema } }, ({ orders }, session, { body }) => orders.cancel(session, body)),
    write('/v1/spot/order/amend', { summary: 'Changes price, size or trigger of an open spot order.', schema: { body: amendSchema } }, ({ orders }, session, { body }) => orders.amend(session, body)),
    write('/v1/spot/order/cancelAll', { summary: 'Cancels all open spot orders, of a pair or side where one is named.', schema: { body: cancelAllSchema } }, ({ orders }, session, { body }) => orders.cancelAll(session, body)),
    read('/v1/spot/order/open', 'Open spot orders, the latest first.', async ({ desk }, { realm, userId }, { query }) => {
      return desk.confirm(await openPage([...desk.core.state.ordersOf(realm, userId)].filter(({ status }) => status !== 'waiting'), query))
    }),
    read('/v1/spot/order/trigger', 'Spot orders with a trigger that has not been reached, the latest first.', async ({ desk }, { realm, userId }, { query }) => {
      return desk.confirm(await openPage([...desk.core.state.ordersOf(realm, userId)].filter(isArmed), query))
    }),
    read('/v1/spot/order/history', 'Filled and cancelled spot orders, the latest closed first.', async ({ db, desk }, { realm, userId }, { query }) => {
      const request = readPage(query, { cursorPattern: /^\d{1,16}\.\d{1,16}$/ })
      await desk.core.settled()
      return pageOf(request, async (limit) => (await closedOrders(db, { ...request, realm, userId, limit })).map(({ row, cursor }) => ({ item: orderView(row), cursor })))
    }),
    read('/v1/spot/order/fills', 'Fills of spot orders, the latest first.', async ({ db, desk }, { realm, userId }, { query }) => {
      const request = readPage(query, { cursorPattern: /^\d{1,16}$/ })
      await desk.core.settled()
      return pageOf(request, async (limit) => (await fills(db, { ...request, realm, userId, limit })).map(({ row, cursor }) => ({ item: fillView(row), cursor })))
    }),
    read('/v1/spot/account/assets', 'Balances of the spot account.', ({ desk }, session) => desk.confirm(desk.assets(session))),
    read('/v1/spot/account/positions', 'Holdings of the spot account with the inputs of their average buy price.', async ({ desk, market, holdings }, session) => {
      await desk.core.settled()
      const bought = await holdings.of({ ...session, season: session.realm === 'paper' ? (desk.core.state.paper.get(session.userId)?.season ?? 1) : 0 })
      return desk.confirm(positionsOf(session, { state: desk.core.state, market, holdings: bought }))
    }),
    {
      ...read('/v1/asset/history', 'What the account was worth at each UTC midnight of a range, and is worth now.', async ({ db, desk, dailyCloses, clock }, session, { query }) => {
        const days = readRange(query['range'])
        await desk.core.settled()
        return assetHistory(db, { ...session, days, now: clock.now(), dailyCloses })
      }),
      schema: { querystring: { type: 'object', properties: { range: text } } },
    },
    { method: 'GET', path: '/v1/spot/public/symbols', access: 'public', summary: 'The spot pairs and their rules.', handler: async () => SPOT_SYMBOLS.map(symbolView) },
    { method: 'GET', path: '/v1/spot/public/paper', access: 'public', summary: 'What a paper account starts with and may add per day.', handler: async () => PAPER_TERMS },
    write('/v1/spot/paper/reset', { summary: 'Starts a new paper season with the default funds.', realms: ['paper'] }, ({ paper }, session) => paper.reset(session)),
    write('/v1/spot/paper/topup', { summary: 'Adds paper funds, up to a daily cap.', realms: ['paper'], schema: { body: topUpSchema } }, ({ paper }, session, { body }) => paper.topUp(session, body)),
  ]
}

function openPage(open: readonly Order[], query: Readonly<Record<string, string>>) {
  const request = readPage(query, { cursorPattern: /^\d{1,16}$/ })
  const before = request.cursor === undefined ? Infinity : Number(request.cursor)
  const shown = open.filter((order) => order.id < before && (request.symbol ?? order.symbol) === order.symbol).sort((a, b) => b.id - a.id)
  return pageOf(request, (limit) => shown.slice(0, limit).map((order) => ({ item: orderView(order), cursor: String(order.id) })))
}

/** Only the kinds of values; what they may be is judged with the order, so that each fault names its field and code. */
const placeSchema = {
  type: 'object',
  properties: {
    symbol: text,
    side: text,
    orderType: text,
    size: text,
    price: optional,
    sizeUnit: optional,
    timeInForce: optional,
    triggerPrice: optional,
    triggerBy: optional,
    stopPrice: optional,
    callbackRate: optional,
    takeProfitTriggerPrice: optional,
    takeProfitPrice: optional,
    stopLossTriggerPrice: optional,
    stopLossPrice: optional,
    selfTradePrevention: optional,
    clientOid: optional,
  },
}
const cancelSchema = { type: 'object', properties: { orderId: text, clientOid: text } }
const amendSchema = { type: 'object', properties: { orderId: text, clientOid: text, price: optional, size: optional, triggerPrice: optional } }
const cancelAllSchema = { type: 'object', properties: { symbol: optional, side: optional } }
const topUpSchema = { type: 'object', properties: { asset: text, amount: text, clientOid: optional } }
