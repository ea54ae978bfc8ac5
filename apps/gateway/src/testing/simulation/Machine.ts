import { orderKey } from '../../exchange/state/ExchangeView.ts'
import { effectsText } from '../../exchange/state/effectsText.ts'
import type { Instrument } from '../../exchange/instruments/Instrument.ts'
import type { SharedLog } from '../../exchange/ports/SharedLog.ts'
import { openFollower, type Follower } from '../../exchange/trading-core/openFollower.ts'
import { openTradingCore, type TradingCore } from '../../exchange/trading-core/openTradingCore.ts'
import { transferKey } from '../../exchange/funds/transfer.ts'
import { openSharedLog } from '../../platform/command-log/openSharedLog.ts'
import { acquireWriterLease } from '../../platform/db/lease/acquireWriterLease.ts'
import { createLeaseConnection } from '../../platform/db/lease/createLeaseConnection.ts'
import type { Log } from '../../platform/log/Log.ts'
import type { ExchangeCommand } from '../../exchange/state/command.ts'
import { createCommandFlow } from '../exchangeCommandGenerator.ts'
import { currentProcess, isDead, type Host, type Process, type World } from './World.ts'

/** What a machine may do wrong, to see that it is found. */
export type MachineFault = 'answers-before-disk' | 'passes-over-fences'

export type Asked = Extract<ExchangeCommand, { kind: 'place' | 'transfer' | 'cancel' | 'grant' }>

export interface Reply {
  /** `away`: ask another one. `refused`: it was judged, and nothing was done. */
  readonly state: 'away' | 'done' | 'refused'
  /** The number of the order or transfer. */
  readonly number?: string
  readonly epoch?: number
  /** Who answered. */
  readonly by: Process
}

/** Something that somebody saw, and that must be in the log in the end. */
export interface Published {
  readonly seq: number
  readonly text: string
}

/** A gateway's trading side: it stands by, takes over, and is started again whenever it ends. */
export interface Machine {
  readonly host: Host
  process(): Process | undefined
  /** With `power` the disk loses what was not synced. */
  kill(options: { readonly power: boolean }): void
  start(): void
  ask(command: Asked): Promise<Reply>
  core(): TradingCore | undefined
  follower(): Follower | undefined
  stopFlow(): void
}

export interface MachineOptions {
  readonly world: World
  readonly name: string
  readonly instruments: readonly Instrument[]
  readonly fault: MachineFault | undefined
  readonly onPublished: (published: Published) => void
  /** It has the lease, and has not led yet. */
  readonly onElected: (process: Process) => void
  readonly onEnded: (name: string, reason: string) => void
}

const LEASE_SECONDS = 3
const SEGMENT_BYTES = 3_000
const DATA_DIR = '/data'

interface Leading {
  readonly core: TradingCore
  readonly epoch: number
}

export function createMachine(options: MachineOptions): Machine {
  const { world, name } = options
  const host = world.host(name)
  let process: Process | undefined
  let leading: Leading | undefined
  let follower: Follower | undefined
  let flows = true

  function end(reason: string): void {
    options.onEnded(name, reason)
    kill({ power: false })
    world.after(200 + world.below(400), start)
  }

  function kill({ power }: { readonly power: boolean }): void {
    if (process) process.isDead = true
    process = undefined
    leading = undefined
    follower = undefined
    if (power) host.disk.lose()
  }

  function start(): void {
    if (process) return
    const own = world.start(host)
    process = own
    const isOwn = () => process === own
    const ended = (error: unknown) => (isOwn() ? end(String(error)) : undefined)
    world.after(
      0,
      () => {
        live(options, {
          onFollower: (found) => void (follower = found),
          onLeads: (found) => {
            follower = undefined
            leading = found
          },
          flows: () => flows && isOwn(),
        }).catch(ended)
      },
      own,
    )
  }

  return {
    host,
    process: () => (process && !isDead(process) ? process : undefined),
    kill,
    start,
    ask: (command) => answer(leading, { command, fault: options.fault }),
    core: () => leading?.core,
    follower: () => follower,
    stopFlow: () => void (flows = false),
  }
}

interface Life {
  readonly onFollower: (follower: Follower) => void
  readonly onLeads: (leading: Leading) => void
  readonly flows: () => boolean
}

