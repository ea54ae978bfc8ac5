import { api } from '@x/api'
import { route } from '../../platform/http/contractRoute.ts'
import type { Clock } from '@x/kit'
import type { Database } from '../../platform/db/Database.ts'
import { DATA_POLICY } from '../../platform/security/securityHeaders.ts'
import { RawAnswer, type GatewayModule, type RouteSpec } from '../../platform/http/route.ts'
import { watchEventLoop, type EventLoopDelay } from './eventLoopDelay.ts'
import { mayScrape } from './mayScrape.ts'
import { METRICS_TYPE, type Metrics } from './metrics.ts'
import type { TradingHealth } from './ports/TradingHealth.ts'
import { describeProcess } from './processMetrics.ts'

export interface HealthOptions {
  readonly metrics: Metrics
  readonly clock: Clock
  readonly db: Pick<Database, 'isReachable'>
  readonly lease?: { isHeld(): boolean } | undefined
  readonly trading: { health(): TradingHealth }
  readonly market: { isRunning(): boolean }
  /** The audit log; while it takes no entries no write is taken. */
  readonly audit: { isWritable(): boolean }
  /** The store of seen requests; while it does not answer nothing signed is taken. */
  readonly replay: { isReachable?(): boolean }
  /**
   * Who scrapes must send it as a bearer token. Absent: this machine alone may, and not through a
   * proxy.
   */
  readonly metricsToken?: string | undefined
}

export interface HealthModule extends GatewayModule {
  /** From now on `/ready` answers 503, so that no new work comes. */
  drain(): void
  start(): Promise<void>
  stop(): Promise<void>
}

/**
 * `/health`, `/ready` and `/metrics`, for supervisors, load balancers and Prometheus: outside /v1,
 * without session or signature.
 */
export function createHealthModule(options: HealthOptions): HealthModule {
  const { metrics, clock, db, lease, trading, market, audit, replay, metricsToken } = options
  let isDraining = false
  let delay: EventLoopDelay | undefined

  /** What has to hold for orders to be taken; the name of each is all that is said of it. */
  function checks(): Readonly<Record<string, boolean>> {
    const { isRunning, halted, isJournalSound } = trading.health()
    return {
      trading: isRunning && halted === undefined,
      journal: isJournalSound,
      database: db.isReachable?.() ?? true,
      lease: lease?.isHeld() ?? true,
      market: market.isRunning(),
      audit: audit.isWritable(),
      replay: replay.isReachable?.() ?? true,
      serving: !isDraining,
    }
  }

  describeGateway(metrics, { checks, trading, clock })
  describeProcess(metrics, { delay: () => delay?.read() })

  const routes: readonly RouteSpec[] = [
    route(api.health.alive, async () => json(200, { status: 'alive' })),
    route(api.health.ready, async () => {
      const failing = Object.entries(checks()).flatMap(([name, holds]) => (holds ? [] : [name]))
      return json(failing.length === 0 ? 200 : 503, {
        status: failing.length === 0 ? 'ready' : 'not ready',
        failing,
      })
    }),
    route(api.health.metrics, async (request) =>
      mayScrape(request, metricsToken)
        ? answer(200, metrics.text(), METRICS_TYPE)
        : json(403, { status: 'forbidden' }),
    ),
  ]
  return {
    routes,
    drain: () => void (isDraining = true),
    start: async () => void (delay ??= watchEventLoop(clock)),
    async stop() {
      isDraining = true
      delay?.stop()
      delay = undefined
    },
  }
}

interface Described {
  readonly checks: () => Readonly<Record<string, boolean>>
  readonly trading: { health(): TradingHealth }
  readonly clock: Pick<Clock, 'now'>
}

function describeGateway(metrics: Metrics, { checks, trading, clock }: Described): void {
  metrics.gauge('gateway_ready', 'What /ready looks at: 1 where it holds.', () =>
    Object.entries(checks()).map(([check, holds]) => ({ labels: { check }, value: Number(holds) })),
  )
  metrics.gauge('gateway_halted', 'Whether trading has stopped until a restart.', () =>
    Number(trading.health().halted !== undefined),
  )
  metrics.gauge(
    'gateway_open_orders',
    'Orders in the books and waiting for triggers.',
    () => trading.health().openOrders,
  )
  metrics.gauge(
    'gateway_ledger_backlog',
    'Journal records that are not in the SQL ledger yet.',
    () => trading.health().backlog,
  )
  metrics.gauge(
    'gateway_snapshot_age_seconds',
    'Since the newest snapshot of this run was written.',
    () => {
      const lastAt = trading.health().snapshot?.lastAt
      return lastAt === undefined ? undefined : Math.max(0, clock.now() - lastAt) / 1000
    },
  )
  metrics.gauge(
    'gateway_snapshot_failing',
    'Whether the latest snapshot could not be written.',
    () => Number(trading.health().snapshot?.failure !== undefined),
  )
  metrics.gauge(
    'gateway_snapshot_differs',
    'Whether a replay of the journal came to another state than the one that trades.',
    () => Number(trading.health().snapshot?.differs ?? false),
  )
}

const answer = (status: number, body: string, contentType: string) =>
  new RawAnswer(body, contentType, {
    status,
    headers: { 'cache-control': 'no-store', 'content-security-policy': DATA_POLICY },
  })
const json = (status: number, body: object) =>
  answer(status, JSON.stringify(body), 'application/json; charset=utf-8')
