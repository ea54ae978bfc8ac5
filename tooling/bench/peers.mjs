// Peer libraries, in a separate workspace that only the benches install.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { run } from '../bootstrap/run.mjs'

export const peersFolder = path.resolve(import.meta.dirname, '../bench-peers')
const stampFile = path.join(peersFolder, 'node_modules/.x-peers')

/** Installs the peers from their lock file, once for each version of it. */
export async function installPeers() {
  const wanted = createHash('sha256')
    .update(readFileSync(path.join(peersFolder, 'pnpm-lock.yaml')))
    .digest('hex')
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return
  console.log(
    'Installing the libraries to compare with into tooling/bench-peers; they are no part of ' +
      'the product.',
  )
  await run('pnpm', ['install', '--ignore-workspace', '--frozen-lockfile', '--ignore-scripts'], {
    cwd: peersFolder,
    quiet: true,
  })
  writeFileSync(stampFile, wanted)
}

/** @param {string} name A package of tooling/bench-peers, imported as a module of it. */
export async function importPeer(name) {
  const resolved = createRequire(path.join(peersFolder, 'package.json')).resolve(name)
  const module = await import(pathToFileURL(resolved).href)
  return module.default ?? module
}

/** The same for packages that are ES modules only, by their entry file. */
export async function importPeerFile(file) {
  return import(pathToFileURL(path.join(peersFolder, 'node_modules', file)).href)
}
