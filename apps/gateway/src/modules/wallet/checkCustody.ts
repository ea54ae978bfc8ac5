import { formatOwner } from '../../exchange/accounts/owner.ts'
import type { TradingCore } from '../../exchange/trading-core/openTradingCore.ts'
import type { BlockRef, Chain } from './ports/Chain.ts'
import { atomsPerUnit, type Network, type NetworkAsset } from './ports/networks.ts'
import type { Sighting } from './sightings.ts'

/** An asset whose coins on the chain are not what the ledger says (W1). In the ledger's atoms. */
export interface CustodyDifference {
  readonly network: string
  readonly asset: string
  readonly height: number
  readonly onChain: bigint
  readonly expected: bigint
}

export interface CustodyOptions {
  readonly chain: Pick<Chain, 'balance' | 'receipt'>
  readonly network: Network
  readonly state: TradingCore['state']
  /** Every address of ours. */
  readonly addresses: readonly string[]
  readonly sightings: readonly Readonly<Sighting>[]
}

/** Balances that are asked for at a time. */
const AT_ONCE = 16

/**
 * W1 at the block that was read last: coins on our addresses = what the ledger says that users have
 * there + what was seen and not credited - what left and is not booked yet.
 * @throws ChainError
 */
export async function checkCustody(
  options: CustodyOptions,
  { height }: BlockRef,
): Promise<readonly CustodyDifference[]> {
  const { network, state } = options
  const owner = formatOwner({ kind: 'chain', network: network.id })
  const mirror = new Map(
    state.accounts.ownedBy('live', owner).map(({ asset, balance }) => [asset, -balance]),
  )
  const pending = pendingOf(options)
  const gas = await unbookedGas(options)
  const differences: CustodyDifference[] = []
  for (const listed of network.assets) {
    const { asset, contract } = listed
    const spent = contract === undefined ? gas : 0n
    const expected = (mirror.get(asset) ?? 0n) + (pending.get(asset) ?? 0n) - spent
    const onChain = await coinsOf(options, { listed, height })
    if (onChain !== expected)
      differences.push({ network: network.id, asset, height, onChain, expected })
  }
  return differences
}

async function coinsOf(
  { chain, addresses }: CustodyOptions,
  { listed, height }: { readonly listed: NetworkAsset; readonly height: number },
): Promise<bigint> {
  let units = 0n
  for (let from = 0; from < addresses.length; from += AT_ONCE)
    for (const balance of await Promise.all(
      addresses
        .slice(from, from + AT_ONCE)
        .map((address) => chain.balance(address, { contract: listed.contract, height })),
    ))
      units += balance
  return units * atomsPerUnit(listed)
}

/** On the chain and not in the ledger, less in the ledger and not on the chain, by asset. */
function pendingOf({ network, sightings, state }: CustodyOptions): ReadonlyMap<string, bigint> {
  const pending = new Map<string, bigint>()
  const add = (asset: string, amount: bigint): void =>
    void pending.set(asset, (pending.get(asset) ?? 0n) + amount)
  for (const { asset, amount, height, state: now } of sightings) {
    const isInLedger = now === 'credited' || now === 'contested' || now === 'unlocked'
    if (height !== null && !isInLedger && now !== 'returned') add(asset, amount)
    if (height === null && isInLedger) add(asset, -amount)
  }
  for (const withdrawal of state.withdrawals.open.values())
    if (withdrawal.network === network.id && withdrawal.state === 'confirming')
      add(withdrawal.asset, withdrawal.fee - withdrawal.amount)
  return pending
}

/** What withdrawals in blocks have paid for gas, which is booked when they are final. */
async function unbookedGas({ chain, network, state }: CustodyOptions): Promise<bigint> {
  let gas = 0n
  for (const { network: on, state: now, payments } of state.withdrawals.open.values()) {
    if (on !== network.id || now !== 'confirming') continue
    for (const { txHash } of payments) gas += (await chain.receipt(txHash))?.gas ?? 0n
  }
  return gas
}
