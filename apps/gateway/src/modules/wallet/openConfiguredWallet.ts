import { readFile } from 'node:fs/promises'
import type { Clock } from '@x/kit'
import { createLazySigner } from './signer/createLazySigner.ts'
import { createSignerClient } from './signer/createSignerClient.ts'
import type { WalletSettings } from './module.ts'
import { ChainError, type Chain } from './ports/Chain.ts'
import { assertNetworks, type Network } from './ports/networks.ts'

/** A network and where its node is. The URL may hold a password: it is in no message. */
type ConfiguredNetwork = Network & { readonly url: string }

interface WalletFile {
  /** The socket of the signer; absent: nothing is paid, and no address is given out. */
  readonly signer: string
  readonly networks: readonly ConfiguredNetwork[]
}

/**
 * The chains of an operator: a JSON file `{signer, networks}` with the URL of each node (wallet 1).
 * @throws Error that names what is wrong with the file
 */
export async function openConfiguredWallet({
  file,
  clock,
}: {
  readonly file: string
  readonly clock: Pick<Clock, 'after'>
}): Promise<WalletSettings> {
  const { signer: path, networks } = readWallet(await readFile(file, 'utf8'))
  const signer = createLazySigner(async () => ({
    ...createSignerClient({ path, clock }),
    // A process of its own, started by the operator: its connection is opened anew by itself.
    ended: new Promise<void>(() => {}),
  }))
  const urls = new Map(networks.map(({ id, url }) => [id, url]))
  return {
    networks,
    keys: signer,
    signer,
    ownAddresses: ({ family, coldAddress }) => [
      ...signer.own(family),
      ...[coldAddress ?? []].flat(),
    ],
    async connect(network) {
      // Coins of the hot address are compared with the ledger from the first block on (W1).
      await signer.hotAddress(network.family)
      return connectNode(network, urls.get(network.id) ?? '')
    },
    close: () => signer.close(),
  }
}

/** @throws Error that names what is wrong */
export function readWallet(text: string): WalletFile {
  const file = JSON.parse(text) as Partial<WalletFile> | null
  if (typeof file?.signer !== 'string' || file.signer === '')
    throw new Error('WALLET_FILE has no "signer", the socket of the signer.')
  if (!Array.isArray(file.networks) || file.networks.length === 0)
    throw new Error('WALLET_FILE has no "networks".')
  const networks = file.networks as readonly ConfiguredNetwork[]
  for (const { id, url, family } of networks) {
    if (typeof id !== 'string') throw new Error('A network of WALLET_FILE has no "id".')
    if (typeof url !== 'string' || !/^https?:\/\/[^/]/.test(url))
      throw new Error(`The network ${id} of WALLET_FILE has no "url" of its node.`)
    if (family !== 'evm' && family !== 'ltc' && family !== 'btc')
      throw new Error(`The network ${id} of WALLET_FILE has no "family" that is served.`)
  }
  try {
    assertNetworks(networks)
  } catch (error) {
    throw new Error(`WALLET_FILE: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
  return { signer: file.signer, networks }
}

/** A node of another chain would show coins that are not there. @throws ChainError */
async function connectNode(network: Network, url: string): Promise<Chain> {
  const { id, chainId, hasTraces, family } = network
  if (family !== 'evm') {
    const { connectUtxoNode } = await import('./utxo/connectUtxoNode.ts')
    return connectUtxoNode(network, url)
  }
  const found = await chainIdOf(id, url)
  if (found !== chainId)
    throw new ChainError('UNSUPPORTED', `The node of ${id} is of chain ${found}, not ${chainId}.`)
  // viem takes a quarter of a second to load: not before it is needed.
  const { createEvmChain } = await import('./evm/createEvmChain.ts')
  return createEvmChain({ network: id, url, hasTraces })
}

async function chainIdOf(id: string, url: string): Promise<number> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] }),
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    return Number(((await answer.json()) as { readonly result?: string }).result)
  } catch (cause) {
    throw new ChainError('UNREACHABLE', `The node of ${id} does not answer.`, { cause })
  }
}

const ANSWER_MS = 5_000
