import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../platform/server/freePort.ts'
import { canSlowSync, makeSlowSync, type SlowSync } from './slowSync.ts'

/**
 * A Postgres server of one test's own, that the test may kill, stop and start again on the same
 * data.
 */
export interface TestPostgres {
  readonly url: string
  /** SIGKILL to every process of it. */
  kill(): Promise<void>
  /** SIGSTOP to every process of it: connections stay open and nothing answers. */
  pause(): void
  resume(): void
  /** Its disk, which may sync late; `undefined` where this machine has no compiler. */
  readonly slowSync: SlowSync | undefined
  /** From now on no file of it grows, as on a full disk, until it is started again. */
  fill(): void
  start(): Promise<void>
  /** A base backup with the log that it needs, taken while the server works. @returns its folder */
  backUp(): Promise<string>
  /** Kills the server, removes its data, and starts it on a backup. */
  restore(backup: string): Promise<void>
  /** Ends it and removes its data. */
  remove(): Promise<void>
}

const DEBIAN = '/usr/lib/postgresql'

/** The folder of Postgres' programs, where this machine has them. */
export const findPostgresPrograms = (): string | undefined => folderWith(['initdb', 'postgres'])

/** The first folder of the path or of Debian's versions that has all of the programs. */
function folderWith(programs: readonly string[]): string | undefined {
  const versions = existsSync(DEBIAN)
    ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a))
    : []
  const folders = [
    ...(process.env['PATH'] ?? '').split(path.delimiter),
    ...versions.map((version) => path.join(DEBIAN, version, 'bin')),
  ]
  return folders.find(
    (folder) => folder !== '' && programs.every((each) => existsSync(path.join(folder, each))),
  )
}

export async function startPostgres(
  programs: string,
  { fsync = 'off' }: { readonly fsync?: 'on' | 'off' } = {},
): Promise<TestPostgres> {
  // Postgres refuses to run as root.
  const owner: { readonly uid?: number; readonly gid?: number } =
    process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {}
  const folder = mkdtempSync(path.join('/tmp', 'outage-postgres-'))
  const data = path.join(folder, 'data')
  const slowSync = canSlowSync ? makeSlowSync(folder) : undefined
  const options = {
    ...owner,
    cwd: folder,
    env: { PATH: process.env['PATH'], LC_ALL: 'C', HOME: folder, ...slowSync?.environment },
  }
  mkdirSync(data, { mode: 0o700 })
  writeFileSync(path.join(folder, 'password'), 'secret', { mode: 0o600 })
  if (owner.uid !== undefined) {
    for (const file of [folder, data, path.join(folder, 'password')])
      chownSync(file, owner.uid, owner.gid ?? owner.uid)
  }
  const cluster = [
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
  ]
  await promisify(execFile)(path.join(programs, 'initdb'), cluster, options)
  const port = await freePort()
  const settings = {
    fsync,
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 100,
  }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const backups: string[] = []
  let server: ChildProcess

  const processes = (): number[] =>
    server.pid === undefined ? [] : [server.pid, ...childrenOf(server.pid)]
  const signal = (name: NodeJS.Signals) => {
    for (const pid of processes()) trySignal(pid, name)
  }
  const kill = async () => {
    const hasEnded = server.exitCode !== null || server.signalCode !== null
    const ended = hasEnded ? undefined : new Promise((resolve) => server.once('exit', resolve))
    // A stopped server starts no further process meanwhile.
    if (!hasEnded && server.pid !== undefined) trySignal(server.pid, 'SIGSTOP')
    const killed = processes()
    for (const pid of killed) trySignal(pid, 'SIGKILL')
    await ended
    // Another server is refused while one of them is attached to the shared memory.
    while (killed.some(isRunning)) await setTimeout(5)
  }
  const start = async () => {
    server = spawn(path.join(programs, 'postgres'), ['-D', data, ...args], {
      ...options,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    await ready(server)
  }
  await start()
  const url = `postgres://tests:secret@127.0.0.1:${port}/postgres`
  return {
    url,
    kill,
    async backUp() {
      const backup = mkdtempSync(path.join('/tmp', 'backup-postgres-'))
      backups.push(backup)
      if (owner.uid !== undefined) chownSync(backup, owner.uid, owner.gid ?? owner.uid)
      const args = ['-d', url, '-D', backup, '-X', 'stream', '-c', 'fast', '--no-sync']
      const folder = folderWith(['pg_basebackup']) ?? programs
      await promisify(execFile)(path.join(folder, 'pg_basebackup'), args, options)
      return backup
    },
    async restore(backup) {
      await kill()
      rmSync(data, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
      cpSync(backup, data, { recursive: true })
      for (const file of readdirSync(data, { recursive: true, encoding: 'utf8' }))
        if (owner.uid !== undefined) chownSync(path.join(data, file), owner.uid, owner.gid ?? 0)
      if (owner.uid !== undefined) chownSync(data, owner.uid, owner.gid ?? 0)
      chmodSync(data, 0o700)
      await start()
    },
    slowSync,
    fill() {
      for (const pid of processes())
        execFileSync('prlimit', ['--pid', String(pid), '--fsize=0:unlimited'], owner)
    },
    pause: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    start,
    async remove() {
      signal('SIGCONT')
      await kill()
      for (const each of [folder, ...backups])
        rmSync(each, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

/** None of a process that has ended. */
function childrenOf(pid: number): number[] {
  return (readProcess(pid, `task/${pid}/children`) ?? '').split(' ').filter(Boolean).map(Number)
}

/** Whether a process still holds memory: a zombie has ended but was not waited for. */
function isRunning(pid: number): boolean {
  const state = readProcess(pid, 'stat')?.split(') ').at(-1)?.[0]
  return state !== undefined && state !== 'Z' && state !== 'X'
}

function readProcess(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return undefined
  }
}

function trySignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended meanwhile.
  }
}

function idOf(which: string): number {
  return Number(execFileSync('id', [which, 'nobody']).toString())
}

/** Its own line says when connections are taken. */
function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = ''
    server.once('exit', (code) => reject(new Error(`Postgres ended with ${code}: ${text}`)))
    // Read to its end: a full pipe would stop the server.
    server.stderr!.on('data', (chunk: Buffer) => {
      // The last of it: clients that wait for it may cause much.
      text = (text + chunk.toString()).slice(-10_000)
      if (text.includes('ready to accept connections')) resolve()
    })
  })
}
