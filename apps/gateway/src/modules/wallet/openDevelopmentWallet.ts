import path from 'node:path'
import type { Clock } from '@x/kit'
import type { Log } from '../../platform/log/Log.ts'
import { createLocalKeySource } from './createLocalKeySource.ts'
import { findAnvil } from './devchain/startAnvil.ts'
import type { DevChain } from './devchain/createDevChain.ts'
import type { WalletSettings } from './module.ts'
import { DEVELOPMENT_NETWORKS } from './ports/networks.ts'

/**
 * The chains of a development gateway, on this machine and in its data folder. Where anvil is not
 * installed the networks are there and unavailable.
 */
export function openDevelopmentWallet({
  dataDir,
  clock,
  log,
  mines = true,
}: {
  readonly dataDir: string
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly log: Log
  /** False: blocks come by the development routes alone. */
  readonly mines?: boolean
}): WalletSettings {
  const binary = findAnvil()
  const chains: DevChain[] = []
  if (binary === undefined)
    log.warn('anvil is not installed: there are no development chains, and no deposits')
  return {
    networks: DEVELOPMENT_NETWORKS,
    keys: createLocalKeySource(dataDir),
    async connect(network) {
      if (binary === undefined) return undefined
      // viem takes a quarter of a second to load: not before it is needed.
      const { createDevChain } = await import('./devchain/createDevChain.ts')
      const dir = path.join(dataDir, 'devchain')
      const chain = await createDevChain({ binary, network, dir, clock, log, mines })
      chains.push(chain)
      return chain
    },
    close: async () => void (await Promise.all(chains.map((chain) => chain.stop()))),
  }
}
