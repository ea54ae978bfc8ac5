import { createEmitter, type Clock } from '@x/kit'
import type { Payment } from '../../exchange/state/withdrawals.ts'
import type { TradingCore } from '../../exchange/trading-core/openTradingCore.ts'
import type { Database } from '../../platform/db/Database.ts'
import type { Log } from '../../platform/log/Log.ts'
import { checkBooks } from './checkBooks.ts'
import { checkNonces } from './checkNonces.ts'
import { checkCustody } from './checkCustody.ts'
import type { Addresses } from './createAddresses.ts'
import {
  createWatcher,
  type DecidedCredit,
  type Watcher,
  type WatcherOptions,
} from './createWatcher.ts'
import { ChainError, type Chain } from './ports/Chain.ts'
import type { Network } from './ports/networks.ts'
import { endPause, readPause, writePause, type NetworkPause, type Sighting } from './sightings.ts'

/** A network as the gateway runs it. */
export interface RunningNetwork {
  readonly network: Network
  /** `undefined` while no node answers. */
  chain(): Chain | undefined
  pause(): NetworkPause | undefined
  /** The height that was read last. */
  height(): number | undefined
  /** Sightings that something can still happen to. */
  sightings(): Iterable<Readonly<Sighting>>
}

/** Coins and ledger, compared. */
export interface BooksCheck {
  readonly height: number
  /** Each names its rule. */
  readonly faults: readonly string[]
}

export interface Networks {
  readonly list: readonly RunningNetwork[]
  /** Calls with sightings of one network that have a new state or depth, once they are on disk. */
  onSightings(
    listener: (change: {
      readonly running: RunningNetwork
      readonly sightings: readonly Readonly<Sighting>[]
    }) => void,
  ): () => void
  get(id: string): RunningNetwork | undefined
  /** W1 to W6 now, without a pause for what is found. @throws ChainError */
  check(id: string): Promise<BooksCheck>
  pause(id: string, detail: string): Promise<void>
  resume(id: string): Promise<void>
  /** As operators decided. @throws RangeError, ChainError */
  credit(id: string, decided: DecidedCredit): Promise<void>
  start(): void
  stop(): Promise<void>
}

export interface NetworksOptions {
  readonly networks: readonly Network[]
  /** Connects to the node of a network; `undefined`: there is none on this machine. */
  readonly connect: (network: Network) => Promise<Chain | undefined>
  /** Once it is watched: what comes from then on is seen. */
  readonly onWatched?: (network: Network) => Promise<void>
  readonly addresses: Addresses
  /** Addresses that the exchange pays from or sweeps to, lower case. */
  readonly ownAddresses?: (network: Network) => readonly string[]
  /** Payments between addresses of ours whose gas is not booked. */
  readonly unbookedSweeps?: (network: string) => readonly (readonly Payment[])[]
  /** What an operator sent from a cold address. */
  readonly onRefill?: WatcherOptions['onRefill']
  /** The address that pays withdrawals, and its payments that are none; absent: nothing is paid. */
  readonly hot?: {
    address(): Promise<string>
    payments(network: string): readonly (readonly Payment[])[]
  }
  readonly db: Database
  readonly core: Pick<TradingCore, 'state' | 'execute' | 'durable' | 'paused'>
  readonly clock: Pick<Clock, 'now' | 'after' | 'monotonic'>
  readonly log: Log
}

/** What starts and stops a network, beside what others see of it. */
interface RunControl {
  check(): Promise<BooksCheck>
  setPause(wanted: Pick<NetworkPause, 'reason' | 'detail'>): Promise<void>
  resume(): Promise<void>
  credit(decided: DecidedCredit): Promise<void>
  start(): void
  stop(): Promise<void>
}

const CHECK_MS = 60_000
/** After a node that did not answer. */
const RETRY_MS = 2_000
/** Comparisons before a chain counts as one that never rests. */
const MOST_CHECKS = 20

/**
 * Watches every network, each in a loop of its own, and compares coins with the ledger at the start
 * and each minute (W1 to W6).
 */
export function createNetworks(options: NetworksOptions): Networks {
  const seen = createEmitter<Parameters<Parameters<Networks['onSightings']>[0]>[0]>()
  const running = options.networks.map((network) => {
    const one = runNetwork(network, {
      ...options,
      onSightings: (sightings) => seen.emit({ running: one, sightings }),
    })
    return one
  })
  const get = (id: string) => running.find((each) => each.network.id === id)
  const required = (id: string) => {
    const found = get(id)
    if (!found) throw new RangeError(`There is no network ${id}.`)
    return found
  }
  return {
    list: running,
    onSightings: seen.subscribe,
    get,
    check: (id) => required(id).check(),
    pause: (id, detail) => required(id).setPause({ reason: 'operator', detail }),
    resume: (id) => required(id).resume(),
    credit: (id, decided) => required(id).credit(decided),
    start: () => running.forEach((each) => each.start()),
    stop: async () => void (await Promise.all(running.map((each) => each.stop()))),
  }
}

