import type { Clock } from '@x/kit'
import type { Log } from '../../../platform/log/Log.ts'
import type { ApiKeys, LiveKey } from '../../api-keys/module.ts'
import type { Dispatcher, Usage } from '../createDispatcher.ts'
import type { Caller, DialectRoute } from '../dialectRoute.ts'
import { DialectError, dialectErrorOf } from '../errors.ts'
import { WEIGHT_LIMITS } from '../limits.ts'
import { createParams, mandatory } from '../params.ts'
import type { SignedText } from '../signing.ts'
import { createLogonProofs } from './logonProofs.ts'
import { answerText, type SocketAnswer, type SocketCall, type SocketCalls } from './SocketCalls.ts'
import type { StreamProduct } from './streamName.ts'

export interface SocketCallsOptions {
  readonly clock: Pick<Clock, 'now'>
  readonly log: Log
  readonly apiKeys: Pick<ApiKeys, 'find'>
  readonly dispatcher: Dispatcher
  /** Of all gateways of an installation: a connection that logged on at one did so at all. */
  readonly logonSecret: Uint8Array
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

type Values = ReadonlyMap<string, string>

/** Runs calls in the gateway that trades. */
export function createSocketCalls(options: SocketCallsOptions): SocketCalls {
  const { clock, dispatcher, log } = options
  const routes = { spot: routesOf(dispatcher, 'spot'), futures: routesOf(dispatcher, 'futures') }
  const proofs = createLogonProofs({ clock, secret: options.logonSecret })
  const admit = createAdmission(options, proofs.read)

  async function callerOf(call: SocketCall, values: Values): Promise<Caller> {
    const { body } = await admit({ ...CONNECTION_ROUTE, pool: call.product }, { call, values })
    return body as Caller
  }

  async function prove(call: SocketCall, values: Values): Promise<SocketAnswer> {
    if (call.method === 'userDataStream.subscribe') {
      if (call.logon === undefined) throw new DialectError('UNAUTHORIZED')
      // A connection that has logged on needs no time of its own.
      const stamped = new Map([['timestamp', String(clock.now())], ...values])
      return { text: '', proved: provedOf(await callerOf(call, stamped)) }
    }
    const caller = await callerOf(call, values)
    const proved = provedOf(caller)
    if (call.method !== 'session.logon') return { text: '', proved }
    if (caller.key.proof.kind !== 'ed25519')
      throw new DialectError('UNAUTHORIZED', 'Only Ed25519 keys can log on.')
    return { text: '', proved: { ...proved, logon: proofs.make(proved.apiKey) } }
  }

  async function answer(call: SocketCall): Promise<SocketAnswer> {
    const values = new Map(call.values)
    const route = routes[call.product].get(call.method)
    if (route) {
      const { body, usage } = await admit(route, { call, values })
      return { text: answerText({ status: 200, result: body, rateLimits: rateLimits(usage) }) }
    }
    if (PROVING.has(call.method)) return prove(call, values)
    throw new DialectError('UNSUPPORTED')
  }

  return {
    async run(call) {
      try {
        return await answer(call)
      } catch (error) {
        const known = dialectErrorOf(error, call.product)
        if (!known) log.error('A call of the WebSocket API failed', { error: String(error) })
        return refusal(known ?? new DialectError('DISCONNECTED'))
      }
    },
  }
}

const PROVING = new Set([
  'session.logon',
  'userDataStream.subscribe',
  'userDataStream.subscribe.signature',
])

export function refusal({ status, code, message, data }: DialectError): SocketAnswer {
  const error = { code, msg: message, ...(data === undefined ? {} : { data }) }
  return { text: answerText({ status, error }) }
}

const routesOf = ({ routes }: Dispatcher, product: StreamProduct) =>
  new Map(
    routes.flatMap((route) =>
      route.socketMethod === undefined || route.pool !== product
        ? []
        : [[route.socketMethod, route] as const],
    ),
  )

const provedOf = ({ session: { realm, userId }, key: { apiKey } }: Caller) => ({
  realm,
  userId,
  apiKey,
})

/** Admits anew for each call: a key may have been deleted since the connection logged on. */
function createAdmission(
  { apiKeys, dispatcher }: Pick<SocketCallsOptions, 'apiKeys' | 'dispatcher'>,
  apiKeyOf: (logon: string) => string | undefined,
) {
  /** @throws DialectError */
  return async (
    route: DialectRoute,
    { call, values }: { readonly call: SocketCall; readonly values: Values },
  ) => {
    const { logon } = call
    const isOwn = !values.has('apiKey') && logon !== undefined && route.security !== 'none'
    const key: LiveKey | undefined = isOwn ? await apiKeys.find(apiKeyOf(logon) ?? '') : undefined
    if (isOwn && !key) throw new DialectError('REJECTED_KEY')
    return dispatcher.run({
      route,
      params: createParams(values),
      apiKey: values.get('apiKey'),
      address: call.address,
      signed: () => signedText(values),
      loggedOn: key,
    })
  }
}

/** All parameters but the signature, by their names. */
function signedText(values: Values): SignedText {
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
