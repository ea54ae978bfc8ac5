import { createServer as createHttpServer, type Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { createConnectionLimits, type ConnectionLimits } from './connectionLimits.ts'

export interface ListenOptions extends ConnectionLimits {
  /** Absent: this machine only, under both of localhost's addresses. */
  readonly host?: string | undefined
  readonly port: number
  /** Fail instead of taking the next free port. */
  readonly isStrict: boolean
  /** Called for each port that was taken. */
  readonly onTaken: (port: number) => void
  /** For the second address; the app's own server has its own. Default 5,000 ms. */
  readonly checkConnectionsMs?: number
}

interface Attempt {
  readonly host: string | undefined
  readonly port: number
  readonly checkConnectionsMs: number
  readonly limit: (server: Server) => void
}

export interface Listening {
  readonly port: number
  close(): Promise<void>
}

const ATTEMPTS = 50
const IPV4_LOOPBACK = '127.0.0.1'
const IPV6_LOOPBACK = '::1'
/** How often connections are checked for requests that take too long. */
export const CHECK_CONNECTIONS_MS = 1_000
/** The app's server emits it for each connection that came by localhost's second address. */
export const TWIN_CONNECTION = 'twinConnection'
/** How long requests may go on once the server closes. */
const CLOSE_GRACE_MS = 500
/** A connection that has not sent the headers of its first request by then is ended. */
export const HEADERS_TIMEOUT_MS = 10_000

/**
 * Listens on `port`, or on the next free one.
 * @throws Error when none is free or the host is no address of this machine.
 */
export async function listen(app: FastifyInstance, options: ListenOptions): Promise<Listening> {
  const { host, port, isStrict, onTaken, checkConnectionsMs = CHECK_CONNECTIONS_MS } = options
  await app.ready()
  limitHeadersTime(app.server)
  const limit = createConnectionLimits(options)
  limit(app.server)
  const attempts = isStrict || port === 0 ? 1 : ATTEMPTS
  for (let candidate = port; candidate < port + attempts; candidate++) {
    const servers = await tryPort(app, { host, port: candidate, checkConnectionsMs, limit })
    if (servers) return { port: portOf(app.server), close: () => closeAll(app, servers) }
    onTaken(candidate)
  }
  throw new Error(
    attempts === 1
      ? `Port ${port} is taken. Stop what uses it, or set PORT to another one.`
      : `No port from ${port} to ${port + attempts - 1} is free. Set PORT to a free one.`,
  )
}

/** The extra servers beside the app's own; `undefined` when the port is taken on either address. */
async function tryPort(
  app: FastifyInstance,
  { host, port, checkConnectionsMs, limit }: Attempt,
): Promise<Server[] | undefined> {
  if (host !== undefined)
    return (await bind(app.server, { host, port })) === 'taken' ? undefined : []
  // The twin comes first: the app's own server would have to be closed again, and a closed one
  // stays closed.
  const twin = createTwin(app.server, checkConnectionsMs)
  limit(twin)
  const twinState = await bind(twin, { host: IPV6_LOOPBACK, port })
  if (twinState === 'taken') return undefined
  if (
    (await bind(app.server, {
      host: IPV4_LOOPBACK,
      port: twinState === 'bound' ? portOf(twin) : port,
    })) === 'taken'
  ) {
    if (twinState === 'bound') await closeServer(twin)
    return undefined
  }
  if (twinState !== 'bound') return []
  return [twin]
}

/**
 * A second listener of the same app, with the same timeouts as the first.
 */
function createTwin(server: Server, connectionsCheckingInterval: number): Server {
  const { requestTimeout, headersTimeout, keepAliveTimeout } = server
  const twin = createHttpServer({
    requestTimeout,
    headersTimeout,
    keepAliveTimeout,
    connectionsCheckingInterval,
    requireHostHeader: false,
  })
  // Under another name: the app's server would begin to read them itself.
  twin.on('connection', (socket) => server.emit(TWIN_CONNECTION, socket))
  for (const event of ['request', 'upgrade', 'clientError'] as const)
    twin.on(event, (...details: unknown[]) => server.emit(event, ...details))
  return twin
}

/**
 * Fastify sets the request's time after the server is made, and the headers' time may be Node's
 * longer default. Node takes the longer of the two for the whole request, whichever it was set for:
 * a body could drip for a minute.
 */
function limitHeadersTime(server: Server): void {
  const { requestTimeout, headersTimeout } = server
  const longest =
    requestTimeout > 0 ? Math.min(HEADERS_TIMEOUT_MS, requestTimeout) : HEADERS_TIMEOUT_MS
  server.headersTimeout = headersTimeout > 0 ? Math.min(headersTimeout, longest) : longest
}

async function bind(
  server: Server,
  { host, port }: { host: string; port: number },
): Promise<'bound' | 'taken' | 'no-such-address'> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen({ host, port, exclusive: true }, () => {
        server.off('error', reject)
        resolve()
      })
    })
    return 'bound'
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') return 'taken'
    // A machine without IPv6 has no second localhost.
    if (host === IPV6_LOOPBACK && (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT'))
      return 'no-such-address'
    if (code === 'EACCES')
      throw new Error(
        `Port ${port} may not be used without more rights. Set PORT to one above 1023.`,
        { cause: error },
      )
    throw error
  }
}

function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/**
 * Requests that are being answered get a moment; a connection that has sent nothing would be waited
 * for until its time is over.
 */
async function closeAll(app: FastifyInstance, servers: readonly Server[]): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), CLOSE_GRACE_MS)
  await Promise.all([...servers.map(closeServer), app.close()])
  clearTimeout(timer)
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
