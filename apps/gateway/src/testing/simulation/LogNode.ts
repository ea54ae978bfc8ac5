import { dropSessions, type Answer, type Server, type Session } from './postgres.ts'
import { answerFrom, apply, createTables, type Change } from './logTables.ts'
import type { Network } from './network.ts'
import { isDead, type Process, type World } from './World.ts'

/** What a log server may do wrong, to see that it is found. */
export type LogFault = 'acknowledges-unsynced' | 'forgets-epochs'

/** One Postgres server of the log: primary or standby, by what it last accepted. */
export interface LogNode extends Server {
  readonly timeline: number
  readonly isPrimary: boolean
  /** How much of it survives a power cut. */
  readonly flushed: number
  /** All that was written here, whether or not it is synced. */
  readonly written: readonly Change[]
  kill(): void
  start(): void
  /** Takes nothing of a primary before `timeline` any more. Answers how long its log is. */
  promise(timeline: number): number
  promote(timeline: number): void
  /** Another one is the primary: what that one does not have is undone. */
  accept(primary: LogNode): void
}

export interface LogNodeOptions {
  readonly world: World
  readonly network: Network
  readonly name: string
  readonly isPrimary: boolean
  readonly others: () => readonly LogNode[]
  readonly fault: LogFault | undefined
}

interface Replicated {
  readonly timeline: number
  readonly from: number
  readonly changes: readonly Change[]
}

interface Receiver extends LogNode {
  receive(sender: Receiver, message: Replicated): void
  acknowledged(by: string, at: { readonly timeline: number; readonly flushed: number }): void
}

const RESEND_MS = 60
const MOST_SENT = 200
/** `ANY 1 (s2, s3)`. */
const QUORUM = 1

export function createLogNode({
  world,
  network,
  name,
  isPrimary: begins,
  others,
  fault,
}: LogNodeOptions): LogNode {
  const host = world.host(name)
  const sessions: LogNode['sessions'] = new Set()
  let process: Process | undefined
  let isPrimary = begins
  let timeline = 1
  let promised = 1
  let changes: Change[] = []
  let flushed = 0
  let isFlushing = false
  let tables = createTables()
  let standbys = new Map<string, number>()
  let waiting: { readonly through: number; readonly done: () => void }[] = []
  let turn: Promise<unknown> = Promise.resolve()

  const isQuorum = (through: number): boolean =>
    through <= flushed && [...standbys.values()].filter((at) => at >= through).length >= QUORUM

  function releaseWaiting(): void {
    const ready = waiting.filter(({ through }) => isQuorum(through))
    waiting = waiting.filter(({ through }) => !isQuorum(through))
    for (const { done } of ready) done()
  }

  /** One sync serves all that was written before it. */
  function flush(): void {
    if (isFlushing || flushed >= changes.length || !process) return
    isFlushing = true
    const through = changes.length
    const of = changes
    world.after(
      0.2 + world.random() * host.syncMs,
      () => {
        isFlushing = false
        if (of === changes) flushed = Math.max(flushed, Math.min(through, changes.length))
        flush()
        if (isPrimary) replicate()
        else acknowledge()
        releaseWaiting()
      },
      process,
    )
  }

  function write(change: Change): number {
    changes.push(change)
    flush()
    return changes.length
  }

  function committed(through: number): Promise<void> {
    if (fault === 'acknowledges-unsynced') return Promise.resolve()
    return new Promise((done) => void waiting.push({ through, done }))
  }

  function replicate(): void {
    for (const other of others() as readonly Receiver[]) {
      const from = standbys.get(other.host.name) ?? 0
      if (from >= flushed && standbys.has(other.host.name)) continue
      const message = {
        timeline,
        from,
        changes: changes.slice(from, Math.min(flushed, from + MOST_SENT)),
      }
      network.send(host, other.host, {
        to: other.process,
        lossy: 0.02,
        run: () => other.receive(node, message),
      })
    }
  }

  function acknowledge(): void {
    // What is synced after it has said how long its log is counts for no former primary.
    if (promised > timeline) return
    const at = { timeline, flushed }
    for (const other of others() as readonly Receiver[])
      if (other.isPrimary)
        network.send(host, other.host, {
          to: other.process,
          run: () => other.acknowledged(name, at),
        })
  }

  async function commit(change: Change): Promise<void> {
    await committed(write(change))
    apply(tables, change)
  }

  async function append(change: Extract<Change, { kind: 'append' }>): Promise<Answer> {
    const last = tables.batches.at(-1)
    const isLater = fault === 'forgets-epochs' || (last?.epoch ?? 0) <= change.epoch
    if ((last?.through ?? 0) !== change.after || !isLater) return { rows: [] }
    await commit(change)
    for (const session of sessions) if (session.listens) session.notify()
    return { rows: [{}] }
  }

  /** Two that append wait for each other, as by the table's key. */
  function inTurn(change: Extract<Change, { kind: 'append' }>): Promise<Answer> {
    const done = turn.then(() => append(change))
    turn = done
    return done
  }

  function start(): void {
    process = world.start(host)
    tables = createTables()
    for (const change of changes) apply(tables, change)
    standbys = new Map()
    waiting = []
    turn = Promise.resolve()
    isFlushing = false
    const resend = () => {
      if (isPrimary) replicate()
      world.after(RESEND_MS, resend, process)
    }
    resend()
  }

  function kill(): void {
    if (!process) return
    process.isDead = true
    process = undefined
    changes = changes.slice(0, flushed)
    dropSessions(node)
  }

  const node: Receiver = {
    host,
    sessions,
    process: () => (process && !isDead(process) ? process : undefined),
    isOpen: () => isPrimary,
    get timeline() {
      return timeline
    },
    get isPrimary() {
      return isPrimary
    },
    get flushed() {
      return flushed
    },
    get written() {
      return changes
    },
    answer: (session: Session, text, params) =>
      answerFrom(
        { session, tables: () => tables, now: world.now, append: inTurn, commit },
        { text, params },
      ),
    start,
    kill,
    promise(next) {
      promised = Math.max(promised, next)
      return flushed
    },
    promote(next) {
      promised = timeline = next
      isPrimary = true
      // A former primary that leads again begins as any server does: whose commit waits gets no
      // answer, for what it wrote is in the tables already.
      dropSessions(node)
      waiting = []
      changes = changes.slice(0, flushed)
      tables = createTables()
      for (const change of changes) apply(tables, change)
      standbys = new Map()
      turn = Promise.resolve()
    },
    accept(primary) {
      // A late order takes back no promise, and nobody comes after one that leads no longer.
      if (!primary.isPrimary || primary.timeline < promised) return
      if (timeline === primary.timeline && !isPrimary) return
      isPrimary = false
      promised = timeline = primary.timeline
      dropSessions(node)
      waiting = []
      const common = changes.findIndex((change, at) => change !== primary.written[at])
      changes = changes.slice(0, common < 0 ? changes.length : common)
      flushed = Math.min(flushed, changes.length)
      acknowledge()
    },
    receive(sender, message) {
      if (message.timeline < promised || isPrimary) return
      if (message.timeline > timeline) node.accept(sender)
      if (message.from <= changes.length)
        changes.push(...message.changes.slice(changes.length - message.from))
      if (flushed < changes.length) flush()
      else acknowledge()
    },
    acknowledged(by, at) {
      if (!isPrimary || at.timeline !== timeline) return
      standbys.set(by, Math.max(standbys.get(by) ?? 0, at.flushed))
      releaseWaiting()
      if (at.flushed < flushed) replicate()
    },
  }
  return node
}
