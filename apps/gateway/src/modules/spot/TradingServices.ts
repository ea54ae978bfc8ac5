import type { Clock } from '@x/kit'
import type { Database } from '../../platform/db/Database.ts'
import type { DisplayedMarket } from '../market-data/ports/DisplayedMarket.ts'
import type { PaperDesk } from '../paper/createPaperService.ts'
import type { GatewayRequest, RequestSession, RouteSpec } from '../../platform/http/route.ts'
import type { DailyCloses } from '../assets/assetHistory.ts'
import type { Desk } from '../trading/createTradingService.ts'
import type { Holdings } from '../assets/createHoldings.ts'
import type { OrderDesk } from '../orders/createOrderService.ts'
import type { TransferDesk } from '../transfers/createTransferService.ts'

/** What the routes of the trading side are answered from. */
export interface TradingDesks {
  readonly db: Database
  readonly desk: Desk
  readonly orders: OrderDesk
  readonly paper: PaperDesk
  readonly transfers: TransferDesk
  readonly market: DisplayedMarket
  readonly holdings: Holdings
  readonly dailyCloses: DailyCloses
  readonly clock: Pick<Clock, 'now' | 'after'>
}

/** Builds a private POST route, signed in mode 2. */
export type WriteRoute = (
  path: string,
  spec: Pick<RouteSpec, 'summary' | 'schema' | 'realms'>,
  run: (open: TradingDesks, session: RequestSession, request: GatewayRequest) => Promise<unknown>,
) => RouteSpec

/** Builds a private GET route; `narrowedBy`: the parameters that it takes. */
export type ReadRoute = (
  path: string,
  spec: Pick<RouteSpec, 'summary' | 'realms'> & { readonly narrowedBy?: readonly string[] },
  run: (open: TradingDesks, session: RequestSession, request: GatewayRequest) => Promise<unknown>,
) => RouteSpec
