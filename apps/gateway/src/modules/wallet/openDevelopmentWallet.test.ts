import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createManualClock } from '@x/kit/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { silentLog } from '../../platform/log/Log.ts'
import type { DevChain } from './devchain/createDevChain.ts'
import { findAnvil } from './devchain/startAnvil.ts'
import { openDevelopmentWallet } from './openDevelopmentWallet.ts'
import { DEVELOPMENT_NETWORKS } from './ports/networks.ts'

const ETH = 10n ** 18n
const USDT = 10n ** 6n

let dataDir: string
beforeEach(async () => void (dataDir = await mkdtemp(path.join(tmpdir(), 'development-wallet-'))))
afterEach(() => rm(dataDir, { recursive: true, force: true }))

describe.skipIf(findAnvil() === undefined)('the first coins of a hot address', () => {
  it('come coin by coin, when a re-organisation took one payment', async () => {
    const [network] = DEVELOPMENT_NETWORKS
    if (!network) throw new Error('There is no development network.')
    const clock = createManualClock(1_764_374_400_000)
    const wallet = openDevelopmentWallet({ dataDir, clock, log: silentLog, signs: true })
    try {
      const hot = (await wallet.signer?.hotAddress('evm')) ?? ''
      const chain = (await wallet.connect(network)) as DevChain
      const contract = network.assets.find(({ asset }) => asset === 'USDT')?.contract
      await chain.faucet({ to: hot, asset: 'ETH', units: 7n * ETH })
      await chain.mine()

      await wallet.onWatched?.(network)
      await chain.mine()
      expect(await chain.balance(hot)).toBe(7n * ETH)
      expect(await chain.balance(hot, { contract })).toBe(100_000n * USDT)

      await wallet.onWatched?.(network)
      await chain.mine()
      expect(await chain.balance(hot, { contract })).toBe(100_000n * USDT)
    } finally {
      await wallet.close?.()
    }
  })
})
