import type { ReferralConfig, ValuationRates } from '@x/api'
import type { Clock, Random } from '@x/kit'
import type { Database } from '../platform/db/Database.ts'
import type { EventBus } from '../platform/event-bus/EventBus.ts'
import type { SliceOptions } from '../platform/event-loop/createSlices.ts'
import type { GatewayModule } from '../platform/http/route.ts'
import type { Log } from '../platform/log/Log.ts'
import { derivedSecret } from '../platform/signing/derivedSecret.ts'
import type { TtlStore } from '../platform/ttl-store/TtlStore.ts'
import { createAccountStreamModule } from './account-stream/module.ts'
import { createApiKeys, createDemoKeyModule } from './api-keys/module.ts'
import { createAlgoOrdersModule } from './algo-orders/module.ts'
import { createAssetsModule } from './assets/module.ts'
import { createClientErrorsModule } from './client-errors/module.ts'
import { createCspModule } from './csp/module.ts'
import { createCopyModule } from './copy-trading/module.ts'
import { DEMONSTRATION_POOL } from './earn/earnProducts.ts'
import { createEarnModule } from './earn/module.ts'
import { createFeeTiersModule } from './fee-tiers/module.ts'
import { createFuturesModule } from './futures/module.ts'
import { createHealthModule, type HealthModule, type HealthOptions } from './health/module.ts'
import { describeWallet } from './health/walletMetrics.ts'
import {
  createIdentityModule,
  type IdentityModule,
  type IdentityOptions,
  type IdentitySettings,
} from './identity/module.ts'
import { createImageDomainModule } from './image-domain/module.ts'
import type { MarketData } from './market-data/createMarketData.ts'
import { createMarginModule } from './margin/module.ts'
import { createMarketModule } from './market-data/module.ts'
import { createNoticeMailModule, createNoticesModule, noteLogin } from './notices/module.ts'
import type { NoticeSource } from './notices/openNoticeSource.ts'
import { createOpenApiDialect, createPageCalls } from './open-api/module.ts'
import { createOpenApiModule } from './openapi/module.ts'
import { createOrdersModule } from './orders/module.ts'
import { createP2pModule } from './p2p/module.ts'
import { createPaperModule } from './paper/module.ts'
import { createRedPacketsModule } from './red-packets/module.ts'
import { createPaymentsModule } from './payments/module.ts'
import { createPriceAlertsModule } from './price-alerts/module.ts'
import type { ProductTerms } from './readProductTerms.ts'
import { createReferralModule } from './referral/module.ts'
import { createRegionModule } from './region/module.ts'
import { createProtectionModule } from './protection/module.ts'
import { createReservesModule } from './reserves/module.ts'
import { createStatementModule } from './statement/module.ts'
import { stoppedUntil } from './sessions/ports/withdrawalStop.ts'
import { createStepUp } from './sessions/stepUp.ts'
import type { Trading } from './trading/module.ts'
import { createTradingRecordsModule } from './trading-records/module.ts'
import { createTransfersModule } from './transfers/module.ts'
import { createVerificationModule, type VerificationModule } from './verification/module.ts'
import { createWalletModule, type WalletModule, type WalletSettings } from './wallet/module.ts'
import {
  createOperatorsModule,
  type OperatorsOptions,
  type OperatorSettings,
} from './operators/module.ts'
import { createSwapModule } from './web3-swap/module.ts'
import { createWithdrawalsModule, dailyCap, type WithdrawalsOptions } from './withdrawals/module.ts'
import { createValuationModule, DEMONSTRATION_RATES } from './valuation/module.ts'

/** What the operator sets about single modules. */
export interface ModuleSettings extends IdentitySettings {
  readonly referral: ReferralConfig
  /** Rates of the valuation currencies; default those of the demonstration. */
  readonly valuation?: ValuationRates | undefined
  /** Chains and keys; absent: no deposits and withdrawals. */
  readonly wallet?: WalletSettings | undefined
  /** Who reviews withdrawals, and where; absent: nobody. */
  readonly operators?: OperatorSettings | undefined
  /** Earn products and rebates; default those of the reference gateway. */
  readonly productTerms?: ProductTerms | undefined
  /** Announcements; default those of the demonstration. */
  readonly notices?: NoticeSource | undefined
  /** How far apart snapshots of the reserves are, in milliseconds. Default: a day. */
  readonly reservesEveryMs?: number | undefined
  /** How long a paper order travels before it meets the book, in milliseconds. Default 30. */
  readonly paperLatencyMs?: number | undefined
  /** Bearer token that `/metrics` asks for; absent: this machine alone may read them. */
  readonly metricsToken?: string | undefined
}

