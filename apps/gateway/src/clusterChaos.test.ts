import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Database } from './platform/db/Database.ts'
import { openDatabase } from './platform/db/openDatabase.ts'
import { startChaosCluster, type ChaosCluster } from './testing/chaosCluster.ts'
import { keepOrderDiary, type OrderDiary } from './testing/orderDiary.ts'
import { keepSocketDiary, type SocketDiary } from './testing/socketDiary.ts'
import { keepBotDiaries, keepSocketDiaries, logInAsDemo } from './testing/startCluster.ts'
import { hasNatsServer } from './testing/startNatsServer.ts'
import { findPostgresPrograms } from './testing/startPostgres.ts'

/** Of each fault; `npm run nightly -- cluster` runs 100. */
const rounds = Number(process.env['CLUSTER_CHAOS_ROUNDS'] ?? 0)
/** Market sockets on the edge that is killed. */
const crowd = Number(process.env['CLUSTER_CHAOS_SOCKETS'] ?? 100)
/** A file that gets a line of each round, for rounds that last a night. */
const diary = process.env['CLUSTER_CHAOS_DIARY']
const programs = findPostgresPrograms() ?? ''
const ROUND_MS = 300_000
const OF_ONE_ADDRESS = 50
/** A client gives up what is not answered by then: what became of it is unknown. */
const ANSWER_MS = 60_000
const OFF_MS = 5 * 3_600_000
const signal = { timeout: ROUND_MS, interval: 100 }

type Fault = (cluster: ChaosCluster, turn: Turn) => Promise<void>

/** A page's socket, or a program's stream. */
type Receiver = Pick<SocketDiary, 'isWhole' | 'messages' | 'losses' | 'gaps'>

interface Turn {
  readonly round: number
  /** Waits for further acknowledged orders. */
  readonly goOn: (options?: { readonly orders?: number }) => Promise<void>
  readonly orders: OrderDiary
}

/** Another core leads while the former one stands still; then it goes on, and is replaced. */
const stopLeader: Fault = async (cluster, { goOn }) => {
  const former = await cluster.leader()
  const { process } = former
  process.child.kill('SIGSTOP')
  await cluster.leader({ not: former })
  await goOn()
  process.child.kill('SIGCONT')
  expect(await process.ended).not.toBe(0)
}

const UPGRADE = 'everything restarted in turn, as by an upgrade'

