// Packs packages, and looks into what came out.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { output } from './command.mjs'
import { manifestPlaceholders } from './publishing.mjs'
import { exportedFiles } from './stamp.mjs'

/** The largest tarball; anything larger came in by mistake. */
const MAX_TARBALL_BYTES = 2 * 1024 * 1024

/**
 * Packs a package as it will be published. Its `prepack` refuses what is not built.
 *
 * @param {{ entry: object, into: string }} options the package and the folder of the tarballs
 * @returns {Promise<{ entry: object, file: string, integrity: string }>}
 */
export async function packOne({ entry, into }) {
  mkdirSync(into, { recursive: true })
  const printed = await output('pnpm', ['pack', '--json', '--pack-destination', into], {
    cwd: entry.folder,
  })
  const file = path.resolve(into, JSON.parse(printed.slice(printed.indexOf('{'))).filename)
  const integrity = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`
  return { entry, file, integrity }
}

/**
 * What is wrong with a tarball, as sentences.
 *
 * @param {{ entry: object, file: string, top: string }} options
 * @returns {Promise<string[]>}
 */
export async function tarballFaults({ entry, file, top }) {
  const { name } = entry.manifest
  const cwd = path.dirname(file)
  const listed = (await output('tar', ['-tzf', file], { cwd })).split('\n')
  const files = listed.map((line) => line.replace(/^package\//, ''))
  const faults = ['package.json', 'README.md', 'CHANGELOG.md', 'LICENSE', ...wanted(entry)]
    .filter((needed) => !files.includes(needed))
    .map((needed) => `${name}: ${needed} is not in the tarball`)
  const bytes = await output('tar', ['-xzOf', file], { cwd })
  if (bytes.includes(top)) faults.push(`${name}: a file names the folder of the build, ${top}`)
  const [unfilled] = /https?:\/\/[\w.-]*example\.invalid\S*/.exec(bytes) ?? []
  if (unfilled) faults.push(`${name}: a file names a placeholder, ${unfilled}`)
  const manifest = await output('tar', ['-xzOf', file, 'package/package.json'], { cwd })
  if (/"workspace:|"x-source"/.test(manifest))
    faults.push(`${name}: the manifest names the workspace (workspace: or x-source)`)
  faults.push(...manifestPlaceholders(JSON.parse(manifest)))
  if (readFileSync(file).length > MAX_TARBALL_BYTES)
    faults.push(`${name}: the tarball is larger than ${MAX_TARBALL_BYTES} bytes`)
  return faults
}

const wanted = ({ manifest }) => exportedFiles(manifest).map((file) => file.replace(/^\.\//, ''))
