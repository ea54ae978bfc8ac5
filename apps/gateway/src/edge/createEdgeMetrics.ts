import type { Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { createMetrics, type Counter, type Metrics } from '../modules/health/metrics.ts'
import { describeProcess } from '../modules/health/processMetrics.ts'
import type { BusFigures } from '../platform/event-bus/relay/createBusPublisher.ts'
import type { EdgeSocket } from '../platform/event-bus/relay/createEdgeSocket.ts'
import type { LeaderFinder } from './createLeaderFinder.ts'

/** What became of a request: `unknown` where a core may have taken it. */
export type PassedOutcome = 'answered' | 'refused' | 'unknown'

export interface EdgeMetricsOptions {
  readonly finder: Pick<LeaderFinder, 'current'>
  readonly sockets: readonly Pick<EdgeSocket, 'path' | 'count' | 'figures'>[]
  /** Requests that wait for a core that leads. */
  readonly held: () => number
  /** How late the event loop comes, in seconds. */
  readonly delay?: Parameters<typeof describeProcess>[1]['delay'] | undefined
}

export interface EdgeMetrics extends Pick<Metrics, 'text'> {
  readonly requests: Counter
  /** Counts the connections of the server. */
  watchServer(server: Server): void
}

export function createEdgeMetrics({
  finder,
  sockets,
  held,
  delay = () => undefined,
}: EdgeMetricsOptions): EdgeMetrics {
  const metrics = createMetrics()
  let connections = 0
  metrics.gauge('edge_leader_known', 'Whether a core leads and takes work.', () =>
    Number(finder.current() !== undefined),
  )
  metrics.gauge('edge_requests_held', 'Requests that wait for a core that leads.', held)
  const requests = metrics.counter(
    'edge_requests_total',
    'Requests by what became of them; unknown: a core may have taken it.',
  )
  metrics.gauge('edge_connections', 'Open connections.', () => connections)
  const ofSockets = (read: (socket: EdgeMetricsOptions['sockets'][number]) => number | undefined) =>
    sockets.flatMap((socket) => {
      const value = read(socket)
      return value === undefined ? [] : [{ labels: { path: socket.path }, value }]
    })
  const figure = (name: 'topics' | 'subscriptions' | 'sent' | 'losses') => () =>
    ofSockets((socket) => (socket.figures() satisfies BusFigures)[name])
  metrics.gauge('edge_sockets', 'Open web sockets that the bus serves, by path.', () =>
    ofSockets((socket) => socket.count()),
  )
  metrics.gauge('edge_topics', 'Topics that web sockets follow, by path.', figure('topics'))
  metrics.gauge('edge_subscriptions', 'Topics of each socket, summed.', figure('subscriptions'))
  metrics.total('edge_messages_total', 'Messages sent to web sockets, by path.', figure('sent'))
  metrics.total('edge_bus_losses_total', 'Losses on the bus that were healed.', figure('losses'))
  metrics.gauge(
    'edge_bus_silence_seconds',
    'Since the gateway that trades last answered on the bus; it is asked each second.',
    () =>
      ofSockets((socket) => {
        const { silentMs } = socket.figures()
        return silentMs === undefined ? undefined : silentMs / 1_000
      }),
  )
  describeProcess(metrics, { delay })
  return {
    text: metrics.text,
    requests,
    watchServer(server) {
      server.on('connection', (socket: Duplex) => {
        connections++
        socket.once('close', () => connections--)
      })
    },
  }
}
