import { fromHex, toHex } from '@x/kit'
import { decodeBase64 } from './base64.ts'
import { DER, readDer, readSequence } from './der.ts'

export interface RsaPublicKey {
  readonly modulus: bigint
  readonly exponent: bigint
  readonly modulusBits: number
  /** The SubjectPublicKeyInfo. */
  readonly spki: Uint8Array<ArrayBuffer>
}

/** rsaEncryption (1.2.840.113549.1.1.1) with NULL parameters. */
const RSA_ENCRYPTION = '300d06092a864886f70d0101010500'

/**
 * Parses a public key; `null` unless it is the one-line base64 of an RSA SubjectPublicKeyInfo in
 * canonical encoding (wire 3).
 */
export function readRsaPublicKey(publicKey: string): RsaPublicKey | null {
  const spki = decodeBase64(publicKey)
  return spki && readRsaSpki(spki)
}

export function readRsaSpki(spki: Uint8Array<ArrayBuffer>): RsaPublicKey | null {
  const [algorithm, key, ...rest] = readSequence(spki) ?? []
  if (
    !algorithm ||
    toHex(algorithm.encoded) !== RSA_ENCRYPTION ||
    key?.tag !== DER.bitString ||
    rest.length > 0
  )
    return null
  // The first content byte of a bit string counts its unused bits.
  if (key.content[0] !== 0) return null
  const numbers = readSequence(key.content.subarray(1))
  if (numbers?.length !== 2) return null
  const [modulus, exponent] = numbers.map((number) => readPositive(number.encoded))
  // The product of two large primes is odd.
  if (!modulus || !exponent || modulus % 2n === 0n) return null
  return { modulus, exponent, modulusBits: modulus.toString(2).length, spki }
}

/** A positive INTEGER without leading zero bytes, else null. */
function readPositive(encoded: Uint8Array<ArrayBuffer>): bigint | null {
  const [integer] = readDer(encoded) ?? []
  if (integer?.tag !== DER.integer) return null
  const [first = 0x80, second = 0x80] = integer.content
  if (first >= 0x80 || (first === 0 && second < 0x80)) return null
  return bytesToBigInt(integer.content)
}

/**
 * The raw RSA public-key operation on a block below the modulus. The result has the modulus length.
 */
export function applyPublicKey(
  block: Uint8Array,
  { modulus, exponent, modulusBits }: RsaPublicKey,
): Uint8Array<ArrayBuffer> {
  const size = Math.ceil(modulusBits / 8)
  const base = bytesToBigInt(block)
  let result = 1n
  for (const bit of exponent.toString(2)) {
    result = (result * result) % modulus
    if (bit === '1') result = (result * base) % modulus
  }
  return fromHex(result.toString(16).padStart(size * 2, '0'))
}

export function bytesToBigInt(bytes: Uint8Array): bigint {
  return BigInt(`0x${toHex(bytes)}`)
}
