import type { KeyObject } from 'node:crypto'

/**
 * OpenSSL also reads a wrapped key without the zero bytes that it begins with: a second spelling,
 * and with it a second name, of one body.
 */
export function hasModulusLength(wrapped: Uint8Array, privateKey: KeyObject): boolean {
  return wrapped.length * 8 === privateKey.asymmetricKeyDetails?.modulusLength
}
