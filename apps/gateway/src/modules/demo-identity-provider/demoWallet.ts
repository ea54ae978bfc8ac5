import { createHmac } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import type { Random } from '@x/kit'
import {
  addressOf,
  checksumAddress,
  personalMessageHash,
} from '../third-party-login/ports/ethereum.ts'

/** Wallets of this run, one for each name: what a browser extension would be. */
export interface DemoWallet {
  /** In the mixed spelling that wallets show (EIP-55). */
  address(account: string): string
  /** `personal_sign`. */
  sign(account: string, options: { message: string }): string
  /** `eth_signTypedData_v4` of JSON. @throws SyntaxError, Error for what is no typed data */
  signTypedData(account: string, json: string): Promise<string>
}

export function createDemoWallet(random: Random): DemoWallet {
  const seed = random.bytes(32)
  /** Addresses that were shown, lower case, by which an account may be named too. */
  const shown = new Map<string, string>()
  const secretKey = (account: string) =>
    new Uint8Array(
      createHmac('sha256', seed)
        .update(shown.get(account.toLowerCase()) ?? account)
        .digest(),
    )
  function signHash(account: string, hash: Uint8Array): string {
    const [recovery = 0, ...rest] = secp256k1.sign(hash, secretKey(account), {
      prehash: false,
      format: 'recovered',
    })
    return `0x${Buffer.from(rest).toString('hex')}${(27 + recovery).toString(16)}`
  }
  return {
    address(account) {
      const address = addressOf(secp256k1.getPublicKey(secretKey(account), false))
      if (!shown.has(account.toLowerCase())) shown.set(address, account)
      return checksumAddress(address)
    },
    sign: (account, { message }) => signHash(account, personalMessageHash(message)),
    async signTypedData(account, json) {
      const { hashTypedData, hexToBytes } = await import('viem')
      const data = JSON.parse(json) as Parameters<typeof hashTypedData>[0]
      return signHash(account, hexToBytes(hashTypedData(data)))
    },
  }
}
