import { api } from '@x/api'
import type { Clock } from '@x/kit'
import type { Database } from '../../platform/db/Database.ts'
import type { RouteSpec } from '../../platform/http/route.ts'
import type { MarginAccountSource } from '../margin/ports/MarginAccountSource.ts'
import type { DailyCloses, DisplayedMarket } from '../market-data/ports/DisplayedMarket.ts'
import type { TradingService } from '../trading/ports/TradingService.ts'
import { ledgerAssets } from '../trading/ports/balances.ts'
import { ledgerCaughtUp } from '../trading/ports/ledgerReads.ts'
import { createPrivateRoutes } from '../trading/ports/privateRoutes.ts'
import { assetHistory, ownersOf, readRange } from './assetHistory.ts'
import type { Holdings } from './createHoldings.ts'
import { accountAmounts } from './ports/accountAmounts.ts'
import { positionsOf } from './positions.ts'

export interface AssetRoutesOptions {
  readonly db: Database
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly trading: TradingService
  readonly market: DisplayedMarket
  readonly holdings: Holdings
  readonly dailyCloses: DailyCloses
  readonly marginAccounts?: Pick<MarginAccountSource, 'of'> | undefined
}

/** Balances, holdings and worth of accounts (wire 10). */
export function assetRoutes(options: AssetRoutesOptions): RouteSpec[] {
  const { db, clock, trading, market, holdings, dailyCloses } = options
  const { read } = createPrivateRoutes(trading)
  const { state } = trading.core
  return [
    read(api.spot.account.assets, async (session) =>
      trading.core.halted() ? ledgerAssets(db, session) : trading.confirm(trading.assets(session)),
    ),
    read(api.spot.account.positions, async (session) => {
      await ledgerCaughtUp(options)
      const season = session.realm === 'paper' ? (state.paper.get(session.userId)?.season ?? 1) : 0
      const bought = await holdings.of({ ...session, season })
      return trading.confirm(positionsOf(session, { state, market, holdings: bought }))
    }),
    read(api.spot.account.accounts, async (session) =>
      trading.confirm([...accountAmounts(state, session, options.marginAccounts)]),
    ),
    read(api.spot.account.history, async (session, params) => {
      const days = readRange(params.range)
      await ledgerCaughtUp(options)
      return assetHistory(db, {
        ...session,
        owners: ownersOf(state, session, params.account),
        days,
        now: clock.now(),
        dailyCloses,
        season: session.realm === 'paper' ? state.paper.get(session.userId) : undefined,
      })
    }),
  ]
}
