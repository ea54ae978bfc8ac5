import { ChainError, type UtxoChain } from '../ports/Chain.ts'
import type { Network } from '../ports/networks.ts'
import { createUtxoChain } from './createUtxoChain.ts'
import { createUtxoRpc } from './createUtxoRpc.ts'

/** What a node calls the chain whose addresses begin so. */
const CHAINS: Readonly<Record<string, string>> = {
  ltc: 'main',
  bc: 'main',
  rltc: 'regtest',
  bcrt: 'regtest',
  tltc: 'test',
  tb: 'test',
}

/**
 * The chain of a configured node. One of another chain would show coins that are not there, and one
 * without an index of transactions cannot say who paid.
 * @throws ChainError
 */
export async function connectUtxoNode(
  { id, addressPrefix = '' }: Pick<Network, 'id' | 'addressPrefix'>,
  url: string,
): Promise<UtxoChain> {
  const call = createUtxoRpc({ network: id, url })
  const { chain } = await call<{ readonly chain: string }>('getblockchaininfo', [])
  if (chain !== CHAINS[addressPrefix])
    throw new ChainError(
      'UNSUPPORTED',
      `The node of ${id} is of the chain ${chain}, not of ${addressPrefix} addresses.`,
    )
  const { txindex } = await call<{ readonly txindex?: { readonly synced: boolean } }>(
    'getindexinfo',
    ['txindex'],
  )
  if (txindex?.synced !== true)
    throw new ChainError(
      'UNSUPPORTED',
      `The node of ${id} has no index of transactions (-txindex).`,
    )
  return createUtxoChain({ network: id, url })
}
