import type { Clock } from '@x/kit'
import type { Log } from '../../platform/log/Log.ts'
import type { RequestSession } from '../../platform/http/route.ts'
import type { ApiKeys, LiveKey } from '../api-keys/module.ts'
import type { Caller, DialectRoute } from './dialectRoute.ts'
import { DialectError, dialectErrorOf } from './errors.ts'
import type { Limits, OrderCount } from './limits.ts'
import { createParams, parseForm, type Params } from './params.ts'
import {
  assertInTime,
  isSignedBy,
  mayUse,
  readRequestTime,
  splitSignature,
  type SignedText,
} from './signing.ts'

/** A request of the dialect as it came. */
export interface DialectRequest {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly body: string
  readonly apiKey: string | undefined
  readonly address: string
}

export interface DialectAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** A call that was found, before it is admitted. */
export interface OpenCall {
  readonly route: DialectRoute
  readonly params: Params
  readonly apiKey: string | undefined
  readonly signed: () => SignedText
  readonly address: string
  /** The key of a connection that has logged on: no signature is needed. */
  readonly loggedOn?: LiveKey | undefined
}

export interface Dispatcher {
  answer(request: DialectRequest): Promise<DialectAnswer>
  /** Admits and runs one call, whichever way it came. @throws DialectError, GatewayError */
  run(call: OpenCall): Promise<{ readonly body: unknown; readonly usage: Usage }>
  routes: readonly DialectRoute[]
}

/** What is reported in the headers of an answer. */
export interface Usage {
  readonly pool: DialectRoute['pool']
  readonly weight: number
  readonly orders?: OrderCount & { readonly allowed: OrderCount }
}

export interface DispatcherOptions {
  readonly routes: readonly DialectRoute[]
  readonly apiKeys: Pick<ApiKeys, 'find' | 'touch'>
  readonly limits: Limits
  readonly clock: Pick<Clock, 'now'>
  readonly log: Log
}

const KEY = /^[A-Za-z0-9]{64}$/

/** Finds, admits and runs calls of the dialect. */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { routes, limits, log } = options
  const byPath = new Map(routes.map((route) => [`${route.method} ${route.path}`, route]))
  const open = createOpener(byPath)
  const admit = createAdmission(options)

  const run: Dispatcher['run'] = async (call) => {
    const { route, params, address } = call
    const weight = typeof route.weight === 'number' ? route.weight : route.weight(params)
    const used = limits.takeWeight(address, { pool: route.pool, weight })
    const caller = route.security === 'none' ? undefined : await admit(call)
    const orders = caller && route.isOrder ? takeOrders(caller, route.orders?.(params)) : undefined
    const body = await route.handler({ params, address, caller: () => requireCaller(caller) })
    return { body, usage: { pool: route.pool, weight: used, ...(orders ? { orders } : {}) } }

    function takeOrders({ session: { realm, userId } }: Caller, count: number | undefined) {
      const from = { pool: route.pool, realm, userId }
      return { ...limits.takeOrder(from, count), allowed: limits.allowed(from) }
    }
  }

  return {
    routes,
    run,
    async answer(request) {
      try {
        const { body, usage } = await run(open(request))
        return { status: 200, headers: usageHeaders(usage), body }
      } catch (error) {
        return errorAnswer(error, {
          log,
          path: request.path,
          pool: byPath.get(`${request.method} ${request.path}`)?.pool,
        })
      }
    },
  }
}

type ReadCall = Pick<OpenCall, 'route' | 'params'>

/** Programs repeat their public calls: so many are remembered, each of so many letters. */
const [REMEMBERED, LONGEST] = [1_000, 200]

/** Finds the route of a call and reads its parameters. */
function createOpener(byPath: ReadonlyMap<string, DialectRoute>) {
  const remembered = new Map<string, ReadCall>()

  /** @throws DialectError -1020, -1100, -1101 */
  return (request: DialectRequest): OpenCall => {
    const { query, body, apiKey, address } = request
    const { route, params } = body === '' ? recall(request) : read(request)
    return { route, params, apiKey, address, signed: () => splitSignature(query, body) }
  }

  function recall(request: DialectRequest): ReadCall {
    const { method, path, query } = request
    const text = `${method} ${path}?${query}`
    const known = remembered.get(text)
    if (known) return known
    const call = read(request)
    // A signed call has a time and comes once.
    if (call.route.security !== 'none' || text.length > LONGEST) return call
    if (remembered.size >= REMEMBERED) remembered.clear()
    remembered.set(text, call)
    return call
  }

  function read({ method, path, query, body }: DialectRequest): ReadCall {
    const route = byPath.get(`${method} ${path}`)
    if (!route) throw new DialectError('UNSUPPORTED')
    // What is there in both counts as it is in the query.
    const values = new Map([...parseForm(body), ...parseForm(query)])
    return { route, params: createParams(values) }
  }
}

