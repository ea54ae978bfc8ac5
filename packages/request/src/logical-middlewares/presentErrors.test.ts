import { describe, expect, it, vi } from 'vitest'
import type { RequestOptions } from '../request.ts'
import { connectionLost, type Handler } from '../testing.ts'
import { createFixture, ok, refused, rejectionOf } from '../testing/createFixture.ts'
import { englishTexts } from '../texts/en.ts'

const byPath =
  (answers: Record<string, ReturnType<Handler>>): Handler =>
  ({ url }) =>
    answers[url.split('?')[0] ?? ''] ?? { status: 404 }

describe('toasts', () => {
  it('show the error message without a response (spec 8.7)', async () => {
    const { client, presented } = createFixture(() => {
      throw connectionLost('Network Error')
    })
    expect(await rejectionOf(client.get('/x'))).toMatchObject({ kind: 'network', toasted: true })
    expect(presented).toMatchObject([{ kind: 'toast', text: 'Network Error', error: 'network' }])
  })

  it('are not reported for network errors (spec 8.15)', async () => {
    const { client, presented } = createFixture(() => {
      throw connectionLost()
    })
    await rejectionOf(client.get('/x'))
    expect(presented.filter(({ kind }) => kind === 'report')).toEqual([])
  })

  it('contain the trace id', async () => {
    const { client, presented, received } = createFixture(() => refused('40010'))
    await rejectionOf(client.get('/x'))
    expect(presented).toMatchObject([{ traceId: received[0]?.headers['trace-id'] }])
  })

  it('are omitted with `silent`, and the error is not marked toasted', async () => {
    const { client, presented } = createFixture(() => refused('40010'))
    expect(await rejectionOf(client.get('/x', { silent: true }))).toMatchObject({ toasted: false })
    expect(presented).toEqual([])
  })

  it('are omitted for config errors', async () => {
    const { client, presented } = createFixture(() => refused('40010'))
    expect(await rejectionOf(client.get('/x', { headers: { a: '\n' } }))).toMatchObject({
      kind: 'config',
      toasted: false,
    })
    expect(presented).toEqual([])
  })
})

describe('serialisation errors', () => {
  const circle: Record<string, unknown> = {}
  circle['self'] = circle
  const refusing = () => {
    throw new TypeError('no such shape')
  }
  const texts = () => ({ ...englishTexts, systemBusy: 'Das System ist beschäftigt' })

  it.each<[string, RequestOptions]>([
    ['a number that JSON has no text for', { data: { n: 1n } }],
    ['a list with one', { data: [1n] }],
    ['an invalid date', { data: { from: new Date('never') } }],
    ['parameters that contain themselves', { data: circle }],
    ['a query that contains itself', { query: circle }],
    ['a query with a list of such', { query: { list: [{ n: 1n }] } }],
    ['a form of such', { data: { list: [{ n: 1n }] }, encoding: 'form' }],
    ['an answer that `parse` refuses', { parse: refusing }],
    ['a text that `parse` refuses', { parse: refusing, responseType: 'text' }],
  ])('show a localised text and keep the cause: %s (Q6)', async (_, options) => {
    const { client, presented } = createFixture(() => ok(), { texts })
    const error = await rejectionOf(client.post('/x', options))
    expect(error).toMatchObject({
      kind: 'serialisation',
      message: 'Das System ist beschäftigt',
      toasted: true,
      cause: expect.any(Error),
    })
    expect(presented).toMatchObject([
      { kind: 'toast', text: 'Das System ist beschäftigt', error: 'serialisation' },
    ])
  })

  it('are not shown with `silent`', async () => {
    const { client, presented } = createFixture()
    expect(await rejectionOf(client.get('/x', { silent: true, parse: refusing }))).toMatchObject({
      kind: 'serialisation',
      toasted: false,
    })
    expect(presented).toEqual([])
  })

  it('are separate per caller of a shared request (Q3)', async () => {
    const { client, presented, received } = createFixture(() => ok(5), { dedupe: 'share' })
    const parse = vi.fn((data: unknown) => Number(data) + 1)
    const [six, refusal] = await Promise.all([
      client.get('/x', { parse }),
      rejectionOf(client.get('/x', { parse: refusing })),
    ])
    expect(six).toBe(6)
    expect(parse).toHaveBeenCalledTimes(1)
    expect(refusal).toMatchObject({ kind: 'serialisation', toasted: true })
    expect(presented).toHaveLength(1)
    expect(received).toHaveLength(1)
  })
})

describe('toast throttle', () => {
  it('shows one toast per 2 s for equal failures, marking all (Q8, spec 9.3)', async () => {
    const { client, presented, clock } = createFixture(() => ({ status: 500 }))
    const errors = await Promise.all(
      Array.from({ length: 20 }, () => rejectionOf(client.get('/x'))),
    )
    expect(presented).toHaveLength(1)
    expect(errors.every((error) => (error as { toasted: boolean }).toasted)).toBe(true)
    await clock.advance(2_000)
    await rejectionOf(client.get('/x'))
    expect(presented).toHaveLength(2)
  })

  it('shows one toast per 2 s for different system failures (Q8)', async () => {
    const { client, presented } = createFixture(({ url }) => ({ status: Number(url.slice(4, 7)) }))
    const errors = await Promise.all(
      [500, 403, 404, 502].map((status) => rejectionOf(client.get(`/${status}`))),
    )
    expect(presented).toMatchObject([{ text: 'The system is busy' }])
    expect(errors.map((error) => (error as { toasted: boolean }).toasted)).toEqual([
      true,
      false,
      false,
      false,
    ])
  })

  it('shows each different business refusal (Q8)', async () => {
    const { client, presented } = createFixture(
      byPath({
        '/v1/a': refused('40202', { msg: 'off tick' }),
        '/v1/b': refused('40201', { msg: 'no balance' }),
      }),
    )
    await rejectionOf(client.post('/a'))
    await rejectionOf(client.post('/b'))
    await rejectionOf(client.post('/a'))
    expect(presented).toMatchObject([{ text: 'off tick' }, { text: 'no balance' }])
  })

  it('logs out once per 2 s for many expired requests (Q8, spec 9.3)', async () => {
    const { client, presented, clock } = createFixture(() => refused('20906'))
    for (let n = 0; n < 10; n++) void client.get(`/x${n}`)
    await clock.advance(10)
    expect(presented.map(({ kind }) => kind)).toEqual(['toast', 'logout'])
    await clock.advance(2_000)
    void client.get('/x')
    await clock.advance(10)
    expect(presented.map(({ kind }) => kind)).toEqual(['toast', 'logout', 'toast', 'logout'])
  })

  it('logs out for a silent request too (Q8)', async () => {
    const { client, presented, clock } = createFixture(() => refused('20906'))
    void client.get('/x', { silent: true })
    await clock.advance(10)
    expect(presented.map(({ kind }) => kind)).toEqual(['logout'])
  })
})
