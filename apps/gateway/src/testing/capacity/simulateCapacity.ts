import { createFlow } from '../matchingCommandGenerator.ts'
import { createBatchLog, type BatchLog } from './createBatchLog.ts'
import { createHost, type Host, type Thread } from './createHost.ts'
import { createTimeline, type Timeline } from './createTimeline.ts'
import type { BatchCosts, Role, UnitCosts } from './UnitCosts.ts'

/** How many servers of each role there are, each with a thread. */
export interface ClusterShape {
  readonly edges: number
  /** Edges for sockets alone. Absent: all edges have them. */
  readonly socketEdges?: number
  readonly cores: number
  /** Processes of pairs behind those of accounts; the first one has this share of all orders. */
  readonly books?: { readonly count: number; readonly hottestShare: number }
  readonly logs: number
  /** Of each log; a batch waits for the first of them. */
  readonly standbys: number
  readonly ledgers: number
  readonly buses: number
  /** All on one machine. Absent: each server has a processor of its own. */
  readonly machine?: {
    readonly processors: number
    /** Threads of other programs that never rest. */
    readonly others: number
  }
}

export interface CapacityLoad {
  readonly ordersPerSecond: number
  readonly sockets: number
  /** Messages a second to each socket. */
  readonly messagesPerSocket: number
  /** Topics that sockets follow. */
  readonly topics: number
  readonly measureMs: number
  readonly warmUpMs: number
  readonly seed: number
}

export interface RoleReport {
  readonly role: Role
  readonly servers: number
  /** Of all its servers, in the time that is measured. */
  readonly cpuMs: number
  /** Of the time of all its servers; of pairs and logs that of the busiest one. */
  readonly busy: number
}

export interface CapacityReport {
  readonly roles: readonly RoleReport[]
  readonly answered: number
  /** Orders that had no answer at the end. */
  readonly open: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly batches: number
  readonly recordsPerBatch: number
  /** How much of the capacity of its batches the log uses. */
  readonly logFill: number
}

export interface CapacityOptions {
  readonly shape: ClusterShape
  readonly costs: UnitCosts
  readonly load: CapacityLoad
}

const BATCH_BYTES = 256 * 1024
/** The part of a core's work on an order that comes before its record is in the log. */
const BEFORE_LOG = 0.7
/** Of what an order costs its accounts: what booking its fills costs besides. */
const BOOKING = 0.5
/** Others share their work evenly; what they differ by in a short time is chance. */
const UNEVEN: ReadonlySet<Role> = new Set(['book', 'primary', 'standby'])
const SLICE_MS = 10
const PARTS = 10

interface Cluster {
  readonly timeline: Timeline
  readonly threads: Record<Role, readonly Thread[]>
  readonly logs: readonly BatchLog[]
  readonly random: () => number
}

/** A cluster under load: its threads, queues and batches, with what each piece of work costs. */
export function simulateCapacity(options: CapacityOptions): CapacityReport {
  const { load } = options
  const cluster = build(options)
  const times: number[] = []
  const state = { sent: 0, answered: 0 }
  keepBusy(cluster, options)
  sendMessages(cluster, options)
  sendOrders(cluster, options, {
    onSent: () => state.sent++,
    onAnswered(ms) {
      state.answered++
      times.push(ms)
    },
  })
  cluster.timeline.runUntil(load.warmUpMs)
  const before = readCluster(cluster)
  state.answered = 0
  times.length = 0
  const sentBefore = state.sent
  cluster.timeline.runUntil(load.warmUpMs + load.measureMs)
  times.sort((a, b) => a - b)
  return {
    ...reportRoles(cluster, before, load.measureMs),
    answered: state.answered,
    open: state.sent - sentBefore - state.answered,
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
  }
}

