import type { RequestSession } from '../../platform/http/route.ts'
import type { LiveKey } from '../api-keys/module.ts'
import type { WeightPool } from './limits.ts'
import type { Params } from './params.ts'
import type { Permission } from './signing.ts'

/** Who makes a signed call. */
export interface Caller {
  readonly key: LiveKey
  /** The key's account and realm, as the services of the gateway know their callers. */
  readonly session: RequestSession
  /** Checked again just before the engine. @throws DialectError -1021 */
  assertInTime(): void
}

/** A call whose signature, time, address and permission have been checked. */
export interface DialectCall {
  readonly params: Params
  readonly address: string
  /** @throws DialectError -2014 on a route that takes no key */
  caller(): Caller
}

/** One call of the dialect as data. */
export interface DialectRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: `/${string}`
  /** One sentence for the documentation. */
  readonly summary: string
  readonly pool: WeightPool
  readonly weight: number | ((params: Params) => number)
  /** `key`: the header alone; `signed`: with timestamp and signature. */
  readonly security: 'none' | 'key' | 'signed'
  readonly permission?: Permission
  /** It is counted among the orders of its account. */
  readonly isOrder?: true
  /** How many orders it has; absent: one. */
  readonly orders?: (params: Params) => number
  /** It has several symbols, and checks each against those of the key by itself. */
  readonly checksSymbols?: true
  /** The same call of the WebSocket API. */
  readonly socketMethod?: string
  handler(call: DialectCall): unknown
}
