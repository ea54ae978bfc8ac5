import { describe, expect, it } from 'vitest'
import { createKeys } from '../../../exchange/state/keys.ts'
import { createIdempotency } from './idempotency.ts'

const request = { key: 'live:ann:a', digest: 'buy 1' }

function fixture() {
  const keys = createKeys()
  let runs = 0
  const idempotency = createIdempotency({
    keys,
    what: 'order',
    answerOf: ({ answer }) => answer ?? undefined,
  })
  const run = () => {
    const answer = { orderId: String(++runs), clientOid: 'a', status: 'new' }
    keys.add(request.key, { digest: request.digest, answer, at: 1 })
    return answer
  }
  return { idempotency, run, runs: () => runs }
}

describe('createIdempotency (trading 2)', () => {
  it('runs one of two copies that are prepared at the same time', async () => {
    const { idempotency, run, runs } = fixture()
    const answers = await Promise.all(
      [1, 2].map(() => idempotency.answerOnce(request, async () => ({ run }))),
    )
    expect([answers[0], runs()]).toEqual([answers[1], 1])
  })

  it('refuses a key that was used for another request', async () => {
    const { idempotency, run } = fixture()
    await idempotency.answerOnce(request, async () => ({ run }))
    const another = { ...request, digest: 'buy 2' }
    expect(idempotency.isUsed(request)).toBe(true)
    expect(() => idempotency.isUsed(another)).toThrow('used for another order')
    await expect(idempotency.answerOnce(another, async () => ({ run }))).rejects.toMatchObject({
      code: '40902',
    })
  })
})
