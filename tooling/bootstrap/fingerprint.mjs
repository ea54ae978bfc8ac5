import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'

const SKIPPED = new Set(['node_modules', 'dist', 'generated', '.turbo', 'coverage'])

/**
 * A hash over names, sizes and times of all files below the given folders: cheap enough for each
 * start.
 */
export function fingerprint(folders) {
  const hash = createHash('sha256')
  for (const folder of folders) visit(folder, hash)
  return hash.digest('hex').slice(0, 32)
}

function visit(folder, hash) {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  )) {
    const full = path.join(folder, entry.name)
    if (entry.isDirectory()) {
      if (!SKIPPED.has(entry.name)) visit(full, hash)
    } else if (entry.isFile()) {
      const { size, mtimeMs } = statSync(full)
      hash.update(`${full}\0${size}\0${mtimeMs}\n`)
    }
  }
}
