import path from 'node:path'
import { parseUnits } from '@x/decimal'
import type { Clock } from '@x/kit'
import type { Log } from '../../platform/log/Log.ts'
import { createLocalKeySource } from './createLocalKeySource.ts'
import { findAnvil } from './devchain/startAnvil.ts'
import type { DevChain } from './devchain/createDevChain.ts'
import type { WalletSettings } from './module.ts'
import { createLazySigner } from './signer/createLazySigner.ts'
import { type Approver, openDevelopmentSigner } from './signer/openDevelopmentSigner.ts'
import { DEVELOPMENT_NETWORKS, type Network } from './ports/networks.ts'

/**
 * The chains of a development gateway, on this machine and in its data folder. Where anvil is not
 * installed the networks are there and unavailable.
 */
export function openDevelopmentWallet({
  dataDir,
  clock,
  log,
  mines = true,
  signs = false,
  operators = [],
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
}): WalletSettings {
  const binary = findAnvil()
  const chains: DevChain[] = []
  if (binary === undefined)
    log.warn('anvil is not installed: there are no development chains, and no deposits')
  const signer = signs
    ? createLazySigner(() =>
        openDevelopmentSigner({ dataDir, networks: DEVELOPMENT_NETWORKS, clock, operators }),
      )
    : undefined
  return {
    networks: DEVELOPMENT_NETWORKS,
    keys: signer ?? createLocalKeySource(dataDir),
    signer,
    ownAddresses: () => signer?.own() ?? [],
    async connect(network) {
      if (binary === undefined) return undefined
      // Coins of the hot address are compared with the ledger from the first block on (W1).
      await signer?.hotAddress()
      // viem takes a quarter of a second to load: not before it is needed.
      const { createDevChain } = await import('./devchain/createDevChain.ts')
      const dir = path.join(dataDir, 'devchain')
      const chain = await createDevChain({ binary, network, dir, clock, log, mines })
      chains.push(chain)
      if (signer && mines) await fillHotAddress({ chain, network, hot: await signer.hotAddress() })
      return chain
    },
    async close() {
      await Promise.all(chains.map((chain) => chain.stop()))
      await signer?.close()
    },
  }
}

/** What the exchange begins with, so that withdrawals leave before anything was swept. */
const FIRST_COINS: Readonly<Record<string, string>> = {
  ETH: '50',
  USDT: '100000',
  LINK: '10000',
  SHIB: '5000000000',
}

/** Once a chain: the treasury owns what its hot address is paid. */
async function fillHotAddress({
  chain,
  network,
  hot,
}: {
  readonly chain: DevChain
  readonly network: Network
  readonly hot: string
}): Promise<void> {
  if ((await chain.balance(hot)) > 0n) return
  for (const { asset, decimals } of network.assets) {
    const units = parseUnits(FIRST_COINS[asset] ?? '0', decimals) ?? 0n
    if (units > 0n) await chain.faucet({ to: hot, asset, units })
  }
}
