import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../platform/db/Database.ts'
import type { TestClient } from '../../testing/createTestClient.ts'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'
import { openTestDatabase } from '../../testing/openTestDatabase.ts'

/**
 * One data folder and one database, run as development, then as production, then as development
 * again.
 */
let db: Database
let dataDir: string
let gateway: TestGateway
let password = ''
const notices: string[] = []
const note = (message: string) => void notices.push(message)

async function start(isDevelopment: boolean): Promise<void> {
  notices.length = 0
  gateway = await createTestGateway({
    db: { ...db, close: async () => {} },
    dataDir,
    isDevelopment,
    log: { info() {}, warn: note, error: note },
  })
}
const logIn = (client: TestClient) => client.login({ loginName: 'demo@example.com', password })
const openOrders = async (client: TestClient) =>
  ((await client.get('/v1/spot/order/open')).data as { items: unknown[] }).items

beforeAll(async () => {
  db = await openTestDatabase()
  dataDir = await mkdtemp(path.join(tmpdir(), 'retire-'))
})
afterAll(async () => {
  await gateway.stop()
  await db.close()
  await rm(dataDir, { recursive: true, force: true })
})

describe('the demonstration account is of development only (wire 10)', () => {
  const client = () => gateway.client()
  let cookie = ''

  it('trades in development', async () => {
    await start(true)
    password = gateway.demo!.password
    const trader = client()
    expect(await logIn(trader)).toMatchObject({ code: '0' })
    const tickers = (await trader.get('/v1/spot/public/tickers')).data as {
      symbol: string
      last: string
    }[]
    const price = (Number(tickers.find(({ symbol }) => symbol === 'BTCUSDT')?.last) * 0.9).toFixed(
      2,
    )
    expect(
      await trader.post('/v1/spot/order/place', {
        symbol: 'BTCUSDT',
        side: 'buy',
        orderType: 'limit',
        price,
        size: '0.01',
        clientOid: 'rests',
      }),
    ).toMatchObject({ code: '0' })
    expect(await openOrders(trader)).toHaveLength(1)
    cookie = `__Host-session=${trader.cookies.get('__Host-session')}`
    await gateway.stop()
  })

  it('closes the demonstration account in production and informs the operator', async () => {
    await start(false)
    expect(gateway.demo).toBeUndefined()
    expect(notices).toContain('The demonstration account of this data folder was closed')
    expect(await logIn(client())).toMatchObject({ code: '40101' })
    const stale = await gateway.app.inject({
      url: '/v1/user/overview/userinfo',
      headers: { host: 'localhost', cookie },
    })
    expect(stale.json()).toMatchObject({ code: '20205' })
  })

  it('leaves no order behind that could spend its funds', async () => {
    // The ledger follows the journal; it has caught up once the gateway has stopped.
    await gateway.stop()
    expect(await db.query("select status from spot_order where client_oid = 'rests'")).toEqual([
      { status: 'cancelled' },
    ])
    expect(
      await db.query("select 1 from ledger_account where owner = 'user:1000000001' and held <> 0"),
    ).toEqual([])
  })

  it('is closed once: the next start in production has nothing to report', async () => {
    await start(false)
    expect(notices).toEqual([])
    expect(await logIn(client())).toMatchObject({ code: '40101' })
    await gateway.stop()
  })

  it('returns in development with its password and unchanged funds', async () => {
    const total = async () =>
      (
        await db.query<{ total: string }>(
          'select sum(balance)::text as total from ledger_account where owner = ' +
            "'issuance' and realm = 'live' and asset = 'USDT'",
        )
      )[0]?.total
    const before = await total()
    await start(true)
    expect(gateway.demo).toMatchObject({ password })
    expect(await logIn(client())).toMatchObject({ code: '0' })
    expect(await total()).toBe(before)
  })
})
