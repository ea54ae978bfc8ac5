import { parseArgs } from 'node:util'
import { lockDataFolder } from '../platform/db/dataFolderLock.ts'
import type { Database } from '../platform/db/Database.ts'
import { openDatabase } from '../platform/db/openDatabase.ts'
import { openPostgres } from '../platform/db/openPostgres.ts'
import { readSettings } from '../settings/settings.ts'
import { auditDir } from '../platform/audit/createAudit.ts'
import { findAuditEntries } from '../platform/audit/findAuditEntries.ts'
import { verifyAudit, type AuditReport } from '../platform/audit/verifyAudit.ts'

type Environment = Readonly<Record<string, string | undefined>>
type Say = (line: string) => void

const DAY = /^\d{4}-\d{2}-\d{2}$/

/**
 * `verify-audit [day]`: verifies the audit log, and prints the first break. Beside a running
 * gateway on a Postgres server; the embedded database has one user at a time, so that its gateway
 * has to be stopped.
 * @throws Error for a log that does not hold.
 */
export async function verifyAuditCommand(
  environment: Environment,
  args: readonly string[],
  say: Say,
): Promise<void> {
  const [day, ...more] = args
  if (more.length > 0 || (day !== undefined && !DAY.test(day)))
    throw new Error('verify-audit takes a UTC day, such as 2026-05-01, or nothing.')
  const { dataDir } = readSettings(environment)
  await withDatabase(environment, async (db) => {
    const report = await verifyAudit({ db, dir: auditDir(dataDir), day })
    for (const line of describeReport(report)) say(line)
    if (report.firstBreak) throw new Error('The audit log does not hold.')
  })
}

/**
 * `audit --user <id>`, `audit --order <id>`: prints entries, a line of JSON each, the oldest first.
 */
export async function auditCommand(
  environment: Environment,
  args: readonly string[],
  say: Say,
): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      user: { type: 'string' },
      order: { type: 'string' },
      limit: { type: 'string', default: '1000' },
    },
  })
  if (values.user === undefined && values.order === undefined)
    throw new Error('audit takes --user <id>, --order <id> or both, and --limit <number>.')
  await withDatabase(environment, async (db) => {
    for (const { at, entry } of await findAuditEntries(db, {
      ...values,
      limit: Number(values.limit),
    }))
      say(`${new Date(at).toISOString()} ${entry}`)
  })
}

function describeReport(report: AuditReport): string[] {
  const { chains, entries, signatures, digests, days, unanswered, firstBreak } = report
  return [
    `${entries} entries in ${chains} chains`,
    `${signatures} signatures cover the request that is kept, ${digests} a digest of it ` +
      '(sensitive fields are not kept)',
    `${days} day heads hold, ${unanswered} requests have no outcome`,
    firstBreak
      ? `Break in chain ${firstBreak.chain} at entry ${firstBreak.seq}: ${firstBreak.fault}`
      : 'No break.',
  ]
}

/** Neither takes the lease nor changes a table: an auditor needs to read and nothing else. */
async function withDatabase(
  environment: Environment,
  run: (db: Database) => Promise<void>,
): Promise<void> {
  const { databaseUrl, dataDir } = readSettings(environment)
  if (databaseUrl !== undefined) {
    const db = openPostgres(databaseUrl)
    // A day of the log may take longer to read than a request waits.
    return run({ ...db, ...db.maintenance }).finally(() => db.close())
  }
  const lock = await lockDataFolder(dataDir, {
    onWaiting() {},
    onLost() {
      process.exit(1)
    },
  })
  try {
    const db = await openDatabase({ dataDir })
    await run(db).finally(() => db.close())
  } finally {
    await lock.release()
  }
}