function build({ shape, costs, load }: CapacityOptions): Cluster {
  const timeline = createTimeline()
  const { machine } = shape
  const shared = machine && createHost(timeline, machine)
  const host = (): Host => shared ?? createHost(timeline)
  const many = (count: number) => Array.from({ length: count }, () => host().thread())
  const threads = {
    edge: many(shape.edges),
    socketEdge: many(shape.socketEdges ?? 0),
    core: many(shape.cores),
    book: many(shape.books?.count ?? 0),
    primary: many(shape.logs),
    standby: many(shape.logs * shape.standbys),
    ledger: many(shape.ledgers),
    bus: many(shape.buses),
  }
  const logs = threads.primary.map((primary, at) =>
    createLog(timeline, {
      primary,
      standbys: threads.standby.slice(at * shape.standbys, (at + 1) * shape.standbys),
      costs,
    }),
  )
  return { timeline, threads, logs, random: createFlow(load.seed) }
}

function createLog(
  timeline: Timeline,
  {
    primary,
    standbys,
    costs,
  }: {
    readonly primary: Thread
    readonly standbys: readonly Thread[]
    readonly costs: UnitCosts
  },
): BatchLog {
  const costOf = ({ batchMs, byteMs }: BatchCosts, bytes: number): number =>
    batchMs + bytes * byteMs
  return createBatchLog(timeline, {
    batchBytes: BATCH_BYTES,
    append({ bytes }, onTaken) {
      let isTaken = false
      const synced = () => {
        if (isTaken) return
        isTaken = true
        onTaken()
      }
      primary.run(costOf(costs.primary, bytes), () =>
        timeline.after(costs.syncMs, () => {
          if (standbys.length === 0) return synced()
          for (const standby of standbys)
            standby.run(costOf(costs.standby, bytes), () => timeline.after(costs.syncMs, synced))
        }),
      )
    },
  })
}

/** What each server costs without any load. */
function keepBusy({ timeline, threads }: Cluster, { costs }: CapacityOptions): void {
  for (const role of rolesOf(threads)) {
    const share = costs.idle[role] ?? 0
    if (share === 0) continue
    for (const thread of threads[role])
      every(timeline, { ms: SLICE_MS, run: () => thread.run(share * SLICE_MS) })
  }
}

function sendMessages({ timeline, threads }: Cluster, { costs, load }: CapacityOptions): void {
  if (load.sockets === 0 || load.messagesPerSocket === 0) return
  const edges = threads.socketEdge.length > 0 ? threads.socketEdge : threads.edge
  const periodMs = 1_000 / load.messagesPerSocket / PARTS
  const writtenMs = (load.sockets / edges.length / PARTS) * costs.edge.messageMs
  const frames = load.topics / PARTS
  every(timeline, {
    ms: periodMs,
    run() {
      for (const thread of edges) thread.run(writtenMs)
      for (const thread of threads.bus) thread.run(frames * costs.bus.frameMs)
      const publishers = threads.book.length > 0 ? threads.book : threads.core
      for (const thread of publishers) thread.run((frames / publishers.length) * costs.core.frameMs)
    },
  })
}

interface OrderListeners {
  onSent(): void
  onAnswered(ms: number): void
}

function sendOrders(cluster: Cluster, options: CapacityOptions, listeners: OrderListeners): void {
  const { timeline, random } = cluster
  const { load } = options
  if (load.ordersPerSecond === 0) return
  const pauseMs = () => (-Math.log(1 - random()) * 1_000) / load.ordersPerSecond
  const next = (): void => {
    sendOrder(cluster, options, listeners)
    timeline.after(pauseMs(), next)
  }
  timeline.after(pauseMs(), next)
}

function sendOrder(cluster: Cluster, options: CapacityOptions, listeners: OrderListeners): void {
  const { timeline, threads, random } = cluster
  const { shape, costs } = options
  const pick = (count: number): number => Math.floor(random() * count)
  const edge = threads.edge[pick(threads.edge.length)]
  const at = pick(threads.core.length)
  const sentAt = timeline.now()
  listeners.onSent()
  const answer = () =>
    edge?.run(costs.edge.orderMs / 2, () =>
      listeners.onAnswered(timeline.now() - sentAt + costs.delayMs),
    )
  const book = () => threads.ledger[pick(threads.ledger.length)]?.run(costs.ledger.orderMs)
  edge?.run(costs.edge.orderMs / 2, () => {
    if (shape.books) return enterBook(cluster, options, { at, answer, book })
    visit(cluster, {
      thread: threads.core[at],
      log: at,
      costs,
      costMs: costs.core.orderMs,
      onDone() {
        answer()
        book()
      },
    })
  })
}

