import { createPublicKey } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import keys from '../../vectors/keys.json' with { type: 'json' }
import { verifyServerKey } from '../config/verifyServerKey.ts'
import { createWebCryptoSuite } from '../crypto/webCrypto.ts'
import { configRefusals } from '../testing/vectors.ts'
import { testServerIdentity as genuine } from '../testing.ts'
import { assertServerIdentity } from './assertServerIdentity.ts'
import { createServerIdentity, type ServerIdentity } from './createServerIdentity.ts'

const NOW = Date.UTC(2024, 0, 1)
const suite = createWebCryptoSuite(crypto.subtle)

const faultOf = (change: Partial<ServerIdentity>, now = NOW) => {
  try {
    assertServerIdentity({ ...genuine, ...change }, { now })
    return undefined
  } catch (error) {
    return (error as { detail: { fault: string } }).detail.fault
  }
}
/** Whether clients accept the same identity. */
const isTakenByClients = (identity: ServerIdentity, now = NOW) =>
  verifyServerKey(identity, {
    issuerCertificates: [identity.issuerCertificatePem],
    now,
    suite,
  }).then(
    () => true,
    () => false,
  )

describe('the identity that a gateway starts with (wire 3)', () => {
  it('is valid as created and accepted by clients', async () => {
    const made = await createServerIdentity({ now: NOW })
    expect(() => assertServerIdentity(made, { now: NOW })).not.toThrow()
    expect(await isTakenByClients(made)).toBe(true)
    expect(faultOf({})).toBeUndefined()
  })

  it.each(configRefusals)(
    'is rejected like in the client: $name (PROTOCOL T2)',
    ({ serverPublicKey, serverPublicKeySign, code }) => {
      const { privateKeyPem: serverPrivateKeyPem } =
        [keys.client2048, keys.other2048].find(({ publicKey }) => publicKey === serverPublicKey) ??
        keys.server
      expect(faultOf({ serverPublicKey, serverPublicKeySign, serverPrivateKeyPem })).toBe(
        code === 'CONFIG_UNVERIFIED' ? 'signature' : 'server-key',
      )
    },
  )

  it.each<[string, Partial<ServerIdentity>, string]>([
    ['no certificate', { issuerCertificatePem: '' }, 'issuer-certificate'],
    [
      'a certificate cut short',
      { issuerCertificatePem: genuine.issuerCertificatePem.slice(0, 200) },
      'issuer-certificate',
    ],
    [
      'an issuer of 1024 bits',
      {
        issuerCertificatePem: keys.issuers.weak.certificatePem,
        issuerPrivateKeyPem: keys.issuers.weak.privateKeyPem,
      },
      'issuer-certificate',
    ],
    [
      'an issuer on an elliptic curve',
      {
        issuerCertificatePem: keys.issuers.elliptic.certificatePem,
        issuerPrivateKeyPem: keys.issuers.elliptic.privateKeyPem,
      },
      'issuer-certificate',
    ],
    ['an issuer key that is none', { issuerPrivateKeyPem: 'x' }, 'issuer-key'],
    [
      "another issuer's key",
      { issuerPrivateKeyPem: keys.issuers.next.privateKeyPem },
      'issuer-key',
    ],
    [
      "another issuer's certificate and key over this signature",
      {
        issuerCertificatePem: keys.issuers.next.certificatePem,
        issuerPrivateKeyPem: keys.issuers.next.privateKeyPem,
      },
      'signature',
    ],
    ['a private key that is none', { serverPrivateKeyPem: 'x' }, 'server-private-key'],
    [
      'the private key of another pair',
      { serverPrivateKeyPem: keys.client2048.privateKeyPem },
      'server-private-key',
    ],
    ['no signature', { serverPublicKeySign: '' }, 'signature'],
  ])('reports the fault: %s', (_, change, fault) => {
    expect(faultOf(change)).toBe(fault)
  })

  it.each([Date.UTC(2019, 11, 31), Date.UTC(2045, 0, 2)])(
    "is rejected outside the certificate's validity, as in clients",
    async (now) => {
      expect(faultOf({}, now)).toBe('issuer-certificate')
      expect(await isTakenByClients(genuine, now)).toBe(false)
    },
  )

  it("is valid without the issuer's private key", () => {
    const { issuerPrivateKeyPem: _offline, ...online } = genuine
    expect(() => assertServerIdentity(online, { now: NOW })).not.toThrow()
    expect(() =>
      assertServerIdentity({ ...online, serverPublicKeySign: '' }, { now: NOW }),
    ).toThrow('signature')
  })

  it('contains no key in its error', () => {
    const change = { serverPrivateKeyPem: keys.client2048.privateKeyPem }
    const error = (() => {
      try {
        return assertServerIdentity({ ...genuine, ...change }, { now: NOW })
      } catch (thrown) {
        return thrown as Error
      }
    })()!
    const exposed = [error.message, error.stack, JSON.stringify(error), error.cause].join(' ')
    for (const secret of [
      genuine.serverPublicKey,
      genuine.issuerPrivateKeyPem,
      change.serverPrivateKeyPem,
    ])
      expect(exposed).not.toContain(secret.slice(40, 100))
  })

  it('requires the private key that clients encrypt to', () => {
    expect(
      createPublicKey(genuine.serverPrivateKeyPem)
        .export({ format: 'der', type: 'spki' })
        .toString('base64'),
    ).toBe(genuine.serverPublicKey)
  })
})
