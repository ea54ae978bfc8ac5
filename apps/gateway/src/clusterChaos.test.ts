import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { snapshotPath } from './exchange/snapshots/snapshot.ts'
import type { Database } from './platform/db/Database.ts'
import { openDatabase } from './platform/db/openDatabase.ts'
import { startChaosCluster, type ChaosCluster, type Core } from './testing/chaosCluster.ts'
import { keepOrderDiary, type OrderDiary } from './testing/orderDiary.ts'
import { keepSocketDiary, type SocketDiary } from './testing/socketDiary.ts'
import { keepBotDiaries, keepSocketDiaries, logInAsDemo } from './testing/startCluster.ts'
import { hasNatsServer } from './testing/startNatsServer.ts'
import { findPostgresPrograms } from './testing/startPostgres.ts'

/** Of each fault; `npm run nightly -- cluster` runs 100. */
const rounds = Number(process.env['CLUSTER_CHAOS_ROUNDS'] ?? 0)
/** Market sockets on the edge that is killed, where a fault does not name how many. */
const sockets = Number(process.env['CLUSTER_CHAOS_SOCKETS'] ?? 100)
const CROWD = 1_000
/** After so many no further round of a fault begins. */
const mostMs = Number(process.env['CLUSTER_CHAOS_MINUTES'] ?? Infinity) * 60_000
/** A file that gets a line of each round, for rounds that last a night. */
const diary = process.env['CLUSTER_CHAOS_DIARY']
const programs = findPostgresPrograms() ?? ''
const ROUND_MS = 300_000
const OF_ONE_ADDRESS = 50
/** A client gives up what is not answered by then: what became of it is unknown. */
const ANSWER_MS = 60_000
const OFF_MS = 5 * 3_600_000
/** Acknowledged orders after which a cluster is said to go on. */
const FURTHER = 5
const FLIPPED_BYTE = 30
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

/** The leader ends in order, at which its followers write a snapshot. */
async function handOver(cluster: ChaosCluster): Promise<void> {
  const leader = await cluster.leader()
  leader.process.child.kill('SIGTERM')
  await leader.process.ended
  await cluster.leader({ not: leader })
  await cluster.revive()
  await leader.process.said(/^Standing by/m)
}

/**
 * Of a follower without a disk the newest shared snapshot is damaged, in turn with the follower's
 * own.
 */
const flipSnapshot: Fault = async (cluster, { round }) => {
  let [newest = 0, before = 0] = await cluster.sharedSnapshots()
  for (const known = newest; before === 0 || newest === known;) {
    await handOver(cluster)
    ;[newest = 0, before = 0] = await cluster.sharedSnapshots()
  }
  const leader = await cluster.leader()
  const follower = cluster.cores.find((core) => core !== leader) ?? leader
  follower.process.child.kill('SIGKILL')
  await follower.process.ended
  const own = snapshotPath(follower.snapshots, newest)
  const whole = round % 2 === 0 ? undefined : await readFile(own).catch(() => undefined)
  if (whole) {
    await writeFile(own, flipped(whole))
    await startAnew(cluster, follower)
    expect(whole.equals(await readFile(own))).toBe(true)
    return
  }
  await rm(follower.snapshots, { recursive: true })
  const flipBack = await cluster.flipSnapshot(newest)
  await startAnew(cluster, follower)
  expect(await readdir(follower.snapshots)).toEqual([
    path.basename(snapshotPath(follower.snapshots, before)),
  ])
  await flipBack()
}

function flipped(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  copy.writeUInt8(copy.readUInt8(FLIPPED_BYTE) ^ 1, FLIPPED_BYTE)
  return copy
}

async function startAnew(cluster: ChaosCluster, core: Core): Promise<void> {
  await cluster.revive()
  await core.process.said(/^Standing by/m)
}

