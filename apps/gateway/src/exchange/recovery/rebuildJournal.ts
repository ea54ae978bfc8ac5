import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Sql } from '../ports/Sql.ts'
import { segmentAt } from '../journal/segment.ts'
import { writeSnapshot } from '../snapshots/snapshot.ts'
import { holdsJournal, journalFolder, writeBinding } from '../ledger/openInstallation.ts'
import type { Instrument } from '../instruments/Instrument.ts'
import { FIRST_RULES, upgradeRules } from '../state/rules.ts'
import { createState } from '../state/state.ts'
import { dumpState } from '../snapshots/stateParts.ts'
import { compareBalances } from '../ledger/compareBalances.ts'
import { checkLedger } from '../ledger/invariants.ts'
import { LedgerError } from '../ledger/LedgerError.ts'
import { stateFromLedger } from './stateFromLedger.ts'

export interface RebuildOptions {
  readonly db: Sql
  readonly dataDir: string
  readonly instruments: readonly Instrument[]
  /** Milliseconds since the epoch: idempotency keys of the day before are kept. */
  readonly now: number
  /** Of the lease. Default: the database's next one, where no lease is taken. */
  readonly epoch?: number | undefined
  /** The version of the rules, which the ledger does not have. Default: the first one. */
  readonly rules?: number
  /** A journal that is there is moved aside, never deleted. */
  readonly replaces: boolean
}

export interface Rebuilt {
  readonly seq: number
  readonly orders: number
  readonly accounts: number
  readonly keys: number
  /** Where the former journal went. */
  readonly movedTo: string | undefined
}

/**
 * Makes a journal from the ledger alone: a first snapshot of a new epoch, that the gateway starts
 * from. Acknowledged orders which the ledger had not seen are gone. The caller holds the folder's
 * lock and, on a server, the lease.
 * @throws LedgerError MISMATCH where a journal is there, or the ledger is empty or unsound
 */
export async function rebuildJournal({
  db,
  dataDir,
  instruments,
  now,
  replaces,
  rules = FIRST_RULES,
  ...options
}: RebuildOptions): Promise<Rebuilt> {
  const dir = journalFolder(dataDir)
  const isThere = await holdsJournal(dir)
  if (isThere && !replaces)
    throw new LedgerError(
      'MISMATCH',
      `There is a journal in ${dir}. Start the gateway with it; to set it aside and go by ` +
        'the ledger alone, add --replace.',
    )
  const { seq, installation } = await soundLedger(db)
  const dump = await stateFromLedger(db, { instruments, now })
  const state = createState(instruments, dump)
  if (rules > state.rules.version) upgradeRules(state, { version: rules })
  const [difference] = await compareBalances(db, state.accounts)
  if (difference)
    throw new LedgerError('MISMATCH', 'The rebuilt balances are not those of the ledger.', {
      detail: { ...difference },
    })

  const aside = `${dir}.rebuilding`
  await rm(aside, { recursive: true, force: true })
  await mkdir(aside, { recursive: true, mode: 0o700 })
  writeSnapshot(aside, { seq, parts: dumpState(state) })
  // The segment that the next record goes to: without one a journal has a gap after its snapshot.
  await (await open(segmentAt(aside, seq + 1).path, 'w', 0o600)).close()
  const epoch = options.epoch ?? (await nextEpoch(db))
  await writeBinding(aside, { installation, epoch })
  await syncFolder(aside)

  const movedTo = `${dir}.before-${new Date(now).toISOString().replaceAll(':', '-')}`
  if (isThere) await rename(dir, movedTo)
  else await rm(dir, { recursive: true, force: true })
  await rename(aside, dir)
  await syncFolder(path.dirname(dir))
  // Whatever journal turns up later, it is not this one.
  await db.query('update ledger_progress set opened_epoch = $1 where epoch = $1', [epoch])
  return {
    seq,
    orders: dump.orders.length,
    accounts: dump.accounts.length,
    keys: dump.keys.length,
    movedTo: isThere ? movedTo : undefined,
  }
}

/**
 * How far the ledger has come, and of which installation it is.
 * @throws LedgerError MISMATCH where it is empty or unsound
 */
async function soundLedger(
  db: Sql,
): Promise<{ readonly seq: number; readonly installation: string }> {
  const [progress] = await db.query<{ settled_seq: bigint; installation: string | null }>(
    'select settled_seq, installation from ledger_progress',
  )
  const seq = Number(progress?.settled_seq ?? 0)
  if (seq === 0)
    throw new LedgerError(
      'MISMATCH',
      'The ledger of this database is empty: there is nothing to rebuild a journal from. ' +
        'Look at DATABASE_URL.',
    )
  const [broken] = await checkLedger(db)
  if (broken)
    throw new LedgerError(
      'MISMATCH',
      `The ledger is not sound (${broken.rule}). Restore the database from a backup.`,
    )
  return { seq, installation: progress?.installation ?? '' }
}

/** Of an embedded database, which nobody else can hold. */
async function nextEpoch(db: Sql): Promise<number> {
  const [row] = await db.query<{ epoch: bigint }>(
    'update ledger_progress set epoch = epoch + 1 returning epoch',
  )
  return Number(row?.epoch ?? 0)
}

/** Makes created and renamed names of the folder durable. */
async function syncFolder(dir: string): Promise<void> {
  const folder = await open(dir, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
