import { createSignRuleMatcher } from '../sign/signRules.ts'
import { GS1, type GatewaySignConfig, type KeyAlgorithm, type WireProfile } from '../wire.ts'
import type { ServerIdentity } from './createServerIdentity.ts'

export interface SignRules {
  /** Path to mode. */
  readonly exactUrls: Readonly<Record<string, string>>
  /** Prefix to mode. */
  readonly prefixUrls: Readonly<Record<string, string>>
  /** Mode to fields; a mode left out keeps its built-in fields. */
  readonly signModes: Readonly<Record<string, readonly string[]>>
  readonly defaultAlgorithm: KeyAlgorithm
}

export interface SignConfigOptions {
  readonly identity: Pick<ServerIdentity, 'serverPublicKey' | 'serverPublicKeySign'>
  readonly rules: SignRules
  /** False turns signing and login encryption off in every client. */
  readonly clientOpen: boolean
  readonly userCheckDeviceUrl: string
  readonly profile?: WireProfile
}

/**
 * `data.gatewaySignConfig` as clients read it (wire 3).
 * @throws GatewaySignError CONFIG_INVALID for rules that every client would refuse.
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
