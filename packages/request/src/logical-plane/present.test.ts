import { describe, expect, it } from 'vitest'
import { connectionLost, type Handler } from '../testing.ts'
import { createBench, refused, rejectionOf } from '../test-bench.ts'

const byPath = (answers: Record<string, ReturnType<Handler>>): Handler => ({ url }) => answers[url.split('?')[0] ?? ''] ?? { status: 404 }

describe('what the user sees', () => {
  it('spec 8.7 is the message where there is no response', async () => {
    const { client, presented } = createBench(() => { throw connectionLost('Network Error') })
    expect(await rejectionOf(client.get('/x'))).toMatchObject({ kind: 'network', toasted: true })
    expect(presented).toMatchObject([{ kind: 'toast', text: 'Network Error', error: 'network' }])
  })

  it('spec 8.15 reports no network error', async () => {
    const { client, presented } = createBench(() => { throw connectionLost() })
    await rejectionOf(client.get('/x'))
    expect(presented.filter(({ kind }) => kind === 'report')).toEqual([])
  })

  it('carries the trace id, for support', async () => {
    const { client, presented, received } = createBench(() => refused('40010'))
    await rejectionOf(client.get('/x'))
    expect(presented).toMatchObject([{ traceId: received[0]?.headers['trace-id'] }])
  })

  it('is nothing where the caller asked for silence; the error says so', async () => {
    const { client, presented } = createBench(() => refused('40010'))
    expect(await rejectionOf(client.get('/x', { silent: true }))).toMatchObject({ toasted: false })
    expect(presented).toEqual([])
  })

  it('is nothing for a fault of the program', async () => {
    const { client, presented } = createBench(() => refused('40010'))
    expect(await rejectionOf(client.get('/x', { headers: { a: '\n' } }))).toMatchObject({ kind: 'config', toasted: false })
    expect(presented).toEqual([])
  })
})

describe('the throttle', () => {
  it('Q8 spec 9.3 shows one toast in 2 s for twenty failures alike, and marks all of them toasted', async () => {
    const { client, presented, clock } = createBench(() => ({ status: 500 }))
    const errors = await Promise.all(Array.from({ length: 20 }, () => rejectionOf(client.get('/x'))))
    expect(presented).toHaveLength(1)
    expect(errors.every((error) => (error as { toasted: boolean }).toasted)).toBe(true)
    await clock.advance(2_000)
    await rejectionOf(client.get('/x'))
    expect(presented).toHaveLength(2)
  })

  it('Q8 shows one toast in 2 s for failures of the system, whatever their texts; those not shown are not marked', async () => {
    const { client, presented } = createBench(({ url }) => ({ status: Number(url.slice(4, 7)) }))
    const errors = await Promise.all([500, 403, 404, 502].map((status) => rejectionOf(client.get(`/${status}`))))
    expect(presented).toMatchObject([{ text: 'The system is busy' }])
    expect(errors.map((error) => (error as { toasted: boolean }).toasted)).toEqual([true, false, false, false])
  })

  it('Q8 does not swallow a refusal because another one was shown', async () => {
    const { client, presented } = createBench(byPath({ '/v1/a': refused('40202', { msg: 'off tick' }), '/v1/b': refused('40201', { msg: 'no balance' }) }))
    await rejectionOf(client.post('/a'))
    await rejectionOf(client.post('/b'))
    await rejectionOf(client.post('/a'))
    expect(presented).toMatchObject([{ text: 'off tick' }, { text: 'no balance' }])
  })

  it('Q8 spec 9.3 logs out once in 2 s, however many requests find the session gone', async () => {
    const { client, presented, clock } = createBench(() => refused('20906'))
    for (let n = 0; n < 10; n++) void client.get(`/x${n}`)
    await clock.advance(10)
    expect(presented.map(({ kind }) => kind)).toEqual(['toast', 'logout'])
    await clock.advance(2_000)
    void client.get('/x')
    await clock.advance(10)
    expect(presented.map(({ kind }) => kind)).toEqual(['toast', 'logout', 'toast', 'logout'])
  })

  it('Q8 logs out even for a silent request', async () => {
    const { client, presented, clock } = createBench(() => refused('20906'))
    void client.get('/x', { silent: true })
    await clock.advance(10)
    expect(presented.map(({ kind }) => kind)).toEqual(['logout'])
  })
})
