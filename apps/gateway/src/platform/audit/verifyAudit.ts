import { existsSync, readFileSync } from 'node:fs'
import type { Database } from '../db/Database.ts'
import { listAuditFiles } from './auditFiles.ts'
import {
  hashAfter,
  NO_HASH,
  parseLine,
  sha256,
  type AuditEntry,
  type AuditLine,
  type ChainLink,
} from './entry.ts'
import { verifyKeptSignature } from './verifySignature.ts'

/** The first place where the log does not hold. */
export interface AuditBreak {
  readonly chain: string
  readonly seq: number
  readonly fault: string
}

export interface AuditReport {
  chains: number
  entries: number
  /** Signed requests whose signature covers the request that is kept. */
  signatures: number
  /** Those of which a digest is kept, because sensitive fields travel in them. */
  digests: number
  /** Days whose head is right. */
  days: number
  /** Requests without an outcome: the process ended, or still works on them. */
  unanswered: number
  firstBreak: AuditBreak | undefined
}

type Reader = Pick<Database, 'query'>

export interface VerifyAuditOptions {
  readonly db: Reader
  /** The folder with the audit files, for what is not in the tables yet. */
  readonly dir?: string | undefined
  /** Verifies the entries of this UTC day only, `YYYY-MM-DD`. Default: all. */
  readonly day?: string | undefined
}

interface Row {
  seq: bigint
  at: bigint
  kind: string
  call: string | null
  user_id: string | null
  code: string | null
  ref: string | null
  request_seq: bigint | null
  hash: string
  entry: string
}

interface DayRow {
  day: string
  first_seq: bigint
  last_seq: bigint
  head: string
}

const PAGE = 2_000
const DAY_MS = 86_400_000

class Broken extends Error {
  readonly seq: number
  constructor(seq: number, fault: string) {
    super(fault)
    this.seq = seq
  }
}

/**
 * Verifies every hash, every link between chains, every day head and every signature; stops at the
 * first break of a chain.
 */
export async function verifyAudit({ db, dir, day }: VerifyAuditOptions): Promise<AuditReport> {
  const report: AuditReport = {
    chains: 0,
    entries: 0,
    signatures: 0,
    digests: 0,
    days: 0,
    unanswered: 0,
    firstBreak: undefined,
  }
  const stored = await db.query<{ chain: string }>(
    'select chain from audit_entry union select chain from audit_day order by chain',
  )
  const files = dir !== undefined && existsSync(dir) ? listAuditFiles(dir) : []
  const known: Known = { keys: new Map(), ends: new Map() }
  const chains = [
    ...new Set([...stored.map(({ chain }) => chain), ...files.map(({ chain }) => chain)]),
  ].sort()
  for (const chain of chains) {
    try {
      const own = files.filter((file) => file.chain === chain).map(({ file }) => file)
      const lines =
        day === undefined
          ? await linesBeyond(db, { chain, files: own })
          : new Map<number, AuditLine>()
      await verifyChain(db, { chain, day, lines, known, report })
    } catch (error) {
      if (!(error instanceof Broken)) throw error
      report.firstBreak = { chain, seq: error.seq, fault: error.message }
      return report
    }
  }
  return report
}

/** What was met on the way: keys by their hash, and where the chains end. */
interface Known {
  readonly keys: Map<string, string>
  readonly ends: Map<string, ChainLink>
}

interface ChainTask {
  readonly chain: string
  readonly day: string | undefined
  /** What the files hold beyond the table, and the last entry of the table, by number. */
  readonly lines: Map<number, AuditLine>
  readonly known: Known
  readonly report: AuditReport
}

interface Seen {
  /** The hash and number of the entry before. */
  hash: string
  next: number
  at: number
  readonly open: Map<number, string | undefined>
}

