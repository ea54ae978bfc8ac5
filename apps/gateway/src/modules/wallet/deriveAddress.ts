import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import type { HDKey } from '@scure/bip32'

/** BIP-44: the first account of Ethereum. */
export const EVM_ACCOUNT = "m/44'/60'/0'"

/** The address `0/index` below an account, in lower case. A public account key is enough. */
export function evmAddress(account: HDKey, index: number): string {
  const { publicKey } = account.deriveChild(0).deriveChild(index)
  if (!publicKey) throw new RangeError('An account without a public key has no addresses.')
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false)
  const hash = keccak_256(point.subarray(1))
  return `0x${Buffer.from(hash.subarray(12)).toString('hex')}`
}

/** The same in mixed case, whose letters are a checksum (EIP-55). */
export function checksumAddress(address: string): string {
  const digits = address.slice(2).toLowerCase()
  const hash = Buffer.from(keccak_256(Buffer.from(digits))).toString('hex')
  return `0x${[...digits]
    .map((digit, at) => (Number.parseInt(hash[at] ?? '0', 16) > 7 ? digit.toUpperCase() : digit))
    .join('')}`
}
