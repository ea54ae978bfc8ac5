import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { readSnapshot, snapshotPath } from '../../exchange/snapshots/snapshot.ts'
import type { SharedSnapshots } from '../../exchange/ports/SharedLog.ts'
import type { LogConnection } from './createLogConnection.ts'
import {
  ADD_PART,
  ADD_SNAPSHOT,
  DROP_PARTS,
  HAS_SNAPSHOT,
  PRUNE_SNAPSHOTS,
  READ_PART,
  SNAPSHOT_BEFORE,
} from './statements.ts'

export interface SharedSnapshotsOptions {
  readonly connection: LogConnection
  readonly shard: number
  /** How much of a file is one row. Default 1 MiB. */
  readonly partBytes?: number
}

interface Stored {
  readonly seq: number
  readonly token: string
}

const PART_BYTES = 1024 * 1024

/** Snapshots in tables beside the log: the bytes of their files, in parts. */
export function createSharedSnapshots(options: SharedSnapshotsOptions): SharedSnapshots {
  const { connection, shard } = options
  return {
    async fetch(dir, { notAfter }) {
      await mkdir(dir, { recursive: true, mode: 0o700 })
      await fetch(options, { dir, notAfter })
    },
    async publish(dir, seq) {
      if ((await connection.query(HAS_SNAPSHOT, [shard, seq])).length > 0) return
      const stored = { seq, token: randomUUID() }
      const drop = () => connection.query(DROP_PARTS, [shard, seq, stored.token])
      try {
        const sha256 = await upload(options, { dir, stored })
        if ((await hashOf(partsOf(options, stored))) !== sha256)
          throw new Error(`The stored snapshot of record ${seq} is not the one of the folder.`)
        const added = await connection.query(ADD_SNAPSHOT, [shard, seq, stored.token, sha256])
        if (added.length > 0) return
      } catch (error) {
        await drop().catch(() => {})
        throw error
      }
      await drop()
    },
    async prune({ keep }) {
      const [row] = await connection.query<{ seq: string }>(PRUNE_SNAPSHOTS, [shard, keep])
      return Number(row?.seq ?? 0)
    },
  }
}

/** One that is damaged, or goes while it is fetched, is passed over for the one before it. */
async function fetch(
  options: SharedSnapshotsOptions,
  { dir, notAfter }: { readonly dir: string; readonly notAfter: number },
): Promise<void> {
  const own = await readSnapshot(dir, { notAfter })
  const damaged: number[] = []
  for (let before = notAfter; ;) {
    const stored = await newest(options, before)
    if (own && own.seq >= (stored?.seq ?? 0)) return
    if (!stored) break
    const path = snapshotPath(dir, stored.seq)
    if (await writeWhole(path, partsOf(options, stored), stored.sha256)) return
    damaged.push(stored.seq)
    before = stored.seq - 1
  }
  if (damaged.length > 0)
    throw new Error(`Every stored snapshot is damaged: of the records ${damaged.join(', ')}.`)
}

async function newest({ connection, shard }: SharedSnapshotsOptions, notAfter: number) {
  const [row] = await connection.query<{ seq: string; token: string; sha256: string }>(
    SNAPSHOT_BEFORE,
    [shard, notAfter],
  )
  return row && { ...row, seq: Number(row.seq) }
}

async function upload(
  { connection, shard, partBytes = PART_BYTES }: SharedSnapshotsOptions,
  { dir, stored: { seq, token } }: { readonly dir: string; readonly stored: Stored },
): Promise<string> {
  const hash = createHash('sha256')
  let part = 0
  for await (const bytes of fileParts(snapshotPath(dir, seq), partBytes)) {
    hash.update(bytes)
    await connection.query(ADD_PART, [shard, seq, token, part++, bytes])
  }
  return hash.digest('hex')
}

async function* partsOf(
  { connection, shard }: SharedSnapshotsOptions,
  { seq, token }: Stored,
): AsyncGenerator<Buffer> {
  for (let part = 0; ; part++) {
    const [row] = await connection.query<{ bytes: Buffer }>(READ_PART, [shard, seq, token, part])
    if (!row) return
    yield row.bytes
  }
}

async function* fileParts(path: string, partBytes: number): AsyncGenerator<Buffer> {
  const file = await open(path, 'r')
  try {
    for (let offset = 0; ;) {
      const { buffer, bytesRead } = await file.read(
        Buffer.allocUnsafeSlow(partBytes),
        0,
        partBytes,
        offset,
      )
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
      offset += bytesRead
    }
  } finally {
    await file.close()
  }
}

async function hashOf(parts: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const bytes of parts) hash.update(bytes)
  return hash.digest('hex')
}

/** Written aside and renamed where its hash is the wanted one: there is a whole file or none. */
async function writeWhole(
  path: string,
  parts: AsyncIterable<Uint8Array>,
  sha256: string,
): Promise<boolean> {
  const aside = `${path}.tmp`
  const hash = createHash('sha256')
  const file = await open(aside, 'w', 0o600)
  try {
    for await (const bytes of parts) {
      hash.update(bytes)
      await file.writeFile(bytes)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  const isWhole = hash.digest('hex') === sha256
  await (isWhole ? rename(aside, path) : rm(aside))
  return isWhole
}
