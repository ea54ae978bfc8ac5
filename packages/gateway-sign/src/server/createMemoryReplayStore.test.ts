import { createManualClock } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { createMemoryReplayStore } from './createMemoryReplayStore.ts'

const setUp = () => {
  const clock = createManualClock()
  return { clock, store: createMemoryReplayStore({ clock }) }
}

describe('replay store (row 6) (wire 7)', () => {
  it('accepts a key once', async () => {
    const { store } = setUp()
    expect([
      await store.claim('a', 100),
      await store.claim('a', 100),
      await store.claim('b', 100),
    ]).toEqual([true, false, true])
  })

  it('accepts one of many concurrent claims', async () => {
    const { store } = setUp()
    const claims = await Promise.all(Array.from({ length: 50 }, () => store.claim('a', 100)))
    expect(claims.filter(Boolean)).toHaveLength(1)
  })

  it('accepts a key again exactly after its lifetime', async () => {
    const { store, clock } = setUp()
    await store.claim('a', 100)
    await clock.advance(99)
    expect(await store.claim('a', 100)).toBe(false)
    await clock.advance(1)
    expect(await store.claim('a', 100)).toBe(true)
  })

  it('ignores the wall clock', async () => {
    const { store, clock } = setUp()
    await store.claim('a', 100)
    clock.jump(86_400_000)
    expect(await store.claim('a', 100)).toBe(false)
  })

  it('removes expired keys without a timer', async () => {
    const { store, clock } = setUp()
    for (let index = 0; index < 1_000; index++) await store.claim(`k${index}`, 100)
    expect(store.size()).toBe(1_000)
    await clock.advance(100)
    await store.claim('one more', 100)
    expect(store.size()).toBe(1)
    expect(clock.pendingTimers()).toBe(0)
  })

  it('removes short-lived keys behind a long-lived one', async () => {
    const { store, clock } = setUp()
    await store.claim('a day', 86_400_000)
    for (let index = 0; index < 1_000; index++) await store.claim(`k${index}`, 100)
    await clock.advance(100)
    await store.claim('one more', 100)
    expect(store.size()).toBe(2)
  })

  it('rejects a key claimed with another lifetime', async () => {
    const { store } = setUp()
    await store.claim('a', 1_000)
    expect(await store.claim('a', 10)).toBe(false)
  })

  it("applies each key's own lifetime", async () => {
    const { store, clock } = setUp()
    await store.claim('long', 1_000)
    await store.claim('short', 10)
    await clock.advance(10)
    expect(await store.claim('short', 10)).toBe(true)
    expect(await store.claim('long', 10)).toBe(false)
  })
})
