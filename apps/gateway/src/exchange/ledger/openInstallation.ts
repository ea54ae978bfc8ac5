import { mkdir, open, readdir, readFile, rename } from 'node:fs/promises'
import path from 'node:path'
import type { SharedLog } from '../ports/SharedLog.ts'
import type { Sql } from '../ports/Sql.ts'
import { userIdOf } from '../accounts/owner.ts'
import { LedgerError } from '../ledger/LedgerError.ts'

/**
 * What binds a journal to its database: both name the installation, and the journal the latest
 * epoch in which it was written.
 */
export interface Installation {
  /** Once the state is there and before anything is settled. @throws LedgerError MISMATCH */
  check(owners: Iterable<{ readonly owner: string }>): Promise<void>
  /** From now on this folder is the one that belongs to the database. */
  bind(): Promise<void>
}

export interface InstallationOptions {
  readonly db: Sql
  readonly dataDir: string
  /** Draws the name of a new installation. */
  readonly createId: () => string
  /** Of the lease. Default: the database's own, where no lease is taken. */
  readonly epoch?: number | undefined
  /** The journal is not in the folder: any folder will do, and none is an older one. */
  readonly shared?: Pick<SharedLog, 'isEmpty'> | undefined
}

interface Binding {
  readonly installation: string
  readonly epoch: number
}

interface Progress extends Binding {
  readonly settledSeq: number
  readonly openedEpoch: number
}

const FILE = 'installation.json'
export const journalFolder = (dataDir: string): string => path.join(dataDir, 'journal')

/**
 * Looks whether the data folder and the database belong together, before anything of either is
 * touched.
 * @throws LedgerError MISMATCH that says what to do
 */
export async function openInstallation({
  db,
  dataDir,
  createId,
  epoch,
  shared,
}: InstallationOptions): Promise<Installation> {
  const dir = journalFolder(dataDir)
  const progress = await readProgress(db)
  const bound = await readBinding(dir)
  const isShared = shared !== undefined && !(await shared.isEmpty())
  const hasJournal = isShared || (await holdsJournal(dir))
  const refusal = mismatch({ progress, bound, hasJournal, isShared, dir })
  if (refusal !== undefined) throw new LedgerError('MISMATCH', refusal)
  return {
    async check(owners) {
      if (!hasJournal || !hasUser(owners)) return
      const [user] = await db.query('select 1 from users limit 1')
      if (!user)
        throw new LedgerError(
          'MISMATCH',
          `The database has no users, and the journal in ${dir} has some: it is not the ` +
            'database of this data folder. Look at DATABASE_URL, or restore the database.',
        )
    },
    async bind() {
      const installation = progress.installation || bound?.installation || createId()
      await writeBinding(dir, { installation, epoch: epoch ?? progress.epoch })
      await db.query('update ledger_progress set installation = $1 where installation is null', [
        installation,
      ])
    },
  }
}

interface Found {
  readonly progress: Progress
  readonly bound: Binding | undefined
  readonly hasJournal: boolean
  readonly isShared: boolean
  readonly dir: string
}

function mismatch({ progress, bound, hasJournal, isShared, dir }: Found): string | undefined {
  if (
    bound?.installation &&
    progress.installation !== '' &&
    bound.installation !== progress.installation
  )
    return (
      `The database belongs to another installation than the journal in ${dir}. Look at ` +
      'DATABASE_URL and DATA_DIR.'
    )
  if (hasJournal && !isShared && (bound?.epoch ?? 0) < progress.openedEpoch)
    return (
      'Another gateway has traded on this database since, with another data folder: the ' +
      `journal in ${dir} lacks what happened there. Start with that folder; if it is lost, ` +
      'run rebuild-from-ledger.'
    )
  if (!hasJournal && progress.settledSeq > 0)
    return (
      `The ledger has ${progress.settledSeq} records, and there is no journal in ${dir}. ` +
      'Look at DATABASE_URL and DATA_DIR, or restore the folder; if it is lost, run ' +
      'rebuild-from-ledger.'
    )
  return undefined
}

function hasUser(owners: Iterable<{ readonly owner: string }>): boolean {
  for (const { owner } of owners) if (userIdOf(owner) !== undefined) return true
  return false
}

async function readProgress(db: Sql): Promise<Progress> {
  const [row] = await db.query<{
    installation: string | null
    epoch: bigint
    opened_epoch: bigint
    settled_seq: bigint
  }>('select installation, epoch, opened_epoch, settled_seq from ledger_progress')
  return {
    installation: row?.installation ?? '',
    epoch: Number(row?.epoch ?? 0),
    openedEpoch: Number(row?.opened_epoch ?? 0),
    settledSeq: Number(row?.settled_seq ?? 0),
  }
}

/** Whether anything but the binding is there. */
export async function holdsJournal(dir: string): Promise<boolean> {
  const names = await readdir(dir).catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' ? [] : Promise.reject(error),
  )
  return names.some((name) => !name.startsWith(FILE))
}

async function readBinding(dir: string): Promise<Binding | undefined> {
  const text = await readFile(path.join(dir, FILE), 'utf8').catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' ? undefined : Promise.reject(error),
  )
  if (text === undefined) return undefined
  try {
    const { installation, epoch } = JSON.parse(text) as Partial<Binding>
    if (
      typeof installation === 'string' &&
      typeof epoch === 'number' &&
      Number.isSafeInteger(epoch)
    )
      return { installation, epoch }
  } catch {
    // Answered below.
  }
  throw new LedgerError(
    'MISMATCH',
    `${path.join(dir, FILE)} cannot be read. Restore it from a backup of this data folder.`,
  )
}

/** Written aside, synced, then renamed: there is never half of it. */
export async function writeBinding(dir: string, binding: Binding): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const file = path.join(dir, FILE)
  const aside = await open(`${file}.new`, 'w', 0o600)
  try {
    await aside.writeFile(JSON.stringify(binding))
    await aside.sync()
  } finally {
    await aside.close()
  }
  await rename(`${file}.new`, file)
  // The database is about to name this epoch: a folder that lost it with the power would be refused
  // as another one.
  const folder = await open(dir, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
