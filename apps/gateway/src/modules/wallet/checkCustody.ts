import { formatOwner } from '../../exchange/accounts/owner.ts'
import type { Payment } from '../../exchange/state/withdrawals.ts'
import type { TradingCore } from '../../exchange/trading-core/openTradingCore.ts'
import { isUtxoChain, type BlockRef, type Chain } from './ports/Chain.ts'
import { assetOn, atomsPerUnit, type Network, type NetworkAsset } from './ports/networks.ts'
import { receiptOf } from './ports/payments.ts'
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
  readonly chain: Pick<Chain, 'balance' | 'receipt' | 'block'>
  readonly network: Network
  readonly state: TradingCore['state']
  /** Every address of ours. */
  readonly addresses: readonly string[]
  readonly sightings: readonly Readonly<Sighting>[]
  /** Payments between addresses of ours whose gas is not booked. */
  readonly sweeps?: readonly (readonly Payment[])[]
}

/** Balances that are asked for at a time. */
const AT_ONCE = 16

/** A payment that may be in a block while the ledger does not have it yet. */
interface Unbooked {
  readonly payments: readonly Payment[]
  /** What a withdrawal pays, in atoms; absent: the coins stay on our addresses. */
  readonly paid?: { readonly asset: string; readonly amount: bigint }
}

/**
 * W1 at the block that was read last: coins on our addresses = what the ledger says that users have
 * there + what was seen and not credited - what left and is not booked yet. `undefined`: another
 * block came meanwhile, and nothing was compared.
 * @throws ChainError
 */
export async function checkCustody(
  options: CustodyOptions,
  { height, hash }: BlockRef,
): Promise<readonly CustodyDifference[] | undefined> {
  const { network, chain } = options
  // One moment of the ledger: what follows waits for the node, and commands go on.
  const booked = bookedNow(options)
  const unbooked = [...unbookedNow(options)]
  for (const each of unbooked) await subtractMined(booked, { each, options, height })
  const differences: CustodyDifference[] = []
  for (const listed of network.assets) {
    const { asset } = listed
    const expected = booked.get(asset) ?? 0n
    const onChain = await coinsOf(options, { listed, height, hash })
    // Another block came meanwhile: what was read is of another moment.
    if (onChain === undefined) return undefined
    if (onChain !== expected)
      differences.push({ network: network.id, asset, height, onChain, expected })
  }
  // On another branch now: what was read belongs to no block.
  return (await chain.block(height))?.hash === hash ? differences : undefined
}

async function coinsOf(
  { chain, addresses }: CustodyOptions,
  { listed, height, hash }: BlockRef & { readonly listed: NetworkAsset },
): Promise<bigint | undefined> {
  let units = 0n
  if (isUtxoChain(chain)) {
    const found = await chain.unspent(addresses)
    for (const output of found.outputs) units += output.units
    return found.hash === hash ? units * atomsPerUnit(listed) : undefined
  }
  for (let from = 0; from < addresses.length; from += AT_ONCE)
    for (const balance of await Promise.all(
      addresses
        .slice(from, from + AT_ONCE)
        .map((address) => chain.balance(address, { contract: listed.contract, height })),
    ))
      units += balance
  return units * atomsPerUnit(listed)
}

/** The mirror in the ledger, and deposits that only one of chain and ledger has, by asset. */
function bookedNow({ network, sightings, state }: CustodyOptions): Map<string, bigint> {
  const owner = formatOwner({ kind: 'chain', network: network.id })
  const booked = new Map(
    state.accounts.ownedBy('live', owner).map(({ asset, balance }) => [asset, -balance]),
  )
  for (const { asset, amount, height, state: now } of sightings) {
    const isInLedger = now === 'credited' || now === 'contested' || now === 'unlocked'
    if (height !== null && !isInLedger && now !== 'returned') add(booked, asset, amount)
    if (height === null && isInLedger) add(booked, asset, -amount)
  }
  return booked
}

function* unbookedNow({ network, state, sweeps = [] }: CustodyOptions): Iterable<Unbooked> {
  for (const { network: on, asset, amount, fee, payments } of state.withdrawals.open.values())
    if (on === network.id) yield { payments, paid: { asset, amount: amount - fee } }
  for (const payments of sweeps) yield { payments }
}

/** What of a payment is in a block up to the height. */
async function subtractMined(
  booked: Map<string, bigint>,
  {
    each: { payments, paid },
    options: { chain, network },
    height,
  }: { readonly each: Unbooked; readonly options: CustodyOptions; readonly height: number },
): Promise<void> {
  const receipt = await receiptOf(chain, payments)
  if (!receipt || receipt.height > height) return
  const coin = network.assets.find(({ contract }) => contract === undefined)
  if (coin) add(booked, coin.asset, -receipt.gas * atomsPerUnit(coin))
  if (paid && receipt.succeeded && assetOn(network, paid.asset))
    add(booked, paid.asset, -paid.amount)
}

const add = (sums: Map<string, bigint>, asset: string, amount: bigint): void =>
  void sums.set(asset, (sums.get(asset) ?? 0n) + amount)
