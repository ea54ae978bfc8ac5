import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from './platform/db/Database.ts'
import { freePort } from './platform/server/freePort.ts'
import { openServerTestDatabase } from './testing/openServerTestDatabase.ts'
import { keepOrderDiary } from './testing/orderDiary.ts'
import {
  keepBotDiaries,
  keepSocketDiaries,
  logInAsDemo,
  startCluster,
} from './testing/startCluster.ts'
import { logInOperator } from './testing/operatorClients.ts'
import { startGatewayProcess, type GatewayProcess } from './testing/startGatewayProcess.ts'
import { hasNatsServer, startNatsServer } from './testing/startNatsServer.ts'

const SERVER = process.env['TEST_DATABASE_URL'] ?? ''
const LIMIT = 300_000

describe.skipIf(SERVER === '')('gateways on one log behind two edges', () => {
  let db: Database & { readonly url: string }
  let root: string
  const ends: (() => unknown)[] = []
  beforeEach(async () => {
    db = await openServerTestDatabase(SERVER)
    root = await mkdtemp(path.join(tmpdir(), 'cluster-'))
  }, LIMIT)
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end()
    await db.close()
    await rm(root, { recursive: true, force: true })
  }, LIMIT)

  /** Without a NATS server edges pass market sockets on: what sockets receive is the same. */
  async function openCluster() {
    const nats = hasNatsServer ? await startNatsServer() : undefined
    ends.push(() => nats?.kill())
    const cluster = startCluster({ root, databaseUrl: db.url, natsUrl: nats?.url })
    ends.push(cluster.end)
    return cluster
  }

  it(
    'lose no order, refuse none at a handover, heal every socket (SR3)',
    async () => {
      const cluster = await openCluster()
      const ports = [await freePort(), await freePort()] as const
      const [a, b] = [await cluster.folder('a'), path.join(root, 'b')]
      const first = cluster.startCore(a, ports[0])
      const edges = [await cluster.startEdge(ports), await cluster.startEdge(ports)]
      const urls = edges.map(({ url }) => url)
      const client = await logInAsDemo(urls[0] ?? '', first)
      await cluster.folder('b', a)
      const second = cluster.startCore(b, ports[1])
      await second.said(/^Standing by on port/m)

      const orders = keepOrderDiary(client)
      const { tabs, bots } = keepSocketDiaries(urls, client)
      const sockets = [...tabs, ...bots]
      ends.push(() => sockets.forEach((socket) => socket.close()))
      const edgePorts = edges.map(({ port }) => port)
      const programs = await keepBotDiaries(edgePorts, { client, core: first })
      ends.push(programs.end)
      const followers = [...sockets, ...programs.bots]
      const areWhole = () => followers.every((follower) => follower.isWhole())
      /** Every socket receives everything again, and orders are taken. */
      const goesOn = async () => {
        const [placed, before] = [orders.placed(), followers.map((each) => each.messages())]
        const called = programs.bots.map((bot) => bot.placed())
        await expect
          .poll(() => orders.placed() > placed + 20 && areWhole(), { timeout: LIMIT })
          .toBe(true)
        await expect
          .poll(() => followers.every((each, at) => each.messages() > (before[at] ?? 0)), {
            timeout: LIMIT,
          })
          .toBe(true)
        await expect
          .poll(() => programs.bots.every((bot, at) => bot.placed() > (called[at] ?? 0)), {
            timeout: LIMIT,
          })
          .toBe(true)
      }
      await goesOn()
      // Its sockets end, and what they missed is had over the other edge.
      edges[1]?.process.child.kill('SIGKILL')
      await edges[1]?.process.ended
      await goesOn()
      expect(programs.bots.map((bot) => bot.losses())).toEqual([0, 1])
      await cluster.startEdge(ports, edges[1]?.port)
      first.child.kill('SIGKILL')
      await first.ended
      await second.said(/^URL: /m)
      await goesOn()
      // What was on its way at the kill is unknown; nothing else is refused.
      const unknown = [...orders.others()]
      expect(unknown).toEqual(unknown.slice(0, 1))

      const again = cluster.startCore(a, ports[0])
      await again.said(/^Standing by on port/m)
      second.child.kill('SIGTERM')
      expect(await second.ended).toBe(0)
      await again.said(/^URL: /m)
      await goesOn()
      await orders.end()
      expect(orders.others()).toEqual(unknown)

      const { data } = await client.get('/v1/spot/order/open')
      const open = (data as { items: { orderId: string }[] }).items.map(({ orderId }) => orderId)
      for (const tab of tabs)
        await expect.poll(tab.openOrders, { timeout: LIMIT }).toEqual(new Set(open))
      for (const bot of programs.bots) await bot.expectSameBook()
      await programs.end()
      expect(followers.map((follower) => follower.gaps())).toEqual(followers.map(() => 0))
      again.child.kill('SIGTERM')
      expect(await again.ended).toBe(0)
      await orders.expectWhole(db)
      for (const bot of programs.bots) await bot.expectWhole(db)
    },
    LIMIT,
  )

  it(
    'switch rules in a rolling upgrade that refuses no order (SR3)',
    async () => {
      const cluster = await openCluster()
      const ports = [await freePort(), await freePort()] as const
      const [a, b] = [await cluster.folder('a'), path.join(root, 'b')]
      const older = { KNOWN_RULES: '1' }
      let leading = cluster.startCore(a, ports[0], older)
      const { url } = await cluster.startEdge(ports)
      const client = await logInAsDemo(url, leading)
      await cluster.folder('b', a)
      const orders = keepOrderDiary(client)
      /** Further orders, of which none was refused. */
      const goesOn = async () => {
        const placed = orders.placed()
        await expect.poll(() => orders.placed(), { timeout: LIMIT }).toBeGreaterThan(placed + 30)
        expect(orders.others()).toEqual([])
      }
      const replayLog = async (option: string, environment = {}) => {
        const servers = { DATABASE_URL: db.url, COMMAND_LOG_URL: db.url, REPLAY_STORE: 'database' }
        const tool = startGatewayProcess(
          { DATA_DIR: path.join(root, 'c'), ...servers, ...environment },
          ['replay-log', option, path.join(root, 'effects')],
        )
        expect([tool.output(), await tool.ended]).toEqual([expect.anything(), 0])
        return tool.output()
      }
      /** Asks the leader for the second rules; one log-in, as each code is good once. */
      const openUpgrade = async (dir: string) => {
        const [, at = ''] = await leading.said(/^Operators: (\S+)$/m)
        const operator = await logInOperator({ dir, url: at, now: Date.now }, 'first')
        return async () =>
          /<p role="status">([^<]*)/.exec(await operator.send('/rules/2/upgrade'))?.[1]
      }
      const handOver = async (next: GatewayProcess) => {
        await next.said(/^Standing by on port/m)
        await goesOn()
        leading.child.kill('SIGTERM')
        expect(await leading.ended).toBe(0)
        await next.said(/^URL: /m)
        leading = next
        await goesOn()
      }

      await goesOn()
      const upgradeByOlder = await openUpgrade(a)
      expect(await upgradeByOlder()).toContain('This program knows the rules up to version 1.')
      await replayLog('--write', older)
      expect(await replayLog('--compare')).toMatch(
        /^\d+ commands after record \d+ come to the same/m,
      )
      await handOver(cluster.startCore(b, ports[1]))
      const former = cluster.startCore(a, ports[0], older)
      await former.said(/^Standing by on port/m)
      const upgrade = await openUpgrade(b)
      expect(await upgrade()).toMatch(/:\S+ \(1\) would stop: not every follower knows version 2/)
      former.child.kill('SIGTERM')
      expect(await former.ended).toBe(0)
      const renewed = cluster.startCore(a, ports[0])
      await renewed.said(/^Standing by on port/m)
      await goesOn()
      await expect.poll(upgrade, { timeout: LIMIT }).toMatch(/in force from record \d+/)
      await goesOn()
      await handOver(renewed)
      const late = cluster.startCore(b, ports[1], older)
      expect(await late.ended).toBe(1)
      expect(late.output()).toMatch(/has rules of version 2, and this program knows them up to/)
      await orders.end()
      expect(orders.others()).toEqual([])
      leading.child.kill('SIGTERM')
      expect(await leading.ended).toBe(0)
      await orders.expectWhole(db)
    },
    2 * LIMIT,
  )

  it(
    'take orders while the process that settles them is killed (SR9)',
    async () => {
      const cluster = await openCluster()
      const ports = [await freePort(), await freePort()] as const
      const [a, b] = [await cluster.folder('a'), path.join(root, 'b')]
      const apart = { LEDGER: 'apart' }
      const first = cluster.startCore(a, ports[0], apart)
      const { url } = await cluster.startEdge(ports)
      const client = await logInAsDemo(url, first)
      await cluster.folder('b', a)
      const dir = path.join(root, 'ledger')
      const writer = await cluster.startLedger(dir)
      const second = cluster.startCore(b, ports[1], apart)
      await second.said(/^Standing by on port/m)
      const orders = keepOrderDiary(client)
      const goesOn = async () => {
        const placed = orders.placed()
        await expect.poll(() => orders.placed(), { timeout: LIMIT }).toBeGreaterThan(placed + 20)
      }
      /** Answered from the ledger, once it has every order so far. */
      const expectSettled = async () => {
        await expect
          .poll(async () => (await client.get('/v1/spot/order/history')).code, { timeout: LIMIT })
          .toBe('0')
      }

      await goesOn()
      await expectSettled()
      expect((await fetch(`${writer.url}/ready`)).status).toBe(200)
      const figures = await (await fetch(`${writer.url}/metrics`)).text()
      expect(Number(/^gateway_ledger_settled_seq (\d+)$/m.exec(figures)?.[1])).toBeGreaterThan(0)
      writer.process.child.kill('SIGKILL')
      await writer.process.ended
      await goesOn()
      const again = await cluster.startLedger(dir)
      await expectSettled()
      first.child.kill('SIGTERM')
      expect(await first.ended).toBe(0)
      await second.said(/^URL: /m)
      await goesOn()
      await expectSettled()
      await orders.end()
      expect(orders.others()).toEqual([])
      for (const { child, ended } of [second, again.process]) {
        child.kill('SIGTERM')
        expect(await ended).toBe(0)
      }
      await orders.expectWhole(db)
    },
    2 * LIMIT,
  )
})
