import type { Decryptor, KeyLookup, Verifier } from '@x/gateway-sign/server'
import type { Clock } from '@x/kit'
import type { GatewayModule, RouteDescription } from '../http/route.ts'
import { deriveSignRules } from '../security/signRules.ts'
import type { ClosableReplayStore } from './ClosableReplayStore.ts'
import { createVerification } from './createVerification.ts'
import type { GatewayIdentity } from './derivedSecret.ts'
import { createSignModule, SIGN_ROUTES } from './signModule.ts'

export interface SigningOptions {
  readonly identity: GatewayIdentity
  readonly clock: Clock
  /** The routes of every other module. */
  readonly routes: readonly RouteDescription[]
  readonly keys: KeyLookup
  readonly replay: ClosableReplayStore
  /** Several gateways can reach the database: another one may have traded on it before. */
  readonly isShared: boolean
  /** Where the page asks whether a user knows this device. */
  readonly userCheckDeviceUrl: string
}

/**
 * What checks signatures and opens encrypted bodies, and the module that shows clients how to sign
 * and encrypt: both by the same rules (wire 3 to 7).
 * @throws Error where a route cannot be signed safely, or the server key does not decrypt what it
 *   encrypts
 */
export function createSigning(options: SigningOptions): {
  readonly verifier: Verifier
  readonly decryptor: Decryptor
  readonly module: GatewayModule
} {
  const routes = [...options.routes, ...SIGN_ROUTES]
  const rules = deriveSignRules(routes)
  return {
    ...createVerification({ ...options, routes, rules }),
    module: createSignModule({ ...options, rules }),
  }
}
