import { api } from '@x/api'
import type { Clock } from '@x/kit'
import { accountAsIs } from '../../exchange/futures/judge.ts'
import type { FuturesOrder } from '../../exchange/state/futuresOrder.ts'
import type { Database } from '../../platform/db/Database.ts'
import { malformedParameter } from '../../platform/http/envelope.ts'
import { pageOf, readPage, type PageRequest } from '../../platform/http/page.ts'
import { readClientOid } from '../../platform/http/requestFields.ts'
import { GatewayError, type RouteSpec } from '../../platform/http/route.ts'
import { readRecordFilter, type RecordsRequest } from '../trading-records/module.ts'
import { ledgerCaughtUp } from '../trading/ports/ledgerReads.ts'
import { createPrivateRoutes } from '../trading/ports/privateRoutes.ts'
import type { Trader, TradingService } from '../trading/ports/TradingService.ts'
import { contractNamed, isContract } from './ports/contracts.ts'
import { futuresFillView, futuresOrderView } from './ports/orderViews.ts'
import { closedFuturesOrders, futuresFillsOf, futuresOrderIdOf } from './ports/queries.ts'

const FILL_CURSOR = /^\d{1,16}$/
const CLOSED_CURSOR = /^\d{1,16}\.\d{1,16}$/
/** Fills that an order's page shows at once; the list of fills has the others. */
const DETAIL_FILLS = 100

export interface FuturesRecordsOptions {
  readonly trading: TradingService
  readonly db: Pick<Database, 'query' | 'whileReachable'>
  readonly clock: Pick<Clock, 'after'>
}

type Narrowed = PageRequest & ReturnType<typeof readRecordFilter>

/** Lists of what was: closed orders, fills, closed positions, and one order (futures 11). */
export function futuresRecordRoutes({ trading, db, clock }: FuturesRecordsOptions): RouteSpec[] {
  const { read } = createPrivateRoutes(trading)
  const { orders } = api.futures
  const view = trading.core.state
  const caughtUp = () => ledgerCaughtUp({ db, trading, clock })

  const fillPage = ({ realm, userId }: Trader, request: Narrowed) =>
    pageOf(request, async (limit) =>
      (await futuresFillsOf(db, { ...request, realm, userId, limit })).map((fill) => ({
        item: futuresFillView(view, fill),
        cursor: String(fill.id),
      })),
    )

  /** Still open, or on record. @throws GatewayError 40401: there is none, or it is another's. */
  async function orderOf({ realm, userId }: Trader, named: Named): Promise<Readonly<FuturesOrder>> {
    const open = [...accountAsIs(view, { realm, userId }).orders].find((order) =>
      named.orderId === undefined
        ? order.clientOid === named.clientOid
        : String(order.id) === named.orderId,
    )
    if (open) return open
    const clientOid = named.clientOid ?? ''
    const orderId = named.orderId ?? (await futuresOrderIdOf(db, { realm, userId, clientOid }))
    const [closed] = orderId
      ? await closedFuturesOrders(db, { realm, userId, orderId, limit: 1 })
      : []
    if (closed) return closed.order
    throw new GatewayError('40401', 'The order is unknown', { data: { ...named } })
  }

  return [
    read(orders.history, async ({ realm, userId }, params) => {
      const request = readNarrowed(params, CLOSED_CURSOR)
      await caughtUp()
      return pageOf(request, async (limit) =>
        (await closedFuturesOrders(db, { ...request, realm, userId, limit })).map(
          ({ order, cursor }) => ({ item: futuresOrderView(view, order), cursor }),
        ),
      )
    }),
    read(orders.fills, async (session, params) => {
      const request = readNarrowed(params, FILL_CURSOR)
      await caughtUp()
      return fillPage(session, request)
    }),
    read(orders.detail, async (session, params) => {
      const named = readNamed(params)
      await caughtUp()
      const order = await orderOf(session, named)
      const request = { orderId: String(order.id), limit: DETAIL_FILLS, symbol: undefined }
      const fills = await fillPage(session, { ...request, cursor: undefined })
      return trading.confirm({ order: futuresOrderView(view, order), fills })
    }),
  ]
}

interface Named {
  readonly orderId?: string
  readonly clientOid?: string
}

/** @throws GatewayError 40010 */
function readNamed(params: { readonly orderId?: string; readonly clientOid?: string }): Named {
  const { orderId } = readRecordFilter(params)
  if (orderId !== undefined) return { orderId }
  const clientOid = readClientOid(params)
  if (clientOid === undefined)
    throw malformedParameter('orderId', 'orderId or clientOid is missing')
  return { clientOid }
}

/** A page and its filter, with the contract's id for its symbol. @throws GatewayError */
function readNarrowed(params: RecordsRequest, cursorPattern: RegExp): Narrowed {
  const page = readPage(params, { cursorPattern, isSymbol: isContract })
  return {
    ...page,
    ...readRecordFilter(params),
    symbol: page.symbol && contractNamed(page.symbol).id,
  }
}
