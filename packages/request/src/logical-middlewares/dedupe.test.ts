import { describe, expect, it, vi } from 'vitest'
import {
  createFixture,
  deferred,
  ok,
  rejectionOf,
  type Settings,
} from '../testing/createFixture.ts'
import type { HandlerResponse } from '../testing.ts'

/** A server that responds on demand. */
function setUp(settings: Settings = {}) {
  const answers: {
    resolve: (answer: HandlerResponse) => void
    reject: (error: unknown) => void
  }[] = []
  const fixture = createFixture(() => {
    const { promise, resolve, reject } = deferred<HandlerResponse>()
    answers.push({ resolve, reject })
    return promise
  }, settings)
  return { ...fixture, answers, sent: () => fixture.clock.advance(1) }
}

describe('dedupe', () => {
  it('sends all identical requests by default (Q3, spec 4.8)', async () => {
    const { client, sent, answers } = setUp()
    const both = Promise.all([client.get('/x'), client.get('/x')])
    await sent()
    expect(answers).toHaveLength(2)
    answers[0]?.resolve(ok(1))
    answers[1]?.resolve(ok(2))
    expect(await both).toEqual([1, 2])
  })
})

describe('cancel-previous', () => {
  it('aborts the previous request of the same method and URL (Q3, spec 4.8)', async () => {
    const { client, sent, answers } = setUp({ dedupe: 'cancel-previous' })
    const first = rejectionOf(client.get('/x', { data: { q: 'a' } }))
    await sent()
    const second = client.get('/x', { data: { q: 'a' } })
    expect(await first).toMatchObject({ kind: 'aborted', code: 'superseded', toasted: false })
    await sent()
    answers[1]?.resolve(ok('new'))
    expect(await second).toBe('new')
  })

  it('does not abort another URL or method (Q3)', async () => {
    const { client, sent, answers } = setUp({ dedupe: 'cancel-previous' })
    const all = Promise.all([
      client.get('/x', { data: { q: 'a' } }),
      client.get('/x', { data: { q: 'b' } }),
      client.request({ method: 'HEAD', path: '/x', data: { q: 'a' } }),
      client.get('/y'),
    ])
    await sent()
    for (const answer of answers) answer.resolve(ok(1))
    expect(await all).toEqual([1, 1, 1, 1])
  })

  it('uses a custom dedupeKey', async () => {
    const { client, sent } = setUp({ dedupe: 'cancel-previous' })
    const first = rejectionOf(client.get('/search', { data: { q: 'b' }, dedupeKey: 'search' }))
    await sent()
    void rejectionOf(client.get('/search', { data: { q: 'bt' }, dedupeKey: 'search' }))
    expect(await first).toMatchObject({ kind: 'aborted' })
  })

  it('never cancels a POST without dedupeWrites (Q3)', async () => {
    const { client, sent, answers } = setUp({ dedupe: 'cancel-previous' })
    const both = Promise.all([
      client.post('/order'),
      client.post('/order', { dedupe: 'cancel-previous' }),
    ])
    await sent()
    expect(answers).toHaveLength(2)
    for (const answer of answers) answer.resolve(ok(1))
    expect(await both).toEqual([1, 1])
  })

  it('cancels a POST with dedupeWrites (Q3)', async () => {
    const { client, sent, answers } = setUp()
    const preview = { data: { size: '1' }, dedupe: 'cancel-previous', dedupeWrites: true } as const
    const first = rejectionOf(client.post('/preview', preview))
    await sent()
    const second = client.post('/preview', preview)
    expect(await first).toMatchObject({ kind: 'aborted' })
    await sent()
    answers[1]?.resolve(ok(2))
    expect(await second).toBe(2)
  })

  it('forgets a finished request', async () => {
    const { client, sent, answers } = setUp({ dedupe: 'cancel-previous' })
    const first = client.get('/x')
    await sent()
    answers[0]?.resolve(ok(1))
    expect(await first).toBe(1)
    const second = client.get('/x')
    await sent()
    answers[1]?.resolve(ok(2))
    expect(await second).toBe(2)
  })
})