/** Its accounts reserve, its pair enters it, its accounts book the fills. */
function enterBook(
  cluster: Cluster,
  { shape, costs }: CapacityOptions,
  order: { readonly at: number; readonly answer: () => void; readonly book: () => void },
): void {
  const { threads, random } = cluster
  const { count, hottestShare } = shape.books ?? { count: 1, hottestShare: 1 }
  const isHottest = count === 1 || random() < hottestShare
  const pair = isHottest ? 0 : 1 + Math.floor(random() * (count - 1))
  const account = { thread: threads.core[order.at], log: order.at, costs }
  visit(cluster, {
    ...account,
    costMs: costs.core.orderMs,
    onDone: () =>
      visit(cluster, {
        thread: threads.book[pair],
        log: pair,
        costs,
        costMs: costs.book.orderMs,
        onDone() {
          order.answer()
          const onDone = order.book
          visit(cluster, { ...account, costMs: costs.core.orderMs * BOOKING, onDone })
        },
      }),
  })
}

/** Work whose record is in the log before the rest of it is done. */
function visit(
  { logs }: Cluster,
  {
    thread,
    log,
    costs,
    costMs,
    onDone,
  }: {
    readonly thread: Thread | undefined
    readonly log: number
    readonly costs: UnitCosts
    readonly costMs: number
    readonly onDone: () => void
  },
): void {
  thread?.run(costMs * BEFORE_LOG, () =>
    logs[log % logs.length]?.add(costs.recordBytes, () =>
      thread.run(costMs * (1 - BEFORE_LOG), onDone),
    ),
  )
}

function every(timeline: Timeline, { ms, run }: { ms: number; run: () => void }): void {
  const turn = (): void => {
    run()
    timeline.after(ms, turn)
  }
  timeline.after(ms, turn)
}

const rolesOf = (threads: Cluster['threads']): Role[] => Object.keys(threads) as Role[]

const readCluster = ({ threads, logs }: Cluster) => ({
  cpuMs: new Map(
    rolesOf(threads).map((role) => [role, threads[role].map((thread) => thread.cpuMs())]),
  ),
  logs: logs.map((log) => log.figures()),
})

function reportRoles(
  cluster: Cluster,
  before: ReturnType<typeof readCluster>,
  measureMs: number,
): Pick<CapacityReport, 'roles' | 'batches' | 'recordsPerBatch' | 'logFill'> {
  const after = readCluster(cluster)
  const roles = rolesOf(cluster.threads).flatMap((role): RoleReport[] => {
    const had = before.cpuMs.get(role) ?? []
    const spent = (after.cpuMs.get(role) ?? []).map((ms, at) => ms - (had[at] ?? 0))
    if (spent.length === 0) return []
    const cpuMs = spent.reduce((sum, ms) => sum + ms, 0)
    const busyMs = UNEVEN.has(role) ? Math.max(...spent) : cpuMs / spent.length
    return [{ role, servers: spent.length, cpuMs, busy: busyMs / measureMs }]
  })
  const sums = { batches: 0, records: 0, bytes: 0, busyMs: 0 }
  for (const [at, figures] of after.logs.entries())
    for (const key of ['batches', 'records', 'bytes', 'busyMs'] as const)
      sums[key] += figures[key] - (before.logs[at]?.[key] ?? 0)
  const fullness = sums.batches === 0 ? 0 : sums.bytes / sums.batches / BATCH_BYTES
  return {
    roles,
    batches: sums.batches,
    recordsPerBatch: sums.batches === 0 ? 0 : sums.records / sums.batches,
    logFill: fullness * (sums.busyMs / measureMs / after.logs.length),
  }
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
