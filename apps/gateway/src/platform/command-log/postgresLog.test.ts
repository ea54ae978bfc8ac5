import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { browserClock } from '@x/kit/browser'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CommandLog } from '../../exchange/ports/CommandLog.ts'
import { describeCommandLog, textsOf } from '../../testing/commandLogContract.ts'
import { batchAt } from '../../testing/logBatches.ts'
import { openServerTestDatabase } from '../../testing/openServerTestDatabase.ts'
import {
  findPostgresPrograms,
  startPostgres,
  type TestPostgres,
} from '../../testing/startPostgres.ts'
import type { Database } from '../db/Database.ts'
import { silentLog } from '../log/Log.ts'
import { openPostgresLog } from './openPostgresLog.ts'

const SERVER = process.env['TEST_DATABASE_URL'] ?? ''
const programs = findPostgresPrograms()
const child = fileURLToPath(new URL('../../testing/logWriterChild.ts', import.meta.url))

const openAt = (url: string, options: { readonly timeoutMs?: number } = {}) =>
  openPostgresLog({ url, clock: browserClock(), log: silentLog, ...options })

describe.skipIf(SERVER === '')('on a Postgres server', () => {
  describeCommandLog('Postgres', async () => {
    const db = await openServerTestDatabase(SERVER)
    const logs: CommandLog[] = []
    const open = async () => {
      const log = await openAt(db.url)
      logs.push(log)
      return log
    }
    const close = async () => {
      for (const log of logs.splice(0)) await log.close()
    }
    return {
      open,
      reopen: async () => (await close(), open()),
      remove: async () => (await close(), db.close()),
    }
  })

  let db: Database & { readonly url: string }
  let log: Awaited<ReturnType<typeof openAt>>
  beforeEach(async () => {
    db = await openServerTestDatabase(SERVER)
    log = await openAt(db.url)
  })
  afterEach(async () => {
    await log.close()
    await db.close()
  })

  it('keeps the logs of two shards apart', async () => {
    expect(await log.append(1, batchAt(0, { texts: ['one'] }))).toBe('ok')
    expect(await log.append(0, batchAt(1, { texts: ['late'] }))).toBe('fenced')
    expect(await log.append(0, batchAt(0, { texts: ['zero'] }))).toBe('ok')
    expect(await textsOf(log)).toEqual(['zero'])
  })

  it('begins an empty log after the record of a snapshot, once', async () => {
    expect(await log.beginAfter(0, 40)).toBe(true)
    expect(await log.beginAfter(0, 50)).toBe(false)
    expect(await log.append(0, batchAt(0, { texts: ['a'] }))).toBe('fenced')
    expect(await log.append(0, batchAt(40, { texts: ['a', 'b'] }))).toBe('ok')
    expect(await textsOf(log, 41)).toEqual(['a', 'b'])
    expect(await textsOf(log, 42)).toEqual(['b'])
    await expect(textsOf(log, 40)).rejects.toMatchObject({ code: 'GAP' })
  })

  it('reports a batch whose bytes changed in the table (CR0)', async () => {
    await log.append(0, batchAt(0, { texts: ['a', 'b'] }))
    await db.query('update command_log set bytes = set_byte(bytes, 30, get_byte(bytes, 30) # 1)')
    await expect(textsOf(log)).rejects.toMatchObject({ code: 'CORRUPT' })
  })

  it('reports a batch that is missing between two others', async () => {
    for (let after = 0; after < 5; after++) await log.append(0, batchAt(after, { texts: ['a'] }))
    await db.query('delete from command_log where after = 2')
    await expect(textsOf(log)).rejects.toMatchObject({ code: 'GAP' })
  })

  it('reads more batches than one question answers', async () => {
    for (let after = 0; after < 100; after++)
      await log.append(0, batchAt(after, { texts: [`${after}`] }))
    expect(await textsOf(log, 3)).toHaveLength(98)
  })

  it('finds its own batch again where the answer was lost (SR9)', async () => {
    await db.query(`create function cut() returns trigger language plpgsql as $$ begin
      perform pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'x-gateway command log, append' and datname = current_database();
      return null; end $$`)
    await log.append(0, batchAt(0, { texts: ['a'] }))
    // The backend ends itself after the row was written and before its answer.
    await db.query(`create constraint trigger cut after insert on command_log
      deferrable initially deferred for each row execute function cut()`)
    const pending = log.append(0, batchAt(1, { texts: ['b'] }))
    await expect
      .poll(async () => (await db.query('select 1 from command_log')).length)
      .toBeGreaterThan(0)
    await db.query('drop trigger cut on command_log')
    expect(await pending).toBe('ok')
    expect(await textsOf(log)).toEqual(['a', 'b'])
  })

  it('loses nothing acknowledged when its writer is killed (CR0)', async () => {
    for (let round = 1; round <= 3; round++) {
      const writer = spawn(
        process.execPath,
        ['--conditions=x-source', '--disable-warning=ExperimentalWarning', child, db.url],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      )
      const ended = once(writer, 'exit')
      let acknowledged = 0
      let lines = 0
      for await (const line of createInterface({ input: writer.stdout })) {
        acknowledged = Number(line)
        if (++lines === 30) writer.kill('SIGKILL')
      }
      await ended
      const texts = await textsOf(log)
      expect(texts.length).toBeGreaterThanOrEqual(acknowledged)
      expect(acknowledged).toBeGreaterThanOrEqual(30 * round)
      expect(texts.map(Number)).toEqual(texts.map((_, at) => at + 1))
    }
  })
})

