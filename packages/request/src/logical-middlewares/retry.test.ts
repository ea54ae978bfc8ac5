import { describe, expect, it } from 'vitest'
import { connectionLost, type HandlerResponse } from '../testing.ts'
import {
  createFixture,
  ok,
  refused,
  rejectionOf,
  START,
  type Settings,
} from '../testing/createFixture.ts'
import { isTransient } from './retry.ts'
import { RequestError } from '../RequestError.ts'

/** A server that fails a number of times before it responds. */
function setUp(failures: (HandlerResponse | 'lost')[], settings: Settings = { retries: 2 }) {
  return createFixture(() => {
    const failure = failures.shift()
    if (failure === 'lost') throw connectionLost()
    return failure ?? ok('at last')
  }, settings)
}

describe('a retried request', () => {
  it('is a GET or HEAD after a network failure (Q5)', async () => {
    const { client, clock, received } = setUp(['lost', 'lost'])
    const result = client.get('/x')
    await clock.advance(5_000)
    expect(await result).toBe('at last')
    expect(received).toHaveLength(3)
  })

  it.each([502, 503, 504])('is one after HTTP %i (Q5)', async (status) => {
    const { client, clock } = setUp([{ status }])
    const result = client.request({ method: 'HEAD', path: '/x' })
    await clock.advance(5_000)
    expect(await result).toBe('at last')
  })

  it('is one after an attempt timeout (Q5)', async () => {
    let calls = 0
    const { client, clock } = createFixture(
      () => (++calls === 1 ? new Promise<HandlerResponse>(() => {}) : ok('at last')),
      { retries: 1, timeoutMs: 100 },
    )
    const result = client.get('/x')
    await clock.advance(1_000)
    expect(await result).toBe('at last')
  })

  it('has its own tm and trace id (Q5)', async () => {
    const { client, clock, received } = setUp(['lost', 'lost'])
    const result = client.get('/x')
    await clock.advance(5_000)
    await result
    const [first, second, third] = received.map(({ headers }) => ({
      tm: Number(headers['tm']),
      traceId: headers['trace-id'],
    }))
    expect(first?.tm).toBe(START)
    expect(second?.tm).toBeGreaterThanOrEqual(START + 150)
    expect(third?.tm).toBeGreaterThan(second?.tm ?? Infinity)
    expect(new Set([first?.traceId, second?.traceId, third?.traceId]).size).toBe(3)
    expect(second?.traceId?.slice(1, 14)).toBe(String(second?.tm))
  })

  it('waits between half and all of 300, 600 … ms (Q5)', async () => {
    const { client, clock, received } = setUp(['lost', 'lost'])
    const result = client.get('/x')
    await clock.advance(149)
    expect(received).toHaveLength(1)
    await clock.advance(151)
    expect(received).toHaveLength(2)
    await clock.advance(600)
    expect(received).toHaveLength(3)
    await result
  })

  it('reports the number of attempts in its error (Q5)', async () => {
    const { client, clock } = setUp(['lost', { status: 503 }, refused('42901')])
    const rejection = rejectionOf(
      client.post('/order', { data: { key: 'k' }, idempotencyField: 'key' }),
    )
    await clock.advance(5_000)
    expect(await rejection).toMatchObject({ code: '42901', attempts: 3 })
    expect(await rejectionOf(setUp([refused('42901')]).client.get('/x'))).toMatchObject({
      attempts: 1,
    })
  })

  it('shows one toast when all attempts failed', async () => {
    const { client, clock, presented } = setUp(['lost', 'lost', 'lost'])
    const rejection = rejectionOf(client.get('/x'))
    await clock.advance(5_000)
    expect(await rejection).toMatchObject({ kind: 'network', toasted: true })
    expect(presented).toHaveLength(1)
  })
})

describe('a request without retry', () => {
  it('is a POST without an idempotency key (Q5)', async () => {
    const { client, received } = setUp(['lost'])
    await rejectionOf(client.post('/order', { data: { size: '1' } }))
    expect(received).toHaveLength(1)
  })

  it('is one that the server refused (Q5)', async () => {
    const { client, received } = setUp([refused('40202')])
    await rejectionOf(client.get('/x'))
    expect(received).toHaveLength(1)
  })

  it.each([400, 403, 404, 500])('is one after HTTP %i (Q5)', async (status) => {
    const { client, received } = setUp([{ status }])
    await rejectionOf(client.get('/x'))
    expect(received).toHaveLength(1)
  })

  it('is every one by default (Q5)', async () => {
    const { client, received } = setUp(['lost'], {})
    await rejectionOf(client.get('/x'))
    expect(received).toHaveLength(1)
  })

  it('is one aborted during the delay', async () => {
    const { client, clock, received } = setUp(['lost'])
    const controller = new AbortController()
    const rejection = rejectionOf(client.get('/x', { signal: controller.signal }))
    await clock.advance(10)
    controller.abort()
    expect(await rejection).toMatchObject({ kind: 'aborted' })
    await clock.advance(5_000)
    expect(received).toHaveLength(1)
    expect(clock.pendingTimers()).toBe(0)
  })
})

