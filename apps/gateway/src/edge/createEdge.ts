import {
  Agent,
  createServer,
  request,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { connect, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { EdgeSocket } from '../platform/event-bus/relay/createEdgeSocket.ts'
import { mayScrape } from '../modules/health/mayScrape.ts'
import { METRICS_TYPE } from '../modules/health/metrics.ts'
import { pathOf } from '../platform/http/canonicalPath.ts'
import {
  createEdgeMetrics,
  type EdgeMetrics,
  type EdgeMetricsOptions,
  type PassedOutcome,
} from './createEdgeMetrics.ts'
import type { LeaderFinder } from './createLeaderFinder.ts'
import { socketAddressOf } from './edgeSettings.ts'

export interface EdgeOptions {
  readonly finder: LeaderFinder
  /** Served here while the bus reaches this edge; sockets of other paths are passed on. */
  readonly sockets?: readonly EdgeSocket[]
  /** How long a request waits for a core that leads. Default 10 s. */
  readonly holdMs?: number
  /**
   * Who scrapes `/metrics` must send it as a bearer token. Absent: this machine alone may, and not
   * through a proxy.
   */
  readonly metricsToken?: string | undefined
  /** How late the event loop comes, for the metrics. */
  readonly delay?: EdgeMetricsOptions['delay']
}

export interface Edge {
  readonly server: Server
  /**
   * From now on `/ready` answers 503, and after a quarter of the time nothing new is taken. Each
   * socket ends at some moment of the first half: its owner opens it elsewhere.
   */
  drain(withinMs: number): void
}

const HOLD_MS = 10_000
/** Of one connection, not of a message (RFC 9110, 7.6.1). */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/**
 * A server that passes every request and socket on to the core that leads, and holds what comes
 * while none does. Sockets it serves itself, where a bus brings what they follow. It has no state:
 * any number of them serve the same users. What was sent to a core is never sent again: only a
 * connection that was refused has surely done nothing.
 */
export function createEdge({
  finder,
  sockets = [],
  holdMs = HOLD_MS,
  metricsToken,
  delay,
}: EdgeOptions): Edge {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity })
  const passing = createPassing(finder)
  let isDraining = false
  let held = 0
  const metrics = createEdgeMetrics({ finder, sockets, held: () => held, delay })
  const server = createServer((incoming, answer) => {
    if (incoming.url === '/health') return json(answer, 200, { status: 'alive' })
    if (incoming.url === '/ready') return answerReady(answer, { finder, isDraining })
    if (incoming.url === '/metrics')
      return answerMetrics(incoming, answer, { metrics, metricsToken })
    // Before anything of the body is read: it may wait for a leader.
    void forward(incoming, answer)
  })

  /**
   * `taken: false`: no core has seen it. Without that its outcome is unknown, and its `clientOid`
   * finds it.
   */
  function refuseTo(answer: ServerResponse, data: { readonly taken?: false }): void {
    const outcome: PassedOutcome = 'taken' in data ? 'refused' : 'unknown'
    metrics.requests.add({ outcome })
    json(answer, 200, {
      code: '00006',
      status: 'error',
      msg: 'Service is temporarily unavailable',
      data: 'taken' in data ? data : null,
    })
  }

  async function forward(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    held++
    const leader = await finder.within(holdMs).finally(() => held--)
    if (!leader) return refuseTo(answer, { taken: false })
    let isSent = false
    const passed = request(leader, {
      agent,
      method: incoming.method ?? 'GET',
      path: incoming.url ?? '/',
      headers: forwardedHeaders(incoming),
    })
    passing.add(passed, leader)
    passed.on('socket', (socket) => {
      const send = () => {
        isSent = true
        incoming.pipe(passed)
      }
      if (socket.connecting) socket.once('connect', send)
      else send()
    })
    passed.on('response', (response) => {
      metrics.requests.add({ outcome: 'answered' satisfies PassedOutcome })
      answer.writeHead(response.statusCode ?? 502, endToEnd(response.headers))
      response.pipe(answer)
      response.on('error', () => answer.destroy())
    })
    passed.on('error', () => {
      finder.doubt(leader)
      if (!isSent && !answer.destroyed) void forward(incoming, answer)
      else if (answer.headersSent) answer.destroy()
      else refuseTo(answer, {})
    })
    answer.on('close', () => answer.writableFinished || passed.destroy())
  }

  metrics.watchServer(server)
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    const path = pathOf(incoming.url ?? '')
    const own = sockets.find((each) => each.serves(path) && each.isServing())
    if (own) own.upgrade(incoming, socket, head)
    else void forwardSocket(finder, { incoming, socket, head, holdMs, passing })
  })
  server.on('close', () => {
    for (const each of sockets) each.close()
    finder.stop()
    agent.destroy()
  })
  return {
    server,
    drain(withinMs) {
      isDraining = true
      for (const each of sockets) each.drain(withinMs / 2)
      passing.drain(withinMs / 2)
      setTimeout(() => {
        server.close()
        server.closeIdleConnections()
      }, withinMs / 4).unref()
    },
  }
}

