// A Postgres server for the tests: a cluster in a temporary folder, on a loopback port, removed
// after the tests.
import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { Plain } from './progress.mjs'

const NEEDED = ['initdb', 'postgres']
const DEBIAN = '/usr/lib/postgresql'
const START_MS = 60_000
const STOP_MS = 20_000
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
/** A folder that only root can read, as TMPDIR may be, is closed to the user of the server. */
const TEMPORARY = [tmpdir(), '/tmp', '/var/tmp']
/** The data is deleted after the tests; it need not reach a disk. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  unix_socket_directories: '',
}

/**
 * The folder of Postgres' programs: on the path, or the newest of Debian's, which are not.
 * `undefined` where there is none.
 */
export function findPostgres({ searchPath = process.env['PATH'] ?? '', debian = DEBIAN } = {}) {
  const newestFirst = existsSync(debian)
    ? readdirSync(debian).sort((a, b) => Number(b) - Number(a))
    : []
  const folders = [
    ...searchPath.split(path.delimiter),
    ...newestFirst.map((version) => path.join(debian, version, 'bin')),
  ]
  return folders.find(
    (folder) => folder !== '' && NEEDED.every((name) => existsSync(path.join(folder, name))),
  )
}

/**
 * Starts a server, passes its address to `work` and stops it when the work ends or fails.
 * @template T
 * @param {string} programs folder of `findPostgres`
 * @param {(url: string) => Promise<T>} work
 * @returns {Promise<T>}
 * @throws Plain if the server's user can read no folder for temporary files.
 */
export async function withPostgres(
  programs,
  work,
  { parents = TEMPORARY, settings: given = SETTINGS, signals = SIGNALS } = {},
) {
  const { owner, folder } = makeFolder(parents)
  const options = {
    ...owner,
    cwd: folder,
    env: { PATH: process.env['PATH'], LC_ALL: 'C', HOME: folder },
  }
  let server
  // A process that a signal ends stops its server too; the signal alone would skip the
  // event `exit`.
  const abandon = () => (server?.kill('SIGQUIT'), remove(folder))
  const end = () => process.exit(1)
  process.on('exit', abandon)
  for (const signal of signals) process.on(signal, end)
  try {
    const password = randomBytes(16).toString('hex')
    const data = path.join(folder, 'data')
    mkdirSync(data, { mode: 0o700 })
    writeFileSync(path.join(folder, 'password'), password, { mode: 0o600 })
    if (owner.uid !== undefined)
      for (const file of [folder, data, path.join(folder, 'password')])
        chownSync(file, owner.uid, owner.gid)
    await promisify(execFile)(
      path.join(programs, 'initdb'),
      [
        '-D',
        data,
        '-U',
        'tests',
        '-A',
        'scram-sha-256',
        '--pwfile',
        path.join(folder, 'password'),
        '-E',
        'UTF8',
        '--locale=C',
        '--no-sync',
      ],
      options,
    )
    const port = await freePort()
    const settings = Object.entries({
      ...given,
      listen_addresses: '127.0.0.1',
      port: String(port),
    }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    server = spawn(path.join(programs, 'postgres'), ['-D', data, ...settings], {
      ...options,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    await ready(server)
    return await work(`postgres://tests:${password}@127.0.0.1:${port}/postgres`)
  } finally {
    if (server) await stop(server)
    process.off('exit', abandon)
    for (const signal of signals) process.off(signal, end)
    remove(folder)
  }
}

/**
 * A temporary folder for servers, and whose it is: Postgres refuses to run as root; then the user
 * nobody owns what is in it.
 * @returns {{ owner: { uid?: number, gid?: number }, folder: string }}
 * @throws Plain if the server's user can read no folder for temporary files.
 */
export function makeFolder(parents = TEMPORARY) {
  const owner = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {}
  const parent = owner.uid === undefined ? parents[0] : reachable(parents, owner)
  const folder = mkdtempSync(path.join(parent, 'x-postgres-'))
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid)
  return { owner, folder }
}

/**
 * A server that is stopping still writes. Nothing can be awaited while a process ends, so the
 * pauses block.
 */
export function remove(folder) {
  for (let tries = 0; tries < 20 && existsSync(folder); tries++) {
    try {
      rmSync(folder, { recursive: true, force: true })
    } catch {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
    }
  }
}

/** The first of the folders that the owner can enter. */
function reachable(folders, owner) {
  const found = folders.find(
    (folder) =>
      existsSync(folder) &&
      spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...owner, cwd: '/', stdio: 'ignore' })
        .status === 0,
  )
  if (found === undefined)
    throw new Plain(
      'The user nobody, under whom Postgres runs here, cannot reach a folder of temporary ' +
        `files: ${folders.join(', ')}. Set TMPDIR to one that everybody can enter.`,
    )
  return found
}

function idOf(which) {
  return Number(execFileSync('id', [which, 'nobody']).toString())
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}

/**
 * Waits for the server's log line; before it the port already answers, with a refusal.
 */
function ready(server) {
  return new Promise((resolve, reject) => {
    let said = ''
    const late = setTimeout(
      () => reject(new Plain(`Postgres did not start within ${START_MS / 1000} s: ${said}`)),
      START_MS,
    )
    const settle = (end) => (value) => (clearTimeout(late), end(value))
    server.once('error', settle(reject))
    server.once('exit', (code) =>
      settle(reject)(new Plain(`Postgres ended with code ${code}: ${said}`)),
    )
    // Read to its end: a full pipe would stop the server.
    server.stderr.on('data', (chunk) => {
      if (said.length < 10_000) said += chunk
      if (said.includes('ready to accept connections')) settle(resolve)()
    })
  })
}

/** SIGINT ends a server without waiting for those who are connected. */
async function stop(server) {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = new Promise((resolve) => server.once('exit', resolve))
  const late = setTimeout(() => server.kill('SIGQUIT'), STOP_MS)
  server.kill('SIGINT')
  await ended
  clearTimeout(late)
}
