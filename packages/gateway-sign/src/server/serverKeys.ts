import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import { KEY_ALGORITHMS } from '../wire.ts'
import type { ClientKey } from './clientKey.ts'
import { decodeStrict } from './decodeStrict.ts'

const PUBLIC_EXPONENT = 65_537n

/**
 * Imports a client key; `null` unless it is a canonical RSA key of the size of `algorithm`, with
 * exponent 65537.
 */
export function importClientKey({ publicKey, algorithm }: ClientKey): KeyObject | null {
  return importRsaPublicKey(publicKey, (bits) => bits === KEY_ALGORITHMS[algorithm].modulusBits)
}

/**
 * Imports an RSA public key; `null` unless it is the one-line base64 of a canonical
 * SubjectPublicKeyInfo of an allowed size.
 */
export function importRsaPublicKey(
  publicKey: string,
  allows: (modulusBits: number) => boolean,
): KeyObject | null {
  const der = decodeStrict(publicKey, 'base64')
  if (!der) return null
  const key = readSpki(der)
  if (key?.asymmetricKeyType !== 'rsa') return null
  const { modulusLength = 0, publicExponent } = key.asymmetricKeyDetails ?? {}
  if (!allows(modulusLength) || publicExponent !== PUBLIC_EXPONENT || !hasOddModulus(key))
    return null
  return key.export({ format: 'der', type: 'spki' }).equals(der) ? key : null
}

/** A product of two large primes is odd, but OpenSSL accepts any number. */
function hasOddModulus(key: KeyObject): boolean {
  const modulus = Buffer.from(key.export({ format: 'jwk' }).n ?? '', 'base64url')
  return (modulus.at(-1) ?? 0) % 2 === 1
}

function readSpki(der: Buffer): KeyObject | null {
  try {
    return createPublicKey({ key: der, format: 'der', type: 'spki' })
  } catch {
    return null
  }
}

/** Verifies RSASSA-PKCS1-v1_5 with SHA-256. A signature that is not canonical base64 is wrong. */
export function verifySignature(
  key: KeyObject,
  { text, signature }: { text: string; signature: string },
): boolean {
  const bytes = decodeStrict(signature, 'base64')
  return bytes !== null && verify('sha256', Buffer.from(text, 'utf8'), key, bytes)
}

/**
 * Caches parsed keys, because parsing a key costs more than verifying a signature. Evicts the
 * oldest entry.
 */
export function createKeyCache(capacity = 10_000): (key: ClientKey) => KeyObject | null {
  const cache = new Map<string, KeyObject>()
  return (clientKey) => {
    const name = `${clientKey.algorithm}:${clientKey.publicKey}`
    const cached = cache.get(name)
    if (cached) return cached
    const key = importClientKey(clientKey)
    if (!key) return null
    const oldest = cache.keys().next()
    if (cache.size >= capacity && !oldest.done) cache.delete(oldest.value)
    cache.set(name, key)
    return key
  }
}