describe('share', () => {
  const share = { dedupe: 'share' } as const

  it('sends identical requests once and resolves each caller (Q3)', async () => {
    const { client, sent, answers } = setUp(share)
    const all = Promise.all([client.get('/x'), client.get('/x'), client.get('/x')])
    await sent()
    expect(answers).toHaveLength(1)
    answers[0]?.resolve(ok(7))
    expect(await all).toEqual([7, 7, 7])
  })

  it('shares a failure and shows it once (Q3)', async () => {
    const { client, sent, answers, presented } = setUp(share)
    const all = Promise.all([rejectionOf(client.get('/x')), rejectionOf(client.get('/x'))])
    await sent()
    answers[0]?.resolve({ status: 500 })
    expect(await all).toMatchObject([{ kind: 'http' }, { kind: 'http' }])
    expect(presented).toHaveLength(1)
  })

  it('aborts only when the last caller leaves (Q3)', async () => {
    const { client, sent, answers } = setUp(share)
    const [a, b] = [new AbortController(), new AbortController()]
    const first = rejectionOf(client.get('/x', { signal: a.signal }))
    const second = rejectionOf(client.get('/x', { signal: b.signal }))
    await sent()
    a.abort()
    expect(await first).toMatchObject({ kind: 'aborted' })
    const third = client.get('/x')
    await sent()
    expect(answers).toHaveLength(1)
    b.abort()
    expect(await second).toMatchObject({ kind: 'aborted' })
    answers[0]?.resolve(ok('still here'))
    expect(await third).toBe('still here')
  })

  it('sends a new request after every caller left (Q3)', async () => {
    const { client, sent, answers } = setUp(share)
    const controller = new AbortController()
    const left = rejectionOf(client.get('/x', { signal: controller.signal }))
    await sent()
    controller.abort()
    await left
    const fresh = client.get('/x')
    await sent()
    expect(answers).toHaveLength(2)
    answers[1]?.resolve(ok('fresh'))
    expect(await fresh).toBe('fresh')
  })

  it('shares POSTs only with dedupeWrites and equal bodies (Q3)', async () => {
    const { client, sent, answers } = setUp(share)
    const order = (size: string, dedupeWrites: boolean) =>
      client.post('/order', { data: { size }, dedupeWrites })
    const all = Promise.all([
      order('1', false),
      order('1', false),
      order('2', true),
      order('2', true),
      order('3', true),
    ])
    await sent()
    expect(answers).toHaveLength(4)
    for (const answer of answers) answer.resolve(ok(1))
    await all
  })

  it('never shares bodies that cannot be compared (Q3)', async () => {
    const { client, sent, answers } = setUp(share)
    const all = Promise.all([
      client.upload('/x', { data: new FormData(), dedupeWrites: true }),
      client.upload('/x', { data: new FormData(), dedupeWrites: true }),
    ])
    await sent()
    expect(answers).toHaveLength(2)
    for (const answer of answers) answer.resolve(ok(1))
    await all
  })

  it('shares only requests with equal options and headers (Q3)', async () => {
    const { client, sent, answers } = setUp(share)
    const all = Promise.all([
      client.get('/x'),
      client.get('/x', { responseType: 'json' }),
      client.get('/x', { headers: { beta: '1' } }),
      client.get('/x', { silent: true }),
      client.get('/x', { responseType: 'data' }),
    ])
    await sent()
    expect(answers).toHaveLength(4)
    for (const answer of answers) answer.resolve(ok(1))
    expect(await all).toEqual([
      1,
      { code: '0', status: 'success', msg: 'success', data: 1 },
      1,
      1,
      1,
    ])
  })

  it('leaves unserialisable parameters to the serialiser (Q6)', async () => {
    const { client } = setUp(share)
    await expect(client.get('/x', { data: { a: { n: 1n } } })).rejects.toMatchObject({
      kind: 'serialisation',
    })
    await expect(client.post('/x', { data: { n: 1n }, dedupeWrites: true })).rejects.toMatchObject({
      kind: 'serialisation',
    })
  })

  it('calls onSettled for each caller', async () => {
    const { client, sent, answers } = setUp(share)
    const onSettled = vi.fn()
    const all = Promise.all([client.get('/x', { onSettled }), client.get('/x', { onSettled })])
    await sent()
    answers[0]?.resolve(ok(1))
    await all
    expect(onSettled).toHaveBeenCalledTimes(2)
  })
})
