import { constants, createDecipheriv, privateDecrypt } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import keys from '../vectors/keys.json' with { type: 'json' }
import { createWebCryptoSuite } from './crypto/webCrypto.ts'
import { createJsrsasignSuite } from './fallback/createJsrsasignSuite.ts'
import { createFixture } from './testing/createFixture.ts'
import { clientKeys, loginRefusals, refusals, type RefusalVector } from './testing/vectors.ts'
import { keyIdOf } from './server/clientKey.ts'

/**
 * Gives the server's refusal vectors to the client, which must reject them or sign something else.
 */

const engines = {
  WebCrypto: createWebCryptoSuite(crypto.subtle),
  jsrsasign: createJsrsasignSuite({
    random: { bytes: (length) => crypto.getRandomValues(new Uint8Array(length)) },
  }),
}
const signer = { ...clientKeys.client1024, keyId: keyIdOf(clientKeys.client1024.publicKey) }

/** A page with a session bound to the key that signed the vectors. */
async function createSigningPage() {
  const fixture = createFixture({
    config: {
      exactUrls: { '/v1/spot/order/place': '2', '/v1/spot/order/cancel': '2' },
      prefixUrls: {},
      signModes: {},
    },
  })
  fixture.cookies.set('x_token', 't1')
  await fixture.keyStorage.set('sign_key:token:t1', {
    publicKey: signer.publicKey,
    algorithm: signer.algorithm,
    privateKeyPem: signer.privateKeyPem,
  })
  return fixture.sign
}

/** The headers that the client creates for this request, or the code of its error. */
async function asClient({ request: { method, path, body, headers } }: RefusalVector) {
  const page = await createSigningPage()
  const { tm = '', 'trace-id': traceId = '' } = headers
  return page
    .sign({ method, path, body, tm, traceId })
    .catch((error: { code: string }) => error.code)
}
const SIGNED = ['device-sign-mode', 'device-sign-data-md5', 'device-sign-key', 'device-sign']
const signHeadersOf = ({ request: { headers } }: RefusalVector) =>
  Object.fromEntries(SIGNED.map((name) => [name, headers[name] ?? '']))

const isStampFault = ({ reason }: RefusalVector) =>
  reason.startsWith('tm-') || reason.startsWith('trace-id-')
const isLate = ({ reason }: RefusalVector) => reason === 'time-out-of-window'

describe('requests that the server refuses, given to the client (wire 7)', () => {
  it.each(refusals.filter(isStampFault))(
    'refuses to sign a request that fails row 1: $name',
    async (vector) => {
      expect(await asClient(vector)).toBe('INVALID_STAMP')
    },
  )

  it.each(refusals.filter((vector) => !isStampFault(vector) && !isLate(vector)))(
    'never sends a request that fails rows 1 to 5: $name',
    async (vector) => {
      const made = await asClient(vector)
      expect(Object.keys(made)).toEqual(SIGNED)
      expect(made).not.toEqual(signHeadersOf(vector))
    },
  )

  it.each(refusals.filter(isLate))(
    'signs despite a wrong clock, which the server detects: $name',
    async (vector) => {
      expect(await asClient(vector)).toEqual(signHeadersOf(vector))
    },
  )

  it('covers every refusal vector', () => {
    const counts = [isStampFault, isLate].map((is) => refusals.filter(is).length)
    expect(counts[0]).toBeGreaterThanOrEqual(17)
    expect(counts[1]).toBe(4)
  })
})

/**
 * The proof in a refused log-in, decrypted with `node:crypto` only; `undefined` if there is none.
 */
function proofOf({ request: { body } }: (typeof loginRefusals)[number]) {
  const segments = String(body['bodyCiphertext'])
    .split('.')
    .map((segment) => Buffer.from(segment, 'base64'))
  const [wrapped, iv, encrypted] = segments
  try {
    const key = privateDecrypt(
      { key: keys.server.privateKeyPem, padding: constants.RSA_PKCS1_PADDING },
      wrapped!,
    )
    const decipher = createDecipheriv('aes-256-cbc', key, iv!)
    const text = Buffer.concat([decipher.update(encrypted!), decipher.final()]).toString()
    const at = text.lastIndexOf(',"initSign":"')
    const { publicKey, algorithm, initSign } = JSON.parse(text) as Record<string, unknown>
    return at > 0 && typeof publicKey === 'string' && typeof initSign === 'string'
      ? { open: text.slice(0, at), publicKey, algorithm, initSign }
      : undefined
  } catch {
    return undefined
  }
}

/** Proofs by the named key over other data, or forged. */
const proofs = loginRefusals.flatMap((vector) => {
  const proof = proofOf(vector)
  const isWrong = /^initSign, |^a proof |changed after the proof|^an empty initSign/.test(
    vector.name,
  )
  return proof && isWrong
    ? [
        {
          name: vector.name,
          ...proof,
          text: [
            'initSign',
            vector.request.path,
            vector.request.tm.slice(0, 8),
            vector.request.traceId,
            proof.open,
          ].join('\n'),
        },
      ]
    : []
})

describe.each(Object.entries(engines))(
  'refused proofs of possession, verified by %s of the client (PROTOCOL T8 T10)',
  (_, suite) => {
    it.each(proofs)('$name', async ({ publicKey, text, initSign }) => {
      const key = suite.readRsaPublicKey(publicKey)
      expect(key).not.toBeNull()
      expect(await suite.verify({ publicKey: key!, text, signature: initSign })).toBe(false)
    })

    it('include every proof that the server refuses', () => {
      expect(proofs.length).toBeGreaterThanOrEqual(75)
    })
  },
)
