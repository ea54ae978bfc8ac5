import { formatOwner } from '../../../exchange/accounts/owner.ts'
import type { TradingCore } from '../../../exchange/trading-core/openTradingCore.ts'
import type { Chain } from '../ports/Chain.ts'
import { atomsPerUnit, type Network } from '../ports/networks.ts'
import type { Plan } from './planSweep.ts'

/** Above this many percent of what users have there, the hot address keeps the other share. */
const MOST_PERCENT = 5n
const KEPT_PERCENT = 3n

/**
 * What the hot address has too much, for the cold address; `undefined`: nothing, or there is none.
 * @throws ChainError
 */
export async function planCold({
  network,
  chain,
  state,
  hot,
}: {
  readonly network: Network
  readonly chain: Pick<Chain, 'balance'>
  readonly state: Pick<TradingCore['state'], 'accounts'>
  readonly hot: string
}): Promise<Plan | undefined> {
  if (network.coldAddress === undefined) return undefined
  const owner = formatOwner({ kind: 'chain', network: network.id })
  const mirror = new Map(
    state.accounts.ownedBy('live', owner).map(({ asset, balance }) => [asset, -balance]),
  )
  for (const coin of network.assets) {
    const { asset, contract } = coin
    const owed = (mirror.get(asset) ?? 0n) / atomsPerUnit(coin)
    const balance = await chain.balance(hot, { contract })
    if (owed > 0n && balance * 100n > owed * MOST_PERCENT)
      return { kind: 'cold', asset, units: balance - (owed * KEPT_PERCENT) / 100n }
  }
  return undefined
}
