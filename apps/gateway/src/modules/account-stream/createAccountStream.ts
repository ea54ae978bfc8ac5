import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Clock } from '@x/kit'
import { WebSocketServer, type WebSocket } from 'ws'
import type { Database } from '../../platform/db/Database.ts'
import type { Log } from '../../platform/log/Log.ts'
import type { RequestSession } from '../../platform/http/route.ts'
import type { SessionReader } from '../../platform/http/SessionReader.ts'
import type { MarginAccountSource } from '../margin/ports/MarginAccountSource.ts'
import type { DepositSource } from '../wallet/ports/DepositSource.ts'
import type { P2pMessageChange, P2pMessageSource } from '../p2p/ports/P2pPorts.ts'
import type { NoticeChange, UserNotices } from '../notices/ports/UserNotices.ts'
import type { TradingService } from '../trading/ports/TradingService.ts'
import type { Effects } from '../../exchange/state/effects.ts'
import {
  CLOSE_OVER_ALLOWANCE,
  createKeyedAllowance,
  OVER_ALLOWANCE,
  SOCKET_LIMITS,
  SOCKET_SERVER,
  type AllowanceRate,
} from '../../platform/http/socketLimits.ts'
import { createSlices, type SliceOptions } from '../../platform/event-loop/createSlices.ts'
import { concernedUsers, userKey } from './concernedUsers.ts'
import { createConnection, type Connection } from './createConnection.ts'
import type { PublishedRecord } from './createUserTopics.ts'
import { createFillSnapshots } from './createFillSnapshots.ts'
import { latestFuturesFills } from './createFuturesTopics.ts'
import { CLOSE_SESSION_ENDED, CLOSE_TOO_MANY } from './wire.ts'

export interface AccountStreamOptions {
  readonly trading: TradingService
  readonly db: Database
  readonly sessions: SessionReader
  readonly clock: Clock
  readonly log: Log
  readonly userNotices: Pick<UserNotices, 'latest' | 'onChange'>
  /** Default: there are none. */
  readonly p2pMessages?: P2pMessageSource | undefined
  /** Default: there are none. */
  readonly deposits?: DepositSource | undefined
  /** Default: there are none. */
  readonly marginAccounts?: MarginAccountSource | undefined
  /** What a user may spend over all connections: see `SocketLimits`. */
  readonly userAllowance?: AllowanceRate | undefined
  /** How publication is sliced; each snapshot takes turns of its own. */
  readonly slices?: SliceOptions | undefined
}

export interface AccountStream {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Sends the users concerned what one journal record did; called in order, once it is on disk. */
  publish(seq: number, effects: Effects): void
  stop(): void
}

const REALMS = ['live', 'paper'] as const
/** A browser with several tabs open, and no more. */
const MAX_CONNECTIONS_OF_ONE_USER = 20
/** What opening a connection costs of the user's allowance: it brings a snapshot of every topic. */
const OPENING_COST = 0.5
/** Records that one connection sends in one write. */
const RECORDS_AT_ONCE = 16
/** How often a silent peer is noticed, and a session that ended without a word. */
const CHECK_MS = 25_000
/** Clients send names of topics, nothing else. */
const MAX_MESSAGE_BYTES = 4096

/**
 * The private socket `/v1/user/stream` (wire 10): orders, fills and balances of the session's user
 * in the session's realm.
 */
