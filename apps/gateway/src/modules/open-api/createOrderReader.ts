import type { Clock } from '@x/kit'
import type { Database } from '../../platform/db/Database.ts'
import type { RequestSession } from '../../platform/http/route.ts'
import { orderKey } from '../../exchange/state/ExchangeView.ts'
import { ledgerCaughtUp } from '../trading/ports/ledgerReads.ts'
import type { TradingService } from '../trading/ports/TradingService.ts'
import { DialectError } from './errors.ts'
import { mandatory, type Params } from './params.ts'
import { orderNamed, ordersOf, tradesOf, type StoredTrade, type Wanted } from './orderQueries.ts'
import type { RecentOrders } from './recentOrders.ts'
import { STOP_LEG, type AnyOrder } from './spot/orderViews.ts'

type Page = Omit<Wanted, 'realm' | 'userId'>

/** Finds orders in memory, among those that ended a moment ago, and in the ledger. */
export interface OrderReader {
  /** The order that a call names. @throws DialectError -1102, -2013 */
  find(session: RequestSession, params: Params): Promise<AnyOrder>
  /** The same of open orders only; `undefined` where there is none. */
  findOpen(session: RequestSession, params: Params): AnyOrder | undefined
  /** After a command about it was confirmed. */
  after(id: number): AnyOrder | undefined
  open(session: RequestSession, symbol: string | undefined): readonly AnyOrder[]
  page(session: RequestSession, page: Page): Promise<readonly AnyOrder[]>
  trades(session: RequestSession, page: Page): Promise<readonly StoredTrade[]>
}

/** An order as it is named: by its number, or by the client's word for it. */
interface OrderName {
  readonly id: number | undefined
  readonly clientOid: string | undefined
}

export function createOrderReader({
  db,
  clock,
  trading,
  recent,
}: {
  readonly db: Database
  readonly clock: Pick<Clock, 'after'>
  readonly trading: TradingService
  readonly recent: RecentOrders
}): OrderReader {
  const { state } = trading.core

  function openNamed(session: RequestSession, { id, clientOid }: OrderName): AnyOrder | undefined {
    if (id !== undefined) return isOwn(state.orders.get(id), session)
    return state.openOrder(orderKey({ ...session, clientOid: clientOid ?? '' }))
  }

  async function stored(session: RequestSession, { id, clientOid }: OrderName) {
    await ledgerCaughtUp({ db, trading, clock })
    const { realm, userId } = session
    if (clientOid !== undefined && id === undefined)
      return orderNamed(db, { realm, userId, clientOid })
    const [order] = await ordersOf(db, { realm, userId, orderId: id, limit: 1 })
    return order
  }

  return {
    async find(session, params) {
      const name = readName(params)
      const order =
        openNamed(session, name) ??
        (name.id === undefined ? undefined : isOwn(recent.order(name.id), session)) ??
        (await stored(session, name))
      const symbol = params.text('symbol')
      if (!order || (symbol !== undefined && order.symbol !== symbol))
        throw new DialectError('NO_SUCH_ORDER')
      return order
    },
    findOpen(session, params) {
      const order = openNamed(session, readName(params))
      const symbol = params.text('symbol')
      return order && (symbol === undefined || order.symbol === symbol) ? order : undefined
    },
    after: (id) => state.orders.get(id) ?? recent.order(id),
    open: ({ realm, userId }, symbol) =>
      [...state.ordersOf(realm, userId)]
        .filter((order) => symbol === undefined || order.symbol === symbol)
        .sort((a, b) => a.id - b.id),
    async page({ realm, userId }, page) {
      await ledgerCaughtUp({ db, trading, clock })
      return ordersOf(db, { realm, userId, ...page })
    },
    async trades({ realm, userId }, page) {
      await ledgerCaughtUp({ db, trading, clock })
      return tradesOf(db, { realm, userId, ...page })
    },
  }
}

const isOwn = (
  order: (AnyOrder & { readonly realm: string; readonly userId: string }) | undefined,
  { realm, userId }: RequestSession,
) => (order?.realm === realm && order.userId === userId ? order : undefined)

const CLIENT_NAMES = ['origClientOrderId', 'listClientOrderId'] as const

function readName(params: Params): OrderName {
  const number =
    params.integer('orderId') ?? params.integer('cancelOrderId') ?? params.integer('orderListId')
  const clientOid =
    CLIENT_NAMES.map((name) => params.text(name)).find((text) => text !== undefined) ??
    params.text('cancelOrigClientOrderId')
  if (number === undefined && clientOid === undefined) throw mandatory('orderId')
  return {
    id: number === undefined ? undefined : number >= STOP_LEG ? number - STOP_LEG : number,
    clientOid: clientOid?.replace(/-stop$/, ''),
  }
}