const CROWDED = 'edge killed with 1,000 sockets'
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
  // In turn with the one that its sockets go to.
  [CROWDED]: async ({ edges }, { round }) => {
    const edge = edges[1 + (round % 2)]
    edge?.process.child.kill('SIGKILL')
    await edge?.process.ended
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
  'bit of a snapshot flipped, a follower started anew': flipSnapshot,
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
      ...(name === CROWDED ? { edges: 3 } : {}),
    })
    ends.push(cluster.end)
    const urls = cluster.edges.map(({ url }) => url)
    const leader = await cluster.leader()
    const client = await logInAsDemo(urls[0] ?? '', leader.process, { answerMs: ANSWER_MS })
    const orders = keepOrderDiary(client)
    const { tabs, bots } = keepSocketDiaries(urls, client)
    const topics = [{ topic: 'ticker@250ms', symbol: 'BTCUSDT' }]
    const others = Array.from({ length: name === CROWDED ? CROWD : sockets }, (_, index) =>
      keepSocketDiary({
        edges: name === CROWDED ? urls.slice(1) : urls.toReversed(),
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
    return { cluster, client, orders, tabs, traders, receivers: [...own, ...traders.bots] }
  }

  it.each(chosen)(
    `loses nothing in ${rounds} rounds: %s (scale 7)`,
    { timeout: ROUND_MS * (rounds + 1) },
    async (name, fault) => {
      const { cluster, client, orders, tabs, traders, receivers } = await openDiaries(name)
      const goOn = async ({ orders: count = FURTHER } = {}) => {
        const placed = orders.placed()
        await expect
          .poll(async () => (await cluster.revive(), orders.placed() - placed), signal)
          .toBeGreaterThan(count)
      }
      const figures = { pauses: [] as number[], healed: [] as number[] }
      await goOn()
      await allReceive(receivers)
      orders.longestPauseMs()
      const play = async (round: number) => {
        const passed = stopwatch()
        await fault(cluster, { round, goOn, orders })
        const faultMs = passed()
        await goOn()
        const ordersMs = passed()
        const pauseMs = orders.longestPauseMs()
        figures.pauses.push(pauseMs)
        await allReceive(receivers)
        const healedMs = passed()
        figures.healed.push(healedMs)
        // Followers compare each check record of the leader with their own state.
        expect(cluster.differences()).toEqual([])
        await withLedger(cluster, orders.expectWhole)
        const acknowledged = orders.placed()
        const after = { faultMs, ordersMs, healedMs, checkedMs: passed() }
        const found = { gaps: total(receivers, 'gaps'), losses: total(receivers, 'losses') }
        await note({ name, round, pauseMs, acknowledged, ...found, ...after })
      }
      const since = stopwatch()
      for (let round = 0; round < rounds && (round === 0 || since() < mostMs); round++)
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
      report(name, { orders, receivers, ...figures })
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

/** Milliseconds since now. */
function stopwatch(): () => number {
  const began = performance.now()
  return () => Math.round(performance.now() - began)
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
    receivers,
    pauses,
    healed,
  }: {
    readonly orders: OrderDiary
    readonly receivers: readonly Receiver[]
    readonly pauses: readonly number[]
    readonly healed: readonly number[]
  },
): void {
  const codes = new Map<string, number>()
  for (const { code } of orders.others()) codes.set(code, (codes.get(code) ?? 0) + 1)
  process.stdout.write(
    `${name}: ${pauses.length} rounds, ${orders.placed()} orders acknowledged, 0 lost, 0 twice; ` +
      `no acknowledgement: ${JSON.stringify(Object.fromEntries(codes))}; longest pause ` +
      `${Math.max(...pauses)} ms (median ${median(pauses)}); ${receivers.length} sockets, ` +
      `${total(receivers, 'losses')} connections lost, ${total(receivers, 'gaps')} gaps, ` +
      `all healed after at most ${Math.max(...healed)} ms (median ${median(healed)})\n`,
  )
}

const total = (receivers: readonly Receiver[], what: 'gaps' | 'losses'): number =>
  receivers.reduce((sum, receiver) => sum + receiver[what](), 0)

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
