// Three Postgres servers: a primary, and two standbys of which one has each commit before it is
// answered. A server that ends is started again on its data. Which standby is to lead where the
// primary's disk is lost is nobody's choice here: in production Patroni makes it.
import { execFile, spawn } from 'node:child_process'
import { chmodSync, chownSync, cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { Plain } from '../bootstrap/progress.mjs'
import { freePorts } from './nats.mjs'

const HOST = '127.0.0.1'
const FIRST = 5440
const START_MS = 60_000
const RETRY_MS = 200
const NAMES = ['s1', 's2']
/** Of every server; the standbys' own follow. */
const SETTINGS = {
  fsync: 'on',
  synchronous_commit: 'on',
  wal_level: 'replica',
  hot_standby: 'on',
  max_wal_senders: '10',
  max_connections: '200',
  unix_socket_directories: '',
  // A standby that was away finds what it lacks.
  wal_keep_size: '256MB',
  wal_sender_timeout: '5s',
  wal_receiver_timeout: '5s',
  wal_retrieve_retry_interval: '500ms',
}

/**
 * @typedef {{ name: string, port: number, child: () => import('node:child_process').ChildProcess,
 * isUp: () => boolean }} Server
 * @typedef {{ url: string, servers: readonly Server[], stop: () => Promise<void> }} Quorum
 */

/**
 * Starts the servers in `folder`, which their user must be able to enter.
 * @param {string} programs folder of `initdb` and `postgres`
 * @param {{ folder: string, owner: { uid?: number, gid?: number }, password: string,
 * say?: (line: string) => void, restarts?: boolean }} options
 * @returns {Promise<Quorum>}
 * @throws Plain where one does not start
 */
export async function startQuorum(programs, options) {
  const { folder, owner, password, say = () => {}, restarts = true } = options
  const run = (program, args) =>
    promisify(execFile)(path.join(programs, program), args, {
      ...owner,
      cwd: folder,
      env: { PATH: process.env['PATH'], LC_ALL: 'C', HOME: folder, PGPASSWORD: password },
    })
  const ports = await freePorts(FIRST, NAMES.length + 1)
  const own = (file) => owner.uid !== undefined && chownSync(file, owner.uid, owner.gid ?? 0)
  const secret = path.join(folder, 'password')
  writeFileSync(secret, password, { mode: 0o600 })
  own(secret)
  const state = { isStopping: false }
  const server = (name, port, settings) =>
    keepServer({ programs, folder, owner, name, port, settings, say, restarts, state })

  const data = path.join(folder, 'primary')
  mkdirSync(data, { mode: 0o700 })
  own(data)
  const users = ['-U', 'tests', '-A', 'scram-sha-256', '--pwfile', secret]
  await run('initdb', ['-D', data, ...users, '-E', 'UTF8', '--locale=C', '--no-sync'])
  // Of a server that never ran a copy is a standby, without a program that makes backups.
  for (const name of NAMES) {
    const dir = path.join(folder, name)
    cpSync(data, dir, { recursive: true })
    writeFileSync(path.join(dir, 'standby.signal'), '')
    for (const file of readdirSync(dir, { recursive: true })) own(path.join(dir, file))
    own(dir)
    chmodSync(dir, 0o700)
  }
  const login = `host=${HOST} port=${ports[0]} user=tests password=${password}`
  const servers = []
  const stop = async () => {
    state.isStopping = true
    // The standbys last: the primary's last commits wait for one.
    for (const each of servers) await each.end()
  }
  try {
    // From its first moment on no commit is answered before one of the standbys has it on disk.
    const names = `ANY 1 (${NAMES.join(', ')})`
    const primary = { ...SETTINGS, synchronous_standby_names: names }
    servers.push(await server('primary', ports[0], primary))
    for (const [index, name] of NAMES.entries()) {
      const conninfo = `${login} application_name=${name}`
      const settings = { ...SETTINGS, primary_conninfo: conninfo }
      servers.push(await server(name, ports[index + 1], settings))
    }
  } catch (error) {
    await stop()
    throw error
  }
  return { url: `postgres://tests:${password}@${HOST}:${ports[0]}/postgres`, servers, stop }
}

async function keepServer({ programs, folder, owner, name, port, settings, say, restarts, state }) {
  const args = Object.entries({ ...settings, listen_addresses: HOST, port: String(port) }).flatMap(
    ([setting, value]) => ['-c', `${setting}=${value}`],
  )
  let child
  let isUp = false
  let over = Promise.resolve()
  const start = () =>
    new Promise((resolve, reject) => {
      const started = spawn(
        path.join(programs, 'postgres'),
        ['-D', path.join(folder, name), ...args],
        {
          ...owner,
          cwd: folder,
          env: { PATH: process.env['PATH'], LC_ALL: 'C', HOME: folder },
          stdio: ['ignore', 'ignore', 'pipe'],
        },
      )
      child = started
      let text = ''
      const late = setTimeout(() => reject(new Plain(`${name} does not start: ${text}`)), START_MS)
      // Read to its end: a full pipe would stop the server.
      started.stderr.setEncoding('utf8').on('data', (chunk) => {
        text = (text + chunk).slice(-10_000)
        if (!/ready to accept (?:read-only )?connections/.test(text)) return
        clearTimeout(late)
        isUp = true
        resolve(undefined)
      })
      over = new Promise((ended) =>
        started.on('exit', (code, signal) => {
          clearTimeout(late)
          isUp = false
          reject(new Plain(`${name} ended with ${code ?? signal}: ${text}`))
          ended(undefined)
          if (restarts && !state.isStopping) again(code ?? signal)
        }),
      )
    })
  const again = (why) => {
    say(`${name} ended with ${why}; starting it again …`)
    setTimeout(() => void (state.isStopping || start().catch(() => {})), RETRY_MS)
  }
  await start()
  return {
    name,
    port,
    child: () => child,
    isUp: () => isUp,
    start,
    async end() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGINT')
      await over
    },
  }
}
