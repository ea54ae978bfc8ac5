import { createSeededRandom } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { createSubmissions } from './createSubmissions.ts'

const terms = { symbol: 'BTCUSDT', side: 'buy', orderType: 'limit', price: '1', size: '2' } as const
const start = () => createSubmissions({ random: createSeededRandom(1) })

describe('the key of a submission', () => {
  it('is one the gateway takes', () => {
    expect(start().begin(terms)).toMatchObject({ ...terms, clientOid: expect.stringMatching(/^[A-Za-z0-9_-]{1,64}$/) as string })
  })
  it('is fresh for the same order once the last one was answered', () => {
    const submissions = start()
    const first = submissions.begin(terms)
    submissions.end('answered')
    expect(submissions.begin(terms).clientOid).not.toBe(first.clientOid)
  })
  it('stays while it is not known whether the order arrived', () => {
    const submissions = start()
    const first = submissions.begin(terms)
    submissions.end('unknown')
    expect(submissions.begin(terms).clientOid).toBe(first.clientOid)
  })
  it('is fresh for other terms, whatever became of the last order', () => {
    const submissions = start()
    const first = submissions.begin(terms)
    submissions.end('unknown')
    expect(submissions.begin({ ...terms, size: '3' }).clientOid).not.toBe(first.clientOid)
  })
})
