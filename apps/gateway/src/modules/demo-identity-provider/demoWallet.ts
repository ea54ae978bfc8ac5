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
}

export function createDemoWallet(random: Random): DemoWallet {
  const seed = random.bytes(32)
  const secretKey = (account: string) =>
    new Uint8Array(createHmac('sha256', seed).update(account).digest())
  return {
    address: (account) =>
      checksumAddress(addressOf(secp256k1.getPublicKey(secretKey(account), false))),
    sign(account, { message }) {
      const signed = secp256k1.sign(personalMessageHash(message), secretKey(account), {
        prehash: false,
        format: 'recovered',
      })
      const [recovery = 0, ...rest] = signed
      return `0x${Buffer.from(rest).toString('hex')}${(27 + recovery).toString(16)}`
    },
  }
}
