import type { Clock } from '@x/kit'
import { invalidParameter } from '../../platform/http/envelope.ts'
import { GatewayError } from '../../platform/http/route.ts'
import { checksumAddress, readAddress, recoverSigner } from './ports/ethereum.ts'
import { unauthenticated, type ThirdPartyProvider } from './ports/ThirdPartyProvider.ts'

export interface WalletProviderOptions {
  readonly clock: Pick<Clock, 'now'>
  /** How long the message may be signed. */
  readonly lifetimeMs: number
}

/** Ethereum's main network: the chain plays no part in who signed. */
const CHAIN_ID = 1

/**
 * Sign-in by a wallet: it signs a message of the form of EIP-4361 with `personal_sign` (EIP-191).
 * The message names this site, so that a page elsewhere that asks for the same signature shows whom
 * it is for. Wallets that are contracts (EIP-1271) have no key to recover and are refused.
 */
export function createWalletProvider({
  clock,
  lifetimeMs,
}: WalletProviderOptions): ThirdPartyProvider {
  return {
    begin({ nonce, loginName, party }) {
      if (!party) throw new GatewayError('00006', 'This sign-in is not available at the moment')
      const address = readAddress(loginName)
      if (address === undefined)
        throw invalidParameter('loginName', 'The wallet address is not valid')
      const message = [
        `${new URL(party.origin).host} wants you to sign in with your Ethereum account:`,
        checksumAddress(address),
        '',
        'Log in. This costs nothing and moves nothing.',
        '',
        `URI: ${party.origin}`,
        'Version: 1',
        `Chain ID: ${CHAIN_ID}`,
        `Nonce: ${nonce}`,
        `Issued At: ${new Date(clock.now()).toISOString()}`,
        `Expiration Time: ${new Date(clock.now() + lifetimeMs).toISOString()}`,
      ].join('\n')
      return { shown: { nonce, message }, wallet: { address, message } }
    },

    async prove({ signature, challenge: { wallet } }) {
      if (!wallet || recoverSigner(wallet.message, { signature }) !== wallet.address)
        throw unauthenticated()
      return { provider: 'wallet', subject: wallet.address, email: null }
    },
  }
}
