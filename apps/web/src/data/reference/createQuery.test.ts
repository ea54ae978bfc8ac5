import { createManualClock } from '@x/kit/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { createQuery } from './createQuery.ts'

const HOUR = 3_600_000

let clock: ReturnType<typeof createManualClock>
let answers: { readonly give: (data: string) => void; readonly fail: (error: Error) => void }[]
const load = () => new Promise<string>((give, fail) => void answers.push({ give, fail }))
const settled = () => clock.advance(0)
beforeEach(() => {
  clock = createManualClock()
  answers = []
})

describe('a query', () => {
  it('is unknown and unasked at first', () => {
    expect([createQuery(load, { clock }).getState(), answers.length]).toEqual([
      { data: undefined, error: undefined },
      0,
    ])
  })
  it('is asked for once, however many show it', async () => {
    const query = createQuery(load, { clock })
    query.fetch()
    query.fetch()
    query.refetch()
    expect(answers).toHaveLength(1)
    answers[0]?.give('a')
    await settled()
    query.fetch()
    expect([query.getState().data, answers.length]).toEqual(['a', 1])
  })
  it('notifies its listeners of new data', async () => {
    const query = createQuery(load, { clock })
    const seen: (string | undefined)[] = []
    query.subscribe(() => seen.push(query.getState().data))
    query.fetch()
    answers[0]?.give('a')
    await settled()
    expect(seen).toEqual(['a'])
  })
  it('refetches after an hour, not before', async () => {
    const query = createQuery(load, { clock })
    query.fetch()
    answers[0]?.give('a')
    await settled()
    await clock.advance(HOUR - 1)
    query.fetch()
    expect(answers).toHaveLength(1)
    await clock.advance(1)
    query.fetch()
    expect(answers).toHaveLength(2)
  })
  it('keeps what it knew when a later question fails, and says why', async () => {
    const query = createQuery(load, { clock })
    query.fetch()
    answers[0]?.give('a')
    await settled()
    const error = new Error('no network')
    query.refetch()
    answers[1]?.fail(error)
    await settled()
    expect(query.getState()).toEqual({ data: 'a', error })
  })
  it('refetches after a failure and clears the error', async () => {
    const query = createQuery(load, { clock })
    query.fetch()
    answers[0]?.fail(new Error('no network'))
    await settled()
    query.fetch()
    answers[1]?.give('b')
    await settled()
    expect(query.getState()).toEqual({ data: 'b', error: undefined })
  })
})