function createAdmission({
  apiKeys,
  clock,
}: Pick<DispatcherOptions, 'apiKeys' | 'clock'>): (call: OpenCall) => Promise<Caller> {
  return async ({ route, params, apiKey, signed, address, loggedOn }) => {
    if (loggedOn) return logged(loggedOn)
    if (apiKey === undefined || !KEY.test(apiKey)) throw new DialectError('BAD_KEY_FORMAT')
    if (route.security === 'key') {
      const key = await apiKeys.find(apiKey)
      if (!mayUse(key, { address, permission: route.permission }))
        throw new DialectError('REJECTED_KEY')
      apiKeys.touch(key, { address })
      return { key, session: sessionOf(key), assertInTime: () => {} }
    }
    const time = readRequestTime(params.text('timestamp'), params.text('recvWindow'))
    const text = signed()
    const key = await apiKeys.find(apiKey)
    const isUsable = mayUse(key, { address, permission: route.permission })
    // The time would show what a key signs with: one that is refused costs what none does.
    const isRight = isSignedBy(isUsable ? key.proof : undefined, text)
    if (!isUsable) throw new DialectError('REJECTED_KEY')
    assertInTime(time, clock.now())
    if (!isRight) throw new DialectError('INVALID_SIGNATURE')
    assertSymbol(key, { route, params })
    apiKeys.touch(key, { address })
    return { key, session: sessionOf(key), assertInTime: () => assertInTime(time, clock.now()) }

    function logged(own: LiveKey): Caller {
      if (!mayUse(own, { address, permission: route.permission }))
        throw new DialectError('REJECTED_KEY')
      assertSymbol(own, { route, params })
      const stamp = readRequestTime(params.text('timestamp'), params.text('recvWindow'))
      assertInTime(stamp, clock.now())
      return {
        key: own,
        session: sessionOf(own),
        assertInTime: () => assertInTime(stamp, clock.now()),
      }
    }
  }
}

/** A key for some symbols trades no other. @throws DialectError -2015 */
function assertSymbol(
  key: LiveKey,
  { route, params }: { readonly route: DialectRoute; readonly params: Params },
): void {
  if (key.symbols.size === 0 || route.permission === 'read' || route.checksSymbols) return
  const symbol = params.text('symbol')
  if (symbol === undefined || !key.symbols.has(symbol)) throw new DialectError('REJECTED_KEY')
}

function sessionOf({ apiKey, userId, realm, holder }: LiveKey): RequestSession {
  return {
    sessionId: `api-key:${apiKey}`,
    userId,
    realm,
    roles: [holder === undefined ? 'trader' : 'sub-account'],
    keyId: `api-key:${apiKey}`,
    ...(holder === undefined ? {} : { holder }),
  }
}

function requireCaller(caller: Caller | undefined): Caller {
  if (!caller) throw new DialectError('BAD_KEY_FORMAT')
  return caller
}

const WEIGHT_HEADERS = {
  spot: (used: string) => ({ 'x-mbx-used-weight': used, 'x-mbx-used-weight-1m': used }),
  futures: (used: string) => ({ 'x-mbx-used-weight-1m': used }),
  wallet: (used: string) => ({ 'x-sapi-used-ip-weight-1m': used }),
}

function usageHeaders({ pool, weight, orders }: Usage): Record<string, string> {
  const used = WEIGHT_HEADERS[pool](String(weight))
  if (!orders) return used
  return {
    ...used,
    'x-mbx-order-count-10s': String(orders.tenSeconds),
    'x-mbx-order-count-1d': String(orders.day),
  }
}

function errorAnswer(
  error: unknown,
  {
    log,
    path,
    pool,
  }: { readonly log: Log; readonly path: string; readonly pool: DialectRoute['pool'] | undefined },
): DialectAnswer {
  const known = dialectErrorOf(error, pool)
  if (!known)
    log.error('A call of the Open API failed', {
      path,
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    })
  return knownAnswer(known ?? new DialectError('DISCONNECTED'))
}

function knownAnswer({ status, code, message, data, retryAfter }: DialectError): DialectAnswer {
  return {
    status,
    headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
    body: { code, msg: message, ...(data === undefined ? {} : { data }) },
  }
}
