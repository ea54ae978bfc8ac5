import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import {
  createHashWorkers,
  type HashSource,
  type HashWorkers,
  type HashWorkersOptions,
} from './hashWorkers.ts'
import { createPasswords } from './passwords.ts'

const started: HashWorkers[] = []
afterEach(async () => {
  await Promise.all(started.splice(0).map((workers) => workers.close()))
})
const start = (options: HashWorkersOptions = {}) => {
  const workers = createHashWorkers(options)
  started.push(workers)
  return workers
}
const from = (address: string, standing: HashSource['standing'] = 'unproved'): HashSource => ({
  address,
  standing,
})
const scrypt = (cost: number) => ({
  text: 'correct horse 7',
  salt: Buffer.alloc(16),
  bytes: 32,
  options: { N: 2 ** cost, r: 8, p: 1, maxmem: 2 ** (cost + 12) },
})
const codeOf = (outcome: Promise<unknown>) =>
  outcome.then(
    () => '0',
    (error: { code: string }) => error.code,
  )

describe('password hashing in worker threads (SR1)', () => {
  it('leaves the file thread pool free while many passwords wait (SR1)', async () => {
    const passwords = createPasswords({ cost: 14, workers: start({ deadlineMs: 60_000 }) })
    const dir = await mkdtemp(path.join(os.tmpdir(), 'hash-'))
    const file = await open(path.join(dir, 'journal'), 'w')
    let hashed = 0
    const hashes = Array.from({ length: 8 }, async (_, n) => {
      await passwords.hash('correct horse 7', from(`192.0.2.${n}`))
      hashed += 1
    })
    await file.write('order')
    await file.datasync()
    // In libuv's pool of four threads the write would come after at least four of them.
    expect(hashed).toBeLessThan(4)
    await Promise.all(hashes)
    await file.close()
    await rm(dir, { recursive: true })
  })

  it('refuses with the wait once jobs take longer than the deadline (SR1)', async () => {
    let now = 0
    const workers = start({ width: 1, deadlineMs: 3_000, monotonic: () => now })
    const first = workers.derive(scrypt(4), from('192.0.2.1'))
    now = 1_000
    await first
    // Each took one second: three wait, the fourth would wait longer than the deadline.
    const jobs = Array.from({ length: 5 }, (_, n) =>
      workers.derive(scrypt(4), from(`192.0.2.${n}`)),
    )
    expect(workers.expectedWaitMs(from('192.0.2.9'))).toBe(4_000)
    await expect(jobs.at(-1)).rejects.toMatchObject({ code: '42901', data: { retryAfter: 4 } })
    expect(await Promise.all(jobs.slice(0, 4).map(codeOf))).toEqual(['0', '0', '0', '0'])
  })

  it('serves the next behind a slow job, refuses overdue ones (SR1)', async () => {
    let now = 0
    const workers = start({ width: 1, deadlineMs: 3_000, monotonic: () => now })
    const slow = workers.derive(scrypt(4), from('192.0.2.1'))
    const next = codeOf(workers.derive(scrypt(4), from('192.0.2.2')))
    const late = codeOf(workers.derive(scrypt(4), from('192.0.2.3')))
    now = 4_000
    await slow
    expect([await next, await late]).toEqual(['0', '42901'])
  })

  it('refuses beyond the capacity of the queue (SR1)', async () => {
    const workers = start({ width: 1, capacity: 2 })
    const jobs = Array.from({ length: 5 }, (_, n) =>
      codeOf(workers.derive(scrypt(4), from(`192.0.2.${n}`))),
    )
    expect(await Promise.all(jobs)).toEqual(['0', '0', '0', '42901', '42901'])
  })

  it('serves another address after one job of a busy one (SR1)', async () => {
    const workers = start({ width: 1 })
    const done: string[] = []
    const job = async (address: string) => {
      await workers.derive(scrypt(4), from(address))
      done.push(address)
    }
    await Promise.all([...Array.from({ length: 10 }, () => job('192.0.2.1')), job('198.51.100.7')])
    expect(done.indexOf('198.51.100.7')).toBe(2)
  })

  it("repeats a dead thread's job once, then refuses (SR1)", async () => {
    const dir = await mkdtemp(path.join(os.tmpdir(), 'hash-'))
    const [program, flag] = [path.join(dir, 'program.mjs'), path.join(dir, 'died')]
    await writeFile(
      program,
      `
      import { existsSync, writeFileSync } from 'node:fs'
      import { parentPort } from 'node:worker_threads'
      parentPort.on('message', ({ id, text }) => {
        if (text === 'always') process.exit(1)
        if (text === 'once' && !existsSync(${JSON.stringify(flag)})) {
          writeFileSync(${JSON.stringify(flag)}, '')
          process.exit(1)
        }
        parentPort.postMessage({ id, hash: new Uint8Array(32) })
      })`,
    )
    const workers = start({ width: 1, program: pathToFileURL(program) })
    const outcomes = ['always', 'healthy', 'once'].map((text) =>
      codeOf(workers.derive({ ...scrypt(4), text }, from('192.0.2.1'))),
    )
    expect(await Promise.all(outcomes)).toEqual(['00006', '0', '0'])
    expect(existsSync(flag)).toBe(true)
    await rm(dir, { recursive: true })
  })

  it('answers what scrypt refuses as an error and goes on (SR1)', async () => {
    const workers = start({ width: 1 })
    await expect(
      workers.derive({ ...scrypt(4), options: { N: 3 } }, from('192.0.2.1')),
    ).rejects.toThrow('could not be hashed')
    expect(await codeOf(workers.derive(scrypt(4), from('192.0.2.1')))).toBe('0')
  })

  it.runIf(process.platform === 'linux')(
    'runs its threads at a lower priority than the process (SR1)',
    async () => {
      const threads = () =>
        readdirSync('/proc/self/task').filter(
          (thread) => os.getPriority(Number(thread)) === Math.min(19, os.getPriority() + 2),
        )
      const before = threads()
      await start({ width: 1 }).derive(scrypt(4), from('192.0.2.1'))
      expect(threads().filter((thread) => !before.includes(thread))).toHaveLength(1)
    },
  )

  it('ends its threads on close and refuses what waits (SR1)', async () => {
    const workers = start({ width: 1 })
    const jobs = Array.from({ length: 3 }, () =>
      codeOf(workers.derive(scrypt(10), from('192.0.2.1'))),
    )
    await workers.close()
    expect(await Promise.all(jobs)).toEqual(['00006', '00006', '00006'])
    expect(await codeOf(workers.derive(scrypt(4), from('192.0.2.1')))).toBe('42901')
  })
})
