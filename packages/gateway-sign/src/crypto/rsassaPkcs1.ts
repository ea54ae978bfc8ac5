import { applyPublicKey, bytesToBigInt, type RsaPublicKey } from './rsaPublicKey.ts'

/** DigestInfo of SHA-256 up to the digest itself (RFC 8017 section 9.2, note 1). */
const SHA256_PREFIX = Uint8Array.of(
  0x30,
  0x31,
  0x30,
  0x0d,
  0x06,
  0x09,
  0x60,
  0x86,
  0x48,
  0x01,
  0x65,
  0x03,
  0x04,
  0x02,
  0x01,
  0x05,
  0x00,
  0x04,
  0x20,
)
/** `00 01`, at least 8 padding bytes and the zero after them. */
const OVERHEAD = 11

/**
 * RSASSA-PKCS1-v1_5 verification over a SHA-256 digest (RFC 8017 section 8.2.2). Builds the
 * expected block and compares it as a whole. It never parses the signer's block, because the known
 * forgeries exploit lenient parsers.
 */
export function verifyRsassa(
  digest: Uint8Array,
  { key, signature }: { key: RsaPublicKey; signature: Uint8Array },
): boolean {
  const size = Math.ceil(key.modulusBits / 8)
  const info = Uint8Array.of(...SHA256_PREFIX, ...digest)
  if (digest.length !== 32 || size < info.length + OVERHEAD) return false
  if (signature.length !== size || bytesToBigInt(signature) >= key.modulus) return false
  const expected = new Uint8Array(size).fill(0xff)
  expected.set([0x00, 0x01])
  expected[size - info.length - 1] = 0
  expected.set(info, size - info.length)
  return applyPublicKey(signature, key).every((byte, index) => byte === expected[index])
}
