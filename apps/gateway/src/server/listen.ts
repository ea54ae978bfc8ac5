import { createServer as createHttpServer, type Server } from 'node:http'
import type { FastifyInstance } from 'fastify'

export interface ListenOptions {
  /** Absent: this machine only, under both of localhost's addresses. */
  readonly host?: string | undefined
  readonly port: number
  /** Fail instead of taking the next free port. */
  readonly isStrict: boolean
  /** Told of each port that was taken. */
  readonly onTaken: (port: number) => void
  /** For the second address; the app's own server has its own. Default 5,000 ms. */
  readonly checkConnectionsMs?: number
}

export interface Listening {
  readonly port: number
  close(): Promise<void>
}

const ATTEMPTS = 50
const IPV4_LOOPBACK = '127.0.0.1'
const IPV6_LOOPBACK = '::1'
/** How often connections are looked over for requests that take too long. */
export const CHECK_CONNECTIONS_MS = 5_000

/** Listens on `port`, or on the next free one. @throws Error when none is free or the host is no address of this machine. */
export async function listen(app: FastifyInstance, { host, port, isStrict, onTaken, checkConnectionsMs = CHECK_CONNECTIONS_MS }: ListenOptions): Promise<Listening> {
  await app.ready()
  const attempts = isStrict || port === 0 ? 1 : ATTEMPTS
  for (let candidate = port; candidate < port + attempts; candidate++) {
    const servers = await tryPort(app, { host, port: candidate, checkConnectionsMs })
    if (servers) return { port: portOf(app.server), close: () => closeAll(app, servers) }
    onTaken(candidate)
  }
  throw new Error(attempts === 1 ? `Port ${port} is taken. Stop what uses it, or set PORT to another one.` : `No port from ${port} to ${port + attempts - 1} is free. Set PORT to a free one.`)
}

/** The extra servers beside the app's own; `undefined` when the port is taken on either address. */
async function tryPort(app: FastifyInstance, { host, port, checkConnectionsMs }: { host: string | undefined; port: number; checkConnectionsMs: number }): Promise<Server[] | undefined> {
  if (host !== undefined) return (await bind(app.server, { host, port })) === 'taken' ? undefined : []
  // The twin comes first: the app's own server would have to be closed again, and a closed one stays closed.
  const twin = createTwin(app.server, checkConnectionsMs)
  const twinState = await bind(twin, { host: IPV6_LOOPBACK, port })
  if (twinState === 'taken') return undefined
  if ((await bind(app.server, { host: IPV4_LOOPBACK, port: twinState === 'bound' ? portOf(twin) : port })) === 'taken') {
    if (twinState === 'bound') await closeServer(twin)
    return undefined
  }
  if (twinState !== 'bound') return []
  return [twin]
}

/** A second door to the same app: what comes in is handed over, and it is as impatient as the first. */
function createTwin(server: Server, connectionsCheckingInterval: number): Server {
  const { requestTimeout, headersTimeout, keepAliveTimeout } = server
  // Fastify sets the request's time after the server is made, so the headers' time may still be Node's longer default, which a new server refuses.
  const twin = createHttpServer({ requestTimeout, headersTimeout: Math.min(headersTimeout, requestTimeout), keepAliveTimeout, connectionsCheckingInterval, requireHostHeader: false })
  for (const event of ['request', 'upgrade', 'clientError'] as const) twin.on(event, (...details: unknown[]) => server.emit(event, ...details))
  return twin
}

async function bind(server: Server, { host, port }: { host: string; port: number }): Promise<'bound' | 'taken' | 'no-such-address'> {
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
    if (host === IPV6_LOOPBACK && (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT')) return 'no-such-address'
    if (code === 'EACCES') throw new Error(`Port ${port} may not be used without more rights. Set PORT to one above 1023.`, { cause: error })
    throw error
  }
}

function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

async function closeAll(app: FastifyInstance, servers: readonly Server[]): Promise<void> {
  await Promise.all([...servers.map(closeServer), app.close()])
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
