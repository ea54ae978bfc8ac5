import type { IncomingMessage } from 'node:http'
import type { sockets, ValueOf } from '@x/api'
import type { Clock } from '@x/kit'
import { type RawData, WebSocketServer, type WebSocket } from 'ws'
import type { EventBus } from '../../../platform/event-bus/EventBus.ts'
import { askOnBus } from '../../../platform/event-bus/relay/busFrames.ts'
import type { ServedSocket } from '../../../platform/event-bus/relay/createEdgeSocket.ts'
import type { Publisher } from '../../../platform/event-bus/relay/Publisher.ts'
import type { Subscriber } from '../../../platform/event-bus/relay/Subscriber.ts'
import {
  CLOSE_OVER_ALLOWANCE,
  CLOSE_TRY_LATER,
  createKeyedAllowance,
  OVER_ALLOWANCE,
  SOCKET_LIMITS,
  SOCKET_SERVER,
  type AllowanceRate,
} from '../../../platform/http/socketLimits.ts'
import type { Log } from '../../../platform/log/Log.ts'
import {
  ENDED_SUBJECT,
  SESSION_SUBJECT,
  type SessionAnswer,
  type SessionHeaders,
  type UserAddress,
} from '../bus/userSubjects.ts'
import { userKey } from '../concernedUsers.ts'
import {
  CHECK_MS,
  CLOSE_SESSION_ENDED,
  CLOSE_TOO_MANY,
  CLOSE_TOO_SLOW,
  costOf,
  FIRST_TOPICS,
  MAX_CONNECTIONS_OF_ONE_USER,
  MAX_MESSAGE_BYTES,
  OPENING_COST,
  readClientMessage,
  TERMINATING,
} from '../wire.ts'

export interface UserSocketOptions {
  readonly publisher: Publisher<UserAddress>
  readonly bus: EventBus
  readonly clock: Clock
  readonly log: Log
  /** What a user may spend over all connections to this edge: see `SocketLimits`. */
  readonly userAllowance?: AllowanceRate | undefined
}

type Session = Extract<SessionAnswer, { readonly session: unknown }>['session']

interface Client {
  readonly session: Session
  readonly socket: WebSocket
  close(code: number, reason: string): void
}

/**
 * `/v1/user/stream` on an edge. Whose session it is, is asked on the bus; the messages of a user
 * come from there once, for all sockets of theirs.
 */
