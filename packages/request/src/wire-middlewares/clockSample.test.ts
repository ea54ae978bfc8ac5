import { describe, expect, it } from 'vitest'
import { createFixture, rejectionOf, START } from '../testing/createFixture.ts'

const answer = { code: '0', status: 'success', msg: 'success', data: null }

describe('clock samples', () => {
  it('are read from the request-time of a response (wire 6)', async () => {
    const { client, serverClock } = createFixture(() => ({
      body: answer,
      headers: { 'request-time': String(START + 5_000) },
    }))
    await client.get('/x')
    expect(serverClock.offset()).toBe(5_000)
  })

  it('are read from error responses too (wire 6)', async () => {
    const { client, serverClock } = createFixture(() => ({
      status: 500,
      body: 'down',
      headers: { 'Request-Time': String(START - 5_000) },
    }))
    await rejectionOf(client.get('/x'))
    expect(serverClock.offset()).toBe(-5_000)
  })

  it('correct the tm of the next request (wire 6)', async () => {
    const { client, received } = createFixture(() => ({
      body: answer,
      headers: { 'request-time': String(START + 5_000) },
    }))
    await client.get('/x')
    await client.get('/y')
    expect(received.map((request) => request.headers['tm'])).toEqual([
      String(START),
      String(START + 5_000),
    ])
  })

  it('are unaffected by wall clock changes during the request (wire 6)', async () => {
    const fixture = createFixture(async () => {
      await fixture.clock.advance(100)
      fixture.clock.jump(3_600_000)
      await fixture.clock.advance(100)
      return { body: answer, headers: { 'request-time': String(START + 100) } }
    })
    await fixture.client.get('/x')
    expect(fixture.serverClock.now()).toBe(START + 200)
  })

  it('restart with the time of a 00022 refusal (wire 6, wire 7, spec 8.14)', async () => {
    let ahead = 900_000
    const fixture = createFixture(async ({ headers }) => {
      // The wrong sample has a short round trip and would otherwise be preferred.
      if (ahead === 0) await fixture.clock.advance(200)
      const wrong = Math.abs(Number(headers['tm']) - fixture.clock.now()) > 60_000
      return {
        body: wrong ? { ...answer, code: '00022', status: 'error' } : answer,
        headers: { 'request-time': String(fixture.clock.now() + ahead) },
      }
    })
    await fixture.client.get('/x')
    ahead = 0
    await expect(fixture.client.post('/x')).rejects.toMatchObject({
      kind: 'gateway-sign',
      code: '00022',
      attempts: 1,
    })
    await expect(fixture.client.post('/x')).resolves.toBeNull()
    expect(fixture.serverClock.offset()).toBe(100)
  })

  it('are not needed after the wall clock is set back (wire 6)', async () => {
    const { client, clock, received } = createFixture(() => ({
      body: answer,
      headers: { 'request-time': String(START + 5_000) },
    }))
    await client.get('/x')
    clock.jump(-12 * 3_600_000)
    await client.get('/x')
    expect(received.map(({ headers }) => headers['tm'])).toEqual([
      String(START),
      String(START + 5_000),
    ])
  })

  it('do not change the clock without the header (wire 6)', async () => {
    const { client, serverClock } = createFixture()
    await client.get('/x')
    expect(serverClock.offset()).toBe(0)
  })
})
