import {
  constants,
  createDecipheriv,
  privateDecrypt,
  randomBytes,
  type KeyObject,
} from 'node:crypto'
import { JWE_ALGORITHMS } from '../crypto/jweHeader.ts'
import { decodeStrict } from './decodeStrict.ts'
import { hasModulusLength } from './wrappedKey.ts'

const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

/** Decrypts a compact JWE of five segments (RFC 7516 section 5.2); `null` for every fault. */
export function decryptJwe(segments: readonly string[], privateKey: KeyObject): Buffer | null {
  const [header = '', wrapped, iv, encrypted, tag] = segments
  const [wrappedKey, nonce, ciphertext, mac] = [wrapped, iv, encrypted, tag].map((text) =>
    text === undefined ? null : decodeStrict(text, 'base64url'),
  )
  if (
    !allowsHeader(header) ||
    !wrappedKey ||
    nonce?.length !== IV_BYTES ||
    !ciphertext ||
    mac?.length !== TAG_BYTES
  )
    return null
  try {
    const decipher = createDecipheriv('aes-256-gcm', unwrapKey(wrappedKey, privateKey), nonce, {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(Buffer.from(header, 'ascii')).setAuthTag(mac)
    return Buffer.concat([decipher.update(ciphertext), decipher.final()])
  } catch {
    return null
  }
}

/**
 * Continues with a random key when unwrapping fails (RFC 7516 section 11.5), so that only the tag
 * check ever fails (Manger 2001).
 */
function unwrapKey(wrapped: Uint8Array, privateKey: KeyObject): Buffer {
  const random = randomBytes(KEY_BYTES)
  try {
    const isFullLength = hasModulusLength(wrapped, privateKey)
    const key = privateDecrypt(
      { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
      wrapped,
    )
    return key.length === KEY_BYTES && isFullLength ? key : random
  } catch {
    return random
  }
}

/** Accepts the two names in any order, without `crit` and `zip`. */
function allowsHeader(segment: string): boolean {
  const bytes = decodeStrict(segment, 'base64url')
  if (!bytes) return false
  try {
    const header: unknown = JSON.parse(bytes.toString('utf8'))
    if (typeof header !== 'object' || header === null || 'crit' in header || 'zip' in header)
      return false
    const { alg, enc } = header as { alg?: unknown; enc?: unknown }
    return alg === JWE_ALGORITHMS.alg && enc === JWE_ALGORITHMS.enc
  } catch {
    return false
  }
}
