import type { ReservesStatement } from '@x/api'
import type { Sql } from '../../platform/db/Database.ts'
import { ChainError, isUtxoChain, type Chain, type UtxoChain } from '../wallet/ports/Chain.ts'
import { atomsPerUnit, type Network } from '../wallet/ports/networks.ts'

/** Coins on one of our addresses, in atoms. */
export interface CountedCoins {
  readonly network: string
  readonly address: string
  readonly asset: string
  readonly atoms: bigint
}

/** What is on the networks that answered, each at the height that its credits are in the ledger. */
export interface CountedReserves {
  readonly heights: ReservesStatement['heights']
  readonly coins: readonly CountedCoins[]
  /** Assets of the networks that were counted. */
  readonly assets: ReadonlySet<string>
}

/** A network as it is watched. */
export interface WatchedNetwork {
  readonly network: Network
  /** `undefined` while no node answers. */
  chain(): Chain | undefined
  /** The height up to which deposits are in the ledger. */
  height(): number | undefined
}

export interface ReservesPorts {
  readonly networks: readonly WatchedNetwork[]
  /** Every address that a user has. */
  readonly addresses: { assigned(family: Network['family']): Iterable<string> }
  /** Addresses that the exchange pays from or sweeps to, lower case. */
  readonly ownAddresses: (network: Network) => readonly string[]
}

/** Balances that are asked for at a time. */
const AT_ONCE = 16

/**
 * Counts the coins on every address of ours.
 * @throws ChainError
 */
export async function countReserves(
  { addresses, ownAddresses }: Pick<ReservesPorts, 'addresses' | 'ownAddresses'>,
  heights: readonly { readonly running: WatchedNetwork; readonly height: number }[],
): Promise<CountedReserves> {
  const coins: CountedCoins[] = []
  const at: ReservesStatement['heights'][number][] = []
  for (const { running, height } of heights) {
    const { network } = running
    const chain = running.chain()
    const block = await chain?.block(height)
    if (!chain || !block) continue
    at.push({ network: network.id, height, hash: block.hash })
    const own = [...new Set([...addresses.assigned(network.family), ...ownAddresses(network)])]
    coins.push(...(await coinsOn(chain, { network, own, height })))
  }
  return {
    heights: at,
    coins: coins.filter(({ atoms }) => atoms > 0n),
    assets: new Set(
      heights
        .filter(({ running }) => at.some(({ network }) => network === running.network.id))
        .flatMap(({ running }) => running.network.assets.map(({ asset }) => asset)),
    ),
  }
}

async function coinsOn(
  chain: Chain,
  {
    network,
    own,
    height,
  }: { readonly network: Network; readonly own: readonly string[]; readonly height: number },
): Promise<CountedCoins[]> {
  if (isUtxoChain(chain)) return outputsOn(chain, { network, own, height })
  const coins: CountedCoins[] = []
  const asked = own.flatMap((address) => network.assets.map((listed) => ({ address, listed })))
  for (let from = 0; from < asked.length; from += AT_ONCE)
    coins.push(
      ...(await Promise.all(
        asked.slice(from, from + AT_ONCE).map(async ({ address, listed }) => ({
          network: network.id,
          address,
          asset: listed.asset,
          atoms:
            (await chain.balance(address, { contract: listed.contract, height })) *
            atomsPerUnit(listed),
        })),
      )),
    )
  return coins
}

/** Of one moment, the head: it must be the block that the ledger is at. */
async function outputsOn(
  chain: UtxoChain,
  {
    network: { id, assets },
    own,
    height,
  }: { readonly network: Network; readonly own: readonly string[]; readonly height: number },
): Promise<CountedCoins[]> {
  const [coin] = assets
  const found = await chain.unspent(own)
  if (found.height !== height)
    throw new ChainError('UNREACHABLE', `${id} went on while its coins were counted.`)
  const atoms = new Map<string, bigint>()
  for (const { address, units } of found.outputs)
    atoms.set(address, (atoms.get(address) ?? 0n) + units * (coin ? atomsPerUnit(coin) : 1n))
  return [...atoms].map(([address, sum]) => ({
    network: id,
    address,
    asset: coin?.asset ?? '',
    atoms: sum,
  }))
}

/** The number that an address derives from; one of ours that has none is the hot address. */
export async function indexesOf(db: Sql): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ address: string; index: number | bigint }>(
    'select address, index from chain_address where user_id is not null',
  )
  return new Map(rows.map(({ address, index }) => [address.toLowerCase(), Number(index)]))
}
