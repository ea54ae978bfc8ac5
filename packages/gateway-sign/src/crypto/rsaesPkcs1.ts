import type { Random } from '@x/kit'
import { applyPublicKey, type RsaPublicKey } from './rsaPublicKey.ts'

/** `00 02`, at least 8 padding bytes and `00` precede the message (RFC 8017 section 7.2.1). */
const OVERHEAD = 11

/**
 * RSAES-PKCS1-v1_5 encryption (RFC 8017 section 7.2.1). Uses public keys only, so constant time is
 * not needed.
 */
export function encryptRsaes(
  message: Uint8Array,
  { key, random }: { key: RsaPublicKey; random: Random },
): Uint8Array<ArrayBuffer> {
  const size = Math.ceil(key.modulusBits / 8)
  if (message.length > size - OVERHEAD)
    throw new RangeError('The message is too long for the RSA key.')
  const block = new Uint8Array(size)
  block[1] = 2
  block.set(nonZeroBytes(size - message.length - 3, random), 2)
  block.set(message, size - message.length)
  return applyPublicKey(block, key)
}

/**
 * One random byte in 256 is zero. A source that still returns zeros after this many rounds is
 * broken.
 */
const MAX_ROUNDS = 32

/** A zero byte would end the padding early. */
function nonZeroBytes(length: number, random: Random): Uint8Array {
  const bytes = new Uint8Array(length)
  let filled = 0
  for (let round = 0; filled < length && round < MAX_ROUNDS; round++) {
    const fresh = random.bytes(length - filled).filter((byte) => byte !== 0)
    bytes.set(fresh, filled)
    filled += fresh.length
  }
  if (filled < length) throw new RangeError('The random source returns only zeros.')
  return bytes
}
