import { SPOT_SYMBOLS } from '../../exchange/instruments/symbols.ts'
import { MOST_LEASE_SECONDS } from '../../platform/db/lease/acquireWriterLease.ts'
import {
  judgeDiaries,
  judgeLedger,
  judgePublished,
  judgeState,
  judgeSums,
  replayAll,
  type Reference,
} from './checks.ts'
import { createLedgerServer, type LedgerServer } from './LedgerServer.ts'
import { createLogCluster, type ClusterFault, type LogCluster } from './LogCluster.ts'
import { createMachine, type Machine, type MachineFault, type Published } from './Machine.ts'
import { createNetwork } from './network.ts'
import { provide } from './postgres.ts'
import { createTrader, type Trader } from './Trader.ts'
import { makeTroubles, type Troubles } from './troubles.ts'
import { createWorld, type World } from './World.ts'

export type Fault = ClusterFault | MachineFault

export interface Simulated {
  readonly seed: number
  /** What must not have happened; empty where all holds. */
  readonly violations: readonly string[]
  /** Where and when, for who looks for the cause. */
  readonly story: readonly string[]
  readonly figures: {
    readonly records: number
    readonly acknowledged: number
    readonly leaders: number
    readonly promotions: number
    readonly snapshots: number
    readonly events: number
    readonly seconds: number
  }
}

interface Cluster {
  readonly world: World
  readonly machines: readonly Machine[]
  readonly log: LogCluster
  readonly ledger: LedgerServer
  readonly traders: readonly Trader[]
  readonly troubles: Troubles
  readonly published: readonly Published[]
  readonly story: string[]
}

const INSTRUMENTS = SPOT_SYMBOLS.filter(({ id }) => id === 'BTCUSDT' || id === 'SHIBUSDT')
const TROUBLED_MS = 12_000
const QUIET_MS = 2_000
/**
 * So long everything may take to be well again once nothing goes wrong any more: a machine that
 * starts after the ledger's clock was set back waits for the longest lease.
 */
const RECOVERY_TIMEOUT_MS = MOST_LEASE_SECONDS * 1_000 + 60_000

/**
 * Three machines, three log servers, a ledger and three traders through 12 seconds of troubles, on
 * a clock and a generator of the seed's own: the code of the gateway, the world around it
 * simulated.
 */
export async function simulateCluster(
  seed: number,
  { fault }: { readonly fault?: Fault } = {},
): Promise<Simulated> {
  const cluster = build(seed, fault)
  const { world, traders, machines, story } = cluster
  const violations: string[] = []
  await world.run(() => false, { withinMs: TROUBLED_MS })
  cluster.troubles.end()
  story.push(`${Math.round(world.now())} all is well again`)
  await world.run(() => false, { withinMs: QUIET_MS })
  for (const trader of traders) trader.stop()
  for (const machine of machines) machine.stopFlow()
  const isWell = await world.run(watch(cluster), { withinMs: RECOVERY_TIMEOUT_MS })
  if (!isWell) violations.push(`Not well again: ${stateOf(cluster)}`)
  const reference = reading(() => replayAll(cluster.log.appended(), INSTRUMENTS), violations)
  if (reference) violations.push(...(await judge(cluster, reference, isWell)))
  return {
    seed,
    violations,
    story,
    figures: {
      records: reference?.records ?? 0,
      acknowledged: traders.reduce((sum, { diary }) => sum + diary.acknowledged.size, 0),
      leaders: new Set(traders.flatMap(({ diary }) => [...diary.leaders.keys()])).size,
      promotions: cluster.log.promotions(),
      snapshots: cluster.log.primary().written.filter(({ kind }) => kind === 'snapshot').length,
      events: world.events(),
      seconds: Math.round(world.now() / 1_000),
    },
  }
}

