import { beforeEach, describe, expect, it } from 'vitest'
import { createKeyedQueue } from './keyedQueue.ts'

/** Work that runs until a test ends it. */
function createWork() {
  const begun: string[] = []
  const ends = new Map<
    string,
    { resolve: (text: string) => void; reject: (error: Error) => void }
  >()
  return {
    begun,
    run: (name: string) => () => {
      begun.push(name)
      return new Promise<string>((resolve, reject) => ends.set(name, { resolve, reject }))
    },
    end: (name: string) => ends.get(name)?.resolve(name),
    fail: (name: string) => ends.get(name)?.reject(new Error(name)),
  }
}
/** Lets what is ready run. */
const turn = () => new Promise<void>((resolve) => void setImmediate(resolve))

let work: ReturnType<typeof createWork>
beforeEach(() => {
  work = createWork()
})

describe('a queue for each key', () => {
  it('runs one after the other, in the order they came', async () => {
    const queue = createKeyedQueue({ maxWaiting: 5 })
    const all = ['a', 'b', 'c'].map(async (name) => queue.enter('k', work.run(name)))
    await turn()
    expect(work.begun).toEqual(['a'])
    work.end('a')
    await turn()
    expect(work.begun).toEqual(['a', 'b'])
    work.end('b')
    await turn()
    work.end('c')
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c'])
  })

  it('runs those of other keys meanwhile', async () => {
    const queue = createKeyedQueue({ maxWaiting: 0 })
    void queue.enter('k', work.run('a'))
    void queue.enter('l', work.run('b'))
    await turn()
    expect(work.begun).toEqual(['a', 'b'])
  })

  it('refuses who would be one too many, and runs nothing of it', async () => {
    const queue = createKeyedQueue({ maxWaiting: 1 })
    const [first, second] = [queue.enter('k', work.run('a')), queue.enter('k', work.run('b'))]
    expect(queue.enter('k', work.run('c'))).toBeUndefined()
    await turn()
    work.end('a')
    await first
    await turn()
    const third = queue.enter('k', work.run('d'))
    expect(third).toBeDefined()
    work.end('b')
    await second
    await turn()
    work.end('d')
    await third
    expect(work.begun).toEqual(['a', 'b', 'd'])
  })

  it('lets nobody wait where that is not allowed', async () => {
    const queue = createKeyedQueue({ maxWaiting: 0 })
    const first = queue.enter('k', work.run('a'))
    expect(queue.enter('k', work.run('b'))).toBeUndefined()
    work.end('a')
    await first
    await turn()
    expect(queue.enter('k', work.run('c'))).toBeDefined()
  })

  it('goes on behind one that failed, whose error is its own', async () => {
    const queue = createKeyedQueue({ maxWaiting: 5 })
    const first = queue.enter('k', work.run('a'))
    const second = queue.enter('k', work.run('b'))
    await turn()
    work.fail('a')
    await expect(first).rejects.toThrow('a')
    await turn()
    work.end('b')
    expect(await second).toBe('b')
  })

  it('goes on behind one that throws before it waits', async () => {
    const queue = createKeyedQueue({ maxWaiting: 5 })
    const first = queue.enter('k', () => {
      throw new Error('at once')
    })
    await expect(first).rejects.toThrow('at once')
    expect(await queue.enter('k', async () => 'next')).toBe('next')
  })
})

describe('a queue of which several run', () => {
  it('runs as many as it is wide, then who waits longest', async () => {
    const queue = createKeyedQueue({ maxWaiting: 2, width: 2 })
    const all = ['a', 'b', 'c', 'd'].map(async (name) => queue.enter('k', work.run(name)))
    expect(queue.enter('k', work.run('e'))).toBeUndefined()
    await turn()
    expect(work.begun).toEqual(['a', 'b'])
    work.end('b')
    await turn()
    expect(work.begun).toEqual(['a', 'b', 'c'])
    work.end('a')
    await turn()
    expect(work.begun).toEqual(['a', 'b', 'c', 'd'])
    for (const name of ['c', 'd']) work.end(name)
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('gives a free place to who waits, not to who comes', async () => {
    const queue = createKeyedQueue({ maxWaiting: 9 })
    const first = queue.enter('k', work.run('a'))
    void queue.enter('k', work.run('b'))
    await turn()
    work.end('a')
    await first
    void queue.enter('k', work.run('c'))
    await turn()
    expect(work.begun).toEqual(['a', 'b'])
  })
})
