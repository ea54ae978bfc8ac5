import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { testServerIdentity } from '@x/gateway-sign/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkLedger } from './exchange/ledger/invariants.ts'
import { openDatabase } from './platform/db/openDatabase.ts'
import { createHttpClient } from './testing/createHttpClient.ts'
import type { TestClient } from './testing/createTestClient.ts'
import { findPostgresPrograms, startPostgres, type TestPostgres } from './testing/startPostgres.ts'
import { startGatewayProcess, type GatewayProcess } from './testing/startGatewayProcess.ts'

const programs = findPostgresPrograms()
const TEST_LIMIT = 300_000
/** What the guide says to copy, the database apart (docs/guides/operate.md). */
const KEYS = ['identity.json', 'issuer.json', 'master.secret']
const AFTER_THE_DATABASE = ['journal', 'audit']

describe.skipIf(!programs)('a machine that is lost with its disk (scale 3)', () => {
  let server: TestPostgres
  let folder: string
  const running: GatewayProcess[] = []

  beforeAll(async () => {
    server = await startPostgres(programs!)
    folder = await mkdtemp(path.join(tmpdir(), 'backup-'))
  })
  afterAll(async () => {
    await Promise.all(running.map(kill))
    await server?.remove()
    await rm(folder, { recursive: true, force: true })
  })

  async function kill({ child, ended }: GatewayProcess): Promise<void> {
    child.kill('SIGKILL')
    await ended
  }

  interface Started {
    readonly process: GatewayProcess
    readonly client: TestClient
    readonly demo: { readonly loginName: string; readonly password: string }
  }

  /** Again, as a supervisor does, while the machine is too busy for a connection in time. */
  const start = (dataDir: string): Promise<Started> =>
    startOnce(dataDir).catch((error: unknown) => {
      if (!String(error).includes('cannot be reached')) throw error
      return start(dataDir)
    })

  async function startOnce(dataDir: string): Promise<Started> {
    const gateway = startGatewayProcess({
      DATA_DIR: dataDir,
      DATABASE_URL: server.url,
      MARKET_SCENARIO: 'calm',
    })
    running.push(gateway)
    const [, loginName = '', password = ''] = await gateway.said(/^Demo account: (\S+) (\S+)$/m)
    const [, url = ''] = await gateway.said(/^URL: (\S+)$/m)
    return { process: gateway, client: createHttpClient(url), demo: { loginName, password } }
  }

  /** Sent again while the database is too slow to answer; an order comes once. */
  const succeeds = (call: () => Promise<{ readonly code: string }>) =>
    expect.poll(async () => (await call()).code, { timeout: TEST_LIMIT }).toBe('0')

  async function place(client: TestClient, clientOids: readonly string[]): Promise<void> {
    const { data } = await client.get('/v1/spot/public/tickers?symbol=BTCUSDT')
    const [{ last } = { last: '' }] = data as { last: string }[]
    const price = String(Math.floor(Number(last) * 0.95))
    const order = { symbol: 'BTCUSDT', side: 'buy', orderType: 'limit', price, size: '0.001' }
    for (const clientOid of clientOids)
      await succeeds(() => client.post('/v1/spot/order/place', { ...order, clientOid }))
  }

  async function openOrders(client: TestClient): Promise<readonly string[]> {
    const { data } = await client.get('/v1/spot/order/open')
    const { items } = data as { items: readonly { clientOid: string }[] }
    return items.map(({ clientOid }) => clientOid).sort()
  }

  it(
    'is back from its backups with everything that they hold',
    async () => {
      const lost = path.join(folder, 'lost')
      await mkdir(lost, { mode: 0o700 })
      // The test client knows the issuer of this key.
      const identity = JSON.stringify(testServerIdentity)
      await writeFile(path.join(lost, 'identity.json'), identity, { mode: 0o600 })
      const first = await start(lost)
      await succeeds(() => first.client.login(first.demo))
      await place(first.client, ['before-1', 'before-2'])
      const database = await server.backUp()
      await place(first.client, ['between-1', 'between-2'])
      const restored = path.join(folder, 'restored')
      for (const name of [...KEYS, ...AFTER_THE_DATABASE])
        await cp(path.join(lost, name), path.join(restored, name), { recursive: true })
      await place(first.client, ['after-1'])
      await kill(first.process)
      await rm(lost, { recursive: true })

      await server.restore(database)
      const second = await start(restored)
      await succeeds(() => second.client.login(second.demo))
      expect(await openOrders(second.client)).toEqual([
        'before-1',
        'before-2',
        'between-1',
        'between-2',
      ])
      await place(second.client, ['again-1'])
      second.process.child.kill('SIGTERM')
      expect(await second.process.ended).toBe(0)
      const db = await openDatabase({ dataDir: restored, databaseUrl: server.url })
      try {
        expect(await checkLedger(db)).toEqual([])
      } finally {
        await db.close()
      }
    },
    TEST_LIMIT,
  )
})
