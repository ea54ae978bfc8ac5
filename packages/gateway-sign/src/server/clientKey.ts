import { createHash } from 'node:crypto'
import type { KeyAlgorithm } from '../wire.ts'

/** A client's public key. */
export interface ClientKey {
  /** One-line base64 of an RSA SubjectPublicKeyInfo. */
  readonly publicKey: string
  readonly algorithm: KeyAlgorithm
}

export function md5Hex(text: string): string {
  return createHash('md5').update(text, 'utf8').digest('hex')
}

/** The id of a client key: the lower-case hex MD5 of its base64 text (wire 1). */
export function keyIdOf(publicKey: string): string {
  return md5Hex(publicKey)
}
