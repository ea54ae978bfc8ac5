import { constants, createCipheriv, createPublicKey, publicEncrypt, randomBytes } from 'node:crypto'
import { testServerIdentity } from '@x/gateway-sign/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'
import { encryptFields as whole } from '../../testing/encryptFields.ts'

const LOGIN = '/v1/user/login'
const publicKey = createPublicKey(testServerIdentity.serverPrivateKeyPem)
const MODULUS_BYTES = (publicKey.asymmetricKeyDetails?.modulusLength ?? 0) / 8

let gateway: TestGateway
beforeAll(async () => void (gateway = await createTestGateway()), 60_000)
afterAll(() => gateway.stop())

const b64 = (bytes: Buffer) => bytes.toString('base64')
const wrap = (key: Buffer) =>
  publicEncrypt({ key: publicKey, padding: constants.RSA_PKCS1_PADDING }, key)
const raw = (block: Buffer) =>
  publicEncrypt({ key: publicKey, padding: constants.RSA_NO_PADDING }, block)
const block = (...start: number[]) => {
  const bytes = randomBytes(MODULUS_BYTES).map((byte) => byte || 1)
  bytes.set(start)
  return Buffer.from(bytes)
}
function seal(
  text: string | Buffer,
  { key = randomBytes(32), iv = randomBytes(16), padded = true } = {},
) {
  const cipher = createCipheriv('aes-256-cbc', key, iv).setAutoPadding(padded)
  return { key, iv, sealed: Buffer.concat([cipher.update(text), cipher.final()]) }
}
const join = (wrapped: Buffer, { iv, sealed }: { iv: Buffer; sealed: Buffer }) =>
  [wrapped, iv, sealed].map(b64).join('.')
const FIELDS = '{"loginName":"a@b.c","pwd":"p"}'
const PADDED = seal(FIELDS)

/**
 * Every way in which an opened log-in can be wrong; what the server learnt on the way differs, its
 * answer must not.
 */
const FAILURES: readonly [what: string, ciphertext: () => unknown][] = [
  ['no text', () => 7],
  ['an empty text', () => ''],
  ['one segment', () => b64(randomBytes(64))],
  ['five segments', () => 'a.b.c.d.e'],
  ['a segment that is no base64', () => `${b64(block(0, 2))}.***.${b64(PADDED.sealed)}`],
  ['an RSA block of another length', () => join(randomBytes(MODULUS_BYTES - 1), PADDED)],
  ['an RSA block above the modulus', () => join(Buffer.alloc(MODULUS_BYTES, 0xff), PADDED)],
  ['RSA padding of type 1', () => join(raw(block(0, 1)), PADDED)],
  ['RSA padding without its first zero', () => join(raw(block(1, 2)), PADDED)],
  ['RSA padding that never ends', () => join(raw(block(0, 2)), PADDED)],
  ['RSA padding that ends too soon', () => join(raw(block(0, 2, 7, 7, 0)), PADDED)],
  ['a key of 16 bytes', () => join(wrap(randomBytes(16)), PADDED)],
  ['a key of 0 bytes', () => join(wrap(Buffer.alloc(0)), PADDED)],
  ['a key of 33 bytes', () => join(wrap(randomBytes(33)), PADDED)],
  ['another key', () => join(wrap(randomBytes(32)), PADDED)],
  ['an IV of 15 bytes', () => join(wrap(PADDED.key), { ...PADDED, iv: randomBytes(15) })],
  [
    'AES text of a broken block',
    () => join(wrap(PADDED.key), { ...PADDED, sealed: PADDED.sealed.subarray(0, 31) }),
  ],
  ['no AES text', () => join(wrap(PADDED.key), { ...PADDED, sealed: Buffer.alloc(0) })],
  [
    'AES padding of zero',
    () => {
      const made = seal(Buffer.alloc(32), { padded: false })
      return join(wrap(made.key), made)
    },
  ],
  [
    'AES padding of 17',
    () => {
      const made = seal(Buffer.alloc(32, 17), { padded: false })
      return join(wrap(made.key), made)
    },
  ],
  ['text that is no UTF-8', () => whole(Buffer.from([0x7b, 0xff, 0xfe, 0x7d]))],
  ['text that is no JSON', () => whole('{"loginName":')],
  ['text with a NUL', () => whole(String.raw`{"loginName":"a\u0000@b.c","pwd":"p"}`)],
  ['text with half a character', () => whole(String.raw`{"loginName":"\ud800@b.c","pwd":"p"}`)],
  ['a JSON list', () => whole('[1]')],
  ['JSON null', () => whole('null')],
  [
    'a key without its proof',
    () => whole('{"loginName":"a@b.c","algorithm":"rsa1024","publicKey":"MIGf"}'),
  ],
  [
    'a proof that is none',
    () => whole('{"loginName":"a@b.c","algorithm":"rsa1024","publicKey":"MIGf","initSign":"AAAA"}'),
  ],
  [
    'a proof of a key that is none',
    () =>
      whole(
        '{"loginName":"a@b.c","algorithm":"rsa1024",' +
          `"publicKey":"${b64(randomBytes(94))}","initSign":"${b64(randomBytes(128))}"}`,
      ),
  ],
  ['an object with nothing in it', () => whole('{}')],
  ['an object without the password', () => whole('{"loginName":"a@b.c"}')],
  ['a password that is a number', () => whole('{"loginName":"a@b.c","pwd":1}')],
  ['a field in clear as well', () => whole('{"note":"x","loginName":"a@b.c"}')],
]

