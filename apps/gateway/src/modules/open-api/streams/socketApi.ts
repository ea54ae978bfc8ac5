import type { Clock } from '@x/kit'
import {
  CLOSE_RESTART,
  type ServedSocket,
} from '../../../platform/event-bus/relay/createEdgeSocket.ts'
import { DialectError, dialectErrorOf } from '../errors.ts'
import { createParams } from '../params.ts'
import type { UserEvents } from './createUserStreams.ts'
import { refusal } from './createSocketCalls.ts'
import { answerText, type ProvedCaller, type SocketCalls } from './SocketCalls.ts'
import type { StreamProduct } from './streamName.ts'
import { createSocketPath, type DialectSocket, type SocketSession } from './socketLife.ts'

export interface SocketApiOptions {
  readonly clock: Clock
  readonly calls: SocketCalls
  readonly users: UserEvents
}

/** Requests are limited by weight, as those over HTTP are. */
const MESSAGES_PER_SECOND = 1_000

interface Request {
  readonly id: unknown
  readonly method: string
  readonly values: readonly (readonly [string, string])[]
}

const ADDRESSES = { spot: '/ws-api/v3', futures: '/ws-fapi/v1' } as const

/** The calls of a product, and user data, over one socket. */
export function socketApi(product: StreamProduct, options: SocketApiOptions): ServedSocket {
  return createSocketPath(ADDRESSES[product], {
    clock: options.clock,
    handler: {
      messagesPerSecond: MESSAGES_PER_SECOND,
      open: async (socket) => createSession(socket, { ...options, product }),
    },
  })
}

interface SessionOptions extends SocketApiOptions {
  readonly product: StreamProduct
}

interface LoggedOn {
  readonly apiKey: string
  readonly since: number
  readonly logon: string
}

function createSession(socket: DialectSocket, options: SessionOptions): SocketSession {
  const { calls, clock, product } = options
  const { watch, unsubscribe, endRefused, end } = createSubscriptions(socket, options)
  let loggedOn: LoggedOn | undefined

  /** What the connection answers by itself; `undefined`: it is a call. */
  function answerOwn({ method, values }: Request): object | undefined {
    switch (method) {
      case 'session.logout':
        loggedOn = undefined
        return sessionView(loggedOn, clock)
      case 'session.status':
        return sessionView(loggedOn, clock)
      case 'userDataStream.unsubscribe':
        unsubscribe(createParams(new Map(values)).integer('subscriptionId'))
        return {}
      default:
        return undefined
    }
  }

  function onProved(proved: ProvedCaller): object {
    const { logon, apiKey } = proved
    if (logon === undefined) return watch(proved)
    loggedOn = { apiKey, logon, since: clock.now() }
    return sessionView(loggedOn, clock)
  }

  async function answerTo(request: Request): Promise<string> {
    const own = answerOwn(request)
    if (own) return answerText({ status: 200, result: own })
    const { method, values } = request
    const { address } = socket
    const logon = loggedOn?.logon
    const { text, proved } = await calls.run({ product, method, values, address, logon })
    return proved ? answerText({ status: 200, result: onProved(proved) }) : text
  }

  async function respond(request: Request): Promise<void> {
    const text = await answerTo(request).catch(
      (error: unknown) =>
        refusal(dialectErrorOf(error, product) ?? new DialectError('DISCONNECTED')).text,
    )
    socket.send(`{"id":${JSON.stringify(request.id)},${text}`)
  }

  return {
    message(text) {
      const request = readRequest(text)
      if (request) void respond(request)
      else
        socket.send(
          '{"id":null,"status":400,"error":{"code":-1135,"msg":"Error parsing JSON request."}}',
        )
    },
    beat: () => void endRefused().catch(() => undefined),
    end,
  }
}

/** User data that a connection gets. */
interface Watched {
  readonly apiKey: string
  readonly stop: () => void
}

function createSubscriptions(
  socket: DialectSocket,
  { users, clock, product }: Pick<SessionOptions, 'users' | 'clock' | 'product'>,
) {
  const watched = new Map<number, Watched>()
  let next = 0
  let isOver = false

  function leave(id: number): void {
    watched.get(id)?.stop()
    watched.delete(id)
  }

  return {
    watch({ realm, userId, apiKey }: ProvedCaller) {
      const subscriptionId = next++
      const stop = users.watch(
        { realm, userId, product },
        {
          send: (event) => socket.send(`{"subscriptionId":${subscriptionId},"event":${event}}`),
          // Its events have no numbers: that some are missing only a new connection can say.
          lose: () => socket.close(CLOSE_RESTART, 'Events were lost; open another one'),
        },
      )
      watched.set(subscriptionId, { apiKey, stop })
      if (isOver) leave(subscriptionId)
      return { subscriptionId }
    },
    /** One of them, or all. */
    unsubscribe(one: number | undefined): void {
      for (const id of watched.keys()) if (one === undefined || id === one) leave(id)
    },
    /** What a deleted, frozen or expired key reads ends within twenty seconds. */
    async endRefused(): Promise<void> {
      for (const [id, { apiKey }] of watched) {
        // A connection has few of them, and most keys are in memory.
        // oxlint-disable-next-line no-await-in-loop
        if (await users.mayRead(apiKey, socket.address)) continue
        leave(id)
        const event = { e: 'eventStreamTerminated', E: clock.now() }
        socket.send(JSON.stringify({ subscriptionId: id, event }))
      }
    },
    end(): void {
      isOver = true
      for (const id of watched.keys()) leave(id)
    },
  }
}

function sessionView(loggedOn: LoggedOn | undefined, clock: Pick<Clock, 'now'>) {
  return {
    apiKey: loggedOn?.apiKey ?? null,
    authorizedSince: loggedOn?.since ?? null,
    connectedSince: loggedOn?.since ?? null,
    returnRateLimits: true,
    serverTime: clock.now(),
    userDataStream: false,
  }
}

function readRequest(text: string): Request | undefined {
  try {
    const { id = null, method, params = {} } = JSON.parse(text) as Record<string, unknown>
    if (typeof method !== 'string' || typeof params !== 'object' || params === null)
      return undefined
    return { id, method, values: Object.entries(params).flatMap(valueOf) }
  } catch {
    return undefined
  }
}

/** Numbers and lists as they would be in a query; what is absent is left out. */
function valueOf([name, value]: [string, unknown]): (readonly [string, string])[] {
  if (value === null || value === undefined) return []
  if (typeof value === 'string') return [[name, value]]
  return [[name, JSON.stringify(value)]]
}
