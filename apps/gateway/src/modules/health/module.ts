import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Clock } from '@x/kit'
import type { Database } from '../../platform/db/Database.ts'
import { pathOf } from '../../platform/http/canonicalPath.ts'
import { hostnameOf, isLocalhost } from '../../platform/http/hosts.ts'
import { TWIN_CONNECTION } from '../../platform/server/listen.ts'
import type { AnsweredRequest } from '../../platform/http/HandledRequest.ts'
import { DATA_POLICY } from '../../platform/security/securityHeaders.ts'
import {
  RawAnswer,
  type Capability,
  type GatewayRequest,
  type RouteSpec,
} from '../../platform/http/route.ts'
import { watchEventLoop, type EventLoopDelay } from './eventLoopDelay.ts'
import { createMetrics, METRICS_TYPE, type Metrics } from './metrics.ts'
import type { TradingHealth } from './TradingHealth.ts'

export interface HealthOptions {
  readonly clock: Clock
  readonly db: Pick<Database, 'isReachable'>
  readonly lease?: { isHeld(): boolean } | undefined
  readonly trading: () => TradingHealth
  readonly isMarketRunning: () => boolean
  /** Whether the audit log takes entries; without it no write is taken. */
  readonly isAuditWritable: () => boolean
  /**
   * Whether the store of seen requests answers; without it nothing signed is taken. Default: it
   * does.
   */
  readonly isReplayReachable?: (() => boolean) | undefined
  /**
   * Who scrapes must send it as a bearer token. Absent: this machine alone may, and not through a
   * proxy.
   */
  readonly metricsToken?: string | undefined
}

export interface Health extends Capability {
  readonly observe: (answered: AnsweredRequest) => void
  /** How many milliseconds a write of the journal took. */
  readonly observeSync: (ms: number) => void
  readonly metrics: Metrics
  /** Counts the connections and web sockets of the server. */
  watch(server: Server): void
  /** The gateway goes down: no new work should come. */
  drain(): void
  start(): Promise<void>
  stop(): Promise<void>
}

const ORDER_ROUTE = /^\/v1\/spot\/order\/(place|cancel|amend|cancelAll)$/
const SOCKET_PATHS: readonly string[] = ['/v1/market/stream', '/v1/user/stream']
const LOGIN_ROUTE = /^\/v1\/user\/(?:agency\/|auth\/)?login(?:\/verify(?:\/v2)?)?$/
const FORWARDED = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]
const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|::1|::ffff:127(?:\.\d{1,3}){3})$/
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * `/health`, `/ready` and `/metrics`, for supervisors, load balancers and Prometheus: outside /v1,
 * without session or signature.
 */
export function createHealth(options: HealthOptions): Health {
  const {
    clock,
    db,
    lease,
    trading,
    isMarketRunning,
    isAuditWritable,
    isReplayReachable,
    metricsToken,
  } = options
  const metrics = createMetrics()
  let isDraining = false
  let delay: EventLoopDelay | undefined

  /** What has to hold for orders to be taken; the name of each is all that is said of it. */
  function checks(): Readonly<Record<string, boolean>> {
    const { isRunning, halted, isJournalSound } = trading()
    return {
      trading: isRunning && halted === undefined,
      journal: isJournalSound,
      database: db.isReachable?.() ?? true,
      lease: lease?.isHeld() ?? true,
      market: isMarketRunning(),
      audit: isAuditWritable(),
      replay: isReplayReachable?.() ?? true,
      serving: !isDraining,
    }
  }

  const observe = createObserver(metrics)
  const syncs = metrics.histogram(
    'gateway_journal_sync_seconds',
    'From a write of the journal to its end on disk.',
    SECONDS,
  )
  describeGateway(metrics, { checks, trading, clock })
  describeProcess(metrics, { delay: () => delay?.read() })

  const routes: readonly RouteSpec[] = [
    {
      method: 'GET',
      path: '/health',
      access: 'public',
      summary: 'Whether the process answers.',
      handler: async () => json(200, { status: 'alive' }),
    },
    {
      method: 'GET',
      path: '/ready',
      access: 'public',
      summary: 'Whether orders are taken; 503 with the names of what stands in the way.',
      async handler() {
        const failing = Object.entries(checks()).flatMap(([name, holds]) => (holds ? [] : [name]))
        return json(failing.length === 0 ? 200 : 503, {
          status: failing.length === 0 ? 'ready' : 'not ready',
          failing,
        })
      },
    },
    {
      method: 'GET',
      path: '/metrics',
      access: 'public',
      summary: 'Figures for Prometheus; for this machine, or for who has METRICS_TOKEN.',
      handler: async (request) =>
        mayScrape(request, metricsToken)
          ? answer(200, metrics.text(), METRICS_TYPE)
          : json(403, { status: 'forbidden' }),
    },
  ]
  return {
    routes,
    observe,
    observeSync: (ms) => syncs.observe(ms / 1000),
    metrics,
    watch: (server) => countConnections(metrics, server),
    drain: () => void (isDraining = true),
    start: async () => void (delay ??= watchEventLoop(clock)),
    async stop() {
      isDraining = true
      delay?.stop()
      delay = undefined
    },
  }
}

/**
 * Without a token only this machine, asked directly: what a proxy on it forwards may come from
 * anywhere.
 */
