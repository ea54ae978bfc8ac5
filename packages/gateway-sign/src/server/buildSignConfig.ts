import { createSignRuleMatcher } from '../sign/signRules.ts'
import { GS1, type GatewaySignConfig, type KeyAlgorithm, type WireProfile } from '../wire.ts'
import type { ServerIdentity } from './createServerIdentity.ts'

/** Which paths are signed, in which mode and with which fields. */
export interface SignRules {
  /** Path to mode. */
  readonly exactUrls: Readonly<Record<string, string>>
  /** Prefix to mode. */
  readonly prefixUrls: Readonly<Record<string, string>>
  /** Mode to fields. A missing mode keeps its built-in fields. */
  readonly signModes: Readonly<Record<string, readonly string[]>>
  readonly defaultAlgorithm: KeyAlgorithm
}

/** Options of `buildSignConfig`. */
export interface SignConfigOptions {
  readonly identity: Pick<ServerIdentity, 'serverPublicKey' | 'serverPublicKeySign'>
  readonly rules: SignRules
  /** False turns signing and login encryption off in every client. */
  readonly clientOpen: boolean
  readonly userCheckDeviceUrl: string
  readonly profile?: WireProfile
}

/**
 * Builds `data.gatewaySignConfig` for clients (wire 3).
 * @throws GatewaySignError CONFIG_INVALID for rules that clients would reject.
 */
export function buildSignConfig({
  identity,
  rules,
  clientOpen,
  userCheckDeviceUrl,
  profile = GS1,
}: SignConfigOptions): GatewaySignConfig {
  createSignRuleMatcher(rules, profile)
  const { serverPublicKey, serverPublicKeySign } = identity
  const { defaultAlgorithm, exactUrls, prefixUrls, signModes } = rules
  return {
    clientOpen,
    serverPublicKey,
    serverPublicKeySign,
    defaultAlgorithm,
    exactUrls,
    prefixUrls,
    signModes,
    userCheckDeviceUrl,
  }
}
