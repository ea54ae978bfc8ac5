import {
  constants,
  createCipheriv,
  createHash,
  createPrivateKey,
  createPublicKey,
  privateDecrypt,
  sign,
  verify,
} from 'node:crypto'
import { createSeededRandom } from '@x/kit/testing'
import CryptoJS from 'crypto-js'
import jsrsasign from 'jsrsasign'
import { describe, expect, it } from 'vitest'
import keys from '../vectors/keys.json' with { type: 'json' }
import { encodeBase64 } from './crypto/base64.ts'
import { createWebCryptoSuite } from './crypto/webCrypto.ts'
import { createJsrsasignSuite } from './fallback/createJsrsasignSuite.ts'
import { BigInteger, type BigIntegerLike } from './fallback/jsrsasignLibrary.ts'
import { generateRsaKey } from './fallback/generateRsaKey.ts'

/** Nightly: `DIFFERENTIAL_CASES=100000`. The seed reproduces a failing case. */
const CASES = Number(process.env['DIFFERENTIAL_CASES'] ?? 1_000)
const SEED = Number(process.env['DIFFERENTIAL_SEED'] ?? 1)
const AT_ONCE = 50

const random = createSeededRandom(SEED)
const integer = (below: number) => new DataView(random.bytes(4).buffer).getUint32(0) % below
const CHARACTERS = [
  'a',
  '0',
  '{',
  '"',
  '\\',
  '\n',
  '\u0000',
  'é',
  '€',
  '字',
  '\u2028',
  '🚀',
  '\ud800',
]
const text = () =>
  Array.from(
    { length: integer(integer(10) === 0 ? 2_000 : 80) },
    () => CHARACTERS[integer(CHARACTERS.length)],
  ).join('')

const web = createWebCryptoSuite(crypto.subtle)
const fallback = createJsrsasignSuite({ random })

interface LibraryKey {
  verifyWithMessageHash(digestHex: string, signatureHex: string): boolean
  /** Raw operations on a whole block: jsrsasign no longer pads or unpads ciphertexts itself. */
  doPublic(block: BigIntegerLike): BigIntegerLike
  doPrivate(block: BigIntegerLike): BigIntegerLike
}
const libraryKey = (pem: string) => jsrsasign.KEYUTIL.getKey(pem) as unknown as LibraryKey

async function openPair(privateKeyPem: string) {
  const publicKey = createPublicKey(privateKeyPem)
  const spki = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  return {
    privateKey: createPrivateKey(privateKeyPem),
    publicKey,
    read: web.readRsaPublicKey(spki)!,
    verifies: libraryKey(publicKey.export({ format: 'pem', type: 'spki' }) as string),
    opens: libraryKey(privateKeyPem),
    byWeb: await web.importPrivateKey(privateKeyPem),
    byFallback: await fallback.importPrivateKey(privateKeyPem),
  }
}
/**
 * Two keys of the vectors and eight generated from the seed by the fallback, one 2048-bit pair of
 * each kind.
 */
const made = Array.from({ length: 8 }, () =>
  generateRsaKey(1024, random).privateKeyPem.replaceAll('\r\n', '\n'),
)
const pairs = {
  small: await Promise.all(
    [keys.client1024.privateKeyPem, keys.other1024.privateKeyPem, ...made].map(openPair),
  ),
  large: await Promise.all(
    [keys.client2048.privateKeyPem, keys.server.privateKeyPem].map(openPair),
  ),
}
/**
 * Every fiftieth case uses 2048 bits: jsrsasign takes seven times as long there and runs the same
 * code.
 */
const pairFor = (index: number) => {
  const pool = index % 50 === 0 ? pairs.large : pairs.small
  return pool[integer(pool.length)]!
}
/** Of the same length, so that only the key differs. */
const otherThan = (pair: (typeof pairs.small)[number]) =>
  (pairs.small.includes(pair) ? pairs.small : pairs.large).find((other) => other !== pair)!
const hexOf = (value: BigIntegerLike, bytes: number) => value.toString(16).padStart(2 * bytes, '0')
const sha256Hex = (message: string) => createHash('sha256').update(message).digest('hex')

/** Runs the cases in batches and returns the first disagreement of each kind. */
async function compare(
  count: number,
  run: (index: number) => Promise<string | null>,
): Promise<string[]> {
  const faults = new Set<string>()
  for (let start = 0; start < count; start += AT_ONCE) {
    const results = await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, count - start) }, (_, index) => run(start + index)),
    )
    for (const fault of results) if (fault) faults.add(fault)
  }
  return [...faults]
}

