import { formatOwner } from '../../../exchange/accounts/owner.ts'
import type { Withdrawal } from '../../../exchange/state/withdrawals.ts'
import type { TradingCore } from '../../../exchange/trading-core/openTradingCore.ts'
import type { Chain } from '../ports/Chain.ts'
import { atomsPerUnit, type Network, type NetworkAsset } from '../ports/networks.ts'
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
  readonly state: ColdState
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
    const units = coldUnits({ owed, balance, leaving: leavingOn(state, { network, coin }) })
    if (units !== undefined) return { kind: 'cold', asset, units }
  }
  return undefined
}

/** What decides about cold coins. */
export type ColdState = Pick<TradingCore['state'], 'accounts' | 'withdrawals'>

const LEAVING: ReadonlySet<Withdrawal['state']> = new Set(['approved', 'signed', 'broadcast'])

/** What withdrawals take soon, in units of the chain: an operator's refill is for them. */
export function leavingOn(
  { withdrawals }: Pick<ColdState, 'withdrawals'>,
  { network, coin }: { readonly network: Network; readonly coin: NetworkAsset },
): bigint {
  let units = 0n
  for (const { network: on, asset, state, amount, fee } of withdrawals.open.values())
    if (on === network.id && asset === coin.asset && LEAVING.has(state))
      units += (amount - fee) / atomsPerUnit(coin)
  return units
}

/** Of a balance, in units of the chain: what is too much of it; `undefined`: nothing. */
export const coldUnits = ({
  owed,
  balance,
  leaving,
}: {
  /** What users have on the network. */
  readonly owed: bigint
  readonly balance: bigint
  readonly leaving: bigint
}): bigint | undefined =>
  owed > 0n && (balance - leaving) * 100n > owed * MOST_PERCENT
    ? balance - leaving - (owed * KEPT_PERCENT) / 100n
    : undefined
