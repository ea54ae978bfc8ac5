import { hostname } from 'node:os'
import type { Clock } from '@x/kit'
import { CONTRACTS } from '../exchange/instruments/contracts.ts'
import { SPOT_SYMBOLS } from '../exchange/instruments/symbols.ts'
import { journalFolder } from '../exchange/ledger/openInstallation.ts'
import type { SharedLog } from '../exchange/ports/SharedLog.ts'
import { openLedgerWriter, type LedgerWriter } from '../exchange/trading-core/openLedgerWriter.ts'
import type { Metrics } from '../modules/health/metrics.ts'
import { openStandbyServer } from '../modules/health/openStandbyServer.ts'
import { openSharedLog } from '../platform/command-log/openSharedLog.ts'
import { lockDataFolder } from '../platform/db/dataFolderLock.ts'
import { isUpToDate } from '../platform/db/migrate.ts'
import { openPostgres } from '../platform/db/openPostgres.ts'
import { createLog, type Log } from '../platform/log/Log.ts'
import { nodeClock } from '../platform/nodePorts.ts'
import { readSettings, type Settings } from '../settings/settings.ts'

const ASK_MS = 1_000
/** Records that wait for the ledger, beyond which it is said not to keep up. */
const MOST_WAITING = 20_000

const describe = (error: unknown): string =>
  error instanceof Error ? String(error) : JSON.stringify(error)

interface Parts {
  readonly settings: Settings
  readonly clock: Clock
  readonly log: Log
  readonly shared: SharedLog
  readonly db: ReturnType<typeof openPostgres>
}

/**
 * Starts a process that settles the shared log into the ledger: `ROLE=ledger`. It follows the log
 * as a core that stands by does, and what commands did goes into the database in batches. Where the
 * ledger stands is in the database: of two such processes one settles each batch, and a change of
 * leaders is nothing to them.
 */
export async function runLedger(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const settings = readSettings(environment)
  const { commandLogUrl, databaseUrl, dataDir } = settings
  if (commandLogUrl === undefined || databaseUrl === undefined)
    throw new Error('ROLE=ledger needs COMMAND_LOG_URL, the log that it settles.')
  const clock = nodeClock()
  const log = createLog((line) => process.stderr.write(line), { clock })
  const lock = await lockDataFolder(dataDir, { onLost: () => process.exit(1) })
  const name = `${hostname()}:${dataDir}`
  const shared = await openSharedLog({ url: commandLogUrl, clock, log, name })
  const db = openPostgres(databaseUrl)
  const parts = { settings, clock, log, shared, db }
  await whenMigrated(parts)
  const ledger = await openLedgerWriter({
    ...parts,
    dir: journalFolder(dataDir),
    instruments: [...SPOT_SYMBOLS, ...CONTRACTS],
    knownRules: settings.knownRules,
    onFailure: (error) => void end(error),
  })
  const { port, close } = await serve(parts, ledger)
  process.stdout.write(`Ledger: port ${port}, settling after record ${ledger.settledSeq()}\n`)

  let isEnding = false
  async function end(error?: unknown): Promise<void> {
    if (isEnding) return
    isEnding = true
    if (error !== undefined)
      log.error('The ledger is settled no longer', { error: describe(error) })
    setTimeout(() => process.exit(1), settings.stopSeconds * 1_000).unref()
    await close()
    await ledger.stop()
    await Promise.all([shared.close(), db.close(), lock.release()])
    process.exit(error === undefined ? 0 : 1)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end())
}

/** A core brings the tables up to date, as soon as it leads. */
async function whenMigrated({ db, clock, log }: Parts): Promise<void> {
  for (let isSaid = false; !(await isUpToDate(db).catch(() => false)); isSaid = true) {
    if (!isSaid) log.warn('The tables are of another version; waiting for a core of this one')
    await new Promise<void>((resolve) => void clock.after(ASK_MS, resolve))
  }
}

function serve({ settings }: Parts, ledger: LedgerWriter) {
  return openStandbyServer({
    ...settings,
    seq: () => ledger.state().seq,
    failing: () => (ledger.backlog() > MOST_WAITING ? ['keeping up'] : []),
    describe: (metrics) => describeLedger(metrics, ledger),
  })
}

/** What `/metrics` says of this role, beside how far it follows. */
export function describeLedger(
  metrics: Metrics,
  { backlog, settledSeq }: Pick<LedgerWriter, 'backlog' | 'settledSeq'>,
): void {
  metrics.gauge(
    'gateway_ledger_backlog',
    'Journal records that are not in the SQL ledger yet.',
    backlog,
  )
  metrics.gauge('gateway_ledger_settled_seq', 'The last record that the ledger has.', settledSeq)
}
