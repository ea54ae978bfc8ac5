import { checksumAddress } from '../third-party-login/ports/ethereum.ts'

/** What a wallet agrees to (wallet 5). Amounts are decimal texts, as the wallet shows them. */
export interface SwapIntent {
  readonly sell: string
  readonly buy: string
  readonly amount: string
  readonly minReceive: string
  /** Seconds since the epoch. */
  readonly deadline: number
  /** The quote: each is signed for once. */
  readonly nonce: string
  /** Lower case: the wallet that signs, and the only one that is paid. */
  readonly recipient: string
}

const text = <const Name extends string>(name: Name) => ({ name, type: 'string' }) as const

const TYPES = {
  EIP712Domain: [text('name'), text('version'), { name: 'chainId', type: 'uint256' }],
  Swap: [
    text('sell'),
    text('buy'),
    text('amount'),
    text('minReceive'),
    { name: 'deadline', type: 'uint256' },
    text('nonce'),
    { name: 'recipient', type: 'address' },
  ],
} as const

/** The intent as `eth_signTypedData_v4` takes it (EIP-712). */
export const swapTypedData = (
  { recipient, ...intent }: SwapIntent,
  { chainId }: { readonly chainId: number },
) =>
  ({
    domain: { name: 'X swap', version: '1', chainId },
    types: TYPES,
    primaryType: 'Swap',
    message: { ...intent, recipient: checksumAddress(recipient) },
  }) as const

/** What a wallet signs of it. */
export async function swapHash(
  intent: SwapIntent,
  chain: { readonly chainId: number },
): Promise<Uint8Array> {
  // viem takes a quarter of a second to load: not before it is needed.
  const { hashTypedData, hexToBytes } = await import('viem')
  const { message, domain, ...data } = swapTypedData(intent, chain)
  const { deadline, recipient } = message
  return hexToBytes(
    hashTypedData({
      ...data,
      domain: { ...domain, chainId: BigInt(chain.chainId) },
      message: { ...message, deadline: BigInt(deadline), recipient: recipient as `0x${string}` },
    }),
  )
}
