import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import type { HDKey } from '@scure/bip32'
import type { Network } from './ports/networks.ts'
import { UTXO_ACCOUNTS, utxoAddress } from './utxo/addresses.ts'

/** BIP-44: the first account of Ethereum. */
const EVM_ACCOUNT = "m/44'/60'/0'"

/** Where the account of a family of networks is: BIP-44, and BIP-84 of UTXO networks. */
export const accountPath = (family: Network['family']): string =>
  family === 'evm' ? EVM_ACCOUNT : UTXO_ACCOUNTS[family]

/** The address `0/index` of a family of networks, in lower case. */
export function deriveAddress(
  account: HDKey,
  {
    family,
    index,
    networks,
  }: {
    readonly family: Network['family']
    readonly index: number
    /** UTXO addresses name their network. */
    readonly networks: readonly Network[]
  },
): string {
  if (family === 'evm') return evmAddress(account, index)
  const prefix = networks.find((each) => each.family === family)?.addressPrefix
  if (prefix === undefined) throw new RangeError(`There is no network of the family ${family}.`)
  return utxoAddress(account, { index, prefix })
}

/** `0` below a public account: half of what an address takes, and the same for all of them. */
const receiving = new WeakMap<HDKey, HDKey>()

function receivingOf(account: HDKey): HDKey {
  // Below a private key lies another one, which is not to be kept.
  if (account.privateKey) return account.deriveChild(0)
  const key = receiving.get(account) ?? account.deriveChild(0)
  receiving.set(account, key)
  return key
}

/** The address `0/index` below an account, in lower case. A public account key is enough. */
export function evmAddress(account: HDKey, index: number): string {
  const { publicKey } = receivingOf(account).deriveChild(index)
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

/** An address as users read it: one of EVM networks with its checksum, others as they are. */
export const shownAddress = (address: string): string =>
  EVM.test(address) ? checksumAddress(address) : address

const EVM = /^0x[0-9a-f]{40}$/i
