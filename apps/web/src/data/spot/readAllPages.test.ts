import { createMemoryStorage } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import type { DataServices } from '../store/dataServices.ts'
import { readAllPages } from './readAllPages.ts'

type Answer = { items: number[]; next: string | null; total?: number | null }

/** A list in pages; `onAsk` runs before a page is answered. */
function setUp(answers: readonly (Answer | Error)[], onAsk: (page: number) => void = () => {}) {
  const asked: object[] = []
  const session = { owner: '7' }
  const controller = new AbortController()
  const seen: unknown[] = []
  const get = async (path: string, options: { data: object }) => {
    asked.push({ path, ...options.data })
    onAsk(asked.length)
    const answer = answers[asked.length - 1]
    if (answer === undefined) throw new Error('Nothing more was to be asked for.')
    if (answer instanceof Error) throw answer
    return answer
  }
  const state = () => ({
    session: { status: 'user', user: { userId: session.owner }, realm: 'live' },
  })
  const run = () =>
    readAllPages<number>(
      (cursor) => ({ path: '/list', data: { limit: '2', ...(cursor && { cursor }) } }),
      { signal: controller.signal, onPage: (rows, progress) => seen.push([rows, progress]) },
    )(undefined as never, state as never, { client: { get } } as unknown as DataServices)
  return { run, asked, seen, controller, session, storage: createMemoryStorage() }
}

describe('a list read for a file', () => {
  it('is read to its end, one page after the other', async () => {
    const { run, asked, seen } = setUp([
      { items: [1, 2], next: 'a' },
      { items: [3], next: null },
    ])
    expect(await run()).toBe('done')
    expect(asked).toEqual([
      { path: '/list', limit: '2' },
      { path: '/list', limit: '2', cursor: 'a' },
    ])
    expect(seen).toEqual([
      [[1, 2], { done: 2, total: undefined }],
      [[3], { done: 3, total: undefined }],
    ])
  })

  it('ends at an empty cursor too', async () => {
    const { run, asked } = setUp([{ items: [], next: '' }])
    expect([await run(), asked.length]).toEqual(['done', 1])
  })

  it('keeps the count of the first page as a lower bound', async () => {
    const { run, seen } = setUp([
      { items: [1, 2], next: 'a', total: 3 },
      { items: [3, 4], next: null, total: null },
    ])
    await run()
    expect(seen.map((each) => (each as [unknown, unknown])[1])).toEqual([
      { done: 2, total: 3 },
      { done: 4, total: 4 },
    ])
  })

  it('stops after the page that was under way', async () => {
    const { run, seen, controller } = setUp(
      [
        { items: [1], next: 'a' },
        { items: [2], next: 'b' },
      ],
      (page) => void (page === 2 && controller.abort()),
    )
    expect(await run()).toBe('stopped')
    expect(seen).toHaveLength(1)
  })

  it('passes on nothing of another account', async () => {
    const { run, seen, session } = setUp(
      [
        { items: [1], next: 'a' },
        { items: [2], next: null },
      ],
      (page) => void (page === 2 && (session.owner = '8')),
    )
    expect(await run()).toBe('left')
    expect(seen).toHaveLength(1)
  })

  it('fails with the page that did not come', async () => {
    const { run } = setUp([{ items: [1], next: 'a' }, new Error('gone')])
    await expect(run()).rejects.toThrow('gone')
  })
})
