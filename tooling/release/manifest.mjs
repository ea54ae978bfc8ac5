import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { publishingFields, SCRIPTS } from './publishing.mjs'

const SOURCE = 'x-source'
const EXACT = /^\d+\.\d+\.\d+$/

/** `ui` imports private modules of these, which may change with any version. */
const PINNED = new Set(['react-aria', 'react-aria-components'])

/** A README is read from top to bottom; the rest is reference. */
const MAX_README_LINES = 120

/** What every tarball has. */
const FILES = ['dist', '!dist/.sources', 'examples', 'README.md', 'CHANGELOG.md', 'LICENSE']

/**
 * The packages with an entry for Node alone, and the Node that it needs, as in
 * docs/support.md. The others have no `engines`: they run wherever ES2023 does, and a
 * package manager would refuse or warn for nothing.
 */
const ENGINES = {
  // `./server` decrypts only where wrong padding is not reported.
  '@x/gateway-sign': '>=22.22.2',
  // `./server` hashes with `crypto.hash`, the command reads files.
  '@x/reserves': '>=22.0.0',
}

/** What every publishable manifest must say; returns the faults as sentences. */
export function manifestFaults({ folder, manifest }) {
  const faults = []
  const expect = (holds, fault) => holds || faults.push(`${manifest.name}: ${fault}`)
  expect(manifest.license === 'MIT', 'license is not MIT')
  expect(manifest.type === 'module', 'type is not module')
  expect('sideEffects' in manifest, 'sideEffects is not stated')
  expect(manifest.publishConfig?.access === 'public', 'publishConfig.access is not public')
  for (const [field, wanted] of Object.entries(publishingFields(folder)))
    expect(
      JSON.stringify(manifest[field]) === JSON.stringify(wanted),
      `${field} is not what publishing.json says; run node tooling/release/publishing.mjs`,
    )
  expect(
    manifest.engines?.node === ENGINES[manifest.name],
    `engines.node is not ${ENGINES[manifest.name] ?? 'left out'}`,
  )
  for (const file of FILES) expect(manifest.files?.includes(file), `files does not name ${file}`)
  for (const [name, command] of Object.entries(SCRIPTS))
    expect(manifest.scripts?.[name] === command, `${name} is not ${command}`)
  for (const file of ['README.md', 'LICENSE'])
    expect(existsSync(path.join(folder, file)), `${file} is missing`)
  for (const [name, range] of Object.entries(manifest.dependencies ?? {}))
    expect(
      PINNED.has(name) ? EXACT.test(range) : /^(workspace:\^|\^\d+\.\d+\.\d+)$/.test(range),
      `${name} is not ${PINNED.has(name) ? 'pinned exactly' : 'a range with ^'} (${range})`,
    )
  for (const [name, range] of Object.entries(manifest.devDependencies ?? {}))
    expect(range === 'workspace:*' || EXACT.test(range), `${name} is not pinned exactly (${range})`)
  const published = Object.fromEntries(
    Object.entries(manifest.exports).map(([key, target]) => [key, withoutSource(target)]),
  )
  expect(
    JSON.stringify(published) === JSON.stringify(manifest.publishConfig?.exports),
    'publishConfig.exports is not exports without x-source',
  )
  const readme = path.join(folder, 'README.md')
  if (existsSync(readme)) {
    const lines = readFileSync(readme, 'utf8').split('\n').length
    expect(lines >= 40, `README.md has ${lines} lines: a new user needs more`)
    expect(
      lines <= MAX_README_LINES + 1,
      `README.md has ${lines - 1} lines: move its details to docs`,
    )
  }
  return faults
}

function withoutSource(target) {
  if (typeof target !== 'object') return target
  const { [SOURCE]: _source, ...rest } = target
  // A style sheet has one form only; it is published as a plain path.
  const isSingle = Object.keys(rest).length === 1 && typeof rest.default === 'string'
  return isSingle ? rest.default : rest
}
