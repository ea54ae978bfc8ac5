import type { Clock } from '@x/kit'
import { DEPOSIT_STATES, type DepositEvent } from '../../exchange/state/deposits.ts'
import type { Executed, TradingCore } from '../../exchange/trading-core/openTradingCore.ts'
import type { Database, Sql } from '../../platform/db/Database.ts'
import type { Log } from '../../platform/log/Log.ts'
import { ChainError, type BlockRef, type Chain, type ChainBlock } from './ports/Chain.ts'
import type { Network } from './ports/networks.ts'
import type { Refill } from './sweeps/queries.ts'
import { scanBlock, type Arrival } from './scanBlock.ts'
import {
  blockHashAt,
  openSightings,
  readCursor,
  removeBlocks,
  sightingKey,
  writeBlock,
  writeSightings,
  type NetworkPause,
  type Sighting,
} from './sightings.ts'

export interface WatcherOptions {
  readonly network: Network
  readonly chain: Chain
  readonly db: Database
  readonly core: Pick<TradingCore, 'state' | 'execute' | 'durable'>
  readonly clock: Pick<Clock, 'now'>
  readonly log: Log
  /** Whose address it is; `null`: the exchange's own; `undefined`: somebody else's. */
  readonly ownerOf: (address: string) => string | null | undefined
  /** Sightings with a new state or depth, once they are on disk. */
  readonly onSightings?: (sightings: readonly Readonly<Sighting>[]) => void
  /** What an operator sent from the cold address: on disk with the block that has it. */
  readonly onRefill?: (tx: Sql, refill: Refill) => Promise<void>
  /** The network takes part in nothing until an operator says so. */
  readonly onPause: (pause: Pick<NetworkPause, 'reason' | 'detail'>) => Promise<void>
}

/** What operators decided about coins that nobody credited by himself. */
export interface DecidedCredit {
  /** `sightingKey`. */
  readonly key: string
  /** What is credited, where it is not what was seen: never more. */
  readonly amount?: bigint | undefined
  /** Present: the coins go back at once; they must be final, so that they may leave. */
  readonly giveBack?: () => void
}

/** Reads a chain block by block and credits what it brought, once (wallet 3). */
export interface Watcher {
  /** Reads what the last run left. */
  load(): Promise<void>
  /**
   * One block further, or back to the common ancestor. `false`: nothing is new.
   * @throws ChainError while the node does not answer; the step is tried again
   */
  step(): Promise<boolean>
  /**
   * Credits coins that are held or ignored, as operators decided. Never beside a step.
   * @throws RangeError where they are not, or are not deep enough
   */
  credit(decided: DecidedCredit): Promise<void>
  /** The block that was read last. */
  cursor(): BlockRef | undefined
  /** Sightings that something can still happen to. */
  open(): Iterable<Readonly<Sighting>>
}

/** States that the next blocks may end: with each the depth is another. */
export const AWAITED: ReadonlySet<Sighting['state']> = new Set([
  'seen',
  'confirming',
  'credited',
  'contested',
])
/** States in which nobody has decided anything about the coins. */
const UNDECIDED: ReadonlySet<Sighting['state']> = new Set(['seen', 'dropped'])
/** States of coins that the ledger has, or that went back. */
const SETTLED: ReadonlySet<Sighting['state']> = new Set([
  'credited',
  'contested',
  'unlocked',
  'returned',
])

/** The same transaction may pay another amount in another block: a contract decides in it. */
const isSamePayment = (
  a: Pick<Arrival, 'address' | 'asset' | 'units'>,
  b: Pick<Arrival, 'address' | 'asset' | 'units'>,
): boolean => a.address === b.address && a.asset === b.asset && a.units === b.units

/** Blocks between two commands that forget old deposits. */
const FORGET_EVERY = 64

