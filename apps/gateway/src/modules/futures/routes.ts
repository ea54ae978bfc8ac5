import { api, type FuturesTicker } from '@x/api'
import { route } from '../../platform/http/contractRoute.ts'
import { pageOf, readPage } from '../../platform/http/page.ts'
import type { GatewayRequest, RequestSession, RouteSpec } from '../../platform/http/route.ts'
import { accountAsIs } from '../../exchange/futures/judge.ts'
import type { CONTRACTS } from '../../exchange/instruments/contracts.ts'
import { waitsForTrigger, type FuturesOrder } from '../../exchange/state/futuresOrder.ts'
import { given } from '../../platform/http/requestFields.ts'
import { createPrivateRoutes } from '../trading/ports/privateRoutes.ts'
import { passes, readRecordFilter, type RecordsRequest } from '../trading-records/module.ts'
import type { ExchangeView } from '../../exchange/state/ExchangeView.ts'
import type { TradingService } from '../trading/ports/TradingService.ts'
import type { FuturesAccounts } from './createFuturesAccounts.ts'
import type { FuturesOrders } from './createFuturesOrders.ts'
import type { FuturesPreviews } from './createOrderPreview.ts'
import {
  contractNamed,
  contractsNamed,
  contractView,
  isContract,
  tierViews,
} from './ports/contracts.ts'
import { futuresOrderView } from './ports/orderViews.ts'
import { positionViews } from './ports/positionViews.ts'

export interface FuturesRoutesOptions {
  readonly trading: TradingService
  readonly orders: FuturesOrders
  readonly accounts: FuturesAccounts
  readonly preview: FuturesPreviews
  readonly tickers: (contracts: typeof CONTRACTS) => FuturesTicker[]
}

const ORDER_CURSOR = /^\d{1,16}$/

/** Futures (futures 11). */
export function futuresRoutes({
  trading,
  orders,
  accounts,
  preview,
  tickers,
}: FuturesRoutesOptions): RouteSpec[] {
  const { read, write } = createPrivateRoutes(trading)
  const { futures } = api
  const view = trading.core.state
  const named = ({ query }: GatewayRequest) =>
    contractsNamed({ symbol: query['symbol'], product: query['product'] })

  return [
    route(futures.marketData.symbols, async (request) => named(request).map(contractView)),
    route(futures.marketData.tiers, async ({ query }) =>
      tierViews(contractNamed(query['symbol'] ?? '')),
    ),
    route(futures.marketData.tickers, async (request) => tickers(named(request))),
    read(futures.account.overview, (session) => accounts.overview(session)),
    write(futures.account.leverage, (session, params) => accounts.leverage(session, params)),
    write(futures.account.marginMode, (session, params) => accounts.marginMode(session, params)),
    write(futures.account.positionMode, (session, params) =>
      accounts.positionMode(session, params),
    ),
    write(api.wallets.move, (session, params) => accounts.move(session, params)),
    write(futures.orders.place, (session, params) => orders.place(session, params)),
    write(futures.orders.amend, (session, params) => orders.amend(session, params)),
    read(futures.orders.preview, (session, params) => preview(session, params)),
    write(futures.orders.cancel, (session, params) => orders.cancel(session, params)),
    write(futures.orders.cancelAll, (session, params) => orders.cancelAll(session, params)),
    read(futures.orders.open, async (session, params) =>
      trading.confirm(
        await openPage(view, { session, params, isWanted: (order) => !waitsForTrigger(order) }),
      ),
    ),
    read(futures.orders.trigger, async (session, params) =>
      trading.confirm(await openPage(view, { session, params, isWanted: waitsForTrigger })),
    ),
    read(futures.positions.list, async (session, params) => {
      const symbol = given(params.symbol)
      if (symbol !== undefined) contractNamed(symbol)
      const shown = positionViews(view, session)
      return trading.confirm(shown.filter((each) => (symbol ?? each.symbol) === each.symbol))
    }),
    write(futures.positions.close, (session, params) => orders.close(session, params)),
    write(futures.positions.closeAll, (session, params) => orders.closeAll(session, params)),
    write(futures.positions.reverse, (session, params) => orders.reverse(session, params)),
    write(futures.positions.exits, (session, params) => orders.exits(session, params)),
    write(futures.positions.margin, (session, params) => accounts.margin(session, params)),
    write(futures.positions.autoMargin, (session, params) => accounts.autoMargin(session, params)),
  ]
}

/** A page of the open orders that a list shows. */
function openPage(
  view: ExchangeView,
  {
    session,
    params,
    isWanted,
  }: {
    readonly session: RequestSession
    readonly params: RecordsRequest
    readonly isWanted: (order: FuturesOrder) => boolean
  },
) {
  const request = readPage(params, { cursorPattern: ORDER_CURSOR, isSymbol: isContract })
  const filter = readRecordFilter(params)
  const id = request.symbol && contractNamed(request.symbol).id
  const before = request.cursor === undefined ? Infinity : Number(request.cursor)
  const shown = [...accountAsIs(view, session).orders]
    .filter(
      (order) =>
        isWanted(order) &&
        order.id < before &&
        (id ?? order.symbol) === order.symbol &&
        passes(order, filter),
    )
    .toSorted((a, b) => b.id - a.id)
  return pageOf(request, (limit) =>
    shown
      .slice(0, limit)
      .map((order) => ({ item: futuresOrderView(view, order), cursor: String(order.id) })),
  )
}
