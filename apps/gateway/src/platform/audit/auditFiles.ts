import { closeSync, fstatSync, openSync, readdirSync, readSync, rmSync } from 'node:fs'
import path from 'node:path'
import { parseLine, type AuditEntry, type ChainLink } from './entry.ts'

/** One file of a chain, from its entry `firstSeq` on. */
export interface AuditFile {
  readonly chain: string
  readonly firstSeq: number
  readonly file: string
}

const END_BYTES = 1024 * 1024
const NAME = /^([0-9]{13}-[0-9a-f]{8})\.([0-9]{12})\.log$/

export function auditFileName(chain: string, firstSeq: number): string {
  return `${chain}.${String(firstSeq).padStart(12, '0')}.log`
}

/** The audit files of a folder, oldest chain first, each chain in order. */
export function listAuditFiles(dir: string): AuditFile[] {
  const names = readdirSync(dir)
    .filter((name) => NAME.test(name))
    .sort()
  return names.map((name) => {
    const [, chain = '', firstSeq = ''] = NAME.exec(name) ?? []
    return { chain, firstSeq: Number(firstSeq), file: path.join(dir, name) }
  })
}

/** Where the newest chain of the folder ends: its last line that is whole. */
export function lastLink(dir: string): ChainLink | undefined {
  for (const { file } of listAuditFiles(dir).toReversed()) {
    const last = readEnd(file)
      .split('\n')
      .slice(0, -1)
      .map(parseLine)
      .findLast((line) => line !== undefined)
    if (!last) continue
    const { chain, seq } = JSON.parse(last.text) as AuditEntry
    return { chain, seq, hash: last.hash }
  }
  return undefined
}

/** The last megabyte, which is more than any line is long. */
function readEnd(file: string): string {
  const descriptor = openSync(file, 'r')
  try {
    const { size } = fstatSync(descriptor)
    const bytes = Buffer.alloc(Math.min(size, END_BYTES))
    readSync(descriptor, bytes, 0, bytes.length, size - bytes.length)
    return bytes.toString('utf8')
  } finally {
    closeSync(descriptor)
  }
}

export function removeAuditFile({ file }: AuditFile): void {
  rmSync(file, { force: true })
}
