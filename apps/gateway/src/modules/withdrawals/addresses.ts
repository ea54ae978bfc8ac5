import { bech32, createBase58check } from '@scure/base'
import { sha256 } from '@noble/hashes/sha2.js'
import { getAddress } from 'viem'
import { ADDRESS_PREFIXES, type Network } from '../wallet/ports/networks.ts'

export type AddressFault = 'malformed' | 'checksum' | 'zero'

/** A canonical address, or what is wrong with the text. */
export type AddressVerdict = { readonly address: string } | { readonly fault: AddressFault }

const EVM = /^0x[0-9a-fA-F]{40}$/
const ZERO = /^0x0{40}$/

/** Versions of base58 addresses (of a key, of a script) by the prefix of bech32 ones. */
const VERSIONS: Readonly<Record<string, readonly number[]>> = {
  ltc: [0x30, 0x32, 0x05],
  rltc: [0x6f, 0x3a, 0xc4],
  tltc: [0x6f, 0x3a, 0xc4],
  bc: [0x00, 0x05],
  bcrt: [0x6f, 0xc4],
  tb: [0x6f, 0xc4],
}

const base58check = createBase58check(sha256)

/**
 * Checks that a payment to the address can be received (wallet 4). An EVM address in one case has
 * no checksum and is taken; mixed case must be that of EIP-55.
 */
export function readAddress(
  text: string,
  { family, addressPrefix }: Pick<Network, 'family' | 'addressPrefix'>,
): AddressVerdict {
  if (family === 'evm') return readEvmAddress(text)
  return readUtxoAddress(
    text,
    addressPrefix === undefined ? ADDRESS_PREFIXES[family] : [addressPrefix],
  )
}

function readEvmAddress(text: string): AddressVerdict {
  if (!EVM.test(text)) return { fault: 'malformed' }
  if (ZERO.test(text)) return { fault: 'zero' }
  const digits = text.slice(2)
  const address = getAddress(text.toLowerCase())
  const hasOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  return hasOneCase || address === text ? { address } : { fault: 'checksum' }
}

function readUtxoAddress(text: string, prefixes: readonly string[]): AddressVerdict {
  const split = text.toLowerCase().lastIndexOf('1')
  if (prefixes.includes(text.toLowerCase().slice(0, split))) return readBech32(text)
  try {
    const bytes = base58check.decode(text)
    const isListed = prefixes.some((prefix) => VERSIONS[prefix]?.includes(bytes[0] ?? -1))
    return isListed && bytes.length === 21 ? { address: text } : { fault: 'malformed' }
  } catch {
    return { fault: /^[1-9A-HJ-NP-Za-km-z]{26,35}$/.test(text) ? 'checksum' : 'malformed' }
  }
}

/** Witness version 0: keys and scripts. Others have another checksum and are not paid to. */
function readBech32(text: string): AddressVerdict {
  try {
    const { words } = bech32.decode(text as `${string}1${string}`)
    const program = bech32.fromWords(words.slice(1))
    const isPayable = words[0] === 0 && (program.length === 20 || program.length === 32)
    return isPayable ? { address: text.toLowerCase() } : { fault: 'malformed' }
  } catch {
    return { fault: 'checksum' }
  }
}
