import keys from '../vectors/keys.json' with { type: 'json' }
import type { ServerIdentity } from './server/createServerIdentity.ts'
import type { GatewaySignConfig, KeyAlgorithm } from './wire.ts'

/** A published RSA key pair for tests. */
export interface TestKeyPair {
  readonly algorithm: KeyAlgorithm
  readonly publicKey: string
  /** PKCS#8. */
  readonly privateKeyPem: string
}

/** Published test keys, one per size, so that tests need not generate their own. */
export const testClientKeys: Readonly<Record<KeyAlgorithm, TestKeyPair>> = {
  rsa1024: { ...keys.client1024, algorithm: 'rsa1024' },
  rsa2048: { ...keys.client2048, algorithm: 'rsa2048' },
}

/**
 * A gateway identity for tests. Its issuer certificate is valid from 2020 to 2044 and its private
 * keys are public.
 */
export const testServerIdentity: ServerIdentity = {
  issuerCertificatePem: keys.issuers.current.certificatePem,
  issuerPrivateKeyPem: keys.issuers.current.privateKeyPem,
  serverPublicKey: keys.server.publicKey,
  serverPrivateKeyPem: keys.server.privateKeyPem,
  serverPublicKeySign: keys.issuers.current.serverPublicKeySign,
}

/**
 * A configuration that verifies against the issuer of `testServerIdentity`, with `changes` applied.
 */
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
