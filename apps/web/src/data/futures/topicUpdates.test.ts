import { describe, expect, it } from 'vitest'
import type { RequestedMessage } from '../account-stream/userMessage.ts'
import { syncTopic, updated } from './topicUpdates.ts'

interface Item {
  readonly id: string
  readonly size: number
}

const rules = {
  keyOf: ({ id }: Item) => id,
  isKept: ({ size }: Item) => size > 0,
}
const message = (type: 'snapshot' | 'delta', data: readonly Item[]) => ({ type, data })
const BEFORE: readonly Item[] = [
  { id: 'a', size: 1 },
  { id: 'b', size: 2 },
]

describe('a list after a message', () => {
  it('is the snapshot, without what is over', () => {
    const next = updated(
      BEFORE,
      message('snapshot', [
        { id: 'c', size: 3 },
        { id: 'd', size: 0 },
      ]),
      rules,
    )
    expect(next).toEqual([{ id: 'c', size: 3 }])
  })

  it('has the changed item at its place', () => {
    const next = updated(BEFORE, message('delta', [{ id: 'a', size: 9 }]), rules)
    expect(next).toEqual([
      { id: 'a', size: 9 },
      { id: 'b', size: 2 },
    ])
  })

  it('has a new item at its end', () => {
    const next = updated(BEFORE, message('delta', [{ id: 'c', size: 3 }]), rules)
    expect(next.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  })

  it('removes what is over', () => {
    const next = updated(BEFORE, message('delta', [{ id: 'b', size: 0 }]), rules)
    expect(next.map(({ id }) => id)).toEqual(['a'])
  })

  it('keeps the objects of what did not change', () => {
    const next = updated(BEFORE, message('delta', [{ id: 'a', size: 9 }]), rules)
    expect(next[1]).toBe(BEFORE[1])
  })
})

/** A promise that the test settles. */
function deferred() {
  const settled = { resolve() {}, reject(_error: Error) {} }
  const promise = new Promise<void>((resolve, reject) =>
    Object.assign(settled, { resolve, reject }),
  )
  return {
    promise,
    resolve: () => settled.resolve(),
    reject: (error: Error) => settled.reject(error),
  }
}

/** A cache entry whose life the test decides, on a stream that the test speaks for. */
function openEntry() {
  const listeners = new Set<(message: RequestedMessage) => void>()
  const loaded = deferred()
  const removed = deferred()
  const entry = { data: BEFORE }
  const done = syncTopic<Item, readonly Item[]>(
    {
      extra: {
        userStream: {
          request: (_topic: string, listener: (message: RequestedMessage) => void) => {
            listeners.add(listener)
            return () => void listeners.delete(listener)
          },
        },
      },
      updateCachedData: (update) => void (entry.data = update(entry.data)),
      cacheDataLoaded: loaded.promise,
      cacheEntryRemoved: removed.promise,
    },
    { topic: 'positions', ...rules, items: { of: (all) => all, into: (_all, next) => next } },
  )
  const deliver = (type: 'snapshot' | 'delta', data: readonly Item[]) => {
    for (const listener of listeners)
      listener({ topic: 'positions', type, seq: 1, prevSeq: 0, data })
  }
  return { entry, listeners, loaded, removed, done, deliver }
}

describe('a list that follows its topic', () => {
  it('applies what came before its first answer after it', async () => {
    const { entry, loaded, done, deliver } = openEntry()
    deliver('snapshot', [{ id: 'z', size: 1 }])
    expect(entry.data).toBe(BEFORE)
    loaded.resolve()
    await done
    expect(entry.data).toEqual([{ id: 'z', size: 1 }])
  })

  it('applies what comes later at once', async () => {
    const { entry, loaded, done, deliver } = openEntry()
    loaded.resolve()
    await done
    deliver('delta', [{ id: 'a', size: 5 }])
    expect(entry.data[0]).toEqual({ id: 'a', size: 5 })
  })

  it('wants nothing of the stream once the entry is gone', async () => {
    const { listeners, loaded, removed, done } = openEntry()
    expect(listeners.size).toBe(1)
    loaded.resolve()
    await done
    removed.resolve()
    await removed.promise
    expect(listeners.size).toBe(0)
  })

  it('ends quietly where the entry goes before it has data', async () => {
    const { listeners, loaded, removed, done } = openEntry()
    removed.resolve()
    loaded.reject(new Error('removed'))
    await done
    expect(listeners.size).toBe(0)
  })
})
