import type { HDKey } from '@scure/bip32'
import { p2wpkh } from '@scure/btc-signer'

/** BIP-84: the first account of each coin. */
export const UTXO_ACCOUNTS = { ltc: "m/84'/2'/0'", btc: "m/84'/0'/0'" } as const

/** How addresses of a network look; what is no address of a key has no use here. */
const formOf = (bech32: string) => ({ bech32, pubKeyHash: 0, scriptHash: 0, wif: 0 })

/** The address of a key (P2WPKH), lower case. */
export function keyAddress(publicKey: Uint8Array, prefix: string): string {
  const { address } = p2wpkh(publicKey, formOf(prefix))
  if (address === undefined) throw new RangeError('The key has no address.')
  return address
}

/** The address `0/index` below an account. A public account key is enough. */
export function utxoAddress(
  account: HDKey,
  { index, prefix }: { readonly index: number; readonly prefix: string },
): string {
  const { publicKey } = account.deriveChild(0).deriveChild(index)
  if (!publicKey) throw new RangeError('An account without a public key has no addresses.')
  return keyAddress(publicKey, prefix)
}
