import type { FuturesTicker } from '@x/api'
import type { Clock, Random } from '@x/kit'
import type { FuturesInstrument } from '../../exchange/instruments/Instrument.ts'
import type { SliceOptions } from '../../platform/event-loop/createSlices.ts'
import type { Database } from '../../platform/db/Database.ts'
import type { GatewayModule } from '../../platform/http/route.ts'
import type { Log } from '../../platform/log/Log.ts'
import { tickerView, type CandleStore } from '../market-data/module.ts'
import type { DisplayedMarket } from '../market-data/ports/DisplayedMarket.ts'
import type { Trading } from '../trading/module.ts'
import { createContractTriggers } from './createContractTriggers.ts'
import { createFuturesAccounts } from './createFuturesAccounts.ts'
import { createFuturesOrders } from './createFuturesOrders.ts'
import { futuresRecordRoutes } from './createFuturesRecords.ts'
import { createOrderPreview } from './createOrderPreview.ts'
import { createFuturesReads } from './createFuturesReads.ts'
import { createPaperFutures } from './createPaperFutures.ts'
import { createPriceDriver, type PriceDriver } from './createPriceDriver.ts'
import { FUNDING_HOURS, priceText, sizeText } from './ports/contracts.ts'
import { futuresRoutes } from './routes.ts'

export interface FuturesOptions {
  readonly trading: Trading
  readonly db: Database
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly market: DisplayedMarket
  /** Absent where nothing shows candles: then there are no tickers. */
  readonly candles?: Pick<CandleStore, 'day'> | undefined
  /** Milliseconds of the market's own time. */
  readonly marketTime: () => number
  readonly vipLevelOf: (userId: string) => number | Promise<number>
  readonly slices?: SliceOptions | undefined
}

/** Perpetual contracts: orders, positions, wallets, prices and what they cause (futures 11). */
export function createFuturesModule(options: FuturesOptions): GatewayModule {
  const { trading, clock, log, market, candles } = options
  const { service, guard } = trading
  const { core } = service
  const paper = createPaperFutures({ ...options, core })
  const reads = createFuturesReads({ view: core.state, market, paper })
  const triggers = createContractTriggers({
    ...options,
    core,
    reads,
    paper,
    onError: (error) =>
      log.error('A trigger of a contract could not be carried out', { error: String(error) }),
  })
  const driver = createPriceDriver({ core, market, clock, log, paper, triggers })
  const unsubscribe = market.subscribe({
    trade: ({ symbol, ticks }) => triggers.see(symbol, 'last', ticks),
  })
  const orders = createFuturesOrders({ ...options, trading: service, guard, reads, paper })
  const accounts = createFuturesAccounts({ ...options, trading: service, guard })

  return {
    routes: [
      ...futuresRecordRoutes({ ...options, trading: service }),
      ...futuresRoutes({
        trading: service,
        preview: createOrderPreview({ ...options, trading: service, reads, paper }),
        orders,
        accounts,
        tickers: (contracts) =>
          contracts.flatMap(
            (contract) => tickerOf(contract, { trading, driver, candles, now: clock.now() }) ?? [],
          ),
      }),
    ],
    async start() {
      driver.start()
    },
    async stop() {
      driver.stop()
      unsubscribe()
      triggers.stop()
      paper.stop()
    },
  }
}

/** `undefined` while the contract has no candles. */
function tickerOf(
  contract: FuturesInstrument,
  {
    trading,
    driver,
    candles,
    now,
  }: Pick<FuturesOptions, 'trading' | 'candles'> & {
    readonly driver: Pick<PriceDriver, 'now'>
    readonly now: number
  },
): FuturesTicker | undefined {
  const day = candles && tickerView(candles.day(contract.id, now), { spec: contract, now })
  if (!day) return undefined
  const price = trading.service.core.state.futures.prices.get(contract.id)
  const text = (ticks: number | undefined) =>
    price?.isFresh && ticks ? priceText(ticks, contract) : null
  const funding = driver.now(contract.id)?.funding
  return {
    ...day,
    markPrice: text(price?.mark),
    indexPrice: text(price?.index),
    fundingRate: funding?.rate ?? null,
    nextFundingAt: funding?.nextAt ?? nextFundingAfter(now),
    openInterest: sizeText(openInterestOf(trading, contract.id), contract),
  }
}

const nextFundingAfter = (now: number): number => {
  const span = FUNDING_HOURS * 3_600_000
  return (Math.floor(now / span) + 1) * span
}

/** The lots of all long positions of the live realm. */
function openInterestOf({ service }: Trading, symbol: string): number {
  let lots = 0
  for (const { realm, positions } of service.core.state.futures.accounts.values())
    if (realm === 'live')
      for (const position of positions.values())
        if (position.symbol === symbol) lots += Math.max(0, position.lots)
  return lots
}
