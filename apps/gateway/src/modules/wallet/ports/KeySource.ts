import type { Network } from './networks.ts'

/**
 * Who holds the keys of addresses: the signer. The gateway gets the extended public key of an
 * account, from which it derives addresses, and no other key.
 */
export interface KeySource {
  /**
   * The account's extended public key: of EVM networks that of `m/44'/60'/0'`, of the others that
   * of BIP-84.
   */
  accountKey(family: Network['family']): Promise<string>
  /** The address that the signer itself derives: `0/index` below the account. */
  deriveAddress(family: Network['family'], index: number): Promise<string>
}
