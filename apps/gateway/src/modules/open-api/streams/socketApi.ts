import type { Clock } from '@x/kit'
import type { Log } from '../../../platform/log/Log.ts'
import type { SocketPath } from '../../../platform/http/route.ts'
import type { ApiKeys, LiveKey } from '../../api-keys/module.ts'
import type { Dispatcher, Usage } from '../createDispatcher.ts'
import type { Caller, DialectRoute } from '../dialectRoute.ts'
import { DialectError, dialectErrorOf } from '../errors.ts'
import { WEIGHT_LIMITS } from '../limits.ts'
import { createParams, mandatory, type Params } from '../params.ts'
import type { SignedText } from '../signing.ts'
import type { UserStreams } from './createUserStreams.ts'
import type { StreamProduct } from './streamName.ts'
import { createSocketPath, type DialectSocket, type SocketSession } from './socketLife.ts'

export interface SocketApiOptions {
  readonly clock: Clock
  readonly log: Log
  readonly apiKeys: Pick<ApiKeys, 'find'>
  readonly dispatcher: Dispatcher
  readonly users: UserStreams
}

/** Requests are limited by weight, as those over HTTP are. */
const MESSAGES_PER_SECOND = 1_000

interface Request {
  readonly id: unknown
  readonly method: string
  readonly values: ReadonlyMap<string, string>
}

const ADDRESSES = { spot: '/ws-api/v3', futures: '/ws-fapi/v1' } as const

/** The calls of a product, and user data, over one socket. */
export function socketApi(
  product: StreamProduct,
  options: SocketApiOptions,
): SocketPath & { close(): void } {
  const { clock, dispatcher } = options
  const routes = new Map(
    dispatcher.routes.flatMap((route) =>
      route.socketMethod === undefined || route.pool !== product
        ? []
        : [[route.socketMethod, route] as const],
    ),
  )
  return createSocketPath(ADDRESSES[product], {
    clock,
    handler: {
      messagesPerSecond: MESSAGES_PER_SECOND,
      open: async (socket) => createSession(socket, { ...options, routes, product }),
    },
  })
}

/** Calls of the connection itself: they are admitted as a route is. */
const CONNECTION_ROUTE = {
  method: 'GET',
  path: '/ws-api/v3',
  summary: 'A call of the connection.',
  pool: 'spot',
  weight: 2,
  security: 'signed',
  permission: 'read',
  handler: ({ caller }) => caller(),
} as const satisfies DialectRoute

interface SessionOptions extends SocketApiOptions {
  readonly product: StreamProduct
  readonly routes: ReadonlyMap<string, DialectRoute>
}

