import { appendFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createManualClock, type ManualClock } from '@x/kit/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createJournalledReplayStore } from './createJournalledReplayStore.ts'

const TTL = 220_000
let dir: string
let clock: ManualClock
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'replay-'))
  clock = createManualClock()
})
afterEach(() => rm(dir, { recursive: true, force: true }))
const open = () => createJournalledReplayStore({ dir, clock })

describe('wire 7 row 6: the replay set of one node', () => {
  it('takes a key once within its lifetime, and again after it', async () => {
    const store = open()
    expect(await store.claim('a', TTL)).toBe(true)
    expect(await store.claim('a', TTL)).toBe(false)
    clock.jump(TTL - 1)
    expect(await store.claim('a', TTL)).toBe(false)
    clock.jump(1)
    expect(await store.claim('a', TTL)).toBe(true)
    store.close()
  })

  it('of many at once one wins', async () => {
    const store = open()
    const claims = await Promise.all(Array.from({ length: 50 }, () => store.claim('same', TTL)))
    expect(claims.filter(Boolean)).toHaveLength(1)
    store.close()
  })

  it('is known to the next process, though this one never closed', async () => {
    await open().claim('key with\nany "text"', TTL)
    expect(await open().claim('key with\nany "text"', TTL)).toBe(false)
  })

  it('reads on behind a line that a crash cut short', async () => {
    await open().claim('a', TTL)
    await appendFile(path.join(dir, 'replay.log'), '[123,"cut')
    const store = open()
    expect(await store.claim('a', TTL)).toBe(false)
    expect(await store.claim('b', TTL)).toBe(true)
  })

  it('turns its files, and forgets nothing that lives', async () => {
    const store = open()
    await store.claim('old', TTL)
    clock.jump(500_000)
    await store.claim('young', TTL)
    clock.jump(100_000)
    await store.claim('younger', TTL)
    expect(await readFile(path.join(dir, 'replay.old.log'), 'utf8')).toContain('young')
    expect(await readFile(path.join(dir, 'replay.log'), 'utf8')).not.toContain('"young"')
    const next = open()
    expect(await next.claim('young', TTL)).toBe(false)
    expect(await next.claim('younger', TTL)).toBe(false)
    expect(await next.claim('old', TTL)).toBe(true)
  })

  it('keeps for a day what is claimed for a day, through every turn of its files and into the next process', async () => {
    const store = open()
    await store.claim('day', 86_400_000)
    for (let hour = 0; hour < 23; hour++) {
      clock.jump(3_600_000)
      await store.claim(`${hour}`, TTL)
      expect(await store.claim('day', TTL)).toBe(false)
    }
    expect(await open().claim('day', TTL)).toBe(false)
    clock.jump(3_600_000)
    expect(await open().claim('day', TTL)).toBe(true)
  })

  it('does not grow without end', async () => {
    const store = open()
    for (let minute = 0; minute < 60; minute++) {
      clock.jump(60_000)
      for (let each = 0; each < 20; each++) await store.claim(`${minute}:${each}`, TTL)
    }
    const sizes = await Promise.all(['replay.log', 'replay.old.log'].map(async (name) => (await stat(path.join(dir, name))).size))
    expect(Math.max(...sizes)).toBeLessThan(20 * 12 * 40)
  })
})
