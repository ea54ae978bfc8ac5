import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createRequire } from 'node:module'
import { afterEach, expect, it } from 'vitest'
import { hasNats, startNats } from './nats.mjs'
import { findPostgres, makeFolder, remove } from '../bootstrap/postgres.mjs'
import { linkLibraries } from './postgresFromNpm.mjs'
import { startQuorum } from './postgresQuorum.mjs'
import { readCounts } from './readCounts.mjs'

/** The gateway's: the tools have none. */
const { Client } = createRequire(new URL('../../apps/gateway/package.json', import.meta.url))(
  'pg',
) as typeof import('pg')

let home: string | undefined
afterEach(() => home !== undefined && rmSync(home, { recursive: true, force: true }))

it('names the libraries of a package as its list says, once', () => {
  home = mkdtempSync(path.join(tmpdir(), 'libraries-'))
  linkLibraries(home)
  mkdirSync(path.join(home, 'native/lib'), { recursive: true })
  writeFileSync(path.join(home, 'native/lib/libpq.so.5.18'), 'library')
  const target = 'native/lib/libpq.so.5'
  writeFileSync(
    path.join(home, 'native/pg-symlinks.json'),
    JSON.stringify([{ source: 'native/lib/libpq.so.5.18', target }]),
  )
  linkLibraries(home)
  linkLibraries(home)
  expect(readlinkSync(path.join(home, target))).toBe('libpq.so.5.18')
  expect(existsSync(path.join(home, target))).toBe(true)
})

it.skipIf(!hasNats())('starts NATS servers of which each passes on to the other', async () => {
  const nats = await startNats(2)
  try {
    const [one = '', two = ''] = nats.url.split(',')
    const [first, second] = [open(one), open(two)]
    await Promise.all([said(first, /INFO /), said(second, /INFO /)])
    const received = said(second, /MSG a 1 2\r\nhi/)
    second.write('CONNECT {"verbose":false}\r\nSUB a 1\r\n')
    first.write('CONNECT {"verbose":false}\r\n')
    const sending = setInterval(() => first.write('PUB a 2\r\nhi\r\n'), 50)
    await received
    clearInterval(sending)
    first.destroy()
    second.destroy()
  } finally {
    await nats.stop()
  }
})

const programs = findPostgres()

it.skipIf(programs === undefined)(
  'commits with one standby of two, with none it waits',
  async () => {
    const { owner, folder } = makeFolder()
    const password = 'secret'
    const quorum = await startQuorum(programs ?? '', { folder, owner, password, restarts: false })
    const client = new Client({ connectionString: quorum.url })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('create table note (id integer)')
      const [, one, two] = quorum.servers
      const kill = async (server: typeof one) => {
        const ended = once(server?.child() ?? raise(), 'exit')
        server?.child().kill('SIGKILL')
        await ended
      }
      await kill(one)
      await client.query('insert into note values (1)')
      await kill(two)
      let isAnswered = false
      const waiting = client.query('insert into note values (2)').then(() => (isAnswered = true))
      const other = new Client({ connectionString: quorum.url })
      await other.connect()
      // It waits for a standby, and says so.
      await expect
        .poll(
          async () =>
            (await other.query("select 1 from pg_stat_activity where wait_event = 'SyncRep'")).rows
              .length,
          { timeout: 60_000 },
        )
        .toBe(1)
      expect(isAnswered).toBe(false)
      await one?.start()
      await waiting
      const { rows } = await other.query('select count(*)::int as count from note')
      expect(rows).toEqual([{ count: 2 }])
      await other.end()
      await two?.start()
    } finally {
      await client.end().catch(() => {})
      await quorum.stop()
      remove(folder)
    }
  },
  120_000,
)

function raise(): never {
  throw new Error('There is no such server.')
}

interface Talker {
  on(event: 'data', listener: (chunk: { toString(): string }) => void): unknown
  write(text: string): unknown
  destroy(): unknown
}

const open = (url: string): Talker => connect(Number(new URL(url).port), '127.0.0.1')

/** Resolves once the server has sent a text of this form. */
function said(client: Talker, pattern: RegExp): Promise<void> {
  let text = ''
  return new Promise((resolve) =>
    client.on('data', (chunk) => {
      text += chunk.toString()
      if (pattern.test(text)) resolve()
    }),
  )
}

it('starts three cores and two edges by default', () => {
  expect(readCounts({})).toEqual({ cores: 3, edges: 2 })
  expect(readCounts({ cores: '5', edges: '1' })).toEqual({ cores: 5, edges: 1 })
})

it.each(['0', '10', 'x', ''])('refuses %j cores', (cores) =>
  expect(() => readCounts({ cores })).toThrow('--cores must be a number from 1 to 9.'),
)