const newStamp = () => {
  const tm = String(gateway.clock.now())
  return { tm, 'trace-id': `w${tm}${randomBytes(6).toString('hex').slice(1)}` }
}

async function send(ciphertext: unknown, stamp = newStamp()) {
  const response = await gateway.app.inject({
    method: 'POST',
    url: LOGIN,
    headers: { host: 'localhost', 'content-type': 'application/json', ...stamp },
    payload: JSON.stringify({ bodyCiphertext: ciphertext, note: 'x' }),
  })
  const { 'request-time': _, date: _date, ...headers } = response.headers
  return { status: response.statusCode, body: response.body, headers }
}

describe('every failure to decrypt has one and the same answer (wire 7)', () => {
  it('answers alike to the letter, headers included, also when repeated', async () => {
    const reference = await send('')
    expect(reference.status).toBe(200)
    expect(JSON.parse(reference.body)).toEqual({
      code: '40010',
      status: 'error',
      msg: 'The encrypted part of the request cannot be read',
      data: { field: 'bodyCiphertext' },
    })
    for (const [what, make] of FAILURES) {
      const [ciphertext, stamp] = [make(), newStamp()]
      expect({ what, ...(await send(ciphertext, stamp)) }).toEqual({ what, ...reference })
      // A trace id that only an opened body uses up would reveal with the second answer what the
      // first kept back.
      expect({ what, ...(await send(ciphertext, stamp)) }).toEqual({ what, ...reference })
    }
  })

  it('leaves the trace id unused for the log-in that follows', async () => {
    for (const [what, make] of FAILURES) {
      const stamp = newStamp()
      await send(make(), stamp)
      expect({
        what,
        code: codeOf(await send(whole('{"loginName":"unknown@b.c","pwd":"p"}'), stamp)),
      }).not.toEqual({ what, code: '00022' })
      gateway.leap(900_000)
    }
  })

  it('answers a whole encrypted body differently, and only once', async () => {
    const [ciphertext, stamp] = [whole(FIELDS), newStamp()]
    expect(codeOf(await send(ciphertext, stamp))).toBe('40101')
    expect(codeOf(await send(ciphertext, stamp))).toBe('00022')
  })
})

function codeOf({ body }: { body: string }): unknown {
  return (JSON.parse(body) as { code: unknown }).code
}