export function createWatcher(options: WatcherOptions): Watcher {
  const { network, chain, db, core, clock, log } = options
  const { id, creditAt, unlockAt } = network
  /** How far below the cursor a re-organisation is followed. */
  const memory = Math.max(4 * unlockAt, 256)
  const open = new Map<string, Sighting>()
  let cursor: BlockRef | undefined

  async function load(): Promise<void> {
    cursor = await readCursor(db, id)
    open.clear()
    const above = (cursor?.height ?? 0) - memory
    for (const each of await openSightings(db, { network: id, above }))
      open.set(sightingKey(each), each)
    const behind = [...open.values()].filter((each) => takeOver(each))
    if (behind.length > 0) await db.transaction((tx) => writeSightings(tx, behind))
  }

  /** A crash fell between an operator's credit and its row. */
  function takeOver(sighting: Sighting): boolean {
    const booked = core.state.deposits.booked.get(sightingKey(sighting))
    const isBehind = sighting.state === 'held' || sighting.state === 'ignored'
    if (!booked || !isBehind || booked.state === 'reversed') return false
    Object.assign(sighting, { state: booked.state, amount: booked.amount, reason: null })
    return true
  }

  /** The first block of all: addresses are given out from here on. */
  async function begin(): Promise<void> {
    const block = await chain.head()
    await db.transaction((tx) => writeBlock(tx, id, { block, keepFrom: 0 }))
    cursor = block
  }

  async function step(): Promise<boolean> {
    if (!cursor) {
      await begin()
      return true
    }
    const next = await chain.block(cursor.height + 1)
    if (next && next.parentHash === cursor.hash) return takeBlock(next)
    const own = await chain.block(cursor.height)
    if (own?.hash === cursor.hash) return false
    await goBack(cursor)
    return true
  }

  async function takeBlock(block: ChainBlock): Promise<boolean> {
    const { arrivals, refills } = await scanBlock(
      {
        chain,
        network,
        isOwn: (address) => options.ownerOf(address) !== undefined,
        hasNoMinimum: (address) => options.ownerOf(address) === null,
      },
      block,
    )
    // Balances were read after the moves: the block must still be there.
    if ((await chain.block(block.height))?.hash !== block.hash) return true
    const changed = new Set<Sighting>()
    for (const arrival of arrivals) takeArrival(arrival, { block, changed })
    advanceAll(block, changed)
    forgetOld(block)
    await core.durable()
    await db.transaction(async (tx) => {
      await writeSightings(tx, changed)
      for (const txHash of refills) await options.onRefill?.(tx, refillOf(txHash, block))
      await writeBlock(tx, id, { block, keepFrom: block.height - memory })
    })
    cursor = block
    const deeper = [...open.values()].filter(({ state }) => AWAITED.has(state))
    options.onSightings?.([...new Set([...changed, ...deeper])])
    forgetEnded(block)
    return true
  }

  const refillOf = (txHash: string, { height }: BlockRef): Refill => ({
    network: id,
    txHash,
    address: network.coldAddress ?? '',
    asset: network.assets[0]?.asset ?? '',
    units: 1n,
    finalHeight: height,
  })

  function takeArrival(
    arrival: Arrival,
    { block, changed }: { readonly block: ChainBlock; readonly changed: Set<Sighting> },
  ): void {
    const { reason, ...found } = arrival
    const key = sightingKey({ network: id, ...found })
    const known = open.get(key)
    if (known?.blockHash === block.hash) return
    const isOther = known !== undefined && !isSamePayment(known, found)
    if (isOther && SETTLED.has(known.state)) {
      log.error('A deposit that was credited came back as another', { deposit: key })
      return
    }
    const now = clock.now()
    const sighting = !known || isOther ? sightingOf(found, { known, now }) : known
    Object.assign(sighting, {
      blockHash: block.hash,
      height: block.height,
      absentSince: null,
      updatedAt: now,
    })
    open.set(key, sighting)
    changed.add(sighting)
    // A payment may be honest in one block and not in the next that has it.
    if (UNDECIDED.has(sighting.state) && reason !== null) {
      sighting.reason = reason
      sighting.state = reason === 'amount' ? 'held' : 'ignored'
      if (reason === 'amount')
        log.warn('A deposit is held: its moves and its balance differ', {
          network: id,
          txHash: sighting.txHash,
        })
      return
    }
    happen(sighting, 'mined', { height: block.height, changed })
  }

  /** A new sighting, or what is known of one with what its new block says. */
  const sightingOf = (
    found: Omit<Arrival, 'reason'>,
    { known, now }: { readonly known: Sighting | undefined; readonly now: number },
  ): Sighting => ({
    state: 'seen',
    reason: null,
    blockHash: null,
    height: null,
    absentSince: null,
    createdAt: now,
    updatedAt: now,
    ...known,
    network: id,
    ...found,
    userId: options.ownerOf(found.address) ?? null,
  })

  /** Depths that are reached with a block, and absences that have lasted. */
  function advanceAll(block: ChainBlock, changed: Set<Sighting>): void {
    for (const sighting of open.values()) {
      const { height, absentSince } = sighting
      if (height === null) {
        if (block.height - (absentSince ?? block.height) >= 2 * unlockAt)
          happen(sighting, 'absent', { height: block.height, changed })
        continue
      }
      const depth = block.height - height + 1
      if (depth >= creditAt) happen(sighting, 'creditDepth', { height, changed })
      if (depth >= unlockAt) happen(sighting, 'unlockDepth', { height, changed })
    }
  }

  /** Runs the event through the table, and through the journal where money moves. */
  function happen(
    sighting: Sighting,
    event: DepositEvent,
    { height, changed }: { readonly height: number; readonly changed: Set<Sighting> },
  ): void {
    const next = DEPOSIT_STATES[sighting.state][event]
    if (next === undefined || next === 'pause') return
    const isBooked = core.state.deposits.booked.has(sightingKey(sighting))
    if (next === 'credited' && event === 'creditDepth') {
      if (!credit(sighting, height)) {
        changed.add(sighting)
        return
      }
    } else if (isBooked && event !== 'creditDepth' && next !== 'held')
      // The journal knows nothing of what is held: a person decides about that.
      book(sighting, event, height)
    sighting.state = next
    if (sighting.state === 'held') sighting.reason = 'returned'
    sighting.updatedAt = clock.now()
    changed.add(sighting)
  }

  /** `false`: it is not credited, and the sighting says why. */
  function credit(sighting: Sighting, height: number): boolean {
    const { txHash, ordinal, userId, asset, amount } = sighting
    const reason = refusalOf(
      core.execute({
        kind: 'deposit',
        at: clock.now(),
        network: id,
        txHash,
        ordinal,
        ...(userId === null ? {} : { userId }),
        asset,
        atoms: String(amount),
        height,
      }),
    )
    // A start after a crash reads a block again whose credits the journal has.
    if (reason === undefined || reason === 'deposit-known') return true
    sighting.state = 'held'
    sighting.reason = 'stale'
    log.error('A deposit was refused and is held', { network: id, txHash, reason })
    return false
  }

  function book(sighting: Sighting, event: DepositEvent, height: number): void {
    if (event === 'operatorCredit' || event === 'operatorReturn' || event === 'creditDepth') return
    const { txHash, ordinal } = sighting
    const booked = core.state.deposits.booked.get(sightingKey(sighting))
    // Before a crash the journal had it, and the table of sightings not yet.
    if (booked && DEPOSIT_STATES[booked.state][event] === undefined) return
    const reason = refusalOf(
      core.execute({
        kind: 'depositEvent',
        at: clock.now(),
        network: id,
        txHash,
        ordinal,
        event,
        ...(event === 'mined' ? { height } : {}),
      }),
    )
    if (reason !== undefined)
      throw new Error(`${event} of deposit ${sightingKey(sighting)} was refused: ${reason}`)
  }

  async function creditDecided({ key, amount, giveBack }: DecidedCredit): Promise<void> {
    const sighting = open.get(key)
    const event = giveBack ? 'operatorReturn' : 'operatorCredit'
    const next = sighting && DEPOSIT_STATES[sighting.state][event]
    if (!sighting || sighting.height === null || (next !== 'credited' && next !== 'returned'))
      throw new RangeError('The deposit is not held, or in no block.')
    const { height, txHash, ordinal, userId, asset, amount: seen } = sighting
    const depth = (cursor?.height ?? 0) - height + 1
    const credited = amount ?? seen
    if (depth < (giveBack ? unlockAt : creditAt)) throw new RangeError('It is not deep enough yet.')
    if (credited <= 0n || credited > seen) throw new RangeError('That is not what was seen.')
    const name = { network: id, txHash, ordinal }
    const run = (command: Parameters<typeof core.execute>[0]) => {
      const refused = refusalOf(core.execute(command))
      if (refused !== undefined) throw new RangeError(`The ledger refused it: ${refused}.`)
    }
    const at = clock.now()
    const owner = userId === null ? {} : { userId }
    const atoms = String(credited)
    run({ kind: 'deposit', at, ...name, ...owner, asset, atoms, height, byOperator: true })
    Object.assign(sighting, { state: 'credited', amount: credited, reason: null, updatedAt: at })
    if (depth >= unlockAt) {
      run({ kind: 'depositEvent', at, ...name, event: 'unlockDepth' })
      sighting.state = 'unlocked'
    }
    // Refused: the owner of the address has the coins, and the row says so.
    const refused = giveBack && failureOf(giveBack)
    if (giveBack && !refused) sighting.state = 'returned'
    await core.durable()
    await db.transaction((tx) => writeSightings(tx, [sighting]))
    options.onSightings?.([sighting])
    if (refused) throw refused
  }

  /**
   * Follows a re-organisation to the block that both chains have (wallet 3).
   * @throws ChainError while the node has fewer blocks than were read
   */
  async function goBack(from: BlockRef): Promise<void> {
    const ancestor = await commonAncestor(from)
    const changed = new Set<Sighting>()
    const lost: Sighting[] = []
    for (const sighting of open.values()) {
      if (sighting.height === null || sighting.height <= ancestor.height) continue
      if (DEPOSIT_STATES[sighting.state].orphaned === 'pause') lost.push(sighting)
      happen(sighting, 'orphaned', { height: sighting.height, changed })
      Object.assign(sighting, {
        blockHash: null,
        height: null,
        absentSince: ancestor.height,
        updatedAt: clock.now(),
      })
      changed.add(sighting)
    }
    log.warn('A chain was reorganised', {
      network: id,
      from: from.height,
      to: ancestor.height,
      deposits: changed.size,
    })
    await core.durable()
    await db.transaction(async (tx) => {
      await writeSightings(tx, changed)
      await removeBlocks(tx, { network: id, above: ancestor.height })
    })
    cursor = ancestor
    options.onSightings?.([...changed])
    if (lost.length > 0)
      await options.onPause({
        reason: 'reorganised',
        detail: `Unlocked deposits left the chain: ${lost.map((each) => each.txHash).join(' ')}`,
      })
  }

  async function commonAncestor(from: BlockRef): Promise<BlockRef> {
    for (let { height } = from; ; height--) {
      const hash =
        height === from.height ? from.hash : await blockHashAt(db, { network: id, height })
      if (hash === undefined) {
        await options.onPause({
          reason: 'reorganised',
          detail: `No common block down to height ${height}`,
        })
        throw new ChainError('GONE', `${id} was reorganised below height ${height}.`)
      }
      const found = await chain.block(height)
      // A longer chain takes the place of ours; a shorter one is that of a node which is behind.
      if (!found) throw new ChainError('UNREACHABLE', `The node of ${id} lacks block ${height}.`)
      if (found.hash === hash) return { height, hash }
    }
  }

  /** Keys stay bounded: final deposits far below are forgotten, and refused from then on (W2). */
  function forgetOld(block: ChainBlock): void {
    if (block.height % FORGET_EVERY !== 0) return
    const below = block.height - 3 * unlockAt
    const { booked, staleBelow } = core.state.deposits
    if (below <= (staleBelow.get(id) ?? 0)) return
    const isOld = [...booked.values()].some((each) => each.network === id && each.height < below)
    if (isOld) core.execute({ kind: 'depositsStale', at: clock.now(), network: id, below })
  }

  /** What nothing can happen to any more, not even a re-organisation that is followed. */
  function forgetEnded({ height }: BlockRef): void {
    for (const [key, sighting] of open) {
      const isEnded = ['unlocked', 'returned'].includes(sighting.state)
      if (isEnded && sighting.height !== null && sighting.height < height - memory) open.delete(key)
    }
  }

  return {
    load,
    step,
    credit: creditDecided,
    cursor: () => cursor,
    open: () => open.values(),
  }
}

function failureOf(work: () => void): Error | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

const refusalOf = ({ outcome }: Executed): string | undefined =>
  'refused' in outcome ? outcome.refused.reason : undefined
