import { createDecipheriv, privateDecrypt, constants } from 'node:crypto'
import { createSeededRandom } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { createWebCryptoSuite } from '../crypto/webCrypto.ts'
import type { SigningKey } from '../key/createKeyRing.ts'
import { testClientKeys, testServerIdentity } from '../testing.ts'
import { GS1 } from '../wire.ts'
import { SENSITIVE_FIELDS } from './encryptedEndpoints.ts'
import { encryptBody } from './encryptBody.ts'

const suite = createWebCryptoSuite(crypto.subtle)
const { publicKey, privateKeyPem } = testClientKeys.rsa1024
const stamp = { path: '/v1/user/login', tm: '1732238512345', traceId: 'w17322385123450a1b2c3d4e5' }
const random = createSeededRandom(11)

const clientKey: SigningKey = {
  publicKey,
  algorithm: 'rsa1024',
  keyId: suite.md5Hex(publicKey),
  sign: async (text) => (await suite.importPrivateKey(privateKeyPem))(text),
}
const encrypt = (body: Record<string, unknown>, key: SigningKey | undefined = clientKey) =>
  encryptBody(body, {
    ...stamp,
    sensitiveFields: SENSITIVE_FIELDS,
    clientKey: key,
    serverKey: suite.readRsaPublicKey(testServerIdentity.serverPublicKey)!,
    format: 'GS1',
    suite,
    random,
    profile: GS1,
  })

/** Decrypted with node:crypto only. */
function open(body: Record<string, unknown>) {
  const [wrapped, iv, encrypted] = String(body['bodyCiphertext'])
    .split('.')
    .map((part) => Buffer.from(part, 'base64')) as [Buffer, Buffer, Buffer]
  const key = privateDecrypt(
    { key: testServerIdentity.serverPrivateKeyPem, padding: constants.RSA_PKCS1_PADDING },
    wrapped,
  )
  const decipher = createDecipheriv('aes-256-cbc', key, iv)
  return { key, iv, text: Buffer.concat([decipher.update(encrypted), decipher.final()]).toString() }
}

describe('encrypted body (wire 4)', () => {
  it('is the body without sensitive fields, ciphertext last (PROTOCOL T1)', async () => {
    const body = await encrypt({ loginName: 'a', bizId: 'b', pwd: 'p', t: 1 })
    expect(Object.keys(body)).toEqual(['bizId', 't', 'bodyCiphertext'])
    expect(JSON.stringify(body)).not.toMatch(/loginName|pwd|publicKey|initSign/)
  })

  it('contains algorithm, public key and initSign in the ciphertext (spec 7.10)', async () => {
    const { text } = open(await encrypt({ loginName: 'a', pwd: 'p' }))
    expect(Object.keys(JSON.parse(text) as object)).toEqual([
      'loginName',
      'pwd',
      'algorithm',
      'publicKey',
      'initSign',
    ])
  })

  it('contains no key fields without a client key', async () => {
    const { text } = open(
      await encryptBody(
        { loginName: 'a', pwd: 'p' },
        {
          ...stamp,
          sensitiveFields: SENSITIVE_FIELDS,
          clientKey: undefined,
          serverKey: suite.readRsaPublicKey(testServerIdentity.serverPublicKey)!,
          format: 'GS1',
          suite,
          random,
          profile: GS1,
        },
      ),
    )
    expect(text).toBe('{"loginName":"a","pwd":"p"}')
  })

  it('uses a fresh 32-byte key and 16-byte IV per body (spec 9.3)', async () => {
    const opened = await Promise.all(
      Array.from({ length: 5 }, async () => open(await encrypt({ pwd: 'p' }))),
    )
    expect(opened.map(({ key, iv }) => [key.length, iv.length])).toEqual(opened.map(() => [32, 16]))
    expect(
      new Set(opened.flatMap(({ key, iv }) => [key.toString('hex'), iv.toString('hex')])).size,
    ).toBe(10)
  })

  it('contains only the key proof without sensitive fields', async () => {
    const body = await encrypt({ languageType: 0 })
    expect(Object.keys(body)).toEqual(['languageType', 'bodyCiphertext'])
    expect(Object.keys(JSON.parse(open(body).text) as object)).toEqual([
      'algorithm',
      'publicKey',
      'initSign',
    ])
  })

  it('is the same object without sensitive fields and key', async () => {
    const body = { languageType: 0, pwd: undefined }
    const encrypted = await encryptBody(body, {
      ...stamp,
      sensitiveFields: SENSITIVE_FIELDS,
      clientKey: undefined,
      serverKey: suite.readRsaPublicKey(testServerIdentity.serverPublicKey)!,
      format: 'GS1',
      suite,
      random,
      profile: GS1,
    })
    expect(encrypted).toBe(body)
  })

  it('does not modify the input body', async () => {
    const body = Object.freeze({ loginName: 'a', pwd: 'p' })
    await encrypt(body)
    expect(body).toEqual({ loginName: 'a', pwd: 'p' })
  })
})