/** What modules are made of: ports of the process, stores of the platform, the exchange. */
export interface ModuleOptions
  extends
    ModuleSettings,
    Omit<IdentityOptions, 'accounts' | 'apiKeys'>,
    Pick<HealthOptions, 'audit' | 'lease' | 'metrics' | 'replay'>,
    Pick<OperatorsOptions, 'rules'> {
  readonly db: Database
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly store: TtlStore
  readonly trading: Trading
  readonly marketData: MarketData
  /** Carries the market to edges; absent: there is none. */
  readonly bus?: EventBus | undefined
  /** Of the right to trade. */
  readonly epoch?: number | undefined
  /** How work of the trading side is spread over turns of the event loop. */
  readonly slices: SliceOptions
}

export interface Modules {
  /** In the order in which they start; they stop in the opposite one. */
  readonly list: readonly GatewayModule[]
  readonly health: HealthModule
  readonly identity: IdentityModule
}

/** Every module of the gateway, in one list. */
export async function createModules(options: ModuleOptions): Promise<Modules> {
  const { log, store, trading, marketData } = options
  const { displayed, marketClock, dailyCloses, candles } = marketData
  const shared = { ...options, market: displayed, dailyCloses }
  const paper = createPaperModule({ ...shared, marketTime: marketClock.monotonic })
  if (displayed.liveTrading()) trading.houseAccount.connectFeed(displayed)
  const market = createMarketModule({
    ...options,
    data: marketData,
    houseAccount: trading.houseAccount,
    isControllable: options.isDevelopment,
  })
  const health = createHealthModule({ ...options, market })
  const apiKeys = createApiKeys({
    ...options,
    sealKey: derivedSecret(options.identity, 'api-keys'),
  })
  const notices = createNoticesModule({ ...shared, source: options.notices })
  const { userNotices } = notices
  const identity = await createIdentityModule({
    ...options,
    accounts: trading,
    apiKeys,
    onLogin: noteLogin(options.db, userNotices),
    onSecurityChange: userNotices.security,
  })
  const verification = createVerificationModule({
    ...shared,
    sealKey: derivedSecret(options.identity, 'verification'),
    limits: VERIFICATION_LIMITS,
    onDecision: (userId) => userNotices.security(userId, 'verificationChanged'),
  })
  const wallet = createWalletModule(shared)
  describeWallet(options.metrics, {
    networks: wallet.networks.list,
    open: () => trading.service.core.state.withdrawals.open.values(),
  })
  const feeTiers = createFeeTiersModule({
    ...shared,
    networks: wallet.networks.list.map(({ network }) => network),
  })
  const { vipLevelOf } = feeTiers
  const orders = createOrdersModule({ ...shared, broker: paper.broker, vipLevelOf })
  const futures = createFuturesModule({
    ...shared,
    indexFeeds: marketData.indexFeeds,
    candles,
    publish: market.extend,
    marketTime: marketClock.monotonic,
    vipLevelOf,
  })
  const transfers = createTransfersModule(shared)
  const margin = createMarginModule({ ...shared, vipLevelOf, userNotices })
  const withdrawals = createWithdrawalsModule({
    ...shared,
    stepUp: createStepUp(options),
    guardRoutes: identity.guard,
    vipLevelOf: levelOfWithdrawals(verification, vipLevelOf),
    ...withdrawalPorts(options, wallet),
  })
  const p2p = createP2pModule({
    ...shared,
    rates: options.valuation ?? DEMONSTRATION_RATES,
    stepUp: createStepUp(options),
    guardRoutes: identity.guard,
    sealKey: derivedSecret(options.identity, 'p2p-payments'),
    securityHold: (userId) => stoppedUntil(options.db, userId),
  })
  const earn = createEarnModule({
    ...shared,
    products: options.productTerms?.earnProducts,
    pool: options.isDevelopment ? DEMONSTRATION_POOL : {},
  })
  return {
    health,
    identity,
    list: [
      health,
      createReferralModule({
        ...shared,
        config: options.referral,
        plan: options.productTerms?.rebatePlan,
      }),
      createValuationModule(options.valuation ?? DEMONSTRATION_RATES),
      createImageDomainModule(),
      createRegionModule(options.region),
      notices,
      createNoticeMailModule({ ...shared, userNotices, sender: identity.sender }),
      createCspModule({ log, store }),
      createClientErrorsModule({ log, store }),
      feeTiers,
      createAccountStreamModule({
        ...shared,
        userNotices,
        p2pMessages: p2p.messages,
        deposits: wallet.depositSource,
        marginAccounts: margin.marginAccounts,
      }),
      paper,
      transfers,
      verification,
      withdrawals,
      createRedPacketsModule({
        ...shared,
        stepUp: createStepUp(options),
        guardRoutes: identity.guard,
        captcha: identity.captcha,
      }),
      p2p,
      earn,
      createCopyModule({ ...shared, broker: paper.broker, vipLevelOf }),
      createAssetsModule({ ...shared, marginAccounts: margin.marginAccounts }),
      createStatementModule(shared),
      createPaymentsModule({
        ...shared,
        stepUp: createStepUp(options),
        guardRoutes: identity.guard,
        vipLevelOf,
      }),
      createSwapModule({
        ...shared,
        guardRoutes: identity.guard,
        withdrawals: withdrawals.service,
        ...withdrawalPorts(options, wallet),
      }),
      wallet,
      createOperatorsModule({
        ...shared,
        appeals: p2p.appeals,
        identities: verification.review,
        earnPool: earn.pool,
        networks: wallet.networks,
        returns: withdrawals.returns,
        signer: options.wallet?.signer,
      }),
      createProtectionModule({ ...shared, everyMs: options.reservesEveryMs }),
      createReservesModule({
        ...shared,
        networks: wallet.networks.list,
        addresses: wallet.addresses,
        ownAddresses: options.wallet?.ownAddresses ?? (() => []),
        signer: options.wallet?.signer,
        everyMs: options.reservesEveryMs,
      }),
      createTradingRecordsModule(shared),
      orders,
      market,
      // After the market: its first orders meet the first books.
      createAlgoOrdersModule({ ...shared, orders: orders.service }),
      // After the market: their first prices are those of the first books.
      futures,
      createPriceAlertsModule({ ...shared, ...marketData, notices: userNotices }),
      margin,
      ...identity.modules,
      createOpenApiModule(),
      createDemoKeyModule({ ...options, apiKeys, trading: trading.service }),
      createOpenApiDialect({
        ...shared,
        apiKeys,
        candles,
        orders: orders.service,
        futures,
        withdrawals,
        page: createPageCalls([transfers, margin, wallet, withdrawals]),
        logonSecret: derivedSecret(options.identity, 'open-api-logons'),
        vipLevelOf,
      }),
    ],
  }
}

