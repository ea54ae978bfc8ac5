import { createHash } from 'node:crypto'
import { open, readdir, readFile, rename, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from './segment.ts'

/** The whole state after the record `seq`, as text. */
export interface Snapshot {
  readonly seq: number
  readonly body: string
}

const NAME = /^snapshot-(\d{16})\.json$/
const fileOf = (seq: number) => `snapshot-${String(seq).padStart(16, '0')}.json`
const digestOf = (body: string) => createHash('sha256').update(body).digest('hex')

/** Written aside, synced, then renamed: a reader finds a whole snapshot or none. */
export async function writeSnapshot(dir: string, { seq, body }: Snapshot): Promise<void> {
  const path = join(dir, fileOf(seq))
  const file = await open(`${path}.tmp`, 'w', 0o600)
  try {
    await file.writeFile(`${digestOf(body)}\n${body}`)
    await file.datasync()
  } finally {
    await file.close()
  }
  await rename(`${path}.tmp`, path)
  await syncFolder(dir)
}

/** The newest sound snapshot that is not ahead of `notAfter` (the ledger's mark: what it lacks must be replayed). */
export async function readSnapshot(dir: string, { notAfter }: { notAfter: number }): Promise<Snapshot | undefined> {
  for (const seq of (await listSnapshots(dir)).toReversed()) {
    if (seq > notAfter) continue
    const text = await readFile(join(dir, fileOf(seq)), 'utf8')
    const line = text.indexOf('\n')
    const body = text.slice(line + 1)
    if (text.slice(0, line) === digestOf(body)) return { seq, body }
  }
  return undefined
}

/** Keeps the newest `keep` snapshots. Answers the sequence number of the oldest one kept, 0 while there are fewer: the journal before it can go. */
export async function pruneSnapshots(dir: string, { keep }: { keep: number }): Promise<number> {
  const all = await listSnapshots(dir)
  for (const seq of all.slice(0, -keep)) await unlink(join(dir, fileOf(seq)))
  return all.at(-keep) ?? 0
}

async function listSnapshots(dir: string): Promise<number[]> {
  const names = await readdir(dir)
  return names.flatMap((name) => NAME.exec(name)?.[1] ?? []).map(Number).sort((a, b) => a - b)
}