export function createAccountStream({
  trading,
  db,
  sessions,
  clock,
  log,
  userNotices,
  p2pMessages,
  deposits,
  marginAccounts,
  userAllowance = SOCKET_LIMITS,
  slices = {},
}: AccountStreamOptions): AccountStream {
  const server = new WebSocketServer({ ...SOCKET_SERVER, maxPayload: MAX_MESSAGE_BYTES })
  const connections = new Map<string, Set<Connection>>()
  const allowances = createKeyedAllowance(userAllowance, clock.monotonic)
  const fillSnapshots = createFillSnapshots({ db, core: trading.core })
  /**
   * Records that each connection has yet to send. A thousand stops of an account with 20
   * connections are 60,000 messages: they are sent in slices, connections in turn.
   */
  const pending = new Map<Connection, PublishedRecord[]>()
  const publication = createSlices({
    ...slices,
    clock,
    step: publishNext,
    onError: (error) => log.error('A record could not be published', { error: String(error) }),
  })
  let lastSnapshotTurn = Promise.resolve()
  const { nextTurn = (run: () => void) => void setImmediate(run) } = slices
  const snapshotTurn = () =>
    (lastSnapshotTurn = lastSnapshotTurn.then(
      () => new Promise<void>((resolve) => nextTurn(resolve)),
    ))

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
    const connection = createConnection({
      socket,
      stream,
      snapshotTurn,
      session,
      trading,
      clock,
      spend,
      readFills: () => fillSnapshots.read(session),
      readFuturesFills: () => latestFuturesFills({ db, core: trading.core }, session),
      readNotices: () => userNotices.latest(session),
      readDeposits: () => deposits?.open(session.userId) ?? [],
      marginAccounts,
    })
    const own = connections.get(key) ?? new Set()
    connections.set(key, own.add(connection))
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
    pending.delete(connection)
    const own = connections.get(userKey(session))
    if (!own?.delete(connection) || own.size > 0) return
    connections.delete(userKey(session))
    fillSnapshots.forget(session)
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

  /** The next records of the connection that has waited longest; `false`: none has any. */
  function publishNext(): boolean {
    const [next] = pending
    if (!next) return false
    const [connection, records] = next
    pending.delete(connection)
    if (records.length > RECORDS_AT_ONCE) pending.set(connection, records.slice(RECORDS_AT_ONCE))
    connection.publish(records.slice(0, RECORDS_AT_ONCE))
    return true
  }

  function* all(): Generator<Connection> {
    for (const own of connections.values()) yield* own
  }

  function showNotices({ userId, realm, notices }: NoticeChange): void {
    for (const shown of realm === '' ? REALMS : [realm])
      for (const connection of connections.get(userKey({ realm: shown, userId })) ?? [])
        connection.show('notices', notices)
  }

  function showMessages({ userId, messages }: P2pMessageChange): void {
    for (const connection of connections.get(userKey({ realm: 'live', userId })) ?? [])
      connection.show('p2pMessages', messages)
  }

  const stopDeposits = deposits?.onChange(({ userId, rows }) => {
    for (const connection of connections.get(userKey({ realm: 'live', userId })) ?? [])
      connection.show('deposits', rows)
  })
  const stopMargin = marginAccounts?.onPrices(() => {
    for (const connection of all()) connection.showPrices()
  })
  const stopMessages = p2pMessages?.onChange(showMessages)
  const stopNotices = userNotices.onChange(showNotices)
  const unsubscribe = sessions.onEnd((sessionId) => {
    for (const connection of all())
      if (connection.sessionId === sessionId) connection.close(CLOSE_SESSION_ENDED, '20205')
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
    publish(seq, effects) {
      for (const { order } of effects.fills) fillSnapshots.onFill(order, seq)
      const concerned = concernedUsers(effects)
      const queue = (connection: Connection): void => {
        const records = pending.get(connection) ?? []
        pending.set(connection, records)
        records.push({ seq, effects })
      }
      for (const key of concerned) for (const each of connections.get(key) ?? []) queue(each)
      if (effects.records?.prices)
        for (const [key, own] of connections)
          if (!concerned.has(key)) for (const each of own) if (each.watchesPrices()) queue(each)
      publication.wake()
    },
    stop() {
      unsubscribe()
      stopNotices()
      stopMessages?.()
      stopDeposits?.()
      stopMargin?.()
      publication.stop()
      for (const connection of all()) connection.close(1001, 'the gateway stops')
      server.close()
    },
  }
}
