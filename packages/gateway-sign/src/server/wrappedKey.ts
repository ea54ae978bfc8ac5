import type { KeyObject } from 'node:crypto'

/**
 * Whether a wrapped key has the modulus length. OpenSSL also accepts one without its leading zero
 * bytes, which would give one body a second encoding and a second id.
 */
export function hasModulusLength(wrapped: Uint8Array, privateKey: KeyObject): boolean {
  return wrapped.length * 8 === privateKey.asymmetricKeyDetails?.modulusLength
}
