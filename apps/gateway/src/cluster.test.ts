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
})
