import { randomBytes } from 'node:crypto'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { testServerIdentity } from '@x/gateway-sign/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../Database.ts'
import { checkLedger } from '../../../exchange/ledger/invariants.ts'
import { createHttpClient } from '../../../testing/createHttpClient.ts'
import type { Answer, TestClient } from '../../../testing/createTestClient.ts'
import { openServerTestDatabase } from '../../../testing/openServerTestDatabase.ts'
import { startGatewayProcess, type GatewayProcess } from '../../../testing/startGatewayProcess.ts'

const SERVER = process.env['TEST_DATABASE_URL'] ?? ''
const LIMIT = 300_000
/** A takeover is waited for; long enough that a busy machine renews it in time. */
const SHORT = { LEASE_SECONDS: '6' }

let root: string
let db: Database & { readonly url: string }
const processes: GatewayProcess[] = []

beforeEach(async () => {
  if (SERVER === '') return
  db = await openServerTestDatabase(SERVER)
  root = await mkdtemp(path.join(tmpdir(), 'two-gateways-'))
}, LIMIT)
afterEach(async () => {
  for (const { child, ended, output } of processes.splice(0)) {
    if (process.env['DEBUG']) console.log(output())
    child.kill('SIGKILL')
    await ended
  }
  if (SERVER === '') return
  await db.close()
  await rm(root, { recursive: true, force: true })
})

function start(dataDir: string, environment: Record<string, string> = {}): GatewayProcess {
  const gateway = startGatewayProcess({
    DATA_DIR: dataDir,
    DATABASE_URL: db.url,
    HALT_EXIT: '0',
    ...environment,
  })
  processes.push(gateway)
  return gateway
}

function rebuild(dataDir: string): GatewayProcess {
  const tool = startGatewayProcess({ DATA_DIR: dataDir, DATABASE_URL: db.url }, [
    'rebuild-from-ledger',
  ])
  processes.push(tool)
  return tool
}

async function newFolder(): Promise<string> {
  const folder = path.join(root, randomBytes(4).toString('hex'))
  await mkdir(folder)
  await writeFile(path.join(folder, 'identity.json'), JSON.stringify(testServerIdentity), {
    mode: 0o600,
  })
  return folder
}

interface Trader {
  readonly client: TestClient
  /** A resting buy for 90 % of the USDT that the account began with. */
  order(): Promise<Answer>
}

async function logIn(gateway: GatewayProcess): Promise<Trader> {
  const [, loginName = '', password = ''] = await gateway.said(/^Demo account: (\S+) (\S+)$/m)
  const [, url = ''] = await gateway.said(/^URL: (\S+)$/m)
  const client = createHttpClient(url)
  expect(await client.login({ loginName, password })).toMatchObject({ code: '0' })
  const { data } = (await client.get('/v1/spot/public/tickers')) as {
    data: { symbol: string; last: string }[]
  }
  const price = Math.floor(Number(data.find(({ symbol }) => symbol === 'BTCUSDT')!.last) * 0.97)
  return {
    client,
    order: () =>
      client.post('/v1/spot/order/place', {
        symbol: 'BTCUSDT',
        side: 'buy',
        orderType: 'limit',
        timeInForce: 'gtc',
        price: String(price),
        size: (90_000 / price).toFixed(4),
        clientOid: randomBytes(8).toString('hex'),
      }),
  }
}

describe.skipIf(SERVER === '')('two gateways on one database', () => {
  it(
    'refuse a second one on the same, an empty or copied folder (SR3)',
    async () => {
      const folder = await newFolder()
      const first = start(folder)
      const trader = await logIn(first)
      const holder = `process ${first.child.pid} on `

      const same = start(folder)
      expect(await same.ended).toBe(1)
      expect(same.output()).toContain(`in use by ${holder}`)

      const empty = start(await newFolder())
      expect(await empty.ended).toBe(1)
      expect(empty.output()).toContain(`Another gateway trades on this database: ${holder}`)

      const copy = await newFolder()
      await cp(folder, copy, { recursive: true, filter: (file) => !file.endsWith('.sock') })
      await rm(path.join(copy, 'gateway.lock'))
      const copied = start(copy)
      expect(await copied.ended).toBe(1)
      expect(copied.output()).toContain(`Another gateway trades on this database: ${holder}`)

      expect(await trader.order()).toMatchObject({ code: '0' })
      first.child.kill('SIGTERM')
      expect(await first.ended).toBe(0)
    },
    LIMIT,
  )

  it(
    'acknowledges nothing at a stopped holder once a copy has taken over (SR3)',
    async () => {
      const folder = await newFolder()
      // It stays up after its halt, so that its answers can be seen.
      const former = start(folder, SHORT)
      const before = await logIn(former)
      former.child.kill('SIGSTOP')
      const copy = await newFolder()
      await cp(folder, copy, { recursive: true, filter: (file) => !file.endsWith('.sock') })
      await rm(path.join(copy, 'gateway.lock'))
      // Sent while it stands still: it is read, run and written to the journal when the process
      // goes on.
      const meanwhile = before.order()

      const next = start(copy, SHORT)
      // It waits for the lease to run out, unless it has on a busy machine by the time it asks.
      const after = await logIn(next)
      expect(await after.order()).toMatchObject({ code: '0' })
      former.child.kill('SIGCONT')
      expect(await meanwhile).toMatchObject({ code: '00006', data: { taken: false } })
      await former.said(
        new RegExp(`Another gateway trades on this database: process ${next.child.pid} on `),
      )
      expect(await before.order()).toMatchObject({ code: '00006', data: { taken: false } })

      next.child.kill('SIGTERM')
      expect(await next.ended).toBe(0)
      former.child.kill('SIGKILL')
      await former.ended
      // What it had written is not what was traded on.
      const again = start(folder, SHORT)
      expect(await again.ended).toBe(1)
      expect(again.output()).toContain(
        'Another gateway has traded on this database since, with another data folder',
      )
      expect(await checkLedger(db)).toEqual([])
      expect(
        await db.query(
          "select status from spot_order where realm = 'live' and side = 'buy' and " +
            "user_id = '1000000001'",
        ),
      ).toEqual([{ status: 'open' }])
    },
    LIMIT,
  )

  it(
    'rebuilds a lost journal by its command, and not beside a gateway (SR7)',
    async () => {
      const folder = await newFolder()
      const first = start(folder)
      const before = await logIn(first)
      const placed = await before.order()
      expect(placed).toMatchObject({ code: '0' })
      // Answered once the ledger has it.
      expect(await before.client.get('/v1/spot/order/history')).toMatchObject({ code: '0' })
      const beside = rebuild(await newFolder())
      expect(await beside.ended).toBe(1)
      expect(beside.output()).toContain('Another gateway trades on this database')

      first.child.kill('SIGKILL')
      await first.ended
      await rm(path.join(folder, 'journal'), { recursive: true })
      const without = start(folder)
      expect(await without.ended).toBe(1)
      expect(without.output()).toContain('run rebuild-from-ledger')
      const tool = rebuild(folder)
      expect(await tool.ended).toBe(0)
      expect(tool.output()).toMatch(
        /A journal was rebuilt from the ledger after record \d+: \d+ accounts, 1 open orders/,
      )

      const after = await logIn(start(folder))
      expect(
        await after.client.post('/v1/spot/order/cancel', {
          orderId: (placed.data as { orderId: string }).orderId,
        }),
      ).toMatchObject({ code: '0', data: { status: 'cancelled' } })
      expect(await after.order()).toMatchObject({ code: '0' })
    },
    LIMIT,
  )
})
