import { hostname } from 'node:os'
import type { Clock } from '@x/kit'
import { CONTRACTS } from './exchange/instruments/contracts.ts'
import { SPOT_SYMBOLS } from './exchange/instruments/symbols.ts'
import { journalFolder } from './exchange/ledger/openInstallation.ts'
import type { SharedLog } from './exchange/ports/SharedLog.ts'
import { openFollower, type Follower } from './exchange/trading-core/openFollower.ts'
import type { Replica } from './exchange/trading-core/Replica.ts'
import { openStandbyServer, type StandbyServer } from './modules/health/openStandbyServer.ts'
import { openSharedLog } from './platform/command-log/openSharedLog.ts'
import {
  createLeaseConnection,
  type LeaseConnection,
} from './platform/db/lease/createLeaseConnection.ts'
import { describeHolder, type LeaseHolder } from './platform/db/lease/WriterLease.ts'
import type { Log } from './platform/log/Log.ts'
import type { Settings } from './settings/settings.ts'

export interface StandBy {
  readonly shared: SharedLog
  /** Begins to follow who trades. */
  readonly onBegin: (holder: LeaseHolder) => void
  /** Aborted on a signal, and when this process can follow no longer. */
  readonly signal: AbortSignal
  /** A signal has ended the waiting: that is no failure. */
  wasAskedToEnd(): boolean
  /** The lease is this process's: what it has followed, if it had to wait. */
  takeOver(): Promise<Replica | undefined>
  close(): Promise<void>
}

export interface StandByOptions {
  readonly settings: Settings
  readonly clock: Clock
  readonly log: Log
  readonly say: (line: string) => void
}

/** How long one question about the ledger may take. */
const ASK_MS = 2_000
const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** What runs while another gateway trades. */
interface Begun {
  readonly follower: Follower
  readonly server: StandbyServer | undefined
}

/**
 * The shared log of the settings, and what follows it until the lease is free; `undefined` where
 * the journal is in the data folder.
 */
export async function openStandBy(options: StandByOptions): Promise<StandBy | undefined> {
  const { settings, clock, log, say } = options
  const { commandLogUrl, databaseUrl, dataDir } = settings
  if (commandLogUrl === undefined || databaseUrl === undefined) return undefined
  const name = `${hostname()}:${dataDir}`
  const shared = await openSharedLog({ url: commandLogUrl, clock, log, name })
  const ledger = createLeaseConnection(databaseUrl, { timeoutMs: ASK_MS })
  const ending = new AbortController()
  const signals = endOnSignals(ending)
  let beginning: Promise<Begun> | undefined

  async function end(): Promise<Follower | undefined> {
    signals.ignore()
    const begun = await beginning
    await begun?.server?.close()
    return begun?.follower
  }

  return {
    shared,
    signal: ending.signal,
    wasAskedToEnd: signals.wasAsked,
    onBegin(holder) {
      say(`Another gateway trades: ${describeHolder(holder)}. Following it until it ends …`)
      const onFailure = (error: unknown) => ending.abort(error)
      beginning = begin(options, { shared, ledger, onFailure })
      beginning.catch(onFailure)
    },
    async takeOver() {
      const follower = await end()
      ending.signal.throwIfAborted()
      const replica = await follower?.takeOver()
      await ledger.close()
      return replica
    },
    async close() {
      const follower = await end().catch(() => undefined)
      await follower?.stop()
      await Promise.all([ledger.close(), shared.close()])
    },
  }
}

function endOnSignals(ending: AbortController) {
  let wasAsked = false
  const onSignal = (signal: NodeJS.Signals) => {
    wasAsked = true
    ending.abort(new Error(`Stopped on ${signal} before it traded.`))
  }
  for (const signal of SIGNALS) process.once(signal, onSignal)
  return {
    wasAsked: () => wasAsked,
    ignore() {
      for (const signal of SIGNALS) process.off(signal, onSignal)
    },
  }
}

async function begin(
  { settings, clock, log, say }: StandByOptions,
  {
    shared,
    ledger,
    onFailure,
  }: {
    readonly shared: SharedLog
    readonly ledger: LeaseConnection
    readonly onFailure: (error: unknown) => void
  },
): Promise<Begun> {
  const follower = await openFollower({
    shared,
    dir: journalFolder(settings.dataDir),
    instruments: [...SPOT_SYMBOLS, ...CONTRACTS],
    knownRules: settings.knownRules,
    settledSeq: () => readSettledSeq(ledger),
    clock,
    log,
    onFailure,
  })
  const server = await openStandbyServer({
    ...settings,
    seq: () => follower.state().seq,
  }).catch((error: unknown) => {
    log.warn('Nothing answers for this gateway while it stands by', { error: String(error) })
    return undefined
  })
  const where = server ? ` on port ${server.port}` : ''
  say(`Standing by${where} after record ${follower.state().seq}`)
  return { follower, server }
}

async function readSettledSeq(ledger: LeaseConnection): Promise<number> {
  const [row] = await ledger.query<{ seq: string }>(
    'select settled_seq::text as seq from ledger_progress',
  )
  return Number(row?.seq ?? 0)
}
