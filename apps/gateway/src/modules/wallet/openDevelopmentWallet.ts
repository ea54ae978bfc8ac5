import path from 'node:path'
import { parseUnits } from '@x/decimal'
import type { Clock } from '@x/kit'
import type { Log } from '../../platform/log/Log.ts'
import { createLocalKeySource } from './createLocalKeySource.ts'
import { findAnvil } from './devchain/startAnvil.ts'
import { findLitecoind } from './devchain/startLitecoind.ts'
import type { DevChain, DevChainOptions } from './devchain/createDevChain.ts'
import type { WalletSettings } from './module.ts'
import { createLazySigner } from './signer/createLazySigner.ts'
import { type Approver, openDevelopmentSigner } from './signer/openDevelopmentSigner.ts'
import { DEVELOPMENT_NETWORKS, LITECOIN_NETWORK, type Network } from './ports/networks.ts'

/** Those that a development gateway runs: the named ones, or those whose node is installed. */
export const networksOfThisMachine = (named?: readonly string[]): readonly Network[] =>
  [...DEVELOPMENT_NETWORKS, LITECOIN_NETWORK].filter(({ id }) =>
    named ? named.includes(id) : id !== LITECOIN_NETWORK.id || findLitecoind() !== undefined,
  )

/**
 * The chains of a development gateway, on this machine and in its data folder. Where the node of a
 * network is not installed the network is there and unavailable.
 */
export function openDevelopmentWallet({
  dataDir,
  clock,
  log,
  mines = true,
  signs = false,
  operators = [],
  networks = DEVELOPMENT_NETWORKS,
}: {
  readonly dataDir: string
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly log: Log
  /** False: blocks come by the development routes alone. */
  readonly mines?: boolean
  /** Whether a signer is started, which then has the keys. */
  readonly signs?: boolean
  /** Whose approvals the signer takes. */
  readonly operators?: readonly Approver[]
  /** Default: those of anvil. */
  readonly networks?: readonly Network[]
}): WalletSettings {
  const binaries = { evm: findAnvil(), ltc: findLitecoind(), btc: undefined }
  const chains = new Map<string, DevChain>()
  if (binaries.evm === undefined && networks.some(({ family }) => family === 'evm'))
    log.warn('anvil is not installed: there are no development chains, and no deposits')
  const signer = signs
    ? createLazySigner(() => openDevelopmentSigner({ dataDir, networks, clock, operators }))
    : undefined
  return {
    networks,
    keys: signer ?? createLocalKeySource(dataDir, networks),
    signer,
    ownAddresses: ({ family, coldAddress }) => [
      ...(signer?.own(family) ?? []),
      ...[coldAddress ?? []].flat(),
    ],
    async connect(network) {
      const binary = binaries[network.family]
      if (binary === undefined) return undefined
      // Coins of the hot address are compared with the ledger from the first block on (W1).
      await signer?.hotAddress(network.family)
      const dir = path.join(dataDir, 'devchain')
      const chain = await startChain({ binary, network, dir, clock, log, mines })
      chains.set(network.id, chain)
      return chain
    },
    async onWatched(network) {
      const chain = chains.get(network.id)
      if (chain && signer && mines)
        await fillHotAddress({ chain, network, hot: await signer.hotAddress(network.family) })
    },
    async close() {
      await Promise.all([...chains.values()].map((chain) => chain.stop()))
      await signer?.close()
    },
  }
}

async function startChain(options: DevChainOptions): Promise<DevChain> {
  if (options.network.family !== 'evm') {
    const { createUtxoDevChain } = await import('./devchain/createUtxoDevChain.ts')
    return createUtxoDevChain(options)
  }
  // viem takes a quarter of a second to load: not before it is needed.
  const { createDevChain } = await import('./devchain/createDevChain.ts')
  return createDevChain(options)
}

/** What the exchange begins with, so that withdrawals leave before anything was swept. */
const FIRST_COINS: Readonly<Record<string, string>> = {
  ETH: '50',
  USDT: '100000',
  LINK: '10000',
  SHIB: '5000000000',
  LTC: '200',
}

/**
 * The treasury owns what its hot address is paid. Each coin by itself: a kill or a re-organisation
 * may have taken one payment and left another.
 */
async function fillHotAddress({
  chain,
  network,
  hot,
}: {
  readonly chain: DevChain
  readonly network: Network
  readonly hot: string
}): Promise<void> {
  for (const { asset, decimals, contract } of network.assets) {
    const units = parseUnits(FIRST_COINS[asset] ?? '0', decimals) ?? 0n
    if (units === 0n || (await chain.balance(hot, { contract })) > 0n) continue
    await chain.faucet({ to: hot, asset, units })
  }
}
