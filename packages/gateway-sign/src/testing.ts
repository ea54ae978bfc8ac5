import keys from '../vectors/keys.json' with { type: 'json' }
import type { ServerIdentity } from './server/createServerIdentity.ts'
import type { GatewaySignConfig, KeyAlgorithm } from './wire.ts'

export interface TestKeyPair {
  readonly algorithm: KeyAlgorithm
  readonly publicKey: string
  /** PKCS#8. */
  readonly privateKeyPem: string
}

/**
 * Published test keys, one of each size: a test that makes its own waits half a second for nothing.
 */
export const testClientKeys: Readonly<Record<KeyAlgorithm, TestKeyPair>> = {
  rsa1024: { ...keys.client1024, algorithm: 'rsa1024' },
  rsa2048: { ...keys.client2048, algorithm: 'rsa2048' },
}

/**
 * A gateway's identity whose issuer certificate is valid from 2020 to 2044. Its private keys are
 * public.
 */
export const testServerIdentity: ServerIdentity = {
  issuerCertificatePem: keys.issuers.current.certificatePem,
  issuerPrivateKeyPem: keys.issuers.current.privateKeyPem,
  serverPublicKey: keys.server.publicKey,
  serverPrivateKeyPem: keys.server.privateKeyPem,
  serverPublicKeySign: keys.issuers.current.serverPublicKeySign,
}

/** A configuration that verifies against `testServerIdentity`'s issuer. */
export function createTestConfig(changes: Partial<GatewaySignConfig> = {}): GatewaySignConfig {
  return {
    clientOpen: true,
    serverPublicKey: testServerIdentity.serverPublicKey,
    serverPublicKeySign: testServerIdentity.serverPublicKeySign,
    defaultAlgorithm: 'rsa1024',
    exactUrls: {
      '/v1/spot/order/place': '2',
      '/v1/user/overview/userinfo': '1',
      '/v1/user/device/check': '2',
    },
    prefixUrls: { '/v1/spot/': '1', '/v1/spot/public/': '0' },
    signModes: {
      '0': ['path', 'time'],
      '1': ['path', 'time', 'traceId'],
      '2': ['path', 'time', 'traceId', 'body'],
    },
    userCheckDeviceUrl: '/v1/user/device/check',
    ...changes,
  }
}
