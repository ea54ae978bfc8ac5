import { createManualClock, type ManualClock } from '@x/kit/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMemoryTtlStore } from './createMemoryTtlStore.ts'

let clock: ManualClock
let store: ReturnType<typeof createMemoryTtlStore>
beforeEach(() => {
  clock = createManualClock()
  store = createMemoryTtlStore({ clock, capacity: 100 })
})
const ttlMs = 1_000

describe('the expiring store', () => {
  it('forgets at the end of the lifetime', async () => {
    await store.set('a', { n: 1 }, { ttlMs })
    await clock.advance(999)
    expect(await store.get('a')).toEqual({ n: 1 })
    await clock.advance(1)
    expect(await store.get('a')).toBeUndefined()
    expect(store.size()).toBe(0)
  })
  it('does not care about the wall clock', async () => {
    await store.set('a', 1, { ttlMs })
    clock.jump(86_400_000)
    expect(await store.get('a')).toBe(1)
  })
  it('gives a value away once', async () => {
    await store.set('a', 'x', { ttlMs })
    const taken = await Promise.all([store.take('a'), store.take('a'), store.take('a')])
    expect(taken).toEqual(['x', undefined, undefined])
  })
  it('keeps copies: what was handed in or out may change', async () => {
    const value = { list: [1] }
    await store.set('a', value, { ttlMs })
    value.list.push(2)
    const read = await store.get<{ list: number[] }>('a')
    read?.list.push(3)
    expect(await store.get('a')).toEqual({ list: [1] })
  })
  it('counts in windows that the first increment opens', async () => {
    expect(await store.count('c')).toEqual({ count: 0, expiresInMs: 0 })
    expect(await store.increment('c', { ttlMs })).toEqual({ count: 1, expiresInMs: 1_000 })
    await clock.advance(400)
    expect(await store.increment('c', { ttlMs })).toEqual({ count: 2, expiresInMs: 600 })
    expect(await store.count('c')).toEqual({ count: 2, expiresInMs: 600 })
    await clock.advance(600)
    expect(await store.increment('c', { ttlMs })).toEqual({ count: 1, expiresInMs: 1_000 })
  })
  it('removes', async () => {
    await store.set('a', 1, { ttlMs })
    await store.remove('a')
    expect(await store.get('a')).toBeUndefined()
  })
  it('lets the oldest go beyond its capacity', async () => {
    for (let index = 0; index < 150; index++) await store.set(`k${index}`, index, { ttlMs })
    expect(store.size()).toBe(100)
    expect(await store.get('k49')).toBeUndefined()
    expect(await store.get('k50')).toBe(50)
  })
  it('keeps a count that is used beyond its capacity, and its window', async () => {
    await store.increment('counted', { ttlMs })
    await clock.advance(400)
    for (let index = 0; index < 300; index++) {
      await store.set(`flood${index}`, index, { ttlMs })
      if (index % 50 === 0) await store.increment('counted', { ttlMs })
    }
    expect(store.size()).toBe(100)
    expect(await store.count('counted')).toEqual({ count: 7, expiresInMs: 600 })
  })
  it('replaces a value beyond its capacity without losing another', async () => {
    for (let index = 0; index < 100; index++) await store.set(`k${index}`, index, { ttlMs })
    await store.set('k7', 'new', { ttlMs })
    expect(store.size()).toBe(100)
    expect([await store.get('k0'), await store.get('k7')]).toEqual([0, 'new'])
  })
  it('reads back what a value of any kind was', async () => {
    for (const value of [0, '', false, null, [1, [2]], { a: { b: 3n } }]) {
      await store.set('a', value, { ttlMs })
      expect(await store.get('a')).toEqual(value)
    }
  })
  it('begins a count anew over what was no number', async () => {
    await store.set('a', 'text', { ttlMs })
    expect((await store.increment('a', { ttlMs, by: 5 })).count).toBe(5)
    expect((await store.count('a')).count).toBe(5)
  })
  it('sweeps what nobody asks for again', async () => {
    const large = createMemoryTtlStore({ clock })
    for (let index = 0; index < 999; index++) await large.set(`k${index}`, index, { ttlMs })
    await clock.advance(1_000)
    await large.set('last', 1, { ttlMs })
    expect(large.size()).toBe(1)
  })
})
