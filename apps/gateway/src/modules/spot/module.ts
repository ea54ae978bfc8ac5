import type { Random } from '@x/kit'
import type { TierRequirements } from '@x/trading'
import type { GatewayModule } from '../../platform/http/route.ts'
import type { SessionReader } from '../../platform/http/SessionReader.ts'
import type { AllowanceRate } from '../../platform/http/socketLimits.ts'
import { createAccountStreamModule } from '../account-stream/module.ts'
import { createAssetsModule } from '../assets/module.ts'
import { createFeeTiersModule } from '../fee-tiers/module.ts'
import type { DailyCloses, DisplayedMarket } from '../market-data/ports/DisplayedMarket.ts'
import { createOrdersModule } from '../orders/module.ts'
import { createPaperModule } from '../paper/module.ts'
import type { SliceOptions } from '../../platform/event-loop/createSlices.ts'
import { createBackgroundTurns } from '../../platform/event-loop/createBackgroundTurns.ts'
import { openTrading, type Trading, type TradingOptions } from '../trading/module.ts'
import { recordRoutes } from '../trading-records/routes.ts'
import { createTransfersModule } from '../transfers/module.ts'

/** What the operator sets about trading. */
export interface SpotSettings extends Pick<
  TradingOptions,
  'installation' | 'lease' | 'orderLimits'
> {
  /** How long a paper order travels before it meets the book, in milliseconds. Default 30. */
  readonly paperLatencyMs?: number | undefined
}

export interface SpotOptions extends TradingOptions, SpotSettings {
  readonly random: Random
  readonly sessions: SessionReader
  readonly market: DisplayedMarket
  /**
   * Milliseconds of the market's own time, which may run faster or stand still. Default: the
   * clock's.
   */
  readonly marketTime?: (() => number) | undefined
  /** Fees go by it. Default: the level in the users' table. */
  readonly vipLevelOf?: ((userId: string) => number | Promise<number>) | undefined
  /** What VIP levels ask for. Default: the reference gateway's. */
  readonly tierRequirements?: TierRequirements | undefined
  /** The closes of past days, in ticks. Default none: assets are valued at today's price only. */
  readonly dailyCloses?: DailyCloses | undefined
  /** What a user may spend on the private socket. Default: that of `SOCKET_LIMITS`. */
  readonly userAllowance?: AllowanceRate | undefined
  /** How the work of one market event is spread over turns of the event loop. */
  readonly slices?: SliceOptions | undefined
}

export interface SpotModule extends GatewayModule {
  readonly trading: Trading
  stop(): Promise<void>
}

/**
 * Spot trading in both realms: opens the exchange and the modules that serve it.
 * @throws JournalError, LedgerError where data folder and database contradict each other
 */
export async function openSpotModule(options: SpotOptions): Promise<SpotModule> {
  const { db, clock, market, dailyCloses = async () => [] } = options
  const background = createBackgroundTurns({ monotonic: clock.monotonic })
  const trading = await openTrading({ ...options, background })
  const slices = { nextTurn: background.nextTurn, ...options.slices }
  const shared = { ...options, dailyCloses, trading, slices }
  const paper = createPaperModule({ ...shared, marketTime: options.marketTime ?? clock.now })
  const stream = createAccountStreamModule(shared)
  const tiers = createFeeTiersModule({ ...shared, requirements: options.tierRequirements })
  const orders = createOrdersModule({
    ...shared,
    broker: paper.broker,
    vipLevelOf: options.vipLevelOf ?? tiers.vipLevelOf,
  })
  const records = { routes: recordRoutes({ db, clock, trading: trading.service }) }
  const assets = createAssetsModule({
    db,
    clock,
    market,
    dailyCloses,
    trading: trading.service,
  })
  const modules: readonly GatewayModule[] = [
    orders,
    records,
    assets,
    createTransfersModule(shared),
    paper,
    stream,
    tiers,
  ]
  let stopped: Promise<void> | undefined
  const stop = async (): Promise<void> => {
    for (const module of modules) await module.stop?.()
    await trading.stop()
  }
  return {
    trading,
    routes: modules.flatMap(({ routes }) => routes),
    sockets: modules.flatMap(({ sockets = [] }) => sockets),
    stop: () => (stopped ??= stop()),
  }
}
