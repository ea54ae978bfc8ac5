import type { FuturesTicker } from '@x/api'
import type { Clock, Random } from '@x/kit'
import type { FuturesInstrument } from '../../exchange/instruments/Instrument.ts'
import type { SliceOptions } from '../../platform/event-loop/createSlices.ts'
import type { Database } from '../../platform/db/Database.ts'
import type { GatewayModule } from '../../platform/http/route.ts'
import type { Log } from '../../platform/log/Log.ts'
import type { AllowanceRate } from '../../platform/http/socketLimits.ts'
import { tickerView, type CandleStore, type MarketModule } from '../market-data/module.ts'
import type { DisplayedMarket } from '../market-data/ports/DisplayedMarket.ts'
import type { IndexFeed } from '../market-data/ports/IndexFeed.ts'
import type { Trading } from '../trading/module.ts'
import { createContractTriggers } from './createContractTriggers.ts'
import { createFuturesAccounts, type FuturesAccounts } from './createFuturesAccounts.ts'
import { createFuturesOrders, type FuturesOrders } from './createFuturesOrders.ts'
import { futuresRecordRoutes } from './createFuturesRecords.ts'
import { createLiquidationFeed } from './createLiquidationFeed.ts'
import { createOrderPreview } from './createOrderPreview.ts'
import { createFuturesReads } from './createFuturesReads.ts'
import { createPaperFutures } from './createPaperFutures.ts'
import { createPriceDriver, type PriceDriver } from './createPriceDriver.ts'
import { createOpenInterest, type OpenInterest } from './createOpenInterest.ts'
import { createPremiumStore } from './createPremiumStore.ts'
import { createPriceChannels, priceOrNull, type MarkView } from './createPriceChannels.ts'
import { createFeedQuotes } from './prices/constituents.ts'
import { createPriceCandles, type PriceCandles } from './prices/priceCandles.ts'
import { publicRoutes } from './publicRoutes.ts'
import { FUNDING_HOURS, sizeText } from './ports/contracts.ts'
import { futuresRoutes } from './routes.ts'

export interface FuturesOptions {
  readonly trading: Trading
  readonly db: Database
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly market: DisplayedMarket
  /** Other exchanges that count for an index beside the own market; default none. */
  readonly indexFeeds?: readonly IndexFeed[] | undefined
  /** Absent where nothing shows candles: then there are no tickers. */
  readonly candles?: CandleStore | undefined
  /** Publishes on the market socket; absent where nothing is published. */
  readonly publish?: MarketModule['extend']
  /** What one address may ask of the public calls. */
  readonly publicAllowance?: AllowanceRate | undefined
  /** Milliseconds of the market's own time. */
  readonly marketTime: () => number
  readonly vipLevelOf: (userId: string) => number | Promise<number>
  readonly slices?: SliceOptions | undefined
}

export type { FuturesAccounts } from './createFuturesAccounts.ts'
export type { FuturesOrders } from './createFuturesOrders.ts'

/** Prices of contracts now, and candles of them. */
export interface FuturesPrices {
  of(contract: FuturesInstrument): MarkView
  /** Absent where nothing shows candles. */
  readonly candles: PriceCandles | undefined
}

export interface FuturesModule extends GatewayModule {
  readonly orders: FuturesOrders
  readonly accounts: FuturesAccounts
  readonly prices: FuturesPrices
}

/** Perpetual contracts: orders, positions, wallets, prices and what they cause (futures 11). */
export function createFuturesModule(options: FuturesOptions): FuturesModule {
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
  const feeds = (options.indexFeeds ?? []).map((feed) =>
    createFeedQuotes({ ...feed, now: () => clock.now() }),
  )
  const driver = createPriceDriver({ core, market, feeds, clock, log, paper, triggers })
  const interest = createOpenInterest(core.state)
  const uncount = core.onPublished((_seq, effects) => interest.update(effects))
  const priceCandles = candles && createPriceCandles({ store: candles, log })
  const premiums = createPremiumStore(options)
  driver.subscribe({
    prices: (rows, at) => priceCandles?.add(rows, at),
    premium: (sample) => premiums.add(sample),
  })
  const now = () => clock.now()
  const shown = { trading, driver, candles, interest }
  const markOf = (contract: FuturesInstrument) => markView(contract, { ...shown, now: now() })
  options.publish?.(createPriceChannels({ now, candles: priceCandles, markOf }))
  const liquidations = createLiquidationFeed({ ...options, core, now })
  options.publish?.(liquidations.open)
  const unsubscribe = market.subscribe({
    trade: ({ symbol, ticks }) => triggers.see(symbol, 'last', ticks),
  })
  const orders = createFuturesOrders({ ...options, trading: service, guard, reads, paper })
  const accounts = createFuturesAccounts({ ...options, trading: service, guard })

  return {
    orders,
    accounts,
    prices: { of: markOf, candles: priceCandles },
    routes: [
      ...publicRoutes({
        ...options,
        monotonic: () => clock.monotonic(),
        now,
        priceCandles,
        driver,
      }),
      ...futuresRecordRoutes({ ...options, trading: service }),
      ...futuresRoutes({
        trading: service,
        preview: createOrderPreview({ ...options, trading: service, reads, paper }),
        orders,
        accounts,
        tickers: (contracts) =>
          contracts.flatMap((contract) => tickerOf(contract, { ...shown, now: now() }) ?? []),
      }),
    ],
    async start() {
      // Fundings on disk count as paid once the ledger has them.
      const restored = core.settled().then(() => premiums.restore())
      const [premiumsNow] = await Promise.all([restored, liquidations.start()])
      driver.start(premiumsNow)
      premiums.start()
    },
    async stop() {
      driver.stop()
      for (const feed of feeds) feed.stop()
      unsubscribe()
      uncount()
      triggers.stop()
      paper.stop()
      await premiums.stop()
      await liquidations.stop()
    },
  }
}

interface Shown extends Pick<FuturesOptions, 'trading' | 'candles'> {
  readonly driver: Pick<PriceDriver, 'now'>
  readonly interest: Pick<OpenInterest, 'of'>
  readonly now: number
}

/** Prices, funding and open interest of a contract now; no prices while the index is stale. */
function markView(
  contract: FuturesInstrument,
  { trading, driver, interest, now }: Omit<Shown, 'candles'>,
): MarkView {
  const price = trading.service.core.state.futures.prices.get(contract.id)
  const { mark, index } = price?.isFresh ? price : {}
  const funding = driver.now(contract.id)?.funding
  return {
    mark: priceOrNull(mark, contract),
    index: priceOrNull(index, contract),
    rate: funding?.rate ?? null,
    nextAt: funding?.nextAt ?? nextFundingAfter(now),
    openInterest: sizeText(interest.of(contract.id), contract),
  }
}

/** `undefined` while the contract has no candles. */
function tickerOf(contract: FuturesInstrument, shown: Shown): FuturesTicker | undefined {
  const { candles, now } = shown
  const day = candles && tickerView(candles.day(contract.id, now), { spec: contract, now })
  if (!day) return undefined
  const { mark, index, rate, nextAt, openInterest } = markView(contract, shown)
  return {
    ...day,
    markPrice: mark,
    indexPrice: index,
    fundingRate: rate,
    nextFundingAt: nextAt,
    openInterest,
  }
}

const nextFundingAfter = (now: number): number => {
  const span = FUNDING_HOURS * 3_600_000
  return (Math.floor(now / span) + 1) * span
}
