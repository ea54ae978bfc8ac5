import { createManualClock } from '@x/kit/testing'
import { expect, it } from 'vitest'
import { createQueries } from './createQueries.ts'

it('asks once for each key', async () => {
  const clock = createManualClock()
  const asked: string[] = []
  const queries = createQueries(async (key: string) => (asked.push(key), `of ${key}`), { clock })
  for (const key of ['a', 'b', 'a']) queries(key).fetch()
  await clock.advance(0)
  expect([asked, queries('a').getState().data, queries('b').getState().data]).toEqual([
    ['a', 'b'],
    'of a',
    'of b',
  ])
})