const FAULTS: Readonly<Record<string, Fault>> = {
  'leader killed': async (cluster) => {
    const former = await cluster.leader()
    former.process.child.kill('SIGKILL')
    await former.process.ended
    await cluster.leader({ not: former })
  },
  'leader stopped, then on': stopLeader,
  'server of the log killed': async ({ postgres }) => {
    await postgres.kill()
    await postgres.start()
  },
  'server of the log stands still': async ({ postgres }, { orders }) => {
    const [refused, placed] = [orders.others().length, orders.placed()]
    postgres.pause()
    await expect.poll(() => orders.others().length, signal).toBeGreaterThan(refused)
    // The log may have had one whose answer was still on its way.
    expect(orders.placed() - placed).toBeLessThanOrEqual(1)
    postgres.resume()
  },
  'leader cut from the log and the ledger': async (cluster, { goOn }) => {
    const former = await cluster.leader()
    former.wire.cut()
    await cluster.leader({ not: former })
    await goOn()
    former.wire.heal()
    expect(await former.process.ended).not.toBe(0)
  },
  'follower cut from the log and the ledger': async (cluster, { goOn }) => {
    const leader = await cluster.leader()
    const { wire } = cluster.cores.find((core) => core !== leader) ?? leader
    wire.cut()
    await goOn()
    wire.heal()
  },
  'syncs of the log 200 ms late': async ({ postgres }, { goOn }) => {
    postgres.slowSync?.begin()
    await goOn({ orders: 5 })
    postgres.slowSync?.end()
  },
  'disk of the log full': async ({ postgres }, { orders }) => {
    const refused = orders.others().length
    postgres.fill()
    // It ends by itself, or takes nothing: in both cases no order is acknowledged.
    await expect.poll(() => orders.others().length, signal).toBeGreaterThan(refused)
    await postgres.kill()
    await postgres.start()
  },
  'edge killed': async ({ edges }) => {
    edges[1]?.process.child.kill('SIGKILL')
    await edges[1]?.process.ended
  },
  'NATS server killed': (cluster, { round }) => cluster.killNats(round),
  'leader, edge and NATS server killed at once': async (cluster, { round }) => {
    const former = await cluster.leader()
    former.process.child.kill('SIGKILL')
    cluster.edges[1]?.process.child.kill('SIGKILL')
    await Promise.all([former.process.ended, cluster.edges[1]?.process.ended])
    await cluster.killNats(round)
    await cluster.leader({ not: former })
  },
  'bit of a batch flipped, a follower started anew': async (cluster) => {
    const leader = await cluster.leader()
    const follower = cluster.cores.find((core) => core !== leader) ?? leader
    await follower.process.said(/^Standing by/m)
    follower.process.child.kill('SIGKILL')
    await follower.process.ended
    const flipBack = await cluster.flipBatch()
    await cluster.revive()
    // It follows no further than there, and never leads.
    expect(await follower.process.ended).toBe(1)
    expect(follower.process.output()).toContain('A batch of the log is not what was appended.')
    await flipBack()
    await cluster.revive()
    await follower.process.said(/^Standing by/m)
  },
  'clock of the next leader five hours off': async (cluster, { round }) => {
    const leader = await cluster.leader()
    for (const [index, core] of cluster.cores.entries()) {
      if (core === leader) continue
      cluster.shiftClock(core, (index + round) % 2 === 0 ? OFF_MS : -OFF_MS)
      core.process.child.kill('SIGTERM')
      await core.process.ended
    }
    await cluster.revive()
    for (const core of cluster.cores) if (core !== leader) await core.process.said(/^Standing by/m)
    cluster.shiftClock(leader, 0)
    leader.process.child.kill('SIGTERM')
    await leader.process.ended
    await cluster.leader({ not: leader })
  },
  [UPGRADE]: async (cluster, { orders, goOn }) => {
    const refused = orders.others().length
    const leader = await cluster.leader()
    for (const core of [...cluster.cores.filter((each) => each !== leader), leader]) {
      core.process.child.kill('SIGTERM')
      expect(await core.process.ended).toBe(0)
      if (core === leader) await cluster.leader({ not: core })
      await cluster.revive()
      if (core !== leader) await core.process.said(/^Standing by/m)
    }
    cluster.edges[1]?.process.child.kill('SIGTERM')
    await cluster.edges[1]?.process.ended
    await goOn()
    expect(orders.others().slice(refused)).toEqual([])
  },
}

/** Where no core is killed a lease may outlast what a busy machine takes to renew it. */
const LONG_LEASE = { LEASE_SECONDS: '15' }

const wanted = process.env['CLUSTER_CHAOS_FAULTS']?.split(',')
const chosen = Object.entries(FAULTS).filter(
  ([name]) => wanted?.some((part) => name.includes(part)) ?? true,
)

