import { constants, createCipheriv, createHash, createPrivateKey, createPublicKey, privateDecrypt, sign, verify } from 'node:crypto'
import { createSeededRandom } from '@x/kit/testing'
import jsrsasign from 'jsrsasign'
import { describe, expect, it } from 'vitest'
import keys from '../vectors/keys.json' with { type: 'json' }
import { encodeBase64 } from './crypto/base64.ts'
import { createWebCryptoSuite } from './crypto/webCrypto.ts'
import { createJsrsasignSuite } from './fallback/createJsrsasignSuite.ts'

/** 100,000 by night: `DIFFERENTIAL_CASES=100000`. The seed makes a failing case come again. */
const CASES = Number(process.env['DIFFERENTIAL_CASES'] ?? 5_000)
const SEED = Number(process.env['DIFFERENTIAL_SEED'] ?? 1)
const AT_ONCE = 50

const random = createSeededRandom(SEED)
const integer = (below: number) => new DataView(random.bytes(4).buffer).getUint32(0) % below
const CHARACTERS = ['a', '0', '{', '"', '\\', '\n', '\u0000', 'é', '€', '字', '\u2028', '🚀', '\ud800']
const text = () => Array.from({ length: integer(integer(10) === 0 ? 2_000 : 80) }, () => CHARACTERS[integer(CHARACTERS.length)]).join('')

const web = createWebCryptoSuite(crypto.subtle)
const fallback = createJsrsasignSuite({ random })
const signers = await Promise.all(
  [keys.client1024, keys.other1024, keys.client2048].map(async ({ publicKey, privateKeyPem }) => ({
    privateKey: createPrivateKey(privateKeyPem),
    publicKey: createPublicKey(privateKeyPem),
    read: web.readRsaPublicKey(publicKey)!,
    library: jsrsasign.KEYUTIL.getKey(createPublicKey(privateKeyPem).export({ format: 'pem', type: 'spki' }) as string) as jsrsasign.RSAKey,
    byWeb: await web.openPrivateKey(privateKeyPem),
    byFallback: await fallback.openPrivateKey(privateKeyPem),
  })),
)
const server = { read: web.readRsaPublicKey(keys.server.publicKey)!, privateKey: createPrivateKey(keys.server.privateKeyPem) }

/** Runs the cases some at a time and gives the first disagreement of each kind, so that one fault does not print a thousand. */
async function compare(count: number, run: (index: number) => Promise<string | null>): Promise<string[]> {
  const faults = new Set<string>()
  for (let start = 0; start < count; start += AT_ONCE) {
    const results = await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - start) }, (_, index) => run(start + index)))
    for (const fault of results) if (fault) faults.add(fault)
  }
  return [...faults]
}

describe(`${CASES} random cases by WebCrypto, node:crypto and jsrsasign`, { timeout: 1_800_000 }, () => {
  it('wire 2 signatures are the same from all three, and verified by all', async () => {
    const faults = await compare(CASES, async (index) => {
      // 2048 bits are slow and no other code; a signature by jsrsasign takes as long as forty verifications.
      const signer = signers[index % 50 === 0 ? 2 : index % 2]!
      const message = text()
      const expected = sign('sha256', Buffer.from(message), signer.privateKey)
      const signature = encodeBase64(expected)
      if ((await signer.byWeb(message)) !== signature) return 'WebCrypto signs otherwise'
      if (index % 25 === 0 && (await signer.byFallback(message)) !== signature) return 'jsrsasign signs otherwise'
      if (!(await web.verify({ publicKey: signer.read, text: message, signature }))) return 'WebCrypto does not verify'
      if (!(await fallback.verify({ publicKey: signer.read, text: message, signature }))) return 'the fallback does not verify'
      if (!signer.library.verifyWithMessageHash(createHash('sha256').update(message).digest('hex'), expected.toString('hex'))) return 'jsrsasign does not verify'
      return null
    })
    expect(faults).toEqual([])
  })

  it('wire 2 a signature or a text with a byte changed is refused by all', async () => {
    const faults = await compare(CASES, async (index) => {
      const signer = signers[index % 2]!
      const message = text()
      const bytes = sign('sha256', Buffer.from(message), signer.privateKey)
      const isTextChanged = integer(2) === 0
      const changedText = isTextChanged ? `${message}${CHARACTERS[integer(CHARACTERS.length)]}` : message
      const at = integer(bytes.length)
      if (!isTextChanged) bytes[at] = (bytes[at] ?? 0) ^ (1 + integer(255))
      const signed = { publicKey: signer.read, text: changedText, signature: encodeBase64(bytes) }
      const verdicts = [verify('sha256', Buffer.from(changedText), signer.publicKey, bytes), await web.verify(signed), await fallback.verify(signed)]
      return verdicts.some(Boolean) ? `a change is accepted: ${verdicts.join()}` : null
    })
    expect(faults).toEqual([])
  })

  it('wire 4 ciphertexts, digests and wrapped keys are the same', async () => {
    const faults = await compare(CASES, async (index) => {
      const message = text()
      const [key, iv] = [random.bytes(32), random.bytes(16)]
      const cipher = createCipheriv('aes-256-cbc', key, iv)
      const expected = encodeBase64(Buffer.concat([cipher.update(message), cipher.final()]))
      if (encodeBase64(await web.encryptAes(message, { key, iv })) !== expected) return 'WebCrypto encrypts otherwise'
      if (encodeBase64(await fallback.encryptAes(message, { key, iv })) !== expected) return 'crypto-js encrypts otherwise'
      if (web.md5Hex(message) !== createHash('md5').update(message).digest('hex')) return 'another MD5'
      if (index % 10 !== 0) return null
      const unwrapped = privateDecrypt({ key: server.privateKey, padding: constants.RSA_PKCS1_PADDING }, web.encryptRsa(key, { key: server.read, random }))
      return unwrapped.equals(key) ? null : 'another wrapped key'
    })
    expect(faults).toEqual([])
  })
})
