import type { BlockRef, Chain, ChainMove } from './ports/Chain.ts'
import { atomsPerUnit, type Network, type NetworkAsset } from './ports/networks.ts'
import type { SightingReason } from './sightings.ts'

/** Coins that a block brought to one of our addresses. */
export interface Arrival {
  readonly txHash: string
  readonly ordinal: number
  readonly address: string
  /** Of an unlisted token its contract. */
  readonly asset: string
  readonly units: bigint
  /** In the ledger's atoms; of an unlisted token its units. */
  readonly amount: bigint
  /** Why it is not to be credited by itself. */
  readonly reason: SightingReason | null
}

/** What a block has for us. */
export interface Scanned {
  readonly arrivals: readonly Arrival[]
  /** Transactions that the cold address paid: an operator's, whose cost is ours. */
  readonly refills: readonly string[]
}

/** Unlisted tokens that one block may leave: a token's maker can send thousands. */
const MOST_UNLISTED = 20

export interface ScanOptions {
  readonly chain: Pick<Chain, 'moves' | 'balance'>
  readonly network: Network
  /** Whether an address, lower case, is one of ours. */
  readonly isOwn: (address: string) => boolean
  /** A user's or the exchange's smallest deposit does not count where this is true. */
  readonly hasNoMinimum?: (address: string) => boolean
}

/**
 * What a block brought to our addresses from others. The moves of an asset at an address must add
 * up to what its balance changed by; where they do not, all of them are held (wallet 3).
 * @throws ChainError
 */
export async function scanBlock(
  { chain, network, isOwn, hasNoMinimum = () => false }: ScanOptions,
  block: BlockRef,
): Promise<Scanned> {
  const moves = (await chain.moves(block, isOwn)).filter(
    ({ from, to }) => (to !== null && isOwn(to)) || (from !== null && isOwn(from)),
  )
  const arrivals: Arrival[] = []
  // Contracts say what they like; an output of a transaction is what it says.
  const dishonest =
    network.family === 'evm'
      ? await findDifferences({ chain, network }, { block, moves, isOwn })
      : new Set<string>()
  let unlisted = 0
  for (const move of moves) {
    const { from, to, units } = move
    // Between two of ours: a sweep, or the gas for one.
    if (to === null || !isOwn(to) || units === 0n || (from !== null && isOwn(from))) continue
    const listed = listedAsset(network, move)
    if (!listed && unlisted++ >= MOST_UNLISTED) continue
    const amount = units * (listed ? atomsPerUnit(listed) : 1n)
    const isSmall = listed !== undefined && !hasNoMinimum(to) && units < minimumUnits(listed)
    arrivals.push({
      txHash: move.txHash,
      ordinal: move.ordinal,
      address: to,
      asset: listed?.asset ?? move.contract ?? '',
      units,
      amount,
      reason: reasonOf({
        isListed: listed !== undefined,
        isHonest: !dishonest.has(balanceKey(to, move)),
        isSmall,
      }),
    })
  }
  // On an EVM network the gas says who sent it; elsewhere the fee is no move.
  const isPaid = ({ kind, from }: ChainMove): boolean =>
    from === network.coldAddress && (network.family !== 'evm' || kind === 'gas')
  const refills = network.coldAddress === undefined ? [] : moves.filter(isPaid)
  return { arrivals, refills: [...new Set(refills.map(({ txHash }) => txHash))] }
}

function reasonOf({
  isListed,
  isHonest,
  isSmall,
}: Readonly<Record<'isListed' | 'isHonest' | 'isSmall', boolean>>): SightingReason | null {
  if (!isListed) return 'unlisted'
  if (!isHonest) return 'amount'
  return isSmall ? 'small' : null
}

const balanceKey = (address: string, { contract }: Pick<ChainMove, 'contract'>): string =>
  `${address} ${contract ?? ''}`

/** The listed asset that a move is of. */
const listedAsset = (
  { assets }: Network,
  { contract }: Pick<ChainMove, 'contract'>,
): NetworkAsset | undefined => assets.find((each) => each.contract === contract)

/** The smallest deposit in units of the chain. */
function minimumUnits({ minDeposit, decimals }: NetworkAsset): bigint {
  const [whole = '0', fraction = ''] = minDeposit.split('.')
  return BigInt(whole + fraction.padEnd(decimals, '0').slice(0, decimals))
}

/** Addresses and listed assets whose balance changed by another amount than their moves say. */
async function findDifferences(
  { chain, network }: Pick<ScanOptions, 'chain' | 'network'>,
  {
    block,
    moves,
    isOwn,
  }: {
    readonly block: BlockRef
    readonly moves: readonly ChainMove[]
    readonly isOwn: ScanOptions['isOwn']
  },
): Promise<ReadonlySet<string>> {
  const expected = new Map<
    string,
    { readonly address: string; readonly contract: string | undefined; units: bigint }
  >()
  const add = (address: string, move: ChainMove, units: bigint): void => {
    if (!isOwn(address) || !listedAsset(network, move)) return
    const key = balanceKey(address, move)
    const entry = expected.get(key) ?? { address, contract: move.contract, units: 0n }
    expected.set(key, entry)
    entry.units += units
  }
  for (const move of moves) {
    if (move.to !== null) add(move.to, move, move.units)
    if (move.from !== null) add(move.from, move, -move.units)
  }
  const differing = await Promise.all(
    [...expected].map(async ([key, { address, contract, units }]) => {
      const { height } = block
      const [after, before] = await Promise.all([
        chain.balance(address, { contract, height }),
        chain.balance(address, { contract, height: height - 1 }),
      ])
      return after - before === units ? [] : [key]
    }),
  )
  return new Set(differing.flat())
}