function build(seed: number, fault: Fault | undefined): Cluster {
  const world = createWorld(seed)
  const network = createNetwork(world)
  const story: string[] = []
  const say = (line: string) => void story.push(`${Math.round(world.now())} ${line}`)
  const log = createLogCluster({ world, network, fault: fault as ClusterFault })
  const ledger = createLedgerServer(world)
  provide(world, { network, resolve: (name) => (name === 'log' ? log.primary() : ledger) })
  const published: Published[] = []
  const later: { troubles?: Troubles } = {}
  const machines = ['core0', 'core1', 'core2'].map((name) =>
    createMachine({
      world,
      name,
      instruments: INSTRUMENTS,
      fault: fault as MachineFault,
      onPublished: (one) => void published.push(one),
      onElected: (process) => {
        say(`${name} has the lease`)
        later.troubles?.onElected(process)
      },
      onEnded: (_, reason) => say(`${name} ends: ${reason}`),
    }),
  )
  for (const machine of machines) machine.start()
  const traders = ['t0', 't1', 't2'].map((name) => createTrader({ world, network, name, machines }))
  const troubles = makeTroubles(
    { world, network, machines, log, ledger, say },
    { forMs: TROUBLED_MS },
  )
  later.troubles = troubles
  return { world, machines, log, ledger, traders, troubles, published, story }
}

const endOf = ({ log }: Cluster): number => log.appended().at(-1)?.through ?? 0

/** One leads, two follow, all have the whole log, and the ledger has what concerns users. */
function isSettled(cluster: Cluster): boolean {
  const { machines, traders, ledger, published } = cluster
  // Records that concern no user come after it, and reach the ledger with the next that does.
  const last = published.reduce((latest, { seq }) => Math.max(latest, seq), 0)
  if (!traders.every((trader) => trader.isIdle())) return false
  const leader = machines.find((machine) => machine.core())?.core()
  const followers = machines.flatMap((machine) => machine.follower() ?? [])
  if (!leader || leader.paused() || followers.length !== machines.length - 1) return false
  const end = endOf(cluster)
  return (
    leader.backlog() === 0 &&
    ledger.settledSeq >= last &&
    followers.every((follower) => follower.state().seq === end)
  )
}

/** Looked at ten times a second: it must hold for a while, for what still waits to be written. */
function watch(cluster: Cluster): () => boolean {
  const { world } = cluster
  let held = 0
  const look = () => {
    held = isSettled(cluster) ? held + 1 : 0
    world.after(100, look)
  }
  look()
  return () => held > 8
}

function stateOf(cluster: Cluster): string {
  const busy = cluster.traders.filter((trader) => !trader.isIdle()).map(({ name }) => name)
  return cluster.machines
    .map((machine) => {
      const { name } = machine.host
      const core = machine.core()
      if (core)
        return `${name} leads to ${core.lastSeq()}, ${core.paused() ?? core.backlog()} to settle`
      const seq = machine.follower()?.state().seq ?? 'starts'
      return `${name} ${seq} of ${endOf(cluster)}`
    })
    .concat(
      `settled to ${cluster.ledger.settledSeq}`,
      busy.map((name) => `${name} waits`),
    )
    .join('; ')
}

function reading<T>(read: () => T, violations: string[]): T | undefined {
  try {
    return read()
  } catch (error) {
    violations.push(String(error))
    return undefined
  }
}

async function judge(
  cluster: Cluster,
  reference: Reference,
  isWell: boolean,
): Promise<readonly string[]> {
  const { traders, published, machines, ledger } = cluster
  const found = [
    ...judgeDiaries(
      traders.map(({ diary }) => diary),
      reference,
    ),
    ...judgePublished(published, reference),
    ...judgeSums(reference),
  ]
  if (!isWell) return found
  found.push(...judgeLedger(ledger, reference))
  for (const machine of machines) {
    const core = machine.core()
    if (core) found.push(...judgeState(machine.host.name, core.state, reference))
    const process = machine.process()
    const follower = machine.follower()
    if (!follower || !process) continue
    let replica: Awaited<ReturnType<typeof follower.takeOver>> | undefined
    cluster.world.after(
      0,
      () => void follower.takeOver().then((taken) => void (replica = taken)),
      process,
    )
    await cluster.world.run(() => replica !== undefined, { withinMs: 10_000 })
    if (replica) found.push(...judgeState(machine.host.name, replica.exchange.state, reference))
    else found.push(`${machine.host.name} does not give its replica away`)
  }
  return found
}