/** What is on its way to a core. */
interface Passing {
  add(passed: ClientRequest | Socket, core: URL): void
  /** Ends each socket at some moment of that time; requests are answered. */
  drain(withinMs: number): void
}

/** Ends what is on its way to a core once another one leads: the former may stand still. */
function createPassing(finder: LeaderFinder): Passing {
  const under = new Map<ClientRequest | Socket, URL>()
  finder.onChange((leader) => {
    for (const [passed, core] of under)
      if (core !== leader) passed.destroy(new Error('Another core leads.'))
  })
  return {
    add(passed, core) {
      under.set(passed, core)
      passed.once('close', () => under.delete(passed))
    },
    drain(withinMs) {
      for (const passed of under.keys())
        if (passed instanceof Socket)
          setTimeout(() => passed.destroy(), Math.random() * withinMs).unref()
    },
  }
}

async function forwardSocket(
  finder: LeaderFinder,
  {
    incoming,
    socket,
    head,
    holdMs,
    passing,
  }: {
    readonly incoming: IncomingMessage
    readonly socket: Duplex
    readonly head: Buffer
    readonly holdMs: number
    readonly passing: Passing
  },
): Promise<void> {
  socket.on('error', () => socket.destroy())
  const leader = await finder.within(holdMs)
  if (!leader) return void socket.destroy()
  const passed = connect(socketAddressOf(leader))
  passing.add(passed, leader)
  passed.on('connect', () => {
    const headers = { ...forwardedHeaders(incoming), connection: 'Upgrade', upgrade: 'websocket' }
    const lines = Object.entries(headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((each) => `${name}: ${each}`),
    )
    passed.write([`GET ${incoming.url ?? '/'} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
    passed.write(head)
    passed.pipe(socket)
    socket.pipe(passed)
  })
  passed.on('error', () => {
    finder.doubt(leader)
    socket.destroy()
  })
  // A socket that lost its core is opened again by its owner, who sees the gap by its numbers.
  passed.on('close', () => socket.destroy())
  socket.on('close', () => passed.destroy())
}

function answerReady(
  answer: ServerResponse,
  { finder, isDraining }: { readonly finder: LeaderFinder; readonly isDraining: boolean },
): void {
  const failing = [
    ...(finder.current() === undefined ? ['leader'] : []),
    ...(isDraining ? ['serving'] : []),
  ]
  const isReady = failing.length === 0
  json(answer, isReady ? 200 : 503, { status: isReady ? 'ready' : 'not ready', failing })
}

/** The core trusts its edges to say from where a request comes. */
function forwardedHeaders(incoming: IncomingMessage): IncomingHttpHeaders {
  const before = incoming.headers['x-forwarded-for']
  const address = incoming.socket.remoteAddress ?? ''
  return {
    ...endToEnd(incoming.headers),
    'x-forwarded-for': before === undefined ? address : `${[before].flat().join(', ')}, ${address}`,
  }
}

function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const named = new Set(
    (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()),
  )
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name) && !named.has(name)),
  )
}

function answerMetrics(
  incoming: IncomingMessage,
  answer: ServerResponse,
  {
    metrics,
    metricsToken,
  }: { readonly metrics: Pick<EdgeMetrics, 'text'>; readonly metricsToken: string | undefined },
): void {
  const { headers, socket } = incoming
  const scraper = { headers, address: socket.remoteAddress ?? '', isProxied: false }
  if (!mayScrape(scraper, metricsToken)) return json(answer, 403, { status: 'forbidden' })
  answer.writeHead(200, { 'content-type': METRICS_TYPE, 'cache-control': 'no-store' })
  answer.end(metrics.text())
}

function json(answer: ServerResponse, status: number, body: object): void {
  answer.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  answer.end(JSON.stringify(body))
}
