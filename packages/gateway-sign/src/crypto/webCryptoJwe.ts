import { JWE_HEADER_SEGMENT } from './jweHeader.ts'
import { encodeBase64 } from './base64.ts'
import type { CryptoSuite } from './CryptoSuite.ts'

const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

const base64Url = (bytes: Uint8Array): string =>
  encodeBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
const utf8 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(new TextEncoder().encode(text))

/**
 * Creates compact JWEs with Web Crypto: RSA-OAEP-256 around a fresh key, A256GCM around the text
 * (RFC 7516 section 5.1).
 */
export function createJweEncryption(subtle: SubtleCrypto): NonNullable<CryptoSuite['encryptJwe']> {
  return async (text, { key: serverKey, random }) => {
    const contentKey = random.bytes(KEY_BYTES)
    const iv = random.bytes(IV_BYTES)
    const wrapping = await subtle.importKey(
      'spki',
      serverKey.spki.slice(),
      { name: 'RSA-OAEP', hash: 'SHA-256' },
      false,
      ['encrypt'],
    )
    const wrapped = new Uint8Array(await subtle.encrypt('RSA-OAEP', wrapping, contentKey))
    const cipher = await subtle.importKey('raw', contentKey, 'AES-GCM', false, ['encrypt'])
    const encrypted = new Uint8Array(
      await subtle.encrypt(
        { name: 'AES-GCM', iv, additionalData: utf8(JWE_HEADER_SEGMENT), tagLength: 8 * TAG_BYTES },
        cipher,
        utf8(text),
      ),
    )
    const parts = [wrapped, iv, encrypted.subarray(0, -TAG_BYTES), encrypted.subarray(-TAG_BYTES)]
    return [JWE_HEADER_SEGMENT, ...parts.map(base64Url)].join('.')
  }
}
