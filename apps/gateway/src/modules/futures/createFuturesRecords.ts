import { api, type FuturesBill } from '@x/api'
import { formatUnits } from '@x/decimal'
import type { Clock } from '@x/kit'
import { accountAsIs } from '../../exchange/futures/judge.ts'
import { groupsOf, isDue } from '../../exchange/futures/margin.ts'
import { scaleOf } from '../../exchange/instruments/symbols.ts'
import type { FuturesOrder } from '../../exchange/state/futuresOrder.ts'
import type { Database } from '../../platform/db/Database.ts'
import { malformedParameter } from '../../platform/http/envelope.ts'
import { pageOf, readPage, type PageRequest } from '../../platform/http/page.ts'
import { given, readClientOid } from '../../platform/http/requestFields.ts'
import { GatewayError, type RouteSpec } from '../../platform/http/route.ts'
import { readRecordFilter, type RecordsRequest } from '../trading-records/module.ts'
import { ledgerCaughtUp } from '../trading/ports/ledgerReads.ts'
import { createPrivateRoutes } from '../trading/ports/privateRoutes.ts'
import type { Trader, TradingService } from '../trading/ports/TradingService.ts'
import { contractNamed, isContract } from './ports/contracts.ts'
import {
  deleveragedDetail,
  deleveragedView,
  liquidationDetail,
  liquidationsFrom,
  liquidationView,
} from './ports/liquidationViews.ts'
import { futuresFillView, futuresOrderView } from './ports/orderViews.ts'
import { closedPositionView } from './ports/positionViews.ts'
import { billsOf, deleveragedOf, stepsOf, type BillRow } from './ports/recordQueries.ts'
import {
  closedFuturesOrders,
  closedPositions,
  futuresFillsOf,
  futuresOrderIdOf,
} from './ports/queries.ts'

const BILL_CURSOR = /^\d{1,16}\.\d{1,9}\.\d{1,9}$/
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

/** Lists of what was: orders, fills, positions, bills and liquidations (futures 11). */
export const futuresRecordRoutes = (options: FuturesRecordsOptions): RouteSpec[] => [
  ...orderRoutes(options),
  ...accountRoutes(options),
  ...liquidationRoutes(options),
]

/** Closed orders, fills, and one order. */
function orderRoutes({ trading, db, clock }: FuturesRecordsOptions): RouteSpec[] {
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
      const order = await orderOf({ trading, db }, session, named)
      const request = { orderId: String(order.id), limit: DETAIL_FILLS, symbol: undefined }
      const fills = await fillPage(session, { ...request, cursor: undefined })
      return trading.confirm({ order: futuresOrderView(view, order), fills })
    }),
  ]
}

/** Still open, or on record. @throws GatewayError 40401: there is none, or it is another's. */
async function orderOf(
  { trading, db }: Pick<FuturesRecordsOptions, 'trading' | 'db'>,
  { realm, userId }: Trader,
  named: Named,
): Promise<Readonly<FuturesOrder>> {
  const view = trading.core.state
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

/** Closed positions, and changes of the wallets. */
function accountRoutes({ trading, db, clock }: FuturesRecordsOptions): RouteSpec[] {
  const { read } = createPrivateRoutes(trading)
  const { positions, account } = api.futures
  const view = trading.core.state
  const caughtUp = () => ledgerCaughtUp({ db, trading, clock })
  return [
    read(positions.history, async ({ realm, userId }, params) => {
      const { cursor, limit: most, symbol, from, to } = readNarrowed(params, CLOSED_CURSOR)
      const side = given(params.positionSide)
      await caughtUp()
      return pageOf({ cursor, limit: most, symbol }, async (limit) =>
        (
          await closedPositions(db, {
            realm,
            userId,
            limit,
            cursor,
            symbol,
            from,
            to,
            positionSide: side === undefined ? undefined : side === '1' ? 1 : 2,
          })
        ).map((row) => ({ item: closedPositionView(view, row), cursor: row.cursor })),
      )
    }),
    read(account.bills, async ({ realm, userId }, params) => {
      const page = readPage(params, { cursorPattern: BILL_CURSOR, isSymbol: isContract })
      const { from, to } = readRecordFilter(params)
      await caughtUp()
      return pageOf(page, async (limit) =>
        (
          await billsOf(db, {
            realm,
            userId,
            limit,
            cursor: page.cursor,
            symbol: page.symbol && contractNamed(page.symbol).id,
            kind: given(params.kind),
            asset: given(params.marginCoin),
            from,
            to,
          })
        ).map((row) => ({ item: billView(row), cursor: `${row.seq}.${row.part}.${row.line}` })),
      )
    }),
  ]
}

function liquidationRoutes({ trading, db, clock }: FuturesRecordsOptions): RouteSpec[] {
  const { read } = createPrivateRoutes(trading)
  const { liquidations } = api.futures
  const view = trading.core.state
  const caughtUp = () => ledgerCaughtUp({ db, trading, clock })

  /** All of a user, the latest first. */
  async function liquidationsOf(session: Trader) {
    const trader = { realm: session.realm, userId: session.userId }
    const [steps, deleveraged] = [await stepsOf(db, trader), await deleveragedOf(db, trader)]
    const running = accountAsIs(view, trader)
    const own = liquidationsFrom(steps).map((each) => {
      const owner = each[0]?.wallet
      const isRunning = groupsOf(view, running).some(
        (group) => group.owner === owner && isDue(view, group),
      )
      return {
        ids: each.map((step) => String(step.liquidation_id)),
        view: liquidationView(each, { isRunning }),
        detail: () => liquidationDetail(each, { isRunning }),
      }
    })
    const others = deleveraged.map((row) => ({
      ids: [deleveragedView(row).liquidationId],
      view: deleveragedView(row),
      detail: () => deleveragedDetail(row),
    }))
    return [...own, ...others].toSorted((a, b) => b.view.startedAt - a.view.startedAt)
  }

  return [
    read(liquidations.list, async (session, params) => {
      const page = readPage(params, { cursorPattern: FILL_CURSOR, isSymbol: isContract })
      const { from = 0, to = Infinity } = readRecordFilter(params)
      await caughtUp()
      const shown = (await liquidationsOf(session))
        .map(({ view: item }) => item)
        .filter(({ symbol }) => !page.symbol || symbol === null || symbol === page.symbol)
        .filter(({ startedAt }) => startedAt >= from && startedAt <= to)
      const first = Number(page.cursor ?? 0)
      return pageOf(page, (limit) =>
        shown
          .slice(first, first + limit)
          .map((item, at) => ({ item, cursor: String(first + at + 1) })),
      )
    }),
    read(liquidations.detail, async (session, { liquidationId }) => {
      await caughtUp()
      // By any of its steps: each is published under its own id.
      const found = (await liquidationsOf(session)).find(({ ids }) => ids.includes(liquidationId))
      if (!found) throw new GatewayError('40401', 'The liquidation is unknown')
      return found.detail()
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

const billView = (row: BillRow): FuturesBill => ({
  billId: `${row.seq}.${row.part}.${row.line}`,
  marginCoin: row.asset,
  kind: row.kind as FuturesBill['kind'],
  amount: formatUnits(BigInt(row.amount), scaleOf(row.asset), { trim: true }),
  symbol: row.symbol && row.symbol.slice(row.symbol.indexOf('/') + 1),
  reference: row.reference,
  createdAt: Number(row.at),
})
