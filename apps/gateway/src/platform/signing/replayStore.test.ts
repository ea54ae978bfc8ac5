import { appendFile, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createManualClock, type ManualClock } from '@x/kit/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createJournalledReplayStore } from './createJournalledReplayStore.ts'

const TTL = 220_000
const DAY = 86_400_000
let dir: string
let clock: ManualClock
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'replay-'))
  clock = createManualClock()
})
afterEach(() => rm(dir, { recursive: true, force: true }))
const open = () => createJournalledReplayStore({ dir, clock })

describe('row 6: the replay set of one node (wire 7)', () => {
  it('takes a key once within its lifetime, and again after it', async () => {
    const store = open()
    expect(await store.claim('a', TTL)).toBe(true)
    expect(await store.claim('a', TTL)).toBe(false)
    await clock.advance(TTL - 1)
    expect(await store.claim('a', TTL)).toBe(false)
    await clock.advance(1)
    expect(await store.claim('a', TTL)).toBe(true)
    store.close()
  })

  it('accepts one of many claims at once', async () => {
    const store = open()
    const claims = await Promise.all(Array.from({ length: 50 }, () => store.claim('same', TTL)))
    expect(claims.filter(Boolean)).toHaveLength(1)
    store.close()
  })

  it('is known to the next process, though this one never closed', async () => {
    await open().claim('key with\nany "text"', TTL)
    expect(await open().claim('key with\nany "text"', TTL)).toBe(false)
  })

  it('reads and writes on after a line that a crash cut short', async () => {
    await open().claim('a', TTL)
    const [file = ''] = await readdir(dir)
    await appendFile(path.join(dir, file), '[123,"cut')
    const store = open()
    expect(await store.claim('a', TTL)).toBe(false)
    expect(await store.claim('b', TTL)).toBe(true)
    const next = open()
    expect([await next.claim('a', TTL), await next.claim('b', TTL)]).toEqual([false, false])
  })

  it('forgets what has expired together with its file, and nothing that lives', async () => {
    const store = open()
    await store.claim('old', TTL)
    await clock.advance(500_000)
    await store.claim('young', TTL)
    await clock.advance(100_000)
    await store.claim('younger', TTL)
    const next = open()
    expect(await next.claim('young', TTL)).toBe(false)
    expect(await next.claim('younger', TTL)).toBe(false)
    expect(await next.claim('old', TTL)).toBe(true)
    await clock.advance(86_400_000)
    await store.claim('tomorrow', TTL)
    expect(await readdir(dir)).toHaveLength(1)
    await clock.advance(86_400_000)
    open()
    expect(await readdir(dir)).toEqual([])
  })

  it('keeps its files to the owner of the folder', async () => {
    const store = open()
    await store.claim('a', TTL)
    await store.claim('b', DAY)
    const files = await readdir(dir)
    expect(files).toHaveLength(2)
    for (const file of files) expect((await stat(path.join(dir, file))).mode & 0o077).toBe(0)
  })

  it('keeps a day’s claims through file rotation and a restart', async () => {
    const store = open()
    await store.claim('day', 86_400_000)
    for (let hour = 0; hour < 23; hour++) {
      await clock.advance(3_600_000)
      await store.claim(`${hour}`, TTL)
      expect(await store.claim('day', TTL)).toBe(false)
    }
    expect(await open().claim('day', TTL)).toBe(false)
    await clock.advance(3_600_000)
    expect(await open().claim('day', TTL)).toBe(true)
  })

  it('writes each claim once, however long it lives', async () => {
    const store = open()
    for (let each = 0; each < 200; each++) await store.claim(`day ${each}`, DAY)
    const [file = ''] = await readdir(dir)
    const before = await stat(path.join(dir, file))
    for (let minute = 0; minute < 23 * 60; minute += 5) {
      await clock.advance(300_000)
      await store.claim(`${minute}`, TTL)
    }
    const after = await stat(path.join(dir, file))
    expect([after.size, after.ino]).toEqual([before.size, before.ino])
    expect((await readFile(path.join(dir, file), 'utf8')).trim().split('\n')).toHaveLength(200)
  })

  it('reports how full the space for lasting claims is after restarts', async () => {
    const openSmall = () => createJournalledReplayStore({ dir, clock, mostLasting: 4 })
    const store = openSmall()
    for (const key of ['a', 'b', 'c', 'd', 'e']) await store.claim(key, TTL)
    expect(store.fill()).toBe(0)
    for (const key of ['f', 'g', 'h', 'h']) await store.claim(key, DAY)
    expect(store.fill()).toBe(0.75)
    expect(openSmall().fill()).toBe(0.75)
    await clock.advance(DAY + 14_400_000)
    expect(store.fill()).toBe(0)
  })

  it.each([
    ['a quarter of an hour forward and back', 900_000],
    ['a day and an hour forward and back', 25 * 3_600_000],
  ])('refuses a claim again after the wall clock went %s (SR17)', async (_, leap) => {
    const store = open()
    await store.claim('order', TTL)
    await store.claim('sealed', DAY)
    clock.jump(leap)
    // What comes in meanwhile is what makes a store tidy up.
    for (let each = 0; each < 3; each++) await store.claim(`meanwhile ${each}`, TTL)
    store.fill()
    clock.jump(-leap)
    await clock.advance(1_000)
    expect([await store.claim('order', TTL), await store.claim('sealed', DAY)]).toEqual([
      false,
      false,
    ])
    await clock.advance(TTL)
    expect(await store.claim('order', TTL)).toBe(true)
    store.close()
  })

  it('forgets in time after the wall clock was set back (SR17)', async () => {
    const store = open()
    await store.claim('order', TTL)
    clock.jump(-3_600_000)
    expect(await store.claim('order', TTL)).toBe(false)
    await clock.advance(TTL)
    expect(await store.claim('order', TTL)).toBe(true)
    store.close()
  })

  it('does not grow without end', async () => {
    const store = open()
    for (let minute = 0; minute < 60; minute++) {
      await clock.advance(60_000)
      for (let each = 0; each < 20; each++) await store.claim(`${minute}:${each}`, TTL)
    }
    const sizes = await Promise.all(
      (await readdir(dir)).map(async (name) => (await stat(path.join(dir, name))).size),
    )
    expect(sizes.length).toBeLessThanOrEqual(2)
    expect(Math.max(...sizes)).toBeLessThan(20 * 12 * 40)
  })
})