describe('a request whose time was refused', () => {
  /** A server whose clock jumps, and which takes no stamp that is a minute off. */
  function jump(settings: Settings = {}) {
    const server = { ahead: 0, failures: [] as HandlerResponse[] }
    const fixture = createFixture(({ headers }) => {
      const now = fixture.clock.now() + server.ahead
      const time = { headers: { 'request-time': String(now) } }
      if (Math.abs(Number(headers['tm']) - now) > 60_000) return { ...refused('00022'), ...time }
      return { ...(server.failures.shift() ?? ok('taken')), ...time }
    }, settings)
    return { ...fixture, server }
  }
  const HOURS = 7 * 3_600_000

  it.each([HOURS, -HOURS])('goes out once more, server off by %i (spec 8.14)', async (ahead) => {
    const { client, server, received, presented, clock } = jump()
    await client.get('/x')
    server.ahead = ahead
    const result = client.get('/x')
    await clock.advance(300)
    expect(await result).toBe('taken')
    expect(await client.get('/x')).toBe('taken')
    const [, first, again, next] = received.map(({ headers }) => Number(headers['tm']) - START)
    expect([first, next]).toEqual([0, 300 + ahead])
    expect(again).toBeGreaterThanOrEqual(150 + ahead)
    expect(new Set(received.map(({ headers }) => headers['trace-id'])).size).toBe(4)
    expect([presented, clock.pendingTimers()]).toEqual([[], 0])
  })

  it('does so with an idempotency key, and without one not (Q5)', async () => {
    const { client, server, received, presented, clock } = jump()
    server.ahead = HOURS
    const data = { key: 'k' }
    const result = client.post('/order', { data, idempotencyField: 'key' })
    await clock.advance(300)
    expect(await result).toBe('taken')
    server.ahead = 0
    expect(await rejectionOf(client.post('/order', { data }))).toMatchObject({ code: '00022' })
    expect(received).toHaveLength(3)
    expect(presented).toMatchObject([{ kind: 'toast', code: '00022' }])
  })

  it('keeps the retries that other failures have (Q5)', async () => {
    const { client, server, received, clock } = jump({ retries: 1 })
    server.ahead = HOURS
    server.failures = [{ status: 503 }]
    const result = client.get('/x')
    await clock.advance(5_000)
    expect(await result).toBe('taken')
    expect(received).toHaveLength(3)
  })

  it('is refused with one toast when the next clock jumps too (spec 8.14)', async () => {
    let ahead = 0
    const { client, received, presented, clock } = createFixture(() => ({
      ...refused('00022'),
      headers: { 'request-time': String(clock.now() + (ahead += HOURS)) },
    }))
    const rejection = rejectionOf(client.get('/x'))
    await clock.advance(300)
    expect(await rejection).toMatchObject({ code: '00022', attempts: 2 })
    expect([received.length, presented.length]).toEqual([2, 1])
  })

  it('is not repeated where its time was right, as one seen before (wire 7)', async () => {
    const { client, received, clock } = createFixture(() => ({
      ...refused('00022'),
      headers: { 'request-time': String(clock.now()) },
    }))
    expect(await rejectionOf(client.get('/x'))).toMatchObject({ code: '00022', attempts: 1 })
    expect(received).toHaveLength(1)
  })
})

describe('an idempotency key', () => {
  it('allows a POST to be retried with the same body field (Q5)', async () => {
    const { client, clock, received } = setUp(['lost'])
    const result = client.post('/spot/order/place', {
      data: { clientOid: 'c-1', size: '1' },
      idempotencyField: 'clientOid',
    })
    await clock.advance(5_000)
    expect(await result).toBe('at last')
    const bodies = received.map(
      ({ body }) => JSON.parse(new TextDecoder().decode(body)) as { clientOid: string },
    )
    expect(bodies.map(({ clientOid }) => clientOid)).toEqual(['c-1', 'c-1'])
  })

  it.each([[{}], [{ clientOid: '' }], [{ clientOid: 7 }], [undefined]])(
    'prevents sending when missing from %o (Q5)',
    async (data) => {
      const { client, received } = setUp([])
      await expect(
        client.post('/spot/order/place', { data, idempotencyField: 'clientOid' }),
      ).rejects.toMatchObject({ kind: 'config' })
      expect(received).toHaveLength(0)
    },
  )
})

it('isTransient identifies retryable errors', () => {
  expect(isTransient(new RequestError('network'))).toBe(true)
  expect(isTransient(new RequestError('http', { status: 503 }))).toBe(true)
  expect(isTransient(new RequestError('http', { status: 500 }))).toBe(false)
  expect(isTransient(new RequestError('business', { code: '40201' }))).toBe(false)
  expect(isTransient(new Error('x'))).toBe(false)
})