function createSession(socket: DialectSocket, options: SessionOptions): SocketSession {
  const { dispatcher, users, routes, apiKeys, log, product } = options
  let loggedOn: { readonly apiKey: string; readonly since: number } | undefined
  const watched = new Map<number, Watched>()
  let nextSubscription = 0

  /** Admitted anew for each call: a key may have been deleted since the connection logged on. */
  async function run(route: DialectRoute, { values }: Request) {
    const isOwn = !values.has('apiKey') && loggedOn !== undefined && route.security !== 'none'
    const key: LiveKey | undefined = isOwn ? await apiKeys.find(loggedOn?.apiKey ?? '') : undefined
    if (isOwn && !key) throw new DialectError('REJECTED_KEY')
    return dispatcher.run({
      route,
      params: createParams(values),
      apiKey: values.get('apiKey'),
      address: socket.address,
      signed: () => signedText(values),
      loggedOn: key,
    })
  }

  async function callerOf(request: Request) {
    const { body } = await run({ ...CONNECTION_ROUTE, pool: product }, request)
    return body as ReturnType<(typeof CONNECTION_ROUTE)['handler']>
  }

  function watch({ session: { realm, userId }, key: { apiKey } }: Caller) {
    const subscriptionId = nextSubscription++
    const stop = users.watch({ realm, userId, product }, (event) =>
      socket.send(JSON.stringify({ subscriptionId, event })),
    )
    watched.set(subscriptionId, { apiKey, stop })
    return { subscriptionId }
  }

  /** What a deleted, frozen or expired key reads ends within twenty seconds. */
  async function endRefused(): Promise<void> {
    for (const [id, { apiKey, stop }] of watched) {
      // A connection has few of them, and most keys are in memory.
      // oxlint-disable-next-line no-await-in-loop
      if (await users.mayRead(apiKey, socket.address)) continue
      stop()
      watched.delete(id)
      send({ subscriptionId: id, event: { e: 'eventStreamTerminated', E: options.clock.now() } })
    }
  }

  async function connectionCall(request: Request): Promise<unknown> {
    switch (request.method) {
      case 'session.logon': {
        const { key } = await callerOf(request)
        if (key.proof.kind !== 'ed25519')
          throw new DialectError('UNAUTHORIZED', 'Only Ed25519 keys can log on.')
        loggedOn = { apiKey: key.apiKey, since: options.clock.now() }
        return sessionView(loggedOn, options)
      }
      case 'session.status':
        return sessionView(loggedOn, options)
      case 'session.logout':
        loggedOn = undefined
        return sessionView(loggedOn, options)
      case 'userDataStream.subscribe':
        if (!loggedOn) throw new DialectError('UNAUTHORIZED')
        return watch(await callerOf(stamped(request, options.clock.now())))
      case 'userDataStream.subscribe.signature':
        return watch(await callerOf(request))
      case 'userDataStream.unsubscribe':
        endWatched(createParams(request.values), watched)
        return {}
      default:
        throw new DialectError('UNSUPPORTED')
    }
  }

  async function respond(request: Request): Promise<void> {
    const { id } = request
    try {
      const route = routes.get(request.method)
      if (!route) return send({ id, status: 200, result: await connectionCall(request) })
      const { body, usage } = await run(route, request)
      send({ id, status: 200, result: body, rateLimits: rateLimits(usage) })
    } catch (error) {
      const known = dialectErrorOf(error, product)
      if (!known) log.error('A call of the WebSocket API failed', { error: String(error) })
      const { status, code, message, data } = known ?? new DialectError('DISCONNECTED')
      send({ id, status, error: { code, msg: message, ...(data === undefined ? {} : { data }) } })
    }
  }

  const send = (answer: object) => socket.send(JSON.stringify(answer))
  return {
    message(text) {
      const request = readRequest(text)
      if (request) void respond(request)
      else
        send({ id: null, status: 400, error: { code: -1135, msg: 'Error parsing JSON request.' } })
    },
    beat: () => void endRefused().catch(() => undefined),
    end() {
      for (const { stop } of watched.values()) stop()
      watched.clear()
    },
  }
}

/** User data that a connection gets. */
interface Watched {
  readonly apiKey: string
  readonly stop: () => void
}

function endWatched(params: Params, watched: Map<number, Watched>): void {
  const one = params.integer('subscriptionId')
  for (const [id, { stop }] of watched) {
    if (one !== undefined && id !== one) continue
    stop()
    watched.delete(id)
  }
}

function sessionView(
  loggedOn: { readonly apiKey: string; readonly since: number } | undefined,
  { clock }: Pick<SocketApiOptions, 'clock'>,
) {
  return {
    apiKey: loggedOn?.apiKey ?? null,
    authorizedSince: loggedOn?.since ?? null,
    connectedSince: loggedOn?.since ?? null,
    returnRateLimits: true,
    serverTime: clock.now(),
    userDataStream: false,
  }
}

/** A call of a connection that has logged on needs no time of its own. */
function stamped(request: Request, now: number): Request {
  return { ...request, values: new Map([['timestamp', String(now)], ...request.values]) }
}

/** All parameters but the signature, by their names. */
function signedText(values: ReadonlyMap<string, string>): SignedText {
  const signature = values.get('signature')
  if (!signature) throw mandatory('signature')
  const payload = [...values]
    .filter(([name]) => name !== 'signature')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  return { payload, signature }
}

function rateLimits({ pool, weight, orders }: Usage) {
  const count = (rateLimitType: string, interval: string, numbers: readonly number[]) => ({
    rateLimitType,
    interval,
    intervalNum: numbers[0],
    limit: numbers[1],
    count: numbers[2],
  })
  return [
    ...(orders
      ? [
          count('ORDERS', 'SECOND', [10, orders.allowed.tenSeconds, orders.tenSeconds]),
          count('ORDERS', 'DAY', [1, orders.allowed.day, orders.day]),
        ]
      : []),
    count('REQUEST_WEIGHT', 'MINUTE', [1, WEIGHT_LIMITS[pool], weight]),
  ]
}

function readRequest(text: string): Request | undefined {
  try {
    const { id = null, method, params = {} } = JSON.parse(text) as Record<string, unknown>
    if (typeof method !== 'string' || typeof params !== 'object' || params === null)
      return undefined
    return { id, method, values: new Map(Object.entries(params).flatMap(valueOf)) }
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
