import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import type { EventBus } from '../../platform/event-bus/EventBus.ts'
import type { RequestSession } from '../../platform/http/route.ts'
import type { SessionReader } from '../../platform/http/SessionReader.ts'
import type { Effects } from '../../exchange/state/effects.ts'
import {
  CLOSE_OVER_ALLOWANCE,
  createKeyedAllowance,
  OVER_ALLOWANCE,
  SOCKET_LIMITS,
  SOCKET_SERVER,
  type AllowanceRate,
} from '../../platform/http/socketLimits.ts'
import { publishUsers } from './bus/publishUsers.ts'
import { userKey } from './concernedUsers.ts'
import { createConnection, type Connection } from './createConnection.ts'
import { createPublication, type PublicationOptions } from './createPublication.ts'
import { createUserTopics } from './createUserTopics.ts'
import {
  CHECK_MS,
  CLOSE_SESSION_ENDED,
  CLOSE_TOO_MANY,
  MAX_CONNECTIONS_OF_ONE_USER,
  MAX_MESSAGE_BYTES,
  OPENING_COST,
} from './wire.ts'

export interface AccountStreamOptions extends PublicationOptions {
  readonly sessions: SessionReader
  /** What a user may spend over all connections: see `SocketLimits`. */
  readonly userAllowance?: AllowanceRate | undefined
  /** Carries accounts to edges; absent: there is none. */
  readonly bus?: EventBus | undefined
  /** Of the right to trade; default 0. */
  readonly epoch?: number | undefined
}

export interface AccountStream {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Sends the users concerned what one journal record did; called in order, once it is on disk. */
  publish(seq: number, effects: Effects): void
  stop(): void
}

/**
 * The private socket `/v1/user/stream` (wire 10): orders, fills and balances of the session's user
 * in the session's realm.
 */
export function createAccountStream(options: AccountStreamOptions): AccountStream {
  const { trading, sessions, clock, log, userAllowance = SOCKET_LIMITS } = options
  const server = new WebSocketServer({ ...SOCKET_SERVER, maxPayload: MAX_MESSAGE_BYTES })
  const connections = new Map<string, Set<Connection>>()
  const allowances = createKeyedAllowance(userAllowance, clock.monotonic)
  const publication = createPublication(options)

  async function accept(
    request: IncomingMessage,
    { socket, stream }: { readonly socket: WebSocket; readonly stream: Duplex },
  ): Promise<void> {
    const verdict = await sessions.read(request.headers)
    // A browser cannot read the status of a refused handshake, a close code it can.
    if (!verdict.ok) return socket.close(CLOSE_SESSION_ENDED, verdict.code)
    const { session } = verdict
    const key = userKey(session)
    const spend = (cost: number) => allowances.spend(key, cost) === 0
    if (!spend(OPENING_COST)) return socket.close(CLOSE_OVER_ALLOWANCE, OVER_ALLOWANCE)
    trading.ensurePaperAccount(session)
    const sources = publication.sourcesOf(session)
    const connection = createConnection({ ...sources, socket, stream, session, spend })
    const own = connections.get(key) ?? new Set()
    connections.set(key, own.add(connection))
    publication.enter(session, connection)
    socket.on('close', () => leave(session, connection))
    const [oldest] = own
    if (oldest && own.size > MAX_CONNECTIONS_OF_ONE_USER) {
      // Not counted from here on, whether its peer answers the close frame or not.
      leave(session, oldest)
      oldest.close(CLOSE_TOO_MANY, 'too many connections')
    }
    watch(connection, request.headers)
    connection.open()
  }

  function leave(session: RequestSession, connection: Connection): void {
    publication.leave(session, connection)
    const own = connections.get(userKey(session))
    if (own?.delete(connection) && own.size === 0) connections.delete(userKey(session))
  }

  function watch(connection: Connection, headers: IncomingMessage['headers']): void {
    clock.after(CHECK_MS, () => {
      if (!connection.isOpen()) return
      connection.probe()
      void sessions.read(headers).then(
        (verdict) => {
          if (!verdict.ok) connection.close(CLOSE_SESSION_ENDED, verdict.code)
          else if (verdict.session.realm !== connection.realm)
            connection.close(CLOSE_SESSION_ENDED, '40901')
        },
        (error: unknown) => log.error('A session could not be read', { error: String(error) }),
      )
      watch(connection, headers)
    })
  }

  function* all(): Generator<Connection> {
    for (const own of connections.values()) yield* own
  }

  const unsubscribe = sessions.onEnd((sessionId) => {
    for (const connection of all())
      if (connection.sessionId === sessionId) connection.close(CLOSE_SESSION_ENDED, '20205')
  })

  const stopPublishing =
    options.bus &&
    publishUsers({
      bus: options.bus,
      epoch: options.epoch ?? 0,
      clock,
      sessions,
      ensureAccount: trading.ensurePaperAccount,
      openTopics(trader, how) {
        const topics = createUserTopics({ ...publication.sourcesOf(trader), ...how })
        publication.enter(trader, topics)
        return topics
      },
      closeTopics: publication.leave,
    })

  return {
    upgrade: (request, socket, head) =>
      server.handleUpgrade(request, socket, head, (webSocket) => {
        // Errors of a socket end in its close; without a listener they would end the process.
        webSocket.on('error', () => {})
        accept(request, { socket: webSocket, stream: socket }).catch((error: unknown) => {
          log.error('The private socket could not be opened', { error: String(error) })
          webSocket.close(1011)
        })
      }),
    publish: publication.publish,
    stop() {
      unsubscribe()
      stopPublishing?.()
      publication.stop()
      for (const connection of all()) connection.close(1001, 'the gateway stops')
      server.close()
    },
  }
}
