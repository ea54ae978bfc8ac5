import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { testServerIdentity } from '@x/gateway-sign/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { Sql } from './platform/db/Database.ts'
import { openDatabase } from './platform/db/openDatabase.ts'
import { checkLedger } from './exchange/ledger/invariants.ts'
import { createFlow } from './testing/matchingCommandGenerator.ts'
import { insertAccountWithSubAccounts } from './testing/insertAccountWithSubAccounts.ts'
import type { Realm } from './exchange/accounts/accounts.ts'
import { WIDE_ORDER_LIMITS } from './modules/trading/orderLimits.ts'
import { createChaosCopies } from './testing/copyChaos.ts'
import { createChaosTerms, type Terms } from './testing/chaosTerms.ts'
import { createHttpClient } from './testing/createHttpClient.ts'
import { freePort } from './platform/server/freePort.ts'
import type { TestClient } from './testing/createTestClient.ts'
import {
  atomsOf,
  createObservedBalances,
  expectObserved,
  noteBalance,
  noteFill,
  noteTransfer,
} from './testing/observedBalances.ts'
import { openServerTestDatabase } from './testing/openServerTestDatabase.ts'
import {
  createObservedOrders,
  expectObservedOrders,
  type ObservedOrders,
} from './testing/observedOrders.ts'
import type { UserStreamMessage as UserMessage } from '@x/api'

const rounds = Number(process.env['CHAOS_ROUNDS'] ?? 1)
const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))
const WORKERS = 3

/**
 * A Postgres server instead of the embedded database: kills and starts then go through the lease as
 * well.
 */
const SERVER = process.env['TEST_DATABASE_URL'] ?? ''

let dataDir: string
let port: number
let server: Awaited<ReturnType<typeof openServerTestDatabase>> | undefined
const opened = () => openDatabase({ dataDir, databaseUrl: server?.url })
beforeAll(async () => {
  if (SERVER !== '') server = await openServerTestDatabase(SERVER)
  dataDir = await mkdtemp(path.join(tmpdir(), 'chaos-'))
  await writeFile(path.join(dataDir, 'identity.json'), JSON.stringify(testServerIdentity), {
    mode: 0o600,
  })
  port = await freePort()
})
afterAll(async () => {
  await server?.close()
  await rm(dataDir, { recursive: true, force: true })
})

interface Started {
  readonly child: ChildProcess
  readonly output: () => string
}

/**
 * The command itself, on the same data and port each time. A start compares journal, ledger and
 * memory, and fails where they differ.
 */
