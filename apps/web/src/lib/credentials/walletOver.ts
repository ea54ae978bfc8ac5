import { toHex } from '@x/kit'

/** What a page asks of a wallet. */
interface Wallet {
  /** Asks which account the user wants to show. Rejects when they decline. */
  address(): Promise<string>
  /** `personal_sign` (EIP-191). Rejects when the user declines. */
  sign(message: string, options: { readonly address: string }): Promise<string>
  /** `eth_signTypedData_v4` (EIP-712) of JSON. Rejects when the user declines. */
  signTypedData(json: string, options: { readonly address: string }): Promise<string>
}

/** A wallet as browsers offer it to pages (EIP-1193). */
export interface WalletProvider {
  request(call: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>
}

/** A wallet answers in `unknown`, and nothing of it is believed. */
export function walletOver(provider: WalletProvider): Wallet {
  async function signatureOf(method: string, params: readonly string[]): Promise<string> {
    const signature = await provider.request({ method, params })
    if (typeof signature !== 'string') throw new TypeError('The wallet gave no signature')
    return signature
  }
  return {
    async address() {
      const accounts = await provider.request({ method: 'eth_requestAccounts' })
      const first: unknown = Array.isArray(accounts) ? accounts[0] : undefined
      if (typeof first !== 'string') throw new TypeError('The wallet named no account')
      return first
    },
    async sign(message, { address }) {
      const hex = toHex(new TextEncoder().encode(message))
      return signatureOf('personal_sign', [`0x${hex}`, address])
    },
    signTypedData: (json, { address }) => signatureOf('eth_signTypedData_v4', [address, json]),
  }
}
