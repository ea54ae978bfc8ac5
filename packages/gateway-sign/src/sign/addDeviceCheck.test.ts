import { describe, expect, it } from 'vitest'
import deviceChecks from '../../vectors/device-check.json' with { type: 'json' }
import { createWebCryptoSuite } from '../crypto/webCrypto.ts'
import { clientKeys } from '../testing/vectors.ts'
import { GS1, type KeyAlgorithm } from '../wire.ts'
import { addDeviceCheck } from './addDeviceCheck.ts'

const suite = createWebCryptoSuite(crypto.subtle)
const request = {
  path: '/v1/user/device/check',
  tm: '1732238512345',
  traceId: 'w17322385123450a1b2c3d4e5',
  body: { languageType: 0 },
}

describe('userCheckDeviceSign (wire 5)', () => {
  it.each(deviceChecks)(
    'matches the vector: $name',
    async ({ path, tm, traceId, newKeyId, lastAlgorithm, publicKey, signature }) => {
      const { privateKeyPem } = Object.values(clientKeys).find(
        (key) => key.publicKey === publicKey,
      )!
      const key = {
        publicKey,
        keyId: '',
        algorithm: lastAlgorithm as KeyAlgorithm,
        sign: await suite.importPrivateKey(privateKeyPem),
      }
      expect(
        await addDeviceCheck(
          { path, tm, traceId, body: { a: 1 } },
          { last: { key, newKeyId }, profile: GS1 },
        ),
      ).toEqual({ a: 1, userCheckDeviceSign: signature, lastAlgorithm })
    },
  )

  it('is omitted without a key, returning the same body', async () => {
    expect(await addDeviceCheck(request, { last: undefined, profile: GS1 })).toBe(request.body)
  })

  it("is added to a copy under the profile's names", async () => {
    const key = {
      publicKey: '',
      keyId: '',
      algorithm: 'rsa2048' as const,
      sign: async (text: string) => text,
    }
    const profile = { ...GS1, deviceCheck: { signature: 's', lastAlgorithm: 'l', label: 'L' } }
    const body = await addDeviceCheck(request, { last: { key, newKeyId: 'n' }, profile })
    expect(body).toEqual({
      languageType: 0,
      s: `L\n${request.path}\n17322385\n${request.traceId}\nn`,
      l: 'rsa2048',
    })
    expect(request.body).toEqual({ languageType: 0 })
  })
})