async function start(): Promise<Started> {
  const child = spawn(
    process.execPath,
    ['--liftoff-only', '--conditions=x-source', '--disable-warning=ExperimentalWarning', MAIN],
    {
      env: {
        ...process.env,
        PORT: String(port),
        STRICT_PORT: '1',
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
        WEB_ROOT: dataDir,
        DATABASE_URL: server?.url ?? '',
        NODE_ENV: 'development',
        CAPTCHA_COST: '50',
        STOP_SECONDS: '300',
        ORDER_LIMITS: JSON.stringify(WIDE_ORDER_LIMITS),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => void (text += chunk))
  while (!/^Demo account: /m.test(text)) {
    if (child.exitCode !== null)
      throw new Error(`The gateway ended with ${child.exitCode}: ${text}`)
    await once(child.stdout, 'data')
  }
  return { child, output: () => text }
}

async function end({ child }: Started, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const exit = once(child, 'exit')
  child.kill(signal)
  await exit
}

interface Trader {
  readonly client: TestClient
  readonly realm: Realm
  userId: string
}

/** What was answered. */
interface Observed extends ObservedOrders {
  readonly money: ReturnType<typeof createObservedBalances>
  answers: number
}

/** Orders, fills and balances as the private socket reports them. */
async function listen({ client, realm, userId }: Trader, observed: Observed): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/v1/user/stream`, {
    headers: { cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  })
  socket.on('error', () => {})
  socket.on('message', (data) => {
    const message = JSON.parse((data as Buffer).toString()) as UserMessage
    for (const row of message.data as readonly Record<string, string>[]) {
      if (message.topic === 'fills')
        noteFill(observed.money, {
          realm,
          fillId: row['fillId']!,
          facts: ['orderId', 'role', 'price', 'size', 'fee', 'feeAsset'].map(
            (field) => row[field]!,
          ),
        })
      if (message.topic === 'balances')
        noteBalance(observed.money, {
          realm,
          userId,
          asset: row['asset']!,
          available: row['available']!,
          held: row['held']!,
        })
      if (message.topic === 'orders' && ['filled', 'cancelled'].includes(row['status']!))
        observed.statuses.set(row['orderId']!, row['status']!)
      if (message.topic === 'orders' && row['orderType'] === 'tp_sl' && row['status'] === 'waiting')
        observed.waiting.add(row['orderId']!)
    }
  })
  await once(socket, 'message')
  return socket
}

const next = createFlow(rounds)
const below = (limit: number) => Math.floor(next() * limit)
const wild = createChaosTerms(next)
/**
 * Honest refusals: funds run out, orders trade while they are cancelled, a top-up is above what the
 * day allows, a market moves.
 */
const HONEST = ['40010', '40201', '40204', '40205', '40207', '40208', '40401']
let count = 0
/** A sub-account of the demonstration account. */
const SUB = '1999999999'

/** One signed call after the other, until the gateway is gone. */
async function work(
  { client, realm, userId }: Trader,
  { last, observed }: { readonly last: number; readonly observed: Observed },
): Promise<void> {
  const post = async (
    verb: string,
    body: Readonly<Record<string, unknown>>,
    family = 'spot',
  ): Promise<Record<string, string> | undefined> => {
    const { code, msg, data } = await client.post(`/v1/${family}/${verb}`, body)
    // A paper order still on its way when its season is left (docs/adr/paper.md).
    const isOvertaken = code === '00006' && msg.startsWith('The paper account began anew')
    if (code !== '0' && !isOvertaken && !HONEST.includes(code))
      throw new Error(`${verb} was refused: ${code} ${msg}`)
    observed.answers++
    return code === '0' ? (data as Record<string, string>) : undefined
  }
  /** Take profit or stop loss of what an entry has brought by now, if it stands. */
  async function moveExit(
    entryId: string,
    { terms, side }: { readonly terms: Terms; readonly side: string },
  ): Promise<void> {
    if (!terms['takeProfitTriggerPrice'] && !terms['stopLossTriggerPrice']) return
    const { code, data } = await client.get('/v1/spot/order/trigger?orderType=tp_sl')
    if (code !== '0') throw new Error(`The triggers were refused: ${code}`)
    observed.answers++
    const exit = (data as { items: Record<string, string>[] }).items.find(
      ({ parentOrderId }) => parentOrderId === entryId,
    )
    if (!exit) return
    const orderId = exit['orderId']!
    const moved = wild.moveExit({ leaves: side === 'buy' ? 'sell' : 'buy', last })
    if (await post('order/amend', { orderId, ...moved })) observed.amended.set(orderId, moved)
    if (next() > 0.2) return
    observed.cancelling.add(orderId)
    if (await post('order/cancel', { orderId })) observed.statuses.set(orderId, 'cancelled')
  }
  for (;;) {
    const side = next() < 0.5 ? 'buy' : 'sell'
    const terms = wild.next({ side, last })
    const placed = await post('order/place', {
      symbol: 'BTCUSDT',
      side,
      clientOid: `chaos-${count++}`,
      ...terms,
    })
    const isOpen = placed !== undefined && ['open', 'waiting'].includes(placed['status']!)
    if (placed) observed.statuses.set(placed['orderId']!, placed['status']!)
    if (isOpen && terms['orderType'] !== 'limit') observed.waiting.add(placed['orderId']!)
    const change = isOpen && next() < 0.4 ? wild.change(terms, { side, last }) : undefined
    if (change && (await post('order/amend', { orderId: placed!['orderId'], ...change })))
      observed.amended.set(placed!['orderId']!, change)
    if (placed && next() < 0.6) await moveExit(placed['orderId']!, { terms, side })
    if (isOpen && next() < 0.4) {
      observed.cancelling.add(placed['orderId']!)
      const cancelled = await post('order/cancel', { orderId: placed['orderId'] })
      if (cancelled) observed.statuses.set(placed['orderId']!, 'cancelled')
    }
    if (realm === 'live') {
      const [fromUserId, toUserId] = next() < 0.6 ? [userId, SUB] : [SUB, userId]
      const body = {
        fromUserId,
        toUserId,
        asset: next() < 0.5 ? 'USDT' : 'BTC',
        amount: (next() / 1_000).toFixed(8),
        clientOid: `chaos-${count++}`,
      }
      const moved = next() < 0.5 ? await post('transfer', body, 'asset') : undefined
      if (moved)
        noteTransfer(observed.money, {
          transferId: moved['transferId']!,
          facts: [userId, fromUserId, toUserId, body.asset, moved['amount']!, body.clientOid],
        })
      continue
    }
    if (next() < 0.02) {
      const reset = await post('paper/reset', {
        season: String(
          1 + [...observed.money.resets].filter((key) => key.startsWith(`${userId}:`)).length,
        ),
      })
      if (reset) observed.money.resets.add(`${userId}:${reset['season']}`)
    }
    if (next() < 0.05) {
      const amount = `0.${String(1 + count++).padStart(8, '0')}`
      if (await post('paper/topup', { asset: 'USDT', amount }))
        observed.money.topUps.add(String(atomsOf(amount, 'USDT')))
    }
  }
}

/**
 * How many orders of each kind there are with a trigger, and how many of each kind were amended;
 * `entry`: with exits.
 */
async function kindsOf(
  db: Sql,
  { amended, waiting }: Observed,
): Promise<Readonly<Record<string, number>>> {
  const rows = await db.query<{
    order_id: bigint
    order_type: string
    fired: boolean
    leaves: boolean
  }>(
    "select order_id, order_type, (legs ->> 'firedAt') is not null as fired, (legs ->> " +
      "'exits') is not null as leaves from spot_order",
  )
  const kinds: Record<string, number> = {}
  const count = (kind: string) => (kinds[kind] = (kinds[kind] ?? 0) + 1)
  for (const { order_id, order_type, fired, leaves } of rows) {
    const kind = leaves ? 'entry' : order_type
    if (leaves || waiting.has(String(order_id))) count(kind)
    if (fired) count(`${kind} fired`)
    if (amended.has(String(order_id))) count(`${kind} amended`)
  }
  return kinds
}

describe('kill -9 of the gateway itself (trading 3)', () => {
  it(
    `loses nothing observed over HTTP in ${rounds} kills under load`,
    { timeout: 600_000 + rounds * 60_000 },
    async () => {
      const observed: Observed = {
        ...createObservedOrders(),
        money: createObservedBalances(),
        answers: 0,
      }
      const url = `http://127.0.0.1:${port}`
      const traders: Trader[] = (['live', 'paper'] as const).map((realm) => ({
        client: createHttpClient(url),
        realm,
        userId: '',
      }))
      await end(await start(), 'SIGTERM')
      const fresh = await opened()
      await insertAccountWithSubAccounts(fresh, { main: '1000000001', subs: [SUB] })
      await fresh.close()
      const copies = createChaosCopies(url)
      const [lead] = traders.map(({ client }) => client)
      if (!lead) throw new Error('No trader')
      let killedAt = 0
      for (let round = 0; round < rounds; round++) {
        const gateway = await start()
        const [, loginName = '', password = ''] =
          /^Demo account: (\S+) (\S+)$/m.exec(gateway.output()) ?? []
        for (const trader of traders) {
          // The session outlives the gateway.
          if (round === 0) {
            expect(await trader.client.login({ loginName, password })).toMatchObject({ code: '0' })
            if (trader.realm === 'paper')
              expect(
                await trader.client.post('/v1/user/sub-account/switchTradeDemo'),
              ).toMatchObject({ code: '0' })
          }
          const { code, data } = await trader.client.get('/v1/user/overview/userinfo')
          expect({ code, data }).toMatchObject({ code: '0', data: { realm: trader.realm } })
          trader.userId = (data as { userId: string }).userId
          await listen(trader, observed)
        }
        if (round === 0) await copies.begin(lead)
        const tickers = (await (await fetch(`${url}/v1/spot/public/tickers`)).json()) as {
          data: { symbol: string; last: string }[]
        }
        const last = Number(tickers.data.find(({ symbol }) => symbol === 'BTCUSDT')!.last)
        const enough = observed.answers + 60 + below(300)
        const complaints: string[] = []
        let isOver = false
        const workers = traders.flatMap((trader) =>
          Array.from({ length: WORKERS }, () =>
            work(trader, { last, observed }).catch(
              (error: unknown) => isOver || void complaints.push(String(error)),
            ),
          ),
        )
        while (observed.answers < enough && complaints.length === 0)
          await new Promise((resolve) => setTimeout(resolve, 5))
        await copies.burst(lead)
        isOver = true
        await end(gateway, 'SIGKILL')
        killedAt = Date.now()
        await Promise.all(workers)
        expect(complaints).toEqual([])
      }

      const last = await start()
      await copies.caughtUp(lead)
      await end(last, 'SIGTERM')
      const db = await opened()
      expect(await checkLedger(db)).toEqual([])
      await expectObserved(db, observed.money)
      await expectObservedOrders(db, observed)
      const late = await copies.expectOnce(db, { killedAt })
      const kinds = await kindsOf(db, observed)
      // A short run is over before the rarer ones have happened.
      if (rounds > 1)
        expect(Object.keys(kinds)).toEqual(
          expect.arrayContaining([
            'oco',
            'stop_limit',
            'stop_market',
            'tp_sl',
            'trailing',
            'entry amended',
            'limit amended',
            'trailing amended',
            'tp_sl amended',
          ]),
        )
      expect(observed.statuses.size).toBeGreaterThan(rounds * 20)
      const { fills, balances, resets, topUps, transfers } = observed.money
      expect(transfers.size).toBeGreaterThan(0)
      process.stdout.write(
        `${rounds} kills of the gateway: ${observed.answers} answers, ${observed.statuses.size} ` +
          `orders, ${observed.amended.size} amendments, ${observed.waiting.size} waiting orders, ` +
          `${fills.size} fills, ${[...balances.values()].flat().length} balances, ` +
          `${transfers.size} transfers, ${resets.size} resets and ${topUps.size} top-ups ` +
          `observed; none lost; ${late} copies made by the last start\n${JSON.stringify(kinds)}\n`,
      )
      await db.close()
    },
  )
})
