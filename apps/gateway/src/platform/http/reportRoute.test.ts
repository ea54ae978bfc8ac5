import { api } from '@x/api'
import { createManualClock } from '@x/kit/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMemoryTtlStore } from '../ttl-store/createMemoryTtlStore.ts'
import { reportRoute } from './reportRoute.ts'
import { GatewayError, type GatewayRequest } from './route.ts'

function setUp(read: (value: unknown) => unknown = (value) => value ?? undefined) {
  const clock = createManualClock()
  const written: unknown[] = []
  const route = reportRoute({
    endpoint: api.reports.clientError,
    store: createMemoryTtlStore({ clock }),
    name: 'reports',
    read,
    write: (report) => void written.push(report),
    refusal: { field: 'kind', text: 'This is no report' },
  })
  const send = (rawBody: string, address = '192.0.2.1') =>
    route.handler({ rawBody, address, headers: {} } as GatewayRequest)
  return { clock, written, route, send }
}

describe('where pages report (spec 7.5)', () => {
  it('asks for no session and carries what it was given', () => {
    expect(setUp().route).toMatchObject({
      method: 'POST',
      access: 'public',
      path: '/v1/buried/log/clientError',
    })
  })

  it('passes on what was read and answers nothing', async () => {
    const { send, written } = setUp((value) => ({ read: value }))
    expect(await send('{"kind":"x"}')).toBeNull()
    expect(written).toEqual([{ read: { kind: 'x' } }])
  })

  it('refuses with field and text what holds no report, and writes nothing', async () => {
    const { send, written } = setUp(() => undefined)
    await expect(send('{}')).rejects.toMatchObject({
      code: '40010',
      message: 'This is no report',
      data: { field: 'kind' },
    })
    expect(written).toEqual([])
  })

  it('reads no body over 64 KiB', async () => {
    const bodies: unknown[] = []
    const { send } = setUp((value) => (bodies.push(value), value))
    await send(JSON.stringify('x'.repeat(65_534)))
    await expect(send(JSON.stringify('x'.repeat(65_535)))).rejects.toMatchObject({ code: '40010' })
    expect(bodies).toHaveLength(1)
  })

  it('takes sixty reports a minute from each address, refused ones included', async () => {
    const { clock, send, written } = setUp()
    for (let time = 0; time < 30; time++) {
      await send('1')
      await expect(send('{')).rejects.toMatchObject({ code: '40010' })
    }
    await expect(send('1')).rejects.toMatchObject({ code: '42901', data: { retryAfter: 60 } })
    await send('1', '192.0.2.2')
    expect(written).toHaveLength(31)
    await clock.advance(60_000)
    await expect(send('1')).resolves.toBeNull()
  })

  it('writes any text or refuses it as no report', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.json()), async (body) => {
        const { send, written } = setUp()
        const refusal = await send(body).catch((error: unknown) => error)
        if (refusal !== null) expect(refusal).toBeInstanceOf(GatewayError)
        expect(written).toHaveLength(refusal === null ? 1 : 0)
      }),
    )
  })
})
