import { KEY_ALGORITHMS, type KeyAlgorithm } from '../wire.ts'
import { decodeBase64, encodeBase64 } from './base64.ts'
import { readCertificate } from './certificate.ts'
import type { CryptoSuite, SignText } from './CryptoSuite.ts'
import { md5Hex } from './md5.ts'
import { readRsaPublicKey } from './rsaPublicKey.ts'
import { encryptRsaes } from './rsaesPkcs1.ts'
import { createJweEncryption } from './webCryptoJwe.ts'

const SIGNATURE = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const
const PUBLIC_EXPONENT = Uint8Array.of(1, 0, 1)
const PKCS8_PEM = /^\s*-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\s]+)-----END PRIVATE KEY-----\s*$/

/**
 * The crypto suite on Web Crypto; the only file that uses it. `subtle` is missing outside secure
 * contexts.
 */
export function createWebCryptoSuite(subtle: SubtleCrypto): CryptoSuite {
  const importPrivate = (pkcs8: Uint8Array<ArrayBuffer>) =>
    subtle.importKey('pkcs8', pkcs8, SIGNATURE, false, ['sign'])
  const signWith =
    (key: CryptoKey): SignText =>
    async (text) =>
      encodeBase64(new Uint8Array(await subtle.sign(SIGNATURE.name, key, utf8(text))))
  return {
    md5Hex,
    readRsaPublicKey,
    readCertificate,
    encryptRsa: encryptRsaes,
    encryptJwe: createJweEncryption(subtle),
    async generateKey(algorithm: KeyAlgorithm) {
      const { modulusBits: modulusLength } = KEY_ALGORITHMS[algorithm]
      // The generated pair is extractable for one export; the stored key is imported again as
      // non-extractable.
      const pair = await subtle.generateKey(
        { ...SIGNATURE, modulusLength, publicExponent: PUBLIC_EXPONENT },
        true,
        ['sign', 'verify'],
      )
      const [spki, pkcs8] = await Promise.all([
        subtle.exportKey('spki', pair.publicKey),
        subtle.exportKey('pkcs8', pair.privateKey),
      ])
      return {
        publicKey: encodeBase64(new Uint8Array(spki)),
        privateKey: await importPrivate(new Uint8Array(pkcs8)),
        privateKeyPem: [
          '-----BEGIN PRIVATE KEY-----',
          encodeBase64(new Uint8Array(pkcs8)),
          '-----END PRIVATE KEY-----\n',
        ].join('\n'),
      }
    },
    async importPrivateKey(privateKey) {
      if (privateKey instanceof CryptoKey) return signWith(privateKey)
      const pkcs8 =
        typeof privateKey === 'string'
          ? decodeBase64(PKCS8_PEM.exec(privateKey)?.[1]?.replace(/\s/g, '') ?? '')
          : null
      if (!pkcs8)
        throw new TypeError('A stored private key is neither a CryptoKey nor PKCS#8 in PEM.')
      return signWith(await importPrivate(pkcs8))
    },
    async verify({ publicKey, text, signature }) {
      const bytes = decodeBase64(signature)
      if (!bytes) return false
      const key = await subtle.importKey('spki', publicKey.spki.slice(), SIGNATURE, false, [
        'verify',
      ])
      return subtle.verify(SIGNATURE.name, key, bytes, utf8(text))
    },
    async encryptAes(text, { key, iv }) {
      const imported = await subtle.importKey('raw', key, 'AES-CBC', false, ['encrypt'])
      return new Uint8Array(await subtle.encrypt({ name: 'AES-CBC', iv }, imported, utf8(text)))
    },
  }
}

/**
 * Returns the suite on the page's Web Crypto.
 * @throws TypeError outside a secure context, where Web Crypto is missing.
 */
export function platformCryptoSuite(): CryptoSuite {
  const platform: Partial<Pick<Crypto, 'subtle'>> = globalThis.crypto
  if (!platform.subtle)
    throw new TypeError('Web cryptography is absent: the page is not in a secure context.')
  return createWebCryptoSuite(platform.subtle)
}

function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}
