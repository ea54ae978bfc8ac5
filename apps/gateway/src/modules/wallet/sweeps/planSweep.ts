import type { Chain } from '../ports/Chain.ts'
import { assetOn, atomsPerUnit, type Network, type NetworkAsset } from '../ports/networks.ts'
import { COIN_GAS, gasOf } from '../ports/payments.ts'
import type { Sweep, Unswept } from './queries.ts'

/** What is worth this many times its gas is swept at once; less, after a day. */
export const WORTH = 20n
export const WORTH_LATER = 2n
export const LATER_MS = 86_400_000
/** Five replacements, each a quarter dearer, cost three times the first. */
export const FEE_RESERVE = 4n
/** With this many times the fee a token is swept: fees may have risen since its gas was sent. */
const LEAST_RESERVE = 2n

export interface PlanOptions {
  readonly network: Network
  readonly chain: Pick<Chain, 'balance' | 'feeQuote'>
  /** The highest block that no re-organisation is expected to reach. */
  readonly finalHeight: number
  readonly now: number
  /** Atoms of USDT; `undefined`: there is no price. */
  readonly valueOf: (amount: {
    readonly asset: string
    readonly atoms: bigint
  }) => bigint | undefined
}

/** What is to be paid; `undefined`: nothing yet. */
export type Plan = Pick<Sweep, 'kind' | 'asset' | 'units'> &
  Partial<Pick<Sweep, 'inputs' | 'snapshotId'>>

/**
 * Brings an asset of a deposit address to the hot address, or first the gas that this takes. Coins
 * in blocks that may still be lost stay where they are.
 * @throws ChainError
 */
export async function planSweep(options: PlanOptions, unswept: Unswept): Promise<Plan | undefined> {
  const { network, chain } = options
  const listed = assetOn(network, unswept.asset)
  const coin = network.assets.find(({ contract }) => contract === undefined)
  const quote = await chain.feeQuote()
  if (!listed || !coin || quote.family !== 'evm') return undefined
  const fee = quote.maxFeePerGas * gasOf(listed)
  const units = await finalBalance(options, { address: unswept.address, listed })
  if (!isWorth(options, { units, fee, listed, coin, since: unswept.since })) return undefined
  if (listed === coin) {
    const left = units - FEE_RESERVE * fee
    return left > 0n ? { kind: 'sweep', asset: coin.asset, units: left } : undefined
  }
  const own = await finalBalance(options, { address: unswept.address, listed: coin })
  return own >= LEAST_RESERVE * fee
    ? { kind: 'sweep', asset: listed.asset, units }
    : { kind: 'gas', asset: coin.asset, units: FEE_RESERVE * fee - own }
}

/** What was there at the final height, and still is. */
async function finalBalance(
  { chain, finalHeight }: PlanOptions,
  { address, listed: { contract } }: { readonly address: string; readonly listed: NetworkAsset },
): Promise<bigint> {
  const [then, now] = [
    await chain.balance(address, { contract, height: finalHeight }),
    await chain.balance(address, { contract }),
  ]
  return then < now ? then : now
}

function isWorth(
  { now, valueOf }: PlanOptions,
  {
    units,
    fee,
    listed,
    coin,
    since,
  }: {
    readonly units: bigint
    readonly fee: bigint
    readonly listed: NetworkAsset
    readonly coin: NetworkAsset
    readonly since: number
  },
): boolean {
  if (units <= 0n) return false
  const isLate = now - since >= LATER_MS
  const times = isLate ? WORTH_LATER : WORTH
  // A token is sent its gas first.
  const cost = listed === coin ? fee : fee + (fee / gasOf(listed)) * COIN_GAS
  if (listed === coin) return units >= times * cost
  const value = valueOf({ asset: listed.asset, atoms: units * atomsPerUnit(listed) })
  const costs = valueOf({ asset: coin.asset, atoms: cost * atomsPerUnit(coin) })
  if (value === undefined || costs === undefined) return isLate
  return value >= times * costs
}
