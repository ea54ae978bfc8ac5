import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { pathOf } from '../../platform/http/canonicalPath.ts'
import type { HandledRequest } from '../../platform/http/HandledRequest.ts'
import { TWIN_CONNECTION } from '../../platform/server/listen.ts'
import { createMetrics, type Metrics } from './metrics.ts'

/** The figures that other parts of the gateway report while they work. */
export interface GatewayMetrics {
  readonly metrics: Metrics
  /** Counts one answered request. */
  readonly observeRequest: (handled: HandledRequest) => void
  /** How many milliseconds a write of the journal took that ended on disk. */
  readonly observeSync: (ms: number) => void
  /** Counts the connections and web sockets of the server. */
  readonly watchServer: (server: Server) => void
}

const ORDER_ROUTE = /^\/v1\/spot\/order\/(place|cancel|amend|cancelAll)$/
const SOCKET_PATHS: readonly string[] = ['/v1/market/stream', '/v1/user/stream']
const LOGIN_ROUTE = /^\/v1\/user\/(?:agency\/|auth\/)?login(?:\/verify(?:\/v2)?)?$/
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export function createGatewayMetrics(): GatewayMetrics {
  const metrics = createMetrics()
  const observeRequest = createRequestObserver(metrics)
  const syncs = metrics.histogram(
    'gateway_journal_sync_seconds',
    'From a write of the journal to its end on disk.',
    SECONDS,
  )
  return {
    metrics,
    observeRequest,
    observeSync: (ms) => syncs.observe(ms / 1000),
    watchServer: (server) => countConnections(metrics, server),
  }
}

function createRequestObserver(metrics: Metrics): (answered: HandledRequest) => void {
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
