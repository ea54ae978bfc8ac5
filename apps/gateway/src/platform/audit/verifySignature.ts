import { constants, createPublicKey, publicDecrypt, verify, type KeyObject } from 'node:crypto'
import { sha256, type CallOrigin, type KeptSignature } from './entry.ts'
import { signedText } from './signedText.ts'

export type SignatureVerdict =
  /** The key signed this very request. */
  | 'holds'
  /** The key signed a text with the digest that is kept; the body itself is not. */
  | 'holds-for-digest'
  | 'wrong'

/** DER of DigestInfo for SHA-256, up to the digest (RFC 8017, section 9.2, note 1). */
const DIGEST_INFO = Buffer.from('3031300d060960864801650304020105000420', 'hex')

/**
 * Verifies a kept request with a kept public key: RSASSA-PKCS1-v1_5 with SHA-256 over the string to
 * sign (wire 1 and 2).
 */
export function verifyKeptSignature(
  request: CallOrigin & KeptSignature,
  { publicKey }: { publicKey: string },
): SignatureVerdict {
  const key = importKey(publicKey)
  if (!key || sha256(publicKey) !== request.keyHash) return 'wrong'
  const signature = Buffer.from(request.sign, 'base64')
  if (request.body === undefined)
    return isSignedDigest(signature, { key, digest: request.signed ?? '' })
      ? 'holds-for-digest'
      : 'wrong'
  const { call, tm = '', trace = '', body } = request
  const path = call.slice(call.indexOf(' ') + 1)
  return verify(
    'sha256',
    Buffer.from(signedText(request.fields, { path, tm, trace, body })),
    key,
    signature,
  )
    ? 'holds'
    : 'wrong'
}

function importKey(publicKey: string): KeyObject | undefined {
  try {
    return createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  } catch {
    return undefined
  }
}

function isSignedDigest(
  signature: Buffer,
  { key, digest }: { key: KeyObject; digest: string },
): boolean {
  try {
    const signed = publicDecrypt({ key, padding: constants.RSA_PKCS1_PADDING }, signature)
    return (
      digest.length === 64 &&
      signed.equals(Buffer.concat([DIGEST_INFO, Buffer.from(digest, 'hex')]))
    )
  } catch {
    return false
  }
}