function runNetwork(
  network: Network,
  options: NetworksOptions & Required<Pick<WatcherOptions, 'onSightings'>>,
): RunningNetwork & RunControl {
  const { addresses, ownAddresses = () => [], db, core, clock, log } = options
  const { id, family } = network
  let chain: Chain | undefined
  let watcher: Watcher | undefined
  let pause: NetworkPause | undefined
  let isStopped = false
  let isReachable = true
  let isWatched = false
  let checkedAt = -Infinity
  let suspected: string | undefined
  let timer = { cancel() {} }
  let turn: Promise<void> = Promise.resolve()

  /** Work with the watcher is never beside other work with it. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = turn.then(work)
    turn = mine.then(
      () => {},
      () => {},
    )
    return mine
  }

  const ownerOf = (address: string): string | null | undefined =>
    addresses.ownerOf(family, address) ??
    (ownAddresses(network).includes(address) ? null : undefined)

  async function setPause(wanted: Pick<NetworkPause, 'reason' | 'detail'>): Promise<void> {
    const written = { ...wanted, at: clock.now() }
    await writePause(db, id, written)
    pause ??= written
    log.error('A network is paused', { network: id, ...wanted })
  }

  async function open(): Promise<Watcher | undefined> {
    if (watcher) return watcher
    pause = await readPause(db, id)
    chain = await options.connect(network)
    if (!chain) return undefined
    const opened = createWatcher({
      network,
      chain,
      db,
      core,
      clock,
      log,
      ownerOf,
      onPause: setPause,
      onSightings: options.onSightings,
      ...(options.onRefill && { onRefill: options.onRefill }),
    })
    await opened.load()
    return (watcher = opened)
  }

  /** `undefined`: a block came meanwhile, and coins were not compared. */
  async function compare(): Promise<BooksCheck | undefined> {
    const cursor = watcher?.cursor()
    if (!chain || !watcher || !cursor) return undefined
    const differences = await checkCustody(
      {
        chain,
        network,
        state: core.state,
        addresses: [...addresses.assigned(family), ...ownAddresses(network)],
        sightings: [...watcher.open()],
        sweeps: options.unbookedSweeps?.(id) ?? [],
      },
      cursor,
    )
    if (!differences) return undefined
    const ofCoins = differences.map(
      ({ asset, height, onChain, expected }) =>
        `${asset} at height ${height}: ${onChain} on the chain, ${expected} expected (W1)`,
    )
    return { height: cursor.height, faults: [...checkBooks(core.state), ...ofCoins] }
  }

  /** Reads what is there first; where blocks come meanwhile, again. */
  async function check(): Promise<BooksCheck> {
    for (let tries = 0; tries < MOST_CHECKS; tries++) {
      const opened = await open()
      if (!opened) break
      while (!pause && (await opened.step()));
      const found = await compare()
      if (found) return found
    }
    throw new ChainError('UNREACHABLE', `${id} could not be compared.`)
  }

  async function checkWhenDue(): Promise<void> {
    if (clock.monotonic() - checkedAt < CHECK_MS) return
    checkedAt = clock.monotonic()
    const [ofBooks] = checkBooks(core.state)
    const found = ofBooks === undefined ? await compare() : undefined
    const fault = ofBooks ?? found?.faults[0]
    if (fault !== undefined) return setPause({ reason: 'difference', detail: fault })
    // With the next block: that one was not compared.
    if (!found) return void (checkedAt = -Infinity)
    // What a minute of retries mends is no fault.
    const gap = await nonceFault()
    if (gap !== undefined && gap === suspected)
      await setPause({ reason: 'difference', detail: gap })
    suspected = gap
  }

  async function nonceFault(): Promise<string | undefined> {
    const { hot } = options
    if (!chain || !hot || family !== 'evm') return undefined
    const address = await hot.address().catch(() => undefined)
    if (address === undefined) return undefined
    const { open: withdrawals } = core.state.withdrawals
    return checkNonces({
      chain,
      hot: address.toLowerCase(),
      withdrawals: [...withdrawals.values()].filter(({ network: on }) => on === id),
      others: hot.payments(id),
    })
  }

  async function run(): Promise<void> {
    const opened = await open()
    if (!opened || pause || core.paused()) return
    while (!isStopped && !pause && (await opened.step()));
    if (isStopped || pause) return
    if (!isWatched) await options.onWatched?.(network)
    isWatched = true
    await checkWhenDue()
  }

  function next(afterMs: number): void {
    if (isStopped) return
    timer = clock.after(afterMs, () => {
      void inTurn(run).then(
        () => {
          isReachable = true
          next((network.blockSeconds * 1_000) / 2)
        },
        (error: unknown) => {
          if (isReachable)
            log.warn('A network does not answer', { network: id, error: String(error) })
          isReachable = false
          next(RETRY_MS)
        },
      )
    })
  }

  return {
    network,
    chain: () => (isReachable ? chain : undefined),
    pause: () => pause,
    height: () => watcher?.cursor()?.height,
    sightings: () => watcher?.open() ?? [],
    check: () => inTurn(check),
    setPause,
    credit: (decided) =>
      inTurn(async () => {
        const opened = await open()
        if (!opened) throw new RangeError('The network does not answer.')
        await opened.credit(decided)
      }),
    async resume() {
      await endPause(db, id)
      pause = undefined
      checkedAt = -Infinity
    },
    start: () => next(0),
    async stop() {
      isStopped = true
      timer.cancel()
      await turn
    },
  }
}
