// publint and attw over tarballs, in one process: each starts a compiler of its own.
//   node tooling/release/lintTarballs.mjs <tarball> …   prints a JSON list of { file, faults }
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { exportedEntries } from './entries.mjs'

/** The ways of finding a package's types that it must support. `node10` reads no `exports`. */
export const MODES = ['node16-cjs', 'node16-esm', 'bundler']

/** The library below the command `attw`, which names it among its own dependencies. */
const attw = await import(
  pathToFileURL(
    createRequire(fileURLToPath(import.meta.resolve('@arethetypeswrong/cli/package.json'))).resolve(
      '@arethetypeswrong/core',
    ),
  ).href
)

/**
 * What the two tools say about a tarball, as sentences; none for a sound one.
 *
 * @param {string} file
 * @returns {Promise<string[]>}
 */
export async function lintFaults(file) {
  const data = new Uint8Array(readFileSync(file))
  return [...(await publintFaults(data)), ...(await attwFaults(data))]
}

async function publintFaults({ buffer }) {
  const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true })
  return messages
    .filter(({ type }) => type === 'error')
    .map((message) => `${pkg.name}: publint: ${formatMessage(message, pkg, { color: false })}`)
}

async function attwFaults(data) {
  const tarball = attw.createPackageFromTarballData(data)
  const { packageName: name } = tarball
  const manifest = JSON.parse(tarball.readFile(`/node_modules/${name}/package.json`))
  const entrypoints = exportedEntries(manifest)
  const { types, problems = [] } = await attw.checkPackage(tarball, { entrypoints })
  if (!types) return [`${name}: attw: no types`]
  return problems
    .filter(({ resolutionKind: mode }) => mode === undefined || MODES.includes(mode))
    .map((problem) => `${name}: attw: ${JSON.stringify(problem)}`)
}

async function main(files) {
  const found = []
  for (const file of files) found.push({ file: path.resolve(file), faults: await lintFaults(file) })
  console.log(JSON.stringify(found))
}

if (process.argv[1] === import.meta.filename) await main(process.argv.slice(2))
