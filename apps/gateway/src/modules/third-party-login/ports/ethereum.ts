import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'

const SIGNATURE = /^0x[0-9a-f]{130}$/i
const ADDRESS = /^0x[0-9a-f]{40}$/i

/**
 * The address in lower case, or `undefined` for what is none. A mixed spelling must be its own
 * checksum (EIP-55).
 */
export function readAddress(value: unknown): string | undefined {
  if (typeof value !== 'string' || !ADDRESS.test(value)) return undefined
  const lower = value.toLowerCase()
  const isMixed = value !== lower && value.slice(2) !== value.slice(2).toUpperCase()
  return isMixed && value !== checksumAddress(lower) ? undefined : lower
}

/** EIP-55: the digits of the address's hash decide which letters are capitals. */
export function checksumAddress(address: string): string {
  const digits = address.slice(2).toLowerCase()
  const hash = Buffer.from(keccak_256(Buffer.from(digits, 'ascii'))).toString('hex')
  const isUpper = (at: number) => Number.parseInt(hash[at] ?? '0', 16) >= 8
  const cased = Array.from(digits, (digit, at) => (isUpper(at) ? digit.toUpperCase() : digit))
  return `0x${cased.join('')}`
}

/** The address of an uncompressed public key: the last 20 bytes of its hash. */
export function addressOf(publicKey: Uint8Array): string {
  return `0x${Buffer.from(keccak_256(publicKey.subarray(1)))
    .subarray(-20)
    .toString('hex')}`
}

/** EIP-191, version 0x45: what `personal_sign` signs. */
export function personalMessageHash(message: string): Uint8Array {
  const text = Buffer.from(message, 'utf8')
  return keccak_256(
    Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${text.length}`, 'utf8'), text]),
  )
}

/** Who signed `message`; `undefined` for a signature that is none, or not in its one low form. */
export const recoverSigner = (
  message: string,
  { signature }: { signature: unknown },
): string | undefined => recoverHashSigner(personalMessageHash(message), { signature })

/** Who signed a hash, such as that of typed data (EIP-712). */
export function recoverHashSigner(
  hash: Uint8Array,
  { signature }: { signature: unknown },
): string | undefined {
  if (typeof signature !== 'string' || !SIGNATURE.test(signature)) return undefined
  const bytes = Buffer.from(signature.slice(2), 'hex')
  const last = bytes[64] ?? 0
  const recovery = last >= 27 ? last - 27 : last
  if (recovery > 1) return undefined
  try {
    const parsed = secp256k1.Signature.fromBytes(bytes.subarray(0, 64), 'compact').addRecoveryBit(
      recovery,
    )
    if (parsed.hasHighS()) return undefined
    return addressOf(parsed.recoverPublicKey(hash).toBytes(false))
  } catch {
    return undefined
  }
}