async function verifyChain(
  db: Reader,
  { chain, day, lines, known, report }: ChainTask,
): Promise<void> {
  const heads = await db.query<DayRow>(
    'select day::text as day, first_seq, last_seq, head from audit_day where chain = $1 ' +
      'order by first_seq',
    [chain],
  )
  const range = await rangeOf(db, { chain, day, heads })
  if (!range) return
  report.chains += 1
  const seen: Seen = {
    hash: await hashBefore(db, { chain, seq: range.from }),
    next: range.from,
    at: 0,
    open: new Map(),
  }
  const heading = new Map(heads.map((row) => [Number(row.last_seq), row]))
  const judge = async (line: AuditLine): Promise<AuditEntry> => {
    const entry = await verifyLine(db, { chain, line, seen, known, report })
    const head = heading.get(entry.seq)
    if (head) verifyHead(head, { hash: line.hash, at: entry.at, seq: entry.seq, report })
    heading.delete(entry.seq)
    return entry
  }
  for (
    let page: Row[];
    (page = await pageOf(db, { chain, from: seen.next, to: range.to })).length > 0;
  ) {
    for (const row of page) {
      const entry = await judge({ hash: row.hash, text: row.entry })
      verifyColumns(row, entry)
      const line = lines.get(entry.seq)
      if (line && (line.hash !== row.hash || line.text !== row.entry))
        throw new Broken(entry.seq, 'The table differs from the file')
    }
  }
  if (range.to !== undefined && seen.next <= range.to)
    throw new Broken(seen.next, 'The entry is missing')
  for (let line = lines.get(seen.next); line; line = lines.get(seen.next)) await judge(line)
  const missing = [...heading.values()].find((row) => day === undefined || row.day === day)
  if (missing)
    throw new Broken(
      seen.next,
      `The entries up to ${missing.last_seq} of the closed day ${missing.day} are missing`,
    )
  const later = [...lines.keys()].find((seq) => seq >= seen.next)
  if (later !== undefined) throw new Broken(seen.next, 'The entry is missing')
  known.ends.set(chain, { chain, seq: seen.next - 1, hash: seen.hash })
  report.unanswered += seen.open.size
}

/** The entries to verify; `undefined`: the chain has none of that day. */
async function rangeOf(
  db: Reader,
  { chain, day, heads }: { chain: string; day: string | undefined; heads: readonly DayRow[] },
): Promise<{ from: number; to?: number } | undefined> {
  if (day === undefined) return { from: 0 }
  const head = heads.find((row) => row.day === day)
  if (head) return { from: Number(head.first_seq), to: Number(head.last_seq) }
  const start = Date.parse(`${day}T00:00:00Z`)
  const [row] = await db.query<{ first: bigint | null; last: bigint | null }>(
    'select min(seq) as first, max(seq) as last from audit_entry where chain = $1 and at ' +
      '>= $2 and at < $3',
    [chain, start, start + DAY_MS],
  )
  const { first = null, last = null } = row ?? {}
  return first === null || last === null ? undefined : { from: Number(first), to: Number(last) }
}

async function hashBefore(
  db: Reader,
  { chain, seq }: { chain: string; seq: number },
): Promise<string> {
  if (seq === 0) return NO_HASH
  const [row] = await db.query<{ hash: string }>(
    'select hash from audit_entry where chain = $1 and seq = $2',
    [chain, seq - 1],
  )
  if (!row) throw new Broken(seq - 1, 'The entry is missing')
  return row.hash
}

function pageOf(
  db: Reader,
  { chain, from, to }: { chain: string; from: number; to: number | undefined },
): Promise<Row[]> {
  return db.query<Row>(
    `select seq, at, kind, call, user_id, code, ref, request_seq, hash, entry from audit_entry
     where chain = $1 and seq >= $2 and seq <= $3 order by seq limit ${PAGE}`,
    [chain, from, to ?? Number.MAX_SAFE_INTEGER],
  )
}

interface LineTask {
  readonly chain: string
  readonly line: AuditLine
  readonly seen: Seen
  readonly known: Known
  readonly report: AuditReport
}

async function verifyLine(
  db: Reader,
  { chain, line, seen, known, report }: LineTask,
): Promise<AuditEntry> {
  const seq = seen.next
  const entry = parseEntry(line.text)
  if (entry && entry.seq > seq) throw new Broken(seq, 'The entry is missing')
  if (hashAfter(seen.hash, line.text) !== line.hash)
    throw new Broken(seq, 'The hash does not follow from the entry and the hash before it')
  if (!entry || entry.chain !== chain || entry.seq !== seq)
    throw new Broken(seq, 'The entry stands in the wrong place')
  if (entry.at < seen.at) throw new Broken(seq, 'The entry is older than the one before it')
  Object.assign(seen, { hash: line.hash, next: seq + 1, at: entry.at })
  report.entries += 1
  if (entry.kind === 'start')
    for (const link of entry.follows) await verifyLink(db, { link, seq, known })
  if (
    entry.kind === 'key' &&
    (sha256(entry.publicKey) !== entry.keyHash || !remembers(known, entry))
  )
    throw new Broken(seq, 'The key is another')
  if (entry.kind === 'request') {
    seen.open.set(seq, entry.user)
    await verifyRequest(db, { entry, known, report })
  }
  if (entry.kind === 'result') await verifyResult(db, { entry, seen })
  return entry
}

