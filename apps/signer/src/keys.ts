import { HDKey } from '@scure/bip32'
import { privateKeyToAccount, publicKeyToAddress } from 'viem/accounts'
import { bytesToHex, type Hex } from 'viem'
import type { UtxoFamily } from './protocol.ts'
import { createUtxoKeys, type UtxoKeys } from './utxo.ts'

/** Deposit addresses (wallet 3). */
const DEPOSITS = "m/44'/60'/0'"
/** The hot address has an account of its own: the key that the gateway has leads to no other. */
const HOT = "m/44'/60'/1'/0/0"

export interface Keys {
  /** The public key that the gateway derives deposit addresses from. */
  readonly xpub: string
  readonly hot: string
  depositAddress(index: number): string
  hotAccount(): ReturnType<typeof privateKeyToAccount>
  depositAccount(index: number): ReturnType<typeof privateKeyToAccount>
  utxo(family: UtxoFamily): UtxoKeys
}

export function createKeys(seed: Uint8Array): Keys {
  const root = HDKey.fromMasterSeed(seed)
  const deposits = root.derive(DEPOSITS)
  const hot = root.derive(HOT)
  const coins = { ltc: createUtxoKeys(root, 'ltc'), btc: createUtxoKeys(root, 'btc') }
  const at = (index: number): HDKey => deposits.deriveChild(0).deriveChild(index)
  return {
    xpub: deposits.publicExtendedKey,
    hot: publicKeyToAddress(publicKeyOf(hot)),
    depositAddress: (index) => publicKeyToAddress(publicKeyOf(at(index))),
    hotAccount: () => privateKeyToAccount(privateKeyOf(hot)),
    depositAccount: (index) => privateKeyToAccount(privateKeyOf(at(index))),
    utxo: (family) => coins[family],
  }
}

function privateKeyOf({ privateKey }: HDKey): Hex {
  if (!privateKey) throw new RangeError('The key has no private half.')
  return bytesToHex(privateKey)
}

function publicKeyOf(key: HDKey): Hex {
  return privateKeyToAccount(privateKeyOf(key)).publicKey
}