export function createUserSocket({
  publisher,
  bus,
  clock,
  log,
  userAllowance = SOCKET_LIMITS,
}: UserSocketOptions): ServedSocket {
  const server = new WebSocketServer({ ...SOCKET_SERVER, maxPayload: MAX_MESSAGE_BYTES })
  const clients = new Map<string, Set<Client>>()
  const allowances = createKeyedAllowance(userAllowance, clock.monotonic)

  async function accept(request: IncomingMessage, socket: WebSocket): Promise<void> {
    const headers = { cookie: request.headers.cookie, host: request.headers.host }
    const answer = await askSession(bus, headers)
    if (!answer) return socket.close(CLOSE_TRY_LATER, 'Try again later')
    if ('code' in answer) return socket.close(CLOSE_SESSION_ENDED, answer.code)
    const { session } = answer
    const key = userKey(session)
    const spend = (cost: number) => allowances.spend(key, cost) === 0
    if (!spend(OPENING_COST)) return socket.close(CLOSE_OVER_ALLOWANCE, OVER_ALLOWANCE)
    const client = serve({ socket, session, publisher, clock, spend })
    enter(key, client)
    watch(client, headers)
  }

  function enter(key: string, client: Client): void {
    const own = clients.get(key) ?? new Set()
    clients.set(key, own.add(client))
    const leave = (left: Client) => own.delete(left) && own.size === 0 && clients.delete(key)
    client.socket.on('close', () => leave(client))
    if (client.socket.readyState !== client.socket.OPEN) leave(client)
    const [oldest] = own
    if (!oldest || own.size <= MAX_CONNECTIONS_OF_ONE_USER) return
    // Not counted from here on, whether its peer answers the close frame or not.
    leave(oldest)
    oldest.close(CLOSE_TOO_MANY, 'too many connections')
  }

  /** Notices a peer that says nothing, and a session that ended without a word. */
  function watch(client: Client, headers: SessionHeaders): void {
    const { socket, session } = client
    let isAlive = true
    socket.on('pong', () => (isAlive = true))
    const look = async (): Promise<void> => {
      if (socket.readyState !== socket.OPEN) return
      if (!isAlive) return socket.terminate()
      isAlive = false
      socket.ping()
      const answer = await askSession(bus, headers)
      // Nobody answers: what the bus no longer reaches ends by itself.
      if (answer && 'code' in answer) client.close(CLOSE_SESSION_ENDED, answer.code)
      else if (answer && userKey(answer.session) !== userKey(session))
        client.close(CLOSE_SESSION_ENDED, '40901')
      clock.after(CHECK_MS, () => void look())
    }
    clock.after(CHECK_MS, () => void look())
  }

  const stopListening = bus.subscribe(ENDED_SUBJECT, (sessionId) => {
    for (const own of clients.values())
      for (const client of own)
        if (client.session.sessionId === sessionId) client.close(CLOSE_SESSION_ENDED, '20205')
  })

  const end: ServedSocket['end'] = (code, reason, when = (run) => run()) => {
    for (const client of server.clients) when(() => client.close(code, reason))
  }
  return {
    path: '/v1/user/stream',
    upgrade: (request, stream, head) =>
      server.handleUpgrade(request, stream, head, (socket) => {
        // Errors of a socket end in its close; without a listener they would end the process.
        socket.on('error', () => {})
        accept(request, socket).catch((error: unknown) => {
          log.error('The private socket could not be opened', { error: String(error) })
          socket.close(1011)
        })
      }),
    end,
    count: () => server.clients.size,
    close() {
      stopListening()
      end(1001, 'The gateway is stopping')
      server.close()
    },
  }
}

const askSession = (bus: EventBus, headers: SessionHeaders) =>
  askOnBus<SessionAnswer>(bus, SESSION_SUBJECT, headers)

function serve({
  socket,
  session,
  publisher,
  clock,
  spend,
}: {
  readonly socket: WebSocket
  readonly session: Session
  readonly publisher: Publisher<UserAddress>
  readonly clock: Pick<Clock, 'now'>
  readonly spend: (cost: number) => boolean
}): Client {
  const { realm, userId } = session
  const addressOf = (topic: UserAddress['topic']): UserAddress => ({ realm, userId, topic })
  const subscriber: Subscriber = {
    send: (text) => socket.send(text),
    backlog: () => socket.bufferedAmount,
    drop: () => close(CLOSE_TOO_SLOW, 'too slow'),
  }
  const answer = (reply: ValueOf<typeof sockets.user.reply>) => socket.send(JSON.stringify(reply))

  function close(code: number, reason: string): void {
    publisher.forget(subscriber)
    socket.close(code, reason)
    if (TERMINATING.has(code)) socket.terminate()
  }

  function onMessage(text: string): void {
    // Frames of a peer that ignores the close frame.
    if (socket.readyState !== socket.OPEN) return
    const message = readClientMessage(text)
    if (!spend(costOf(message))) return close(CLOSE_OVER_ALLOWANCE, OVER_ALLOWANCE)
    if (!message)
      return answer({ op: 'error', code: '40010', msg: 'The message is not understood' })
    if (message.op === 'ping') return answer({ op: 'pong', ts: clock.now() })
    for (const topic of message.topics)
      if (message.op === 'unsubscribe') publisher.unsubscribe(subscriber, addressOf(topic))
      else void publisher.subscribe(subscriber, addressOf(topic))
  }

  socket.on('message', (data: RawData) => onMessage((data as Buffer).toString('utf8')))
  socket.on('close', () => publisher.forget(subscriber))
  if (socket.readyState === socket.OPEN)
    for (const topic of FIRST_TOPICS) void publisher.subscribe(subscriber, addressOf(topic))
  return { session, socket, close }
}
