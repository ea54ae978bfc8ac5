import { fromHex, type Random, toHex } from '@x/kit'
import AES from 'crypto-js/aes.js'
import CryptoJS from 'crypto-js/core.js'
import SHA256 from 'crypto-js/sha256.js'
import { decodeBase64, encodeBase64 } from '../crypto/base64.ts'
import { readCertificate } from '../crypto/certificate.ts'
import type { CryptoSuite } from '../crypto/CryptoSuite.ts'
import { md5Hex } from '../crypto/md5.ts'
import { readRsaPublicKey } from '../crypto/rsaPublicKey.ts'
import { encryptRsaes } from '../crypto/rsaesPkcs1.ts'
import { verifyRsassa } from '../crypto/rsassaPkcs1.ts'
import { KEY_ALGORITHMS } from '../wire.ts'
import { isConsistentRsaKey } from './isConsistentRsaKey.ts'
import { KEYUTIL, RSAKey } from './jsrsasignLibrary.ts'
import { generateRsaKey } from './generateRsaKey.ts'

const PKCS8_PEM =
  /^\s*-----BEGIN PRIVATE KEY-----[A-Za-z0-9+/=\s]{100,}-----END PRIVATE KEY-----\s*$/

type WordArray = ReturnType<typeof SHA256>
const toWords = (bytes: Uint8Array): WordArray => CryptoJS.enc.Hex.parse(toHex(bytes))
const toBytes = (words: WordArray): Uint8Array<ArrayBuffer> => fromHex(words.toString())
const sha256Hex = (text: string): string =>
  SHA256(toWords(new TextEncoder().encode(text))).toString()
const oneLine = (pem: string): string => pem.replace(/-----[^-]+-----|\s/g, '')

/**
 * The suite for pages where Web Crypto is missing or broken. jsrsasign signs and generates keys,
 * crypto-js encrypts with AES. `verifyRsassa` verifies signatures, because jsrsasign's verification
 * accepts forgeries. Private keys are PEM text for every key profile, as there are no CryptoKeys.
 */
export function createJsrsasignSuite({ random }: { readonly random: Random }): CryptoSuite {
  return {
    md5Hex,
    readRsaPublicKey,
    readCertificate,
    encryptRsa: encryptRsaes,
    async generateKey(algorithm) {
      const { publicKeyPem, privateKeyPem } = generateRsaKey(
        KEY_ALGORITHMS[algorithm].modulusBits,
        random,
      )
      return {
        publicKey: oneLine(publicKeyPem),
        privateKeyPem: privateKeyPem.replaceAll('\r\n', '\n'),
      }
    },
    async importPrivateKey(privateKey) {
      if (typeof privateKey !== 'string' || !PKCS8_PEM.test(privateKey))
        throw new TypeError('A stored private key is not PKCS#8 in PEM.')
      const key = KEYUTIL.getKey(privateKey)
      // An EC key is also private and would sign with another algorithm.
      if (!(key instanceof RSAKey) || !key.isPrivate || !isConsistentRsaKey(key))
        throw new TypeError('A stored private key is not an RSA key.')
      return async (text) =>
        encodeBase64(fromHex(key.signWithMessageHash(sha256Hex(text), 'sha256')))
    },
    async verify({ publicKey, text, signature }) {
      const bytes = decodeBase64(signature)
      return (
        bytes !== null &&
        verifyRsassa(fromHex(sha256Hex(text)), { key: publicKey, signature: bytes })
      )
    },
    async encryptAes(text, { key, iv }) {
      // A WordArray is used as the key; a string would be a passphrase stretched by MD5.
      const { ciphertext } = AES.encrypt(toWords(new TextEncoder().encode(text)), toWords(key), {
        iv: toWords(iv),
        mode: CryptoJS.mode.CBC,
        padding: CryptoJS.pad.Pkcs7,
      })
      return toBytes(ciphertext)
    },
  }
}
