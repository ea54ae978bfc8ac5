import { constants, createDecipheriv, publicEncrypt } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import keys from '../../vectors/keys.json' with { type: 'json' }
import { aesCbcCases, type AesCbcCase } from '../testing/vectors.ts'
import { GS1 } from '../wire.ts'
import { createDecryptor } from './createDecryptor.ts'

const serverKey = `-----BEGIN PUBLIC KEY-----\n${keys.server.publicKey}\n-----END PUBLIC KEY-----\n`
const bytes = (hex: string) => Buffer.from(hex, 'hex')
const valid = aesCbcCases.filter(({ result }) => result === 'valid')
const invalid = aesCbcCases.filter(({ result }) => result === 'invalid')
const namesIn = ({ msg }: AesCbcCase) =>
  bytes(msg).toString().startsWith('{')
    ? Object.keys(JSON.parse(bytes(msg).toString()) as object)
    : []
/** Treats the field names of the cases as encrypted fields, so that only the cipher decides. */
const profile = {
  ...GS1,
  login: { ...GS1.login, endpoints: { '/v1/user/login': aesCbcCases.flatMap(namesIn) } },
}
const decryptor = createDecryptor({ privateKeyPem: keys.server.privateKeyPem, profile })

/** The case as a login body: wrapped key, IV and ciphertext. */
function decrypt({ key, iv, ct }: AesCbcCase) {
  const wrapped = publicEncrypt(
    { key: serverKey, padding: constants.RSA_PKCS1_PADDING },
    bytes(key),
  )
  const bodyCiphertext = [wrapped, bytes(iv), bytes(ct)]
    .map((part) => part.toString('base64'))
    .join('.')
  return decryptor.decrypt({
    path: '/v1/user/login',
    tm: '',
    traceId: '',
    body: { bodyCiphertext },
  })
}

describe('AES-256-CBC in the decryptor (wire 4)', () => {
  it.each(valid)('decrypts case $tcId: $comment', (one) => {
    expect(decrypt(one)).toEqual({
      ok: true,
      encrypted: true,
      ciphertextId: expect.any(String) as string,
      fields: JSON.parse(bytes(one.msg).toString()) as unknown,
    })
  })

  it.each(invalid)('rejects case $tcId: $comment (PROTOCOL T12)', (one) => {
    expect(decrypt(one)).toEqual({ ok: false })
  })

  it('includes cases that differ from valid ones only in padding (PROTOCOL T12)', () => {
    const padded = invalid.filter(
      ({ flags }) => flags.join() === 'BadPadding' || flags.includes('NoPadding'),
    )
    expect(padded.length).toBeGreaterThan(150)
    for (const { key, iv, ct, msg } of padded) {
      const decipher = createDecipheriv('aes-256-cbc', bytes(key), bytes(iv)).setAutoPadding(false)
      const text = Buffer.concat([decipher.update(bytes(ct)), decipher.final()])
      expect(text.subarray(0, msg.length / 2).toString('hex')).toBe(msg)
      expect(JSON.parse(bytes(msg).toString())).toBeInstanceOf(Object)
    }
  })
})