/** What the gateway's start does on a shared log, and then its trading. Ends by throwing. */
async function live(options: MachineOptions, life: Life): Promise<never> {
  const { world, name, instruments, onPublished } = options
  const process = currentProcess()!
  const clock = world.clockOf(process)
  const log: Log = { info() {}, warn() {}, error() {} }
  const shared = faulty(
    await openSharedLog({ url: 'postgres://log/x', clock, log, name, partBytes: 4_000 }),
    options.fault,
  )
  const db = createLeaseConnection('postgres://ledger/x', { timeoutMs: 2_000 })
  const progress = createLeaseConnection('postgres://ledger/x', { timeoutMs: 2_000 })
  const ending = new AbortController()
  let beginning: Promise<Follower> | undefined
  const lease = await acquireWriterLease({
    url: 'postgres://ledger/x',
    seconds: LEASE_SECONDS,
    clock,
    log,
    waits: true,
    signal: ending.signal,
    onWaiting() {
      const onFailure = (error: unknown) => ending.abort(error)
      beginning = openFollower({
        shared,
        dir: `${DATA_DIR}/journal`,
        instruments,
        settledSeq: () => readSettledSeq(progress),
        clock,
        log,
        onFailure,
      })
      beginning.then(life.onFollower, onFailure)
    },
  })
  options.onElected(process)
  ending.signal.throwIfAborted()
  const replica = await (await beginning)?.takeOver()
  const core = await openTradingCore({
    db: inTurn(db),
    clock,
    dataDir: DATA_DIR,
    instruments,
    log,
    lease,
    shared,
    replica,
    segmentBytes: SEGMENT_BYTES,
  })
  core.onPublished((seq, effects) => onPublished({ seq, text: effectsText(effects) }))
  life.onLeads({ core, epoch: lease.epoch })
  return trade(core, { world, process, flows: life.flows })
}

/** House account, paper traders and triggers: whatever else changes the same books. */
async function trade(
  core: TradingCore,
  {
    world,
    process,
    flows,
  }: { readonly world: World; readonly process: Process; readonly flows: () => boolean },
): Promise<never> {
  const next = createCommandFlow(world.below(1_000_000) + 1)
  const clock = world.clockOf(process)
  for (;;) {
    await new Promise<void>((resolve) => void clock.after(10 + world.below(120), resolve))
    const halted = core.halted()
    if (halted) throw halted
    if (flows() && !core.paused()) core.execute({ ...next(core.state), at: clock.now() })
  }
}

async function readSettledSeq(db: ReturnType<typeof createLeaseConnection>): Promise<number> {
  const [row] = await db.query<{ seq: string }>(
    'select settled_seq::text as seq from ledger_progress',
  )
  return Number(row?.seq ?? 0)
}

/** A pool would open more connections; here each question waits for the one before it. */
function inTurn(connection: ReturnType<typeof createLeaseConnection>) {
  let turn: Promise<unknown> = Promise.resolve()
  return {
    kind: 'server' as const,
    query<Row extends object>(text: string, params: readonly unknown[] = []): Promise<Row[]> {
      const answered = turn.then(() => connection.query<Row>(text, params))
      turn = answered.catch(() => {})
      return answered
    },
  }
}

function faulty(shared: SharedLog, fault: MachineFault | undefined): SharedLog {
  if (fault !== 'passes-over-fences') return shared
  const append: SharedLog['log']['append'] = async (shard, batch) => {
    await shared.log.append(shard, batch)
    return 'ok'
  }
  return { ...shared, log: { ...shared.log, append } }
}

/** As the gateway answers: no answer leaves before what it rests on is on disk. */
async function answer(
  leading: Leading | undefined,
  { command, fault }: { readonly command: Asked; readonly fault: MachineFault | undefined },
): Promise<Reply> {
  const by = currentProcess()!
  const away: Reply = { state: 'away', by }
  if (!leading || leading.core.paused()) return away
  const { core, epoch } = leading
  const at = by.world.clockOf(by).now()
  try {
    const reply = { ...judge(core, { ...command, at }), epoch, by }
    if (fault !== 'answers-before-disk') await core.durable()
    return reply
  } catch {
    return away
  }
}

function judge(core: TradingCore, command: Asked): Pick<Reply, 'number' | 'state'> {
  const executed = core.execute(command)
  if ('seq' in executed) {
    const { answer: order, effects } = executed.outcome
    const number = order?.orderId ?? effects.transfers[0]?.id
    return { state: 'done', ...(number === undefined ? {} : { number: String(number) }) }
  }
  if (executed.outcome.refused.reason !== 'key-used') return { state: 'refused' }
  return { state: 'done', number: String(usedNumber(core, command)) }
}

/** What was answered to the same request before. */
function usedNumber({ state: { keys } }: TradingCore, command: Asked): string | number | undefined {
  if (command.kind !== 'place' && command.kind !== 'transfer') return undefined
  const key =
    command.kind === 'place' ? orderKey({ ...command, realm: 'live' }) : transferKey(command)
  const found = keys.get(key)?.answer
  if (!found) return keys.past(key)?.number
  return 'orderId' in found ? found.orderId : found.transferId
}
