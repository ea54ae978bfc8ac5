import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto'
import { KEY_ALGORITHMS, type KeyAlgorithm } from '../wire.ts'
import { decodeStrict } from './decodeStrict.ts'

export interface ClientKey {
  /** One-line base64 of an RSA SubjectPublicKeyInfo. */
  readonly publicKey: string
  readonly algorithm: KeyAlgorithm
}

const PUBLIC_EXPONENT = 65_537n

export function md5Hex(text: string): string {
  return createHash('md5').update(text, 'utf8').digest('hex')
}

/** The name of a client key on the wire: the lower-case hex MD5 of its base64 text (wire 1). */
export function keyIdOf(publicKey: string): string {
  return md5Hex(publicKey)
}

/**
 * `null` unless the text is a canonical RSA key of the size that `algorithm` names, with exponent
 * 65537.
 */
export function importClientKey({ publicKey, algorithm }: ClientKey): KeyObject | null {
  return importRsaPublicKey(publicKey, (bits) => bits === KEY_ALGORITHMS[algorithm].modulusBits)
}

/**
 * `null` unless `publicKey` is the one-line base64 of an RSA SubjectPublicKeyInfo that encodes
 * again to itself.
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

/** The product of two large primes is odd; OpenSSL reads any number. */
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

/** RSASSA-PKCS1-v1_5 with SHA-256; a signature that is no canonical base64 is simply wrong. */
export function verifySignature(
  key: KeyObject,
  { text, signature }: { text: string; signature: string },
): boolean {
  const bytes = decodeStrict(signature, 'base64')
  return bytes !== null && verify('sha256', Buffer.from(text, 'utf8'), key, bytes)
}

/** Keeps the keys read last: parsing a key costs more than verifying a signature with it. */
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
