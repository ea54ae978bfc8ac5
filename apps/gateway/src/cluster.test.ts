import { randomBytes } from 'node:crypto'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { browserClock } from '@x/kit/browser'
import { testServerIdentity } from '@x/gateway-sign/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createEdge } from './edge/createEdge.ts'
import { createLeaderFinder } from './edge/createLeaderFinder.ts'
import { checkLedger } from './exchange/ledger/invariants.ts'
import { WIDE_ORDER_LIMITS } from './modules/trading/orderLimits.ts'
import type { Database } from './platform/db/Database.ts'
import { createHttpClient } from './testing/createHttpClient.ts'
import type { Answer, TestClient } from './testing/createTestClient.ts'
import { freePort } from './platform/server/freePort.ts'
import { openServerTestDatabase } from './testing/openServerTestDatabase.ts'
import { startGatewayProcess, type GatewayProcess } from './testing/startGatewayProcess.ts'

const SERVER = process.env['TEST_DATABASE_URL'] ?? ''
const LIMIT = 300_000
const HOST = '127.0.0.1'
/** A start on a busy machine takes this long, and nobody is refused meanwhile. */
const HOLD_MS = 120_000

describe.skipIf(SERVER === '')('gateways on one log behind an edge', () => {
  let db: Database & { readonly url: string }
  let root: string
  const processes: GatewayProcess[] = []
  const ends: (() => unknown)[] = []
  beforeEach(async () => {
    db = await openServerTestDatabase(SERVER)
    root = await mkdtemp(path.join(tmpdir(), 'cluster-'))
  }, LIMIT)
  afterEach(async () => {
    for (const end of ends.splice(0)) end()
    for (const { child, ended, output } of processes.splice(0)) {
      if (process.env['DEBUG']) console.log(output())
      child.kill('SIGKILL')
      await ended
    }
    await db.close()
    await rm(root, { recursive: true, force: true })
  }, LIMIT)

  /** The keys of a gateway are the same on every machine. */
  async function folder(name: string, like?: string): Promise<string> {
    const dir = path.join(root, name)
    await mkdir(dir)
    if (like === undefined)
      await writeFile(path.join(dir, 'identity.json'), JSON.stringify(testServerIdentity), {
        mode: 0o600,
      })
    else
      for (const file of ['identity.json', 'master.secret'])
        await cp(path.join(like, file), path.join(dir, file))
    return dir
  }

  function start(dataDir: string, port: number): GatewayProcess {
    const gateway = startGatewayProcess({
      DATA_DIR: dataDir,
      DATABASE_URL: db.url,
      COMMAND_LOG_URL: db.url,
      REPLAY_STORE: 'database',
      PORT: String(port),
      STRICT_PORT: '1',
      TRUST_PROXY: HOST,
      ORDER_LIMITS: JSON.stringify(WIDE_ORDER_LIMITS),
    })
    processes.push(gateway)
    return gateway
  }

  async function startEdge(ports: readonly number[]): Promise<string> {
    const cores = ports.map((port) => `http://${HOST}:${port}`)
    const finder = createLeaderFinder({ cores, clock: browserClock(), pollMs: 50 })
    const edge = createEdge({ finder, holdMs: HOLD_MS })
    await new Promise<void>((resolve) => void edge.listen(0, HOST, resolve))
    ends.push(() => (edge.closeAllConnections(), edge.close()))
    return `http://${HOST}:${(edge.address() as AddressInfo).port}`
  }

  async function logIn(url: string, gateway: GatewayProcess): Promise<TestClient> {
    const [, loginName = '', password = ''] = await gateway.said(/^Demo account: (\S+) (\S+)$/m)
    const client = createHttpClient(url)
    expect(await client.login({ loginName, password })).toMatchObject({ code: '0' })
    return client
  }

  /** Orders that rest, one after the other, until it is ended. */
  function trade(client: TestClient) {
    const answers = new Map<string, Answer>()
    let isOver = false
    const running = (async () => {
      while (!isOver) {
        const clientOid = randomBytes(8).toString('hex')
        const answer = await client.post('/v1/spot/order/place', {
          symbol: 'ETHUSDT',
          side: 'buy',
          orderType: 'limit',
          timeInForce: 'gtc',
          price: '2500',
          size: '0.004',
          clientOid,
        })
        answers.set(clientOid, answer)
      }
    })()
    return {
      answers,
      placed: () => [...answers.values()].filter(({ code }) => code === '0').length,
      end: async () => ((isOver = true), await running),
    }
  }

  const storedKeys = async () =>
    (
      await db.query<{ client_oid: string }>(
        "select client_oid from spot_order where realm = 'live' and symbol = 'ETHUSDT' " +
          "and side = 'buy'",
      )
    ).map((row) => row.client_oid)

  it(
    'lose no acknowledged order and refuse none at a handover (SR3)',
    async () => {
      const ports = [await freePort(), await freePort()] as const
      const [a, b] = [await folder('a'), path.join(root, 'b')]
      const first = start(a, ports[0])
      const url = await startEdge(ports)
      const client = await logIn(url, first)
      await folder('b', a)
      const second = start(b, ports[1])
      await second.said(/^Standing by on port/m)

      const trading = trade(client)
      await expect.poll(trading.placed, { timeout: LIMIT }).toBeGreaterThan(20)
      first.child.kill('SIGKILL')
      await first.ended
      const afterKill = trading.placed()
      await second.said(/^URL: /m)
      await expect.poll(trading.placed, { timeout: LIMIT }).toBeGreaterThan(afterKill + 20)
      // What was on its way at the kill is unknown; nothing else is refused.
      const unknown = [...trading.answers].filter(([, { code }]) => code !== '0')
      expect(unknown).toEqual(unknown.slice(0, 1))

      const again = start(a, ports[0])
      await again.said(/^Standing by on port/m)
      second.child.kill('SIGTERM')
      expect(await second.ended).toBe(0)
      const afterHandover = trading.placed()
      await again.said(/^URL: /m)
      await expect.poll(trading.placed, { timeout: LIMIT }).toBeGreaterThan(afterHandover + 20)
      await trading.end()
      expect([...trading.answers].filter(([, { code }]) => code !== '0')).toEqual(unknown)

      again.child.kill('SIGTERM')
      expect(await again.ended).toBe(0)
      const stored = await storedKeys()
      expect(new Set(stored).size).toBe(stored.length)
      const acknowledged = [...trading.answers].flatMap(([key, { code }]) =>
        code === '0' ? [key] : [],
      )
      expect(acknowledged.filter((key) => !stored.includes(key))).toEqual([])
      expect(await checkLedger(db)).toEqual([])
    },
    LIMIT,
  )
})
