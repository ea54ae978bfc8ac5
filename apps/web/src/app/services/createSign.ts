import { createGatewaySign, type GatewaySign } from '@x/gateway-sign'
import type { AsyncKeyValueStorage } from '@x/kit'
import type { RequestClient } from '@x/request'
import type { AppConfig } from '../../lib/config/config.ts'
import type { Platform } from '../platform.ts'
import { WIRE_PROFILE } from '../wireProfile.ts'

interface SignContext {
  readonly config: AppConfig
  readonly keys: AsyncKeyValueStorage
  /** The configuration of the signer comes by a request of its own. */
  readonly client: () => RequestClient
}

/** Signs requests and encrypts log-ins. */
export const createSign = (
  platform: Platform,
  { config, keys, client }: SignContext,
): GatewaySign =>
  createGatewaySign({
    configStorage: platform.session,
    keyStorage: keys,
    cookies: platform.cookies,
    clock: platform.clock,
    random: platform.random,
    locks: platform.locks,
    secureContext: platform.secureContext,
    // The configuration cannot be fetched with what it configures.
    fetchConfig: async () =>
      client().get('/mix/config/gatewaySignConfig', { bare: true, silent: true }),
    issuerCertificates: config.issuerCertificates,
    profile: WIRE_PROFILE,
    ...(platform.loadCrypto ? { loadCrypto: platform.loadCrypto } : {}),
    onEncryptFailure: 'block',
    onEvent: (event) => platform.reporter.report({ kind: `gateway-sign:${event.type}` }),
  })
