import { afterEach, expect, it } from 'vitest'
import type { ClosableReplayStore } from '../platform/signing/ClosableReplayStore.ts'

export const TTL = 220_000
let count = 0
/** A key that nobody has claimed. */
export const fresh = () =>
  `["user","${'k'.repeat(32)}","trace ${process.pid} ${Date.now()} ${count++}"]`

/** What every shared store owes the verifier; `open` connects one more node. */
export function keepsItsPromise(open: () => Promise<ClosableReplayStore>): void {
  const opened: ClosableReplayStore[] = []
  const node = async () => {
    const store = await open()
    opened.push(store)
    return store
  }
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close()
  })

  it('takes a claim once, whichever node asks', async () => {
    const [first, second] = [await node(), await node()]
    const key = fresh()
    expect(await first.claim(key, TTL)).toBe(true)
    expect(await second.claim(key, TTL)).toBe(false)
    expect(await first.claim(key, TTL)).toBe(false)
  })

  it('accepts one of a hundred claims by four nodes at once', async () => {
    const nodes = [await node(), await node(), await node(), await node()]
    const key = fresh()
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, index) => nodes[index % 4]!.claim(key, TTL)),
    )
    expect(outcomes.filter(Boolean)).toHaveLength(1)
  })

  it('keeps claims apart that differ in one character', async () => {
    const store = await node()
    const key = fresh()
    expect([
      await store.claim(key, TTL),
      await store.claim(`${key} `, TTL),
      await store.claim(key.toUpperCase(), TTL),
    ]).toEqual([true, true, true])
  })

  it('takes it again when its time is over, and not before', async () => {
    const store = await node()
    const key = fresh()
    const from = performance.now()
    expect(await store.claim(key, 500)).toBe(true)
    const claims = () =>
      Promise.all([store.claim(key, TTL), store.claim(key, TTL), store.claim(key, TTL)])
    let taken = 0
    await expect.poll(async () => (taken += (await claims()).filter(Boolean).length)).toBe(1)
    // Clocks count whole milliseconds.
    expect(performance.now() - from).toBeGreaterThan(498)
    expect((await claims()).filter(Boolean)).toEqual([])
  })

  it('knows a claim after the node that made it has gone', async () => {
    const store = await open()
    const key = fresh()
    await store.claim(key, TTL)
    await store.close()
    expect(await (await node()).claim(key, TTL)).toBe(false)
  })

  it('takes keys of any text', async () => {
    const store = await node()
    for (const key of ['', "'; drop table replay_claim; --", '\0\r\n*1', 'é€'.repeat(5_000)]) {
      const own = fresh() + key
      expect([await store.claim(own, TTL), await store.claim(own, TTL)]).toEqual([true, false])
    }
  })
}