describe(
  `${CASES} random cases by WebCrypto, node:crypto and jsrsasign`,
  { timeout: 1_800_000 },
  () => {
    it('creates equal signatures that all three verify (wire 2)', async () => {
      const faults = await compare(CASES, async (index) => {
        const pair = pairFor(index)
        const message = text()
        const expected = sign('sha256', Buffer.from(message), pair.privateKey)
        const signature = encodeBase64(expected)
        if ((await pair.byWeb(message)) !== signature) return 'WebCrypto signs otherwise'
        if ((await pair.byFallback(message)) !== signature) return 'jsrsasign signs otherwise'
        if (!(await web.verify({ publicKey: pair.read, text: message, signature })))
          return 'WebCrypto does not verify'
        if (!(await fallback.verify({ publicKey: pair.read, text: message, signature })))
          return 'the fallback does not verify'
        if (!pair.verifies.verifyWithMessageHash(sha256Hex(message), expected.toString('hex')))
          return 'jsrsasign does not verify'
        return null
      })
      expect(faults).toEqual([])
    })

    it('rejects changed signatures, texts and keys in all three (wire 2)', async () => {
      const faults = await compare(CASES, async (index) => {
        const pair = pairFor(index)
        const message = text()
        const bytes = sign('sha256', Buffer.from(message), pair.privateKey)
        const character = CHARACTERS[integer(CHARACTERS.length)] ?? ''
        const changes = [
          () => `${message}${character}`,
          () => `${character}${message}`,
          () => (message === '' ? character : message.slice(0, -1)),
        ]
        const kind = integer(changes.length + 3)
        const changed = changes[kind]?.() ?? message
        const at = integer(bytes.length)
        if (kind === changes.length)
          bytes.set(sign('sha256', Buffer.from(message), otherThan(pair).privateKey))
        else if (changed === message) bytes[at] = (bytes[at] ?? 0) ^ (1 + integer(255))
        const signed = { publicKey: pair.read, text: changed, signature: encodeBase64(bytes) }
        const verdicts = {
          node: verify('sha256', Buffer.from(changed), pair.publicKey, bytes),
          web: await web.verify(signed),
          fallback: await fallback.verify(signed),
          jsrsasign: pair.verifies.verifyWithMessageHash(sha256Hex(changed), bytes.toString('hex')),
        }
        return Object.values(verdicts).some(Boolean)
          ? `change ${kind} is accepted: ${JSON.stringify(verdicts)}`
          : null
      })
      expect(faults).toEqual([])
    })

    it('creates equal ciphertexts and digests that all three decrypt (wire 4)', async () => {
      const faults = await compare(CASES, async () => {
        const message = text()
        const bytes = Buffer.from(message)
        const [key, iv] = [random.bytes(32), random.bytes(16)]
        const cipher = createCipheriv('aes-256-cbc', key, iv)
        const expected = Buffer.concat([cipher.update(bytes), cipher.final()])
        if (
          encodeBase64(await web.encryptAes(message, { key, iv })) !== expected.toString('base64')
        )
          return 'WebCrypto encrypts otherwise'
        if (
          encodeBase64(await fallback.encryptAes(message, { key, iv })) !==
          expected.toString('base64')
        )
          return 'crypto-js encrypts otherwise'
        const imported = await crypto.subtle.importKey('raw', key, 'AES-CBC', false, ['decrypt'])
        if (
          !Buffer.from(
            await crypto.subtle.decrypt({ name: 'AES-CBC', iv }, imported, expected),
          ).equals(bytes)
        )
          return 'WebCrypto opens otherwise'
        const words = (part: Uint8Array) =>
          CryptoJS.enc.Hex.parse(Buffer.from(part).toString('hex'))
        const opened = CryptoJS.AES.decrypt(
          CryptoJS.lib.CipherParams.create({ ciphertext: words(expected) }),
          words(key),
          { iv: words(iv) },
        )
        if (opened.toString(CryptoJS.enc.Hex) !== bytes.toString('hex'))
          return 'crypto-js opens otherwise'
        return web.md5Hex(message) === createHash('md5').update(message).digest('hex')
          ? null
          : 'another MD5'
      })
      expect(faults).toEqual([])
    })

    it('wraps keys like node:crypto and jsrsasign (wire 4)', async () => {
      const faults = await compare(CASES, async (index) => {
        const pair = pairFor(index)
        const key = random.bytes(32)
        const wrapped = Buffer.from(web.encryptRsa(key, { key: pair.read, random }))
        if (
          !privateDecrypt(
            { key: pair.privateKey, padding: constants.RSA_PKCS1_PADDING },
            wrapped,
          ).equals(key)
        )
          return 'node:crypto opens another key'
        const block = privateDecrypt(
          { key: pair.privateKey, padding: constants.RSA_NO_PADDING },
          wrapped,
        )
        const padding = block.subarray(2, -33)
        if (
          block.readUInt16BE(0) !== 2 ||
          padding.includes(0) ||
          block.at(-33) !== 0 ||
          !block.subarray(-32).equals(key)
        )
          return 'another block'
        if (
          hexOf(
            pair.verifies.doPublic(new BigInteger(block.toString('hex'), 16)),
            wrapped.length,
          ) !== wrapped.toString('hex')
        )
          return 'jsrsasign wraps the block otherwise'
        // A private-key operation of jsrsasign takes as long as forty public-key operations.
        if (index % 4 !== 0) return null
        return hexOf(
          pair.opens.doPrivate(new BigInteger(wrapped.toString('hex'), 16)),
          wrapped.length,
        ) === block.toString('hex')
          ? null
          : 'jsrsasign opens another block'
      })
      expect(faults).toEqual([])
    })
  },
)
