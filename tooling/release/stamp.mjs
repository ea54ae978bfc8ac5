// The stamp says from which sources a `dist` was built. Times of files cannot: a checkout and a
// restored cache both set them anew.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const STAMP = 'dist/.sources'
/** The folders of a package that a build reads. */
export const SOURCES = ['src', 'messages', 'scripts']

const TESTS = /\.(test|slow|stories)\.tsx?$|\.test-d\.ts$/

/** Records in `dist` what it was built from. @param {string} folder of the package */
export function writeStamp(folder) {
  writeFileSync(path.join(folder, STAMP), `${sourcesHash(folder)}\n`)
}

/**
 * Why a package must not be packed as it is, or undefined.
 *
 * @param {{ folder: string, manifest: object }} entry the package
 * @returns {string | undefined}
 */
export function distFault({ folder, manifest }) {
  const missing = exportedFiles(manifest).filter((file) => !existsSync(path.join(folder, file)))
  const stamp = path.join(folder, STAMP)
  if (!existsSync(path.join(folder, 'dist'))) return 'is not built: there is no dist'
  if (missing.length > 0) return `is not fully built: ${missing.join(', ')} missing`
  if (!existsSync(stamp)) return 'is not fully built: the build did not end'
  if (readFileSync(stamp, 'utf8').trim() !== sourcesHash(folder))
    return 'has a dist that is older than its sources'
  return undefined
}

/** The files that `exports` and `bin` name; patterns are left out. */
export function exportedFiles(manifest) {
  const leaves = (target) =>
    typeof target === 'string' ? [target] : Object.values(target ?? {}).flatMap(leaves)
  const published = leaves({ exports: manifest.publishConfig?.exports ?? {}, bin: manifest.bin })
  return [...new Set(published)].filter((file) => !file.includes('*'))
}

/** A hash over the contents of what a build reads in the package, its version apart. */
function sourcesHash(folder) {
  const hash = createHash('sha256')
  const { exports, bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  hash.update(JSON.stringify({ exports, bin }))
  for (const file of SOURCES.flatMap((below) => filesBelow(folder, below)))
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(folder, file)))
      .update('\0')
  return hash.digest('hex')
}

function filesBelow(folder, below) {
  if (!existsSync(path.join(folder, below))) return []
  return readdirSync(path.join(folder, below), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !TESTS.test(entry.name))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => !file.includes('/generated/') && !file.endsWith('.md'))
    .sort()
}