function mayScrape(
  { headers, address, isProxied }: GatewayRequest,
  token: string | undefined,
): boolean {
  if (token !== undefined) return isSame(headers['authorization'] ?? '', `Bearer ${token}`)
  const hostname = hostnameOf(headers['host'])
  const isLocalName = isLocalhost(hostname) || LOOPBACK.test(hostname.replace(/^\[(.*)\]$/, '$1'))
  return (
    LOOPBACK.test(address) &&
    isLocalName &&
    !isProxied &&
    !FORWARDED.some((name) => headers[name] !== undefined)
  )
}

function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}

function createObserver(metrics: Metrics): (answered: AnsweredRequest) => void {
  const requests = metrics.counter(
    'gateway_http_requests_total',
    'Answers by route, method and HTTP status.',
  )
  const refusals = metrics.counter(
    'gateway_refusals_total',
    'Answers under /v1 by code, successes left out.',
  )
  const seconds = metrics.histogram(
    'gateway_http_request_seconds',
    'From the first byte of a request to the end of its answer.',
    SECONDS,
  )
  const orders = metrics.counter(
    'gateway_orders_total',
    'Orders placed, cancelled and amended, by the code of the answer.',
  )
  const logins = metrics.counter('gateway_logins_total', 'Log-ins by the code of the answer.')
  return ({ method, route, status, code, seconds: took }) => {
    requests.add({ method, route, status })
    seconds.observe(took)
    if (code === undefined) return
    if (code !== '0' && code !== '00000') refusals.add({ code })
    const action = ORDER_ROUTE.exec(route)?.[1]
    if (action !== undefined) orders.add({ action, code })
    if (LOGIN_ROUTE.test(route)) logins.add({ code })
  }
}

interface Described {
  readonly checks: () => Readonly<Record<string, boolean>>
  readonly trading: () => TradingHealth
  readonly clock: Pick<Clock, 'now'>
}

function describeGateway(metrics: Metrics, { checks, trading, clock }: Described): void {
  metrics.gauge('gateway_ready', 'What /ready looks at: 1 where it holds.', () =>
    Object.entries(checks()).map(([check, holds]) => ({ labels: { check }, value: Number(holds) })),
  )
  metrics.gauge('gateway_halted', 'Whether trading has stopped until a restart.', () =>
    Number(trading().halted !== undefined),
  )
  metrics.gauge(
    'gateway_open_orders',
    'Orders in the books and waiting for triggers.',
    () => trading().openOrders,
  )
  metrics.gauge(
    'gateway_ledger_backlog',
    'Journal records that are not in the SQL ledger yet.',
    () => trading().backlog,
  )
  metrics.gauge(
    'gateway_snapshot_age_seconds',
    'Since the newest snapshot of this run was written.',
    () => {
      const lastAt = trading().snapshot?.lastAt
      return lastAt === undefined ? undefined : Math.max(0, clock.now() - lastAt) / 1000
    },
  )
  metrics.gauge(
    'gateway_snapshot_failing',
    'Whether the latest snapshot could not be written.',
    () => Number(trading().snapshot?.failure !== undefined),
  )
  metrics.gauge(
    'gateway_snapshot_differs',
    'Whether a replay of the journal came to another state than the one that trades.',
    () => Number(trading().snapshot?.differs ?? false),
  )
}

function countConnections(metrics: Metrics, server: Server): void {
  const sockets = new Map<string, number>()
  const add = (path: string, by: number) => void sockets.set(path, (sockets.get(path) ?? 0) + by)
  let connections = 0
  const count = (socket: Duplex): void => {
    connections += 1
    socket.once('close', () => (connections -= 1))
  }
  for (const event of ['connection', TWIN_CONNECTION]) server.on(event, count)
  server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
    const asked = pathOf(request.url ?? '')
    const path = SOCKET_PATHS.includes(asked) ? asked : 'other'
    add(path, 1)
    socket.once('close', () => add(path, -1))
  })
  metrics.gauge('gateway_connections', 'Open connections.', () => connections)
  metrics.gauge('gateway_sockets', 'Open web sockets by path.', () =>
    [...sockets].map(([path, value]) => ({ labels: { path }, value })),
  )
}

function describeProcess(
  metrics: Metrics,
  { delay }: { readonly delay: () => { readonly p99: number; readonly max: number } | undefined },
): void {
  const memory = () => process.memoryUsage()
  metrics.gauge(
    'nodejs_eventloop_lag_p99_seconds',
    'How late the event loop came, 99th percentile of the last half to whole minute.',
    () => delay()?.p99,
  )
  metrics.gauge(
    'nodejs_eventloop_lag_max_seconds',
    'The worst of the same time.',
    () => delay()?.max,
  )
  metrics.gauge('process_resident_memory_bytes', 'Resident memory.', () => memory().rss)
  metrics.gauge('nodejs_heap_size_used_bytes', 'Heap in use.', () => memory().heapUsed)
  metrics.gauge('nodejs_heap_size_total_bytes', 'Heap.', () => memory().heapTotal)
  metrics.gauge('nodejs_external_memory_bytes', 'Memory outside the heap.', () => memory().external)
  metrics.total(
    'process_cpu_seconds_total',
    'Processor time.',
    () => (process.cpuUsage().user + process.cpuUsage().system) / 1e6,
  )
  metrics.gauge('process_uptime_seconds', 'Since the start.', () => process.uptime())
}

const answer = (status: number, body: string, contentType: string) =>
  new RawAnswer(body, contentType, {
    status,
    headers: { 'cache-control': 'no-store', 'content-security-policy': DATA_POLICY },
  })
const json = (status: number, body: object) =>
  answer(status, JSON.stringify(body), 'application/json; charset=utf-8')
