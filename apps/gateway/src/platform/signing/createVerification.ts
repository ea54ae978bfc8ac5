import {
  createVerifier,
  type Decryptor,
  type KeyLookup,
  type SignRules,
  type Verifier,
} from '@x/gateway-sign/server'
import type { Clock } from '@x/kit'
import type { RouteDescription } from '../http/route.ts'
import type { ClosableReplayStore } from './ClosableReplayStore.ts'
import { createGatewayDecryptor } from './createGatewayDecryptor.ts'
import { createReplayHorizon } from './createReplayHorizon.ts'
import type { GatewayIdentity } from './derivedSecret.ts'
import { gatewayProfile } from './gatewayProfile.ts'

export interface VerificationOptions {
  readonly identity: GatewayIdentity
  readonly clock: Clock
  readonly routes: readonly RouteDescription[]
  readonly rules: SignRules
  readonly keys: KeyLookup
  readonly replay: ClosableReplayStore
  /** Several gateways can reach the database: another one may have traded on it before. */
  readonly isShared: boolean
}

/**
 * What checks signatures and opens encrypted bodies (wire 3 to 7).
 * @throws Error where the server key does not decrypt what it encrypts
 */
export function createVerification({
  identity,
  clock,
  routes,
  rules,
  keys,
  replay,
  isShared,
}: VerificationOptions): { readonly verifier: Verifier; readonly decryptor: Decryptor } {
  const decryptor = createGatewayDecryptor({ identity, clock, profile: gatewayProfile(routes) })
  decryptor.selfTest()
  const notBefore = createReplayHorizon({ clock, replay, isShared })
  return { decryptor, verifier: createVerifier({ rules, keys, replay, clock, notBefore }) }
}
