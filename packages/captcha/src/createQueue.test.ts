import { getEventListeners } from 'node:events'
import { describe, expect, it, vi } from 'vitest'
import { createQueue } from './createQueue.ts'

function setUp(limit = 5) {
  const onWaiting = vi.fn()
  const queue = createQueue<string>({ limit, onWaiting })
  const finishers = new Map<string, (value: string) => void>()
  const join = (key: string, signal?: AbortSignal) =>
    queue.join({ key, signal, run: () => new Promise((resolve) => finishers.set(key, resolve)) })
  return {
    queue,
    join,
    onWaiting,
    finishers,
    turn: () => new Promise((resolve) => setTimeout(resolve, 0)),
  }
}

describe('createQueue', () => {
  it('runs one call at a time, in the order of arrival (C10)', async () => {
    const { join, finishers, turn } = setUp()
    const all = Promise.all([join('a'), join('b'), join('c')])
    for (const key of ['a', 'b', 'c']) {
      await turn()
      expect([...finishers.keys()].at(-1)).toBe(key)
      finishers.get(key)?.(key)
    }
    expect(await all).toEqual(['a', 'b', 'c'])
  })

  it('reports the number of waiting calls on change only', async () => {
    const { join, finishers, onWaiting, turn } = setUp()
    void join('a')
    expect(onWaiting).not.toHaveBeenCalled()
    void join('b')
    void join('c')
    await turn()
    finishers.get('a')?.('done')
    await turn()
    expect(onWaiting.mock.calls).toEqual([[1], [2], [1]])
  })

  it('accepts its limit of calls besides the running one (C10)', async () => {
    const { join } = setUp(1)
    void join('a')
    void join('b')
    await expect(join('c')).rejects.toMatchObject({ code: 'queue-full' })
    expect(join('b')).toBeInstanceOf(Promise)
  })

  it('leaves no listener on the signals of its callers (C11)', async () => {
    const { join, finishers, turn } = setUp()
    const { signal } = new AbortController()
    const result = join('a', signal)
    await turn()
    finishers.get('a')?.('done')
    await result
    await turn()
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  })

  it('ends running and waiting calls on dispose, then accepts new ones (C11)', async () => {
    const queue = createQueue<string>({ limit: 5, onWaiting: () => {} })
    const run = (signal: AbortSignal) =>
      new Promise<string>((_, reject) =>
        signal.addEventListener('abort', () => reject(new Error('ended'))),
      )
    const left = Promise.allSettled(
      ['a', 'b'].map((key) => queue.join({ key, signal: undefined, run })),
    )
    await new Promise((resolve) => setTimeout(resolve, 0))
    queue.dispose()
    expect((await left).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await queue.join({ key: 'a', signal: undefined, run: async () => 'served' })).toBe(
      'served',
    )
  })
})
