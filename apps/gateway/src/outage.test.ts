import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from './platform/db/Database.ts'
import type { Log, LogFields } from './platform/log/Log.ts'
import { createTestGateway, type TestGateway } from './testing/createTestGateway.ts'
import type { Answer, TestClient } from './testing/createTestClient.ts'
import { openServerTestDatabase } from './testing/openServerTestDatabase.ts'
import { findPostgresPrograms, startPostgres, type TestPostgres } from './testing/startPostgres.ts'

const programs = findPostgresPrograms()
/**
 * No answer may take longer, whatever the database does: the five seconds of a statement, and what
 * a busy machine adds.
 */
const BOUND_MS = 30_000
const PAUSED = { http: 200, code: '00006', data: { taken: false } }
const RESTING = { symbol: 'BTCUSDT', side: 'buy', orderType: 'limit', size: '0.01' }

describe.skipIf(!programs)(
  `a Postgres server that goes away${programs ? '' : ' (skipped: this machine has no Postgres)'}`,
  () => {
    let server: TestPostgres
    let db: Database
    let gateway: TestGateway
    let client: TestClient
    const lines: { level: string; message: string; fields: LogFields }[] = []
    const log = Object.fromEntries(
      ['info', 'warn', 'error'].map((level) => [
        level,
        (message: string, fields: LogFields = {}) => void lines.push({ level, message, fields }),
      ]),
    ) as unknown as Log

    beforeAll(async () => {
      server = await startPostgres(programs!)
      db = await openServerTestDatabase(server.url)
      gateway = await createTestGateway({ db, log })
      client = gateway.visitor()
      expect(
        await client.login({
          loginName: gateway.demo!.loginName,
          password: gateway.demo!.password,
        }),
      ).toMatchObject({ code: '0' })
    })
    afterAll(async () => {
      await gateway?.stop()
      await db?.close()
      await server?.remove()
    })

    const inBound = async (call: Promise<Answer>): Promise<Answer> => {
      const startedAt = performance.now()
      const answer = await call
      expect(performance.now() - startedAt).toBeLessThan(BOUND_MS)
      return answer
    }
    const get = (path: string) => inBound(client.get(path))
    const post = (path: string, body: Readonly<Record<string, unknown>>) =>
      inBound(client.post(path, body))
    /** Below the market, so that it rests. */
    const place = async (clientOid: string) => {
      const { data } = await client.get('/v1/spot/public/tickers?symbol=BTCUSDT')
      const price = String(Math.floor(Number((data as { last: string }[])[0]!.last) * 0.9))
      return post('/v1/spot/order/place', { ...RESTING, price, clientOid })
    }
    /** Settlement tries again by the gateway's clock, which only the test moves. */
    const isBack = async () => {
      let isAnswered = false
      const answer = client.get('/v1/spot/order/history').finally(() => (isAnswered = true))
      while (!isAnswered) await gateway.clock.advance(100)
      return (await answer).code
    }

    it.each([
      ['killed', () => server.kill(), () => server.start()],
      ['stopped', async () => server.pause(), async () => server.resume()],
    ])(
      '%s: cancels and reads go on, the rest is refused at once (SR6)',
      async (name, takeAway, restore) => {
        const orders = await Promise.all(
          ['one', 'two', 'three'].map((each) => place(`${name}-${each}`)),
        )
        expect(orders).toMatchObject([{ code: '0' }, { code: '0' }, { code: '0' }])
        const cancel = (clientOid: string) =>
          post('/v1/spot/order/cancel', { clientOid: `${name}-${clientOid}` })
        lines.length = 0

        await takeAway()
        // Longer than a session is fresh: what is asked now is asked of the database.
        gateway.leap(3_000)
        const first = await Promise.all([
          cancel('one'),
          get('/v1/spot/order/open'),
          get('/v1/spot/account/assets'),
          get('/v1/spot/public/tickers'),
          get('/v1/spot/public/candles?symbol=BTCUSDT&interval=1m&limit=500'),
          get('/v1/spot/public/candles?symbol=BTCUSDT&interval=1d&limit=500'),
        ])
        expect(first.map(({ code }) => code)).toEqual(['0', '0', '0', '0', '0', '0'])
        expect(await get('/v1/spot/order/history')).toMatchObject(PAUSED)
        expect(await get('/v1/user/overview/userinfo')).toMatchObject(PAUSED)
        expect(
          await inBound(
            gateway.visitor().login({ loginName: 'nobody@example.com', password: 'p' }),
          ),
        ).toMatchObject({ http: 200, code: '00006' })

        // A minute into the outage.
        gateway.leap(60_000)
        expect(await cancel('two')).toMatchObject({ code: '0' })
        expect(await get('/v1/spot/order/open')).toMatchObject({ code: '0' })
        // A session that nobody could check for too long is not believed any more.
        gateway.leap(60_000)
        expect(await cancel('three')).toMatchObject(PAUSED)
        expect(await get('/v1/spot/public/tickers')).toMatchObject({ code: '0' })

        await restore()
        await expect.poll(isBack).toBe('0')
        expect(await cancel('three')).toMatchObject({ code: '0' })
        expect(lines.filter(({ message }) => message === 'A request failed')).toEqual([])
        expect(JSON.stringify(lines)).not.toContain('secret')
      },
    )

    it('ends a session at once that is logged out during an outage (SR6)', async () => {
      const other = gateway.visitor()
      await other.login({ loginName: gateway.demo!.loginName, password: gateway.demo!.password })
      expect(await other.get('/v1/spot/order/open')).toMatchObject({ code: '0' })
      const cookies = new Map(other.cookies)
      await server.kill()
      gateway.leap(3_000)
      expect(await inBound(other.get('/v1/spot/order/open'))).toMatchObject({ code: '0' })
      expect(await inBound(other.post('/v1/user/logout'))).toMatchObject({
        http: 200,
        code: '00006',
        data: null,
      })
      for (const [key, value] of cookies) other.cookies.set(key, value)
      expect(await inBound(other.get('/v1/spot/order/open'))).toMatchObject({ code: '20205' })
      await server.start()
      await expect.poll(isBack).toBe('0')
      await gateway.clock.advance(2_000)
      const ended = async () =>
        (await db.query("select 1 from sessions where end_reason = 'logout'")).length
      await expect.poll(ended).toBe(1)
      expect(await inBound(other.get('/v1/spot/order/open'))).toMatchObject({ code: '20205' })
    })
  },
)