describe.skipIf(rounds === 0 || programs === '' || !hasNatsServer)('a cluster in chaos', () => {
  const ends: (() => unknown)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end()
  }, ROUND_MS)

  async function openDiaries(name: string) {
    const root = await mkdtemp(path.join(tmpdir(), 'chaos-cluster-'))
    ends.push(() => rm(root, { recursive: true, force: true }))
    const cluster = await startChaosCluster({
      root,
      programs,
      ...(name === UPGRADE ? { environment: LONG_LEASE } : {}),
    })
    ends.push(cluster.end)
    const urls = cluster.edges.map(({ url }) => url)
    const leader = await cluster.leader()
    const client = await logInAsDemo(urls[0] ?? '', leader.process, { answerMs: ANSWER_MS })
    const orders = keepOrderDiary(client)
    const { tabs, bots } = keepSocketDiaries(urls, client)
    const topics = [{ topic: 'ticker@250ms', symbol: 'BTCUSDT' }]
    const others = Array.from({ length: crowd }, (_, index) =>
      keepSocketDiary({
        edges: urls.toReversed(),
        path: '/v1/market/stream',
        topics,
        address: `${20 + Math.floor(index / OF_ONE_ADDRESS)}.0.0.1`,
      }),
    )
    const own = [...tabs, ...bots, ...others]
    ends.push(() => own.forEach((socket) => socket.close()))
    const traders = await keepBotDiaries(
      cluster.edges.map(({ port }) => port),
      { client, core: leader.process },
    )
    ends.push(traders.end)
    return { cluster, client, orders, tabs, traders, sockets: [...own, ...traders.bots] }
  }

  it.each(chosen)(
    `loses nothing in ${rounds} rounds: %s (scale 7)`,
    { timeout: ROUND_MS * (rounds + 1) },
    async (name, fault) => {
      const { cluster, client, orders, tabs, traders, sockets } = await openDiaries(name)
      const goOn = async ({ orders: count = 20 } = {}) => {
        const placed = orders.placed()
        await expect
          .poll(async () => (await cluster.revive(), orders.placed() - placed), signal)
          .toBeGreaterThan(count)
      }
      const figures = { pauses: [] as number[], healed: [] as number[] }
      await goOn()
      await allReceive(sockets)
      orders.longestPauseMs()
      const play = async (round: number) => {
        const began = performance.now()
        await fault(cluster, { round, goOn, orders })
        await goOn()
        const pauseMs = orders.longestPauseMs()
        figures.pauses.push(pauseMs)
        await allReceive(sockets)
        const healedMs = Math.round(performance.now() - began)
        figures.healed.push(healedMs)
        // Followers compare each check record of the leader with their own state.
        expect(cluster.differences()).toEqual([])
        await withLedger(cluster, orders.expectWhole)
        await note({ name, round, pauseMs, healedMs, acknowledged: orders.placed() })
      }
      for (let round = 0; round < rounds; round++)
        await play(round).catch(async (error: unknown) => {
          await note({ name, round, error: String(error), lines: cluster.lastLines() })
          throw error
        })
      await orders.end()
      await traders.end()

      const { data } = await client.get('/v1/spot/order/open')
      const open = (data as { items: { orderId: string }[] }).items.map(({ orderId }) => orderId)
      for (const tab of tabs) await expect.poll(tab.openOrders, signal).toEqual(new Set(open))
      expect(cluster.differences()).toEqual([])
      const leader = await cluster.leader()
      leader.process.child.kill('SIGTERM')
      expect(await leader.process.ended).toBe(0)
      const next = await cluster.leader({ not: leader })
      next.process.child.kill('SIGTERM')
      await next.process.ended
      await withLedger(cluster, async (db) => {
        await orders.expectWhole(db)
        for (const bot of traders.bots) await bot.expectWhole(db)
      })
      report(name, { orders, sockets, ...figures })
    },
  )
})

/** A connection of its own each time: the server may have been killed since. */
async function withLedger(
  { postgres }: ChaosCluster,
  run: (db: Database) => Promise<void>,
): Promise<void> {
  const db = await openDatabase({ dataDir: 'memory://', databaseUrl: postgres.url })
  await run(db).finally(() => db.close())
}

async function note(line: object): Promise<void> {
  if (diary !== undefined) await appendFile(diary, `${JSON.stringify(line)}\n`)
}

/** Every socket is connected, follows all of its topics and receives more. */
async function allReceive(sockets: readonly Receiver[]): Promise<void> {
  const before = sockets.map((socket) => socket.messages())
  await expect
    .poll(
      () =>
        sockets.filter((each, at) => !each.isWhole() || each.messages() <= (before[at] ?? 0))
          .length,
      signal,
    )
    .toBe(0)
}

function report(
  name: string,
  {
    orders,
    sockets,
    pauses,
    healed,
  }: {
    readonly orders: OrderDiary
    readonly sockets: readonly Receiver[]
    readonly pauses: readonly number[]
    readonly healed: readonly number[]
  },
): void {
  const sum = (read: (socket: Receiver) => number) =>
    sockets.reduce((total, socket) => total + read(socket), 0)
  const codes = new Map<string, number>()
  for (const { code } of orders.others()) codes.set(code, (codes.get(code) ?? 0) + 1)
  process.stdout.write(
    `${name}: ${rounds} rounds, ${orders.placed()} orders acknowledged, 0 lost, 0 twice; ` +
      `no acknowledgement: ${JSON.stringify(Object.fromEntries(codes))}; longest pause ` +
      `${Math.max(...pauses)} ms (median ${median(pauses)}); ${sockets.length} sockets, ` +
      `${sum((each) => each.losses())} connections lost, ${sum((each) => each.gaps())} gaps, ` +
      `all healed after at most ${Math.max(...healed)} ms (median ${median(healed)})\n`,
  )
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
