import { closeSync, openSync, readSync } from 'node:fs'
import { isUniqueViolation, type Database, type Sql } from '../db/Database.ts'
import type { Log } from '../log/Log.ts'
import { listAuditFiles, removeAuditFile, type AuditFile } from './auditFiles.ts'
import { parseLine, type AuditLine } from './entry.ts'
import type { AuditChain } from './openAuditChain.ts'

export interface AuditCopier {
  /**
   * Copies what is in the files and not in the tables yet, closes days that are over, removes files
   * of closed days. Answers `false` when it ended before everything was done, because `isEnough`
   * said so after a piece.
   */
  run(options?: { readonly isEnough?: () => boolean }): Promise<boolean>
}

export interface AuditCopierOptions {
  readonly dir: string
  readonly db: Database
  readonly clock: { now(): number }
  readonly log: Log
  /** The chain that is written now. */
  readonly chain: Pick<AuditChain, 'file' | 'notBefore'>
}

/**
 * Bytes that are read and copied in one statement: some 200 entries, 7 ms of the embedded database.
 */
const CHUNK_BYTES = 128 * 1024
const DAY_MS = 86_400_000

interface Progress {
  /** The next entry that the table wants of this chain. */
  next: number
  /** A chain whose rows are not those of its file is left alone, and so are its files. */
  isBroken: boolean
}

interface Reading {
  offset: number
  /** The entry after the last one read. */
  next: number
}

/**
 * Brings the lines of the audit files into the tables, in order and each once: it asks the table
 * where a chain ends, so that it goes on after any crash, and after days without a database.
 */
export function createAuditCopier({
  dir,
  db,
  clock,
  log,
  chain: current,
}: AuditCopierOptions): AuditCopier {
  const chains = new Map<string, Progress>()
  const readings = new Map<string, Reading>()
  let sealedOn: number | undefined

  async function progressOf(chain: string): Promise<Progress> {
    const known = chains.get(chain)
    if (known) return known
    const [row] = await db.query<{ last: bigint | null }>(
      'select max(seq) as last from audit_entry where chain = $1',
      [chain],
    )
    const progress = { next: Number(row?.last ?? -1) + 1, isBroken: false }
    chains.set(chain, progress)
    return progress
  }

  /** Answers whether all of the file is copied, or left alone. */
  async function copyFile(
    file: AuditFile,
    { nextFile, isEnough }: { nextFile: AuditFile | undefined; isEnough: () => boolean },
  ): Promise<boolean> {
    const progress = await progressOf(file.chain)
    // Everything before the next file of the chain is there already.
    if (progress.isBroken || (nextFile?.chain === file.chain && nextFile.firstSeq <= progress.next))
      return true
    const reading = readings.get(file.file) ?? { offset: 0, next: file.firstSeq }
    readings.set(file.file, reading)
    for (;;) {
      const lines = readLines(file.file, reading)
      if (lines?.length === 0) return true
      if (!lines || reading.next > progress.next)
        return leaveAlone(file.chain, {
          progress,
          why: 'A line of an audit file is damaged or missing; the file is kept',
        })
      const fresh = lines.slice(Math.max(0, progress.next - reading.next))
      if (fresh.length > 0) await copy(file.chain, { lines: fresh, progress })
      if (progress.isBroken) return true
      reading.next += lines.length
      reading.offset += lines.reduce(
        (sum, { hash, text }) => sum + hash.length + Buffer.byteLength(text) + 2,
        0,
      )
      if (fresh.length > 0 && isEnough()) return false
    }
  }

  async function copy(
    chain: string,
    { lines, progress }: { lines: readonly AuditLine[]; progress: Progress },
  ): Promise<void> {
    const text = lines.map((line) => `${line.hash} ${line.text}`).join('\n')
    try {
      await db.transaction(async (tx) => {
        if (text.includes('"kind":"key"')) await insertKeys(tx, text)
        await insertEntries(tx, text)
      })
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      // A commit whose answer was lost left these very rows.
      if (!(await hasSame(db, { chain, first: progress.next, lines })))
        return void leaveAlone(chain, {
          progress,
          why: 'The audit table differs from the audit file; the file is kept',
        })
    }
    progress.next += lines.length
  }

  function leaveAlone(chain: string, { progress, why }: { progress: Progress; why: string }): true {
    progress.isBroken = true
    log.error(why, { chain, seq: progress.next })
    return true
  }

  /**
   * Once a day, and at the start: what ended before today and is all in the table gets its head.
   */
  async function closeDays(
    files: readonly AuditFile[],
    { today }: { today: number },
  ): Promise<void> {
    if (sealedOn === today) return
    for (const chain of new Set(files.map((file) => file.chain))) {
      if (chains.get(chain)?.isBroken) continue
      for (const { day, head, entries } of await sealDays(db, { chain, before: today * DAY_MS })) {
        log.info('Audit day closed', { day, chain, entries, head })
      }
      await removeSealed(
        files.filter((file) => file.chain === chain),
        { newest: files.at(-1) },
      )
    }
    sealedOn = today
  }

  /** The newest file stays: the next chain goes on from its end. */
  async function removeSealed(
    files: readonly AuditFile[],
    { newest }: { newest: AuditFile | undefined },
  ): Promise<void> {
    const chain = files[0]?.chain ?? ''
    const [sealed] = await db.query<{ last: bigint | null }>(
      'select max(last_seq) as last from audit_day where chain = $1',
      [chain],
    )
    const [copied] = await db.query<{ last: bigint | null }>(
      'select max(seq) as last from audit_entry where chain = $1',
      [chain],
    )
    for (const [index, file] of files.entries()) {
      const end = files[index + 1]?.firstSeq ?? Number(copied?.last ?? -1) + 1
      if (file === newest || file.file === current.file() || end - 1 > Number(sealed?.last ?? -1))
        continue
      removeAuditFile(file)
      readings.delete(file.file)
    }
  }

  return {
    async run({ isEnough = () => false } = {}) {
      const today = Math.floor(clock.now() / DAY_MS)
      // What is copied from here on includes all of the days before, and nothing is added to them
      // any more.
      current.notBefore(today * DAY_MS)
      const files = listAuditFiles(dir)
      for (const [index, file] of files.entries()) {
        if (!(await copyFile(file, { nextFile: files[index + 1], isEnough }))) return false
      }
      await closeDays(files, { today })
      return true
    },
  }
}