describe.skipIf(programs === undefined)('when its server dies', () => {
  let server: TestPostgres
  beforeEach(async () => void (server = await startPostgres(programs!)))
  afterEach(() => server.remove())

  it('goes on appending once its server is back (CR0)', async () => {
    const log = await openAt(server.url, { timeoutMs: 1_000 })
    expect(await log.append(0, batchAt(0, { texts: ['a'] }))).toBe('ok')
    await server.kill()
    const pending = log.append(0, batchAt(1, { texts: ['b'] }))
    await server.start()
    expect(await pending).toBe('ok')
    expect(await textsOf(log)).toEqual(['a', 'b'])
    await log.close()
  })

  it('acknowledges nothing while both standbys are gone, then each batch once (CR0)', async () => {
    const operator = new pg.Client({ connectionString: server.url })
    const other = new pg.Client({ connectionString: server.url })
    await Promise.all([operator.connect(), other.connect()])
    const waiting = async () =>
      (
        await operator.query(
          "select from pg_stat_activity where wait_event in ('SyncRep', 'transactionid')",
        )
      ).rowCount
    /** Settings apply a while after they were reloaded: answers a commit that waits. */
    const untilCommitsWait = async () => {
      for (;;) {
        let isDone = false
        const commit = other
          .query("select pg_logical_emit_message(true, 'test', 'test')")
          .then(() => (isDone = true))
        await expect.poll(async () => isDone || Number(await waiting()) > 0).toBe(true)
        if (!isDone) return { commit }
      }
    }
    const nameStandbys = async (names: string) => {
      await operator.query(`alter system set synchronous_standby_names = '${names}'`)
      await operator.query('select pg_reload_conf()')
    }
    const log = await openAt(server.url, { timeoutMs: 1_000 })
    expect(await log.append(0, batchAt(0, { texts: ['a'] }))).toBe('ok')
    await nameStandbys('ANY 1 (s1, s2)')
    const { commit } = await untilCommitsWait()
    let outcome: string | undefined
    const pending = log
      .append(0, batchAt(1, { texts: ['b'] }))
      .then((appended) => (outcome = appended))
    // The first try waits for a standby, and a later one for the first.
    await expect.poll(waiting).toBeGreaterThan(2)
    expect(outcome).toBeUndefined()
    await nameStandbys('')
    expect(await pending).toBe('ok')
    await commit
    expect(await textsOf(log)).toEqual(['a', 'b'])
    await Promise.all([log.close(), operator.end(), other.end()])
  })

  it('is fenced when another wrote while its server stood still', async () => {
    const log = await openAt(server.url, { timeoutMs: 300 })
    const other = await openAt(server.url)
    await log.append(0, batchAt(0, { texts: ['a'] }))
    await other.append(0, batchAt(1, { texts: ['other'], epoch: 1 }))
    server.pause()
    const pending = log.append(0, batchAt(1, { texts: ['mine'] }))
    server.resume()
    expect(await pending).toBe('fenced')
    expect(await textsOf(other)).toEqual(['a', 'other'])
    await Promise.all([log.close(), other.close()])
  })
})
