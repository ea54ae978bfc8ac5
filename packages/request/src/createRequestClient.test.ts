import { getEventListeners } from 'node:events'
import { describe, expect, expectTypeOf, it, vi } from 'vitest'
import type { DataPromise, DataResponse } from './request.ts'
import {
  createFixture,
  deferred,
  jsonOf,
  ok,
  queryOf,
  refused,
  rejectionOf,
  START,
  textOf,
} from './testing/createFixture.ts'
import type { HandlerResponse } from './testing.ts'

const listeners = (signal: AbortSignal) => getEventListeners(signal, 'abort').length
const never = () => new Promise<HandlerResponse>(() => {})

describe('a request', () => {
  it('resolves with the data of the envelope (spec 3.17)', async () => {
    const { client } = createFixture(() => ok({ id: 7 }))
    await expect(client.get('/spot/order/open')).resolves.toEqual({ id: 7 })
  })

  it('sends data as query for GET and HEAD, else as body (Q1, spec 7.1)', async () => {
    const { client, received } = createFixture()
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const)
      await client.request({ method, path: '/x', data: { a: '1' }, query: { b: '2' } })
    const inQuery = received.map((request) => queryOf(request).get('a'))
    expect(inQuery).toEqual(['1', '1', null, null, null, null])
    expect(received.slice(2).map((request) => jsonOf(request)['a'])).toEqual(['1', '1', '1', '1'])
    expect(received.every((request) => queryOf(request).get('b') === '2')).toBe(true)
  })

  it('rejects GET data that is not a plain object', async () => {
    const { client, received } = createFixture()
    await expect(client.get('/x', { data: [1] })).rejects.toMatchObject({ kind: 'config' })
    expect(received).toHaveLength(0)
  })

  it('rejects a path to another host before sending (Q2)', async () => {
    const { client, received } = createFixture()
    for (const path of ['//evil', '/a/../b', 'https://evil.example/x'])
      await expect(client.get(path)).rejects.toMatchObject({ kind: 'config' })
    expect(received).toHaveLength(0)
  })

  it('uploads as a multipart POST (spec 7.1)', async () => {
    const { client, received } = createFixture()
    await client.upload('/kyc/photo', {
      data: { side: 'front', photo: new File(['\u0000png'], 'id.png', { type: 'image/png' }) },
    })
    expect(received[0]?.method).toBe('POST')
    expect(received[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
    expect(textOf(received[0])).toContain('name="photo"; filename="id.png"')
  })

  it('types the result of `parse` and wraps its error', async () => {
    const { client } = createFixture(() => ok({ id: 7 }))
    const parse = (data: unknown) => {
      if (
        typeof data !== 'object' ||
        data === null ||
        !('id' in data) ||
        typeof data.id !== 'number'
      )
        throw new TypeError('no id')
      return { id: data.id }
    }
    const order = await client.get('/x', { parse })
    expectTypeOf(order).toEqualTypeOf<{ id: number }>()
    expect(order).toEqual({ id: 7 })
    const other = createFixture(() => ok({ id: '7' })).client
    await expect(other.get('/x', { parse })).rejects.toMatchObject({
      kind: 'serialisation',
      status: 200,
      cause: expect.any(TypeError) as unknown,
    })
  })

  it('has the type unknown by default', () => {
    const { client } = createFixture()
    expectTypeOf(client.get('/x')).toEqualTypeOf<DataPromise<unknown>>()
    expectTypeOf(client.get<string>('/x')).toEqualTypeOf<DataPromise<string>>()
  })

  it('wraps a middleware fault as config error with trace id', async () => {
    const { client } = createFixture(() => ok(), {
      languageType: () => {
        throw new TypeError('no language')
      },
    })
    await expect(client.get('/x')).rejects.toMatchObject({
      kind: 'config',
      message: 'no language',
      traceId: expect.stringMatching(/^w\d{13}[0-9a-f]{11}$/) as string,
    })
  })

  it('treats any transport rejection as a network error', async () => {
    const { client } = createFixture(() => {
      throw new TypeError('Failed to fetch')
    })
    await expect(client.get('/x')).rejects.toMatchObject({
      kind: 'network',
      message: 'Failed to fetch',
    })
  })
})

describe('timeouts', () => {
  it('end an attempt after 10,000 ms (Q4, spec 7.1, spec 9.2)', async () => {
    const { client, clock } = createFixture(never)
    const rejection = rejectionOf(client.get('/x'))
    await clock.advance(9_999)
    expect(clock.pendingTimers()).toBe(1)
    await clock.advance(1)
    expect(await rejection).toMatchObject({ kind: 'timeout', message: 'Request timed out!' })
    expect(clock.pendingTimers()).toBe(0)
  })

  it("end an attempt after the request's own timeout (Q4)", async () => {
    const { client, clock } = createFixture(never)
    const rejection = rejectionOf(client.get('/x', { timeoutMs: 50 }))
    await clock.advance(50)
    expect(await rejection).toMatchObject({ kind: 'timeout' })
  })

  it('end the whole request at its deadline, retries included (Q4)', async () => {
    const { client, clock } = createFixture(never, { retries: 5 })
    const rejection = rejectionOf(client.get('/x', { timeoutMs: 400, deadlineMs: 1_000 }))
    await clock.advance(999)
    await clock.advance(1)
    expect(await rejection).toMatchObject({ kind: 'timeout' })
    expect(clock.pendingTimers()).toBe(0)
  })

  it('apply the deadline to a middleware that never settles (Q4)', async () => {
    const { client, clock, received } = createFixture(never, {
      deviceTokens: { tokenFor: () => new Promise(() => {}) },
    })
    const rejection = rejectionOf(client.get('/x', { deadlineMs: 1_000 }))
    await clock.advance(1_000)
    expect(await rejection).toMatchObject({ kind: 'timeout', toasted: true })
    expect(received).toHaveLength(0)
  })

  it('leave no timer after a response', async () => {
    const { client, clock } = createFixture()
    await client.get('/x', { deadlineMs: 1_000 })
    expect(clock.pendingTimers()).toBe(0)
  })
})

describe('an aborted request', () => {
  it('rejects at once with the reason as cause (Q6)', async () => {
    const { client } = createFixture(never)
    const controller = new AbortController()
    const rejection = rejectionOf(client.get('/x', { signal: controller.signal }))
    await Promise.resolve()
    controller.abort('left the page')
    expect(await rejection).toMatchObject({
      kind: 'aborted',
      cause: 'left the page',
      toasted: false,
    })
    expect(listeners(controller.signal)).toBe(0)
  })

  it('is never sent when already aborted', async () => {
    const { client, received } = createFixture()
    await expect(client.get('/x', { signal: AbortSignal.abort() })).rejects.toMatchObject({
      kind: 'aborted',
    })
    expect(received).toHaveLength(0)
  })

  it('is not sent when aborted while a middleware waits', async () => {
    const token = deferred<string>()
    const { client, received, clock } = createFixture(() => ok(), {
      deviceTokens: { tokenFor: () => token.promise },
    })
    const controller = new AbortController()
    const rejection = rejectionOf(client.get('/x', { signal: controller.signal }))
    await clock.advance(10)
    controller.abort()
    expect(await rejection).toMatchObject({ kind: 'aborted' })
    token.resolve('late')
    await clock.advance(10)
    expect(received).toHaveLength(0)
  })

  it('shows no toast', async () => {
    const { client, presented } = createFixture(never)
    const controller = new AbortController()
    const rejection = rejectionOf(client.get('/x', { signal: controller.signal }))
    controller.abort()
    await rejection
    expect(presented).toEqual([])
  })
})

describe('an expired session', () => {
  it.each(['20906', '20205'])('never settles on code %s (Q7, spec 8.9)', async (code) => {
    const { client, clock } = createFixture(() => refused(code))
    const settled = vi.fn()
    client.get('/x').then(settled, settled)
    await clock.advance(60_000)
    expect(settled).not.toHaveBeenCalled()
  })

  it('gives each request its own promise and releases everything (Q7)', async () => {
    const { client, clock } = createFixture(() => refused('20906'), { dedupe: 'share' })
    const controller = new AbortController()
    const first = client.get('/x', { signal: controller.signal, deadlineMs: 5_000 })
    const second = client.get('/x', { signal: controller.signal, deadlineMs: 5_000 })
    await clock.advance(10)
    expect(first).not.toBe(second)
    expect(clock.pendingTimers()).toBe(0)
    expect(listeners(controller.signal)).toBe(0)
  })

  it('calls onSettled for an expired session too (Q7)', async () => {
    const { client, clock } = createFixture(() => refused('20906'))
    const onSettled = vi.fn()
    void client.get('/x', { onSettled })
    await clock.advance(10)
    expect(onSettled).toHaveBeenCalledTimes(1)
  })

  it('rejects with reject-silent per request or per client (Q7)', async () => {
    const { client } = createFixture(() => refused('20906'))
    await expect(client.get('/x', { onSessionExpired: 'reject-silent' })).rejects.toMatchObject({
      kind: 'session-expired',
      code: '20906',
    })
    const whole = createFixture(() => refused('20205'), {
      onSessionExpired: 'reject-silent',
    }).client
    await expect(whole.get('/x')).rejects.toMatchObject({ kind: 'session-expired', code: '20205' })
  })
})

describe('onSettled', () => {
  it('is called once on success, failure and abort', async () => {
    const onSettled = vi.fn()
    await createFixture().client.get('/x', { onSettled })
    await rejectionOf(createFixture(() => refused('40010')).client.get('/x', { onSettled }))
    await rejectionOf(createFixture().client.get('/x', { onSettled, signal: AbortSignal.abort() }))
    await rejectionOf(createFixture().client.get('//x', { onSettled }))
    expect(onSettled).toHaveBeenCalledTimes(4)
  })
})

describe('stamp', () => {
  it('is on every request, bare ones included, in server time (wire 1)', async () => {
    const { client, serverClock, received } = createFixture()
    serverClock.sample({ sent: START, received: START, requestTime: START + 5_000 })
    await client.get('/x')
    await client.post('/y', { bare: true })
    for (const request of received) {
      expect(request.headers['tm']).toBe(String(START + 5_000))
      expect(request.headers['trace-id']).toMatch(/^w1732238517345[0-9a-f]{11}$/)
    }
    expect(new Set(received.map((request) => request.headers['trace-id'])).size).toBe(2)
  })
})

describe('verbs', () => {
  it.each(['get', 'head', 'post', 'put', 'patch', 'delete'] as const)(
    '%s sends its method, with data in query or body',
    async (verb) => {
      const { client, received } = createFixture()
      await client[verb]('/x', { data: { size: '1' } })
      const inQuery = verb === 'get' || verb === 'head'
      expect(received[0]?.method).toBe(verb.toUpperCase())
      expect(queryOf(received[0]).get('size')).toBe(inQuery ? '1' : null)
      if (!inQuery) expect(jsonOf(received[0])).toMatchObject({ size: '1' })
    },
  )
})

describe('withResponse', () => {
  it('resolves with data, status and headers of one request', async () => {
    const { client, received } = createFixture(() => ({
      ...ok([1]),
      status: 201,
      headers: { 'X-Total': '7' },
    }))
    const work = client.post<number[]>('/x')
    const { data, status, headers } = await work.withResponse()
    expect([data, status, headers.get('x-total')]).toEqual([[1], 201, '7'])
    expect(await work).toBe(data)
    expect(received).toHaveLength(1)
  })

  it('has the type of `parse`', () => {
    const { client } = createFixture()
    const work = client.get('/x', { parse: Number }).withResponse()
    expectTypeOf(work).toEqualTypeOf<Promise<DataResponse<number>>>()
  })

  it('rejects once, with no unhandled rejection', async () => {
    const unhandled: unknown[] = []
    const note = (reason: unknown) => void unhandled.push(reason)
    process.on('unhandledRejection', note)
    const { client } = createFixture(() => refused('40201'))
    const error = await rejectionOf(client.get('/x').withResponse())
    await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', note)
    expect(error).toMatchObject({ code: '40201' })
    expect(unhandled).toEqual([])
  })
})