/**
 * The whole lines from the offset on, some hundred kilobytes of them; `undefined` where one of them
 * is no entry.
 */
function readLines(file: string, { offset }: Reading): AuditLine[] | undefined {
  const descriptor = openSync(file, 'r')
  try {
    for (let size = CHUNK_BYTES; ; size *= 4) {
      const chunk = Buffer.allocUnsafe(size)
      const length = readSync(descriptor, chunk, 0, size, offset)
      const end = chunk.subarray(0, length).lastIndexOf(10)
      if (end >= 0) return wholeLines(chunk.toString('utf8', 0, end))
      // A single line may be longer than a chunk; the end of the file may be cut short.
      if (length < size) return []
    }
  } finally {
    closeSync(descriptor)
  }
}

function wholeLines(text: string): AuditLine[] | undefined {
  const lines = text.split('\n').map(parseLine)
  return lines.every((line) => line !== undefined) ? lines : undefined
}

/**
 * The columns are read from the entry by the database, so that they say what it says. `offset 0`
 * keeps the planner from parsing an entry anew for each column.
 */
const LINES = `select hash, entry, entry::jsonb as e from (select left(line, 64) as hash,
  substr(line, 66) as entry from string_to_table($1, E'\\n') as line offset 0) as cut offset 0`

/** Without `on conflict`, which takes twice the time for what never happens. */
async function insertEntries(tx: Sql, text: string): Promise<void> {
  await tx.query(
    `insert into audit_entry (chain, seq, at, kind, call, user_id, code, ref, request_seq, hash,
      entry)
     select e ->> 'chain', (e ->> 'seq')::bigint, (e ->> 'at')::bigint, e ->> 'kind', e ->> 'call',
       e ->> 'user', e ->> 'code', e ->> 'ref', (e ->> 'of')::bigint, hash, entry
     from (${LINES}) as lines`,
    [text],
  )
}

async function insertKeys(tx: Sql, text: string): Promise<void> {
  await tx.query(
    `insert into audit_key (key_hash, key_id, public_key, algorithm, user_id, first_at)
     select e ->> 'keyHash', e ->> 'keyId', e ->> 'publicKey', e ->> 'algorithm', e ->> 'user',
       (e ->> 'at')::bigint
     from (${LINES}) as lines where e ->> 'kind' = 'key'
     on conflict (key_hash) do nothing`,
    [text],
  )
}

async function hasSame(
  db: Sql,
  { chain, first, lines }: { chain: string; first: number; lines: readonly AuditLine[] },
): Promise<boolean> {
  const rows = await db.query<{ hash: string }>(
    'select hash from audit_entry where chain = $1 and seq >= $2 and seq < $3 order by seq',
    [chain, first, first + lines.length],
  )
  return (
    rows.length === lines.length && rows.every(({ hash }, index) => hash === lines[index]?.hash)
  )
}

interface SealedDay {
  readonly day: string
  readonly head: string
  readonly entries: number
}

async function sealDays(
  db: Sql,
  { chain, before }: { chain: string; before: number },
): Promise<SealedDay[]> {
  const rows = await db.query<{ day: string; head: string; first_seq: bigint; last_seq: bigint }>(
    `with open as (
       select date '1970-01-01' + (at / ${DAY_MS})::integer as day, min(seq) as first_seq,
         max(seq) as last_seq from audit_entry
       where chain = $1 and seq > coalesce((select max(last_seq) from audit_day where chain = $1),
         -1) and at < $2
       group by 1
     )
     insert into audit_day (day, chain, first_seq, last_seq, head)
     select open.day, $1, open.first_seq, open.last_seq, last.hash from open join audit_entry last
       on last.chain = $1 and last.seq = open.last_seq
     order by open.day
     on conflict (chain, day) do nothing
     returning day::text as day, head, first_seq, last_seq`,
    [chain, before],
  )
  return rows.map(({ day, head, first_seq, last_seq }) => ({
    day,
    head,
    entries: Number(last_seq - first_seq) + 1,
  }))
}
