import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createWebCryptoSuite } from '../crypto/webCrypto.ts'
import { errorMatching } from '../testing/errorMatching.ts'
import { signings } from '../testing/vectors.ts'
import { GS1, type SignField, type SignMode } from '../wire.ts'
import { signHeaders } from './signHeaders.ts'

const suite = createWebCryptoSuite(crypto.subtle)
const stamp = { tm: '1732238512345', traceId: 'w17322385123450a1b2c3d4e5' }
const key = {
  publicKey: 'MIGf',
  keyId: 'id',
  algorithm: 'rsa1024' as const,
  sign: async (text: string) => `signed ${text}`,
}
const rule = (mode: SignMode, fields: readonly SignField[]) => ({ mode, fields })

describe('sign headers (wire 1)', () => {
  it.each(signings.filter((_, index) => index % 5 === 0))(
    'match the vector: $name',
    async ({
      path,
      tm,
      traceId,
      body,
      mode,
      fields,
      publicKey,
      keyId,
      md5,
      signature,
      privateKeyPem,
    }) => {
      const openKey = {
        publicKey,
        keyId,
        algorithm: 'rsa1024' as const,
        sign: await suite.importPrivateKey(privateKeyPem),
      }
      expect(
        await signHeaders(
          { path, tm, traceId, body },
          { rule: rule(mode, fields), key: openKey, suite, profile: GS1 },
        ),
      ).toEqual({
        'device-sign-mode': mode,
        'device-sign-data-md5': md5,
        'device-sign-key': keyId,
        'device-sign': signature,
      })
    },
  )

  it('cover the body only where the mode does', async () => {
    const text = ['/v1/a', '17322385', stamp.traceId].join('\n')
    const headers = await signHeaders(
      { path: '/v1/a', ...stamp, body: 'never signed' },
      { rule: rule('1', ['path', 'time', 'traceId']), key, suite, profile: GS1 },
    )
    expect(headers['device-sign']).toBe(`signed ${text}`)
    expect(headers['device-sign-data-md5']).toBe(createHash('md5').update(text).digest('hex'))
  })

  it('reject a form or stream only where the mode covers the body', async () => {
    const request = { path: '/v1/upload', ...stamp, body: null }
    await expect(
      signHeaders(request, {
        rule: rule('1', ['path', 'time', 'traceId']),
        key,
        suite,
        profile: GS1,
      }),
    ).resolves.toHaveProperty('device-sign')
    await expect(
      signHeaders(request, {
        rule: rule('2', ['path', 'time', 'traceId', 'body']),
        key,
        suite,
        profile: GS1,
      }),
    ).rejects.toThrow(errorMatching('UNSIGNABLE_BODY', { path: '/v1/upload' }))
  })

  it("use the profile's names", async () => {
    const profile = {
      ...GS1,
      headers: { ...GS1.headers, mode: 'm', dataMd5: 'd', keyId: 'k', signature: 's' },
      separator: '|',
    }
    expect(
      await signHeaders(
        { path: '/a', ...stamp, body: '' },
        { rule: rule('0', ['path', 'time']), key, suite, profile },
      ),
    ).toEqual({
      m: '0',
      d: createHash('md5').update('/a|17322385').digest('hex'),
      k: 'id',
      s: 'signed /a|17322385',
    })
  })
})