/** What withdrawals see of the chains. */
function withdrawalPorts(
  { wallet: settings }: Pick<ModuleOptions, 'wallet'>,
  { networks, addresses, reserved }: WalletModule,
): Pick<
  WithdrawalsOptions,
  'networks' | 'own' | 'isSuspended' | 'running' | 'signer' | 'addresses' | 'reserved'
> {
  return {
    networks: settings?.networks ?? [],
    own: {
      isHot: ({ network, address }) =>
        settings?.ownAddresses?.(network).includes(address.toLowerCase()) ?? false,
      isDeposit: async ({ network, address }) =>
        addresses.ownerOf(network.family, address) !== undefined,
    },
    isSuspended: (id) => networks.get(id)?.pause() !== undefined,
    running: networks.list,
    signer: settings?.signer,
    addresses,
    reserved,
  }
}

/** What a level of verification may withdraw a day, in USDT. */
const VERIFICATION_LIMITS = [0, 1].map((level) => ({
  level,
  dailyWithdrawal: String(dailyCap(level) / 10n ** 8n),
}))

/** Who is not verified withdraws as VIP 0, who is as VIP 1 at least (products 7). */
const levelOfWithdrawals =
  (
    { levelOf }: Pick<VerificationModule, 'levelOf'>,
    vipLevelOf: (userId: string) => number | Promise<number>,
  ) =>
  async (userId: string): Promise<number> =>
    (await levelOf(userId)) === 0 ? 0 : Math.max(1, await vipLevelOf(userId))
