import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mayScrape } from './mayScrape.ts'
import { createMetrics, METRICS_TYPE, type Metrics } from './metrics.ts'
import { describeProcess } from './processMetrics.ts'

export interface StandbyServer {
  readonly port: number
  /** Ends every connection, so that the gateway itself can listen there. */
  close(): Promise<void>
}

/**
 * What a process answers that follows the log: it is alive. One that stands by takes no work: a
 * supervisor leaves it running and a load balancer sends it nobody.
 */
export async function openStandbyServer({
  host,
  port,
  metricsToken,
  seq,
  failing = () => ['leading'],
  describe = () => {},
}: {
  readonly host: string | undefined
  readonly port: number
  readonly metricsToken?: string | undefined
  /** The last record that it has applied. */
  readonly seq: () => number
  /** Why `/ready` answers 503; default: it does not lead. */
  readonly failing?: () => readonly string[]
  /** Adds what `/metrics` says of its role. */
  readonly describe?: (metrics: Metrics) => void
}): Promise<StandbyServer> {
  const metrics = createMetrics()
  metrics.gauge('gateway_follower_seq', 'The last record that a standby has applied.', seq)
  describe(metrics)
  describeProcess(metrics, { delay: () => undefined })
  const server = createServer((request, response) => {
    const { headers, socket, url } = request
    const scraper = { headers, address: socket.remoteAddress ?? '', isProxied: false }
    if (url === '/metrics' && mayScrape(scraper, metricsToken)) {
      response.writeHead(200, { 'content-type': METRICS_TYPE, 'cache-control': 'no-store' })
      return void response.end(metrics.text())
    }
    const isHealth = url === '/health'
    const failed = failing()
    response.writeHead(isHealth || (url === '/ready' && failed.length === 0) ? 200 : 503, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
    })
    response.end(
      JSON.stringify(
        isHealth
          ? { status: 'alive' }
          : { status: failed.length === 0 ? 'ready' : 'not ready', failing: failed },
      ),
    )
  })
  await listening(server, { host: host ?? '127.0.0.1', port })
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function listening(
  server: Server,
  options: { readonly host: string; readonly port: number },
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(options, resolve)
  })
}