function remembers(
  { keys }: Known,
  { keyHash, publicKey }: { keyHash: string; publicKey: string },
): boolean {
  keys.set(keyHash, keys.get(keyHash) ?? publicKey)
  return keys.get(keyHash) === publicKey
}

async function verifyLink(
  db: Reader,
  { link, seq, known }: { link: ChainLink; seq: number; known: Known },
): Promise<void> {
  const [row] = await db.query<{ hash: string }>(
    'select hash from audit_entry where chain = $1 and seq = $2',
    [link.chain, link.seq],
  )
  const end = known.ends.get(link.chain)
  const hash = row?.hash ?? (end?.seq === link.seq ? end.hash : undefined)
  if (hash !== link.hash)
    throw new Broken(
      seq,
      `The chain goes on from entry ${link.seq} of ${link.chain}, which is missing or another`,
    )
}

async function verifyRequest(
  db: Reader,
  {
    entry,
    known,
    report,
  }: { entry: AuditEntry & { kind: 'request' }; known: Known; report: AuditReport },
): Promise<void> {
  const keyHash = entry.keyHash ?? ''
  const publicKey = known.keys.get(keyHash) ?? (await findKey(db, keyHash))
  if (publicKey === undefined)
    throw new Broken(entry.seq, 'The key that signed the request is missing')
  known.keys.set(keyHash, publicKey)
  const verdict = verifyKeptSignature(entry, { publicKey })
  if (verdict === 'wrong') throw new Broken(entry.seq, 'The signature does not cover the request')
  report[verdict === 'holds' ? 'signatures' : 'digests'] += 1
}

async function findKey(db: Reader, keyHash: string): Promise<string | undefined> {
  const [row] = await db.query<{ public_key: string }>(
    'select public_key from audit_key where key_hash = $1',
    [keyHash],
  )
  return row?.public_key
}

async function verifyResult(
  db: Reader,
  { entry, seen }: { entry: AuditEntry & { kind: 'result' }; seen: Seen },
): Promise<void> {
  if (seen.open.has(entry.of)) {
    if (seen.open.get(entry.of) !== entry.user)
      throw new Broken(entry.seq, 'The result names another user than its request')
    seen.open.delete(entry.of)
    return
  }
  // Of a call over midnight the request stands in the day before.
  const [row] = await db.query(
    "select 1 from audit_entry where chain = $1 and seq = $2 and kind = 'request'",
    [entry.chain, entry.of],
  )
  if (!row || entry.of >= entry.seq) throw new Broken(entry.seq, 'The result names no request')
}

function verifyHead(
  row: DayRow,
  { hash, at, seq, report }: { hash: string; at: number; seq: number; report: AuditReport },
): void {
  if (row.head !== hash) throw new Broken(seq, `The head of ${row.day} is another`)
  if (new Date(at).toISOString().slice(0, 10) !== row.day)
    throw new Broken(seq, `The entry does not belong to ${row.day}`)
  report.days += 1
}

function verifyColumns(row: Row, entry: AuditEntry): void {
  const { user, code, ref, call, of } = entry as {
    user?: string
    code?: string
    ref?: string
    call?: string
    of?: number
  }
  const expected = [
    entry.at,
    entry.kind,
    call ?? null,
    user ?? null,
    code ?? null,
    ref ?? null,
    of ?? null,
  ]
  const actual = [
    Number(row.at),
    row.kind,
    row.call,
    row.user_id,
    row.code,
    row.ref,
    row.request_seq === null ? null : Number(row.request_seq),
  ]
  if (Number(row.seq) !== entry.seq || expected.some((value, index) => value !== actual[index]))
    throw new Broken(entry.seq, 'A column differs from the entry')
}

function parseEntry(text: string): AuditEntry | undefined {
  try {
    return JSON.parse(text) as AuditEntry
  } catch {
    return undefined
  }
}

async function linesBeyond(
  db: Reader,
  { chain, files }: { chain: string; files: readonly string[] },
): Promise<Map<number, AuditLine>> {
  const [row] = await db.query<{ last: bigint | null }>(
    'select max(seq) as last from audit_entry where chain = $1',
    [chain],
  )
  const last = Number(row?.last ?? -1)
  const lines = new Map<number, AuditLine>()
  for (const file of files) {
    for (const text of readFileSync(file, 'utf8').split('\n').slice(0, -1)) {
      const line = parseLine(text)
      const entry = line && parseEntry(line.text)
      if (line && entry && entry.seq >= last) lines.set(entry.seq, line)
    }
  }
  return lines
}
