import { createManualClock } from '@x/kit/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createMemoryTtlStore } from '../../platform/ttl-store/createMemoryTtlStore.ts'
import { silentLog, type LogFields } from '../../platform/log/Log.ts'
import type { GatewayRequest } from '../../platform/http/route.ts'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'
import { createClientErrorsModule } from './module.ts'
import { readClientError } from './readClientError.ts'

describe('a fault that a page reports', () => {
  it('keeps kind, message, detail and page', () => {
    const report = {
      kind: 'storage.full',
      message: 'The quota is used up',
      detail: 'write',
      page: '/en/spot/BTCUSDT',
    }
    expect(readClientError(report)).toEqual(report)
    expect(readClientError({ kind: 'x', extra: 'y', stack: 'z' })).toEqual({ kind: 'x' })
  })

  it.each([
    [
      'the query of its page',
      { page: 'https://trade.example/en?code=1#t' },
      { page: 'https://trade.example/en' },
    ],
    [
      'the query of an address in its words',
      { message: 'GET https://a.example/p?uid=7 failed' },
      { message: 'GET https://a.example/p failed' },
    ],
    [
      'names and passwords of an address',
      { detail: 'at https://user:pass@a.example/' },
      { detail: 'at https://a.example/' },
    ],
    ['mail addresses', { message: 'no user ann@example.com' }, { message: 'no user …' }],
    ['tokens', { message: `token ${'a1'.repeat(20)} refused` }, { message: 'token … refused' }],
    ['signatures', { detail: `sign ${'Ab3+'.repeat(40)}==` }, { detail: 'sign …' }],
  ])('loses %s', (_, given, kept) =>
    expect(readClientError({ kind: 'x', ...given })).toEqual({ kind: 'x', ...kept }),
  )

  it('keeps long words that open nothing', () => {
    expect(
      readClientError({ kind: 'x', message: 'QuotaExceededErrorWhileWritingTheDatabase' })?.message,
    ).toBe('QuotaExceededErrorWhileWritingTheDatabase')
  })

  it('is cut to a length that a log can hold', () =>
    expect(readClientError({ kind: 'x', message: 'y '.repeat(900) })?.message).toHaveLength(300))

  it.each([
    null,
    7,
    [],
    {},
    { kind: '' },
    { kind: 'two words' },
    { kind: 'x'.repeat(65) },
    { kind: 1 },
    { kind: 'x', message: 1 },
    { kind: 'x', page: {} },
  ])('%j is none', (value) => {
    expect(readClientError(value)).toBeUndefined()
  })
})

describe('the log of faults', () => {
  const lines: LogFields[] = []
  const log = { ...silentLog, warn: (_: string, fields: LogFields = {}) => void lines.push(fields) }
  const [route] = createClientErrorsModule({
    log,
    store: createMemoryTtlStore({ clock: createManualClock() }),
  }).routes
  const send = (rawBody: string, address = '192.0.2.1') =>
    route!.handler({ rawBody, address, headers: {} } as GatewayRequest)
  beforeEach(() => void lines.splice(0))

  it('has one line for each', async () => {
    await send('{"kind":"storage","page":"/en"}')
    expect(lines).toEqual([{ kind: 'storage', page: '/en' }])
  })

  it.each(['', '{', '[]', '{}', JSON.stringify({ kind: 'x', message: 'y'.repeat(65_536) })])(
    'refuses %.20s and writes nothing',
    async (body) => {
      await expect(send(body)).rejects.toMatchObject({ code: '40010', data: { field: 'kind' } })
      expect(lines).toEqual([])
    },
  )

  it('takes sixty a minute from one address', async () => {
    for (let time = 0; time < 60; time++) await send('{"kind":"x"}', '192.0.2.2')
    await expect(send('{"kind":"x"}', '192.0.2.2')).rejects.toMatchObject({ code: '42901' })
    await expect(send('{"kind":"x"}', '192.0.2.3')).resolves.toBeNull()
  })
})

describe('the log of faults, over the wire', () => {
  let gateway: TestGateway
  const lines: LogFields[] = []
  beforeAll(async () => {
    gateway = await createTestGateway({
      log: {
        ...silentLog,
        warn: (message, fields = {}) =>
          void (message === 'A page reported a fault' && lines.push(fields)),
      },
    })
  })
  afterAll(() => gateway.stop())
  const send = (type: string, origin: string) =>
    gateway.app.inject({
      method: 'POST',
      url: '/v1/buried/log/clientError',
      headers: { host: 'localhost', 'content-type': type, origin },
      payload: '{"kind":"x","page":"/en?a=1"}',
    })

  it.each(['application/json', 'text/plain;charset=UTF-8'])(
    'takes %s of its own pages, without a session',
    async (type) => {
      expect((await send(type, 'http://localhost')).json()).toMatchObject({ code: '0', data: null })
      expect(lines.splice(0)).toEqual([{ kind: 'x', page: '/en' }])
    },
  )
  it('takes none of another site’s pages', async () => {
    expect((await send('text/plain', 'https://evil.example')).statusCode).toBe(403)
    expect(lines).toEqual([])
  })
})
