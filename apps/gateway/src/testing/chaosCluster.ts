import path from 'node:path'
import pg from 'pg'
import { expect } from 'vitest'
import { freePort } from '../platform/server/freePort.ts'
import { startBalancer, type Balancer } from './startBalancer.ts'
import { startCluster, type ClusterOptions } from './startCluster.ts'
import type { GatewayProcess } from './startGatewayProcess.ts'
import { startNatsServer, type NatsServer } from './startNatsServer.ts'
import { startPostgres, type TestPostgres } from './startPostgres.ts'

/** A process that a supervisor starts again whenever it ends. */
export interface Machine {
  readonly port: number
  process: GatewayProcess
}

/** A core, and what leads to the log and the ledger, which may be cut. */
export interface Core extends Machine {
  readonly wire: Pick<Balancer, 'cut' | 'heal'>
  /** Where it has its snapshots. */
  readonly snapshots: string
}

/** Changes what the log's server stores; answers the verb that changes it back. */
type Flip = () => Promise<void>

export interface ChaosCluster {
  readonly postgres: TestPostgres
  readonly cores: readonly Core[]
  readonly edges: readonly (Machine & { readonly url: string })[]
  /** Waits until one leads. `not`: one that did so far. */
  leader(options?: { readonly not?: Machine }): Promise<Core>
  /** Kills one NATS server after the other, and starts it again. */
  killNats(turn: number): Promise<void>
  /** Changes a bit of a late batch of the log. */
  flipBatch(): Promise<Flip>
  /** The records of the snapshots that are shared, the newest first. */
  sharedSnapshots(): Promise<readonly number[]>
  /** Changes a bit of the shared snapshot of that record. */
  flipSnapshot(seq: number): Promise<Flip>
  /** How far ahead the clock of a core is from its next start on, in milliseconds. */
  shiftClock(core: Machine, ms: number): void
  /** Starts again what has ended. */
  revive(): Promise<void>
  /** What followers and the start said that differs from what was recorded. */
  differences(): readonly string[]
  /** The last lines of each process, also of those that have ended. */
  lastLines(): string
  end(): Promise<void>
}

const isOver = ({ child }: GatewayProcess) => child.exitCode !== null || child.signalCode !== null
const saidUrl = /^URL: /m
const LEAD_MS = 300_000
const [MOST_SHOWN, SHOWN_LINES] = [12, 12]
const DIFFERS = /.*(?:is not the one that was recorded|The state differs|differs from what).*/g

/** Three cores, edges, two NATS servers and a Postgres server, each a process of its own. */
export async function startChaosCluster({
  root,
  programs,
  environment,
  edges: edgeCount = 2,
}: Pick<ClusterOptions, 'root' | 'environment'> & {
  readonly programs: string
  /** Default two. */
  readonly edges?: number
}): Promise<ChaosCluster> {
  const postgres = await startPostgres(programs, { fsync: 'on' })
  const nats = await startNatsPair()
  const cluster = startCluster({
    root,
    databaseUrl: postgres.url,
    natsUrl: nats.url,
    environment: { LEASE_SECONDS: '3', CONNECTIONS_PER_ADDRESS: '100000', ...environment },
  })
  const ports = [await freePort(), await freePort(), await freePort()]
  const dirs = ports.map((_, index) => path.join(root, `core${index}`))
  const server = new URL(postgres.url)
  const wires = await Promise.all(ports.map(() => startBalancer([Number(server.port)])))
  const shifts = new Map<number, number>()
  function startCore(index: number): GatewayProcess {
    const port = ports[index] ?? 0
    server.port = String(wires[index]?.port)
    const url = server.href
    return cluster.startCore(dirs[index] ?? '', port, {
      DATABASE_URL: url,
      COMMAND_LOG_URL: url,
      ...clockOf(shifts.get(port)),
    })
  }

  await cluster.folder('core0')
  const first = startCore(0)
  await first.said(/^Demo account: /m)
  for (const index of [1, 2]) await cluster.folder(`core${index}`, dirs[0])
  const cores: Core[] = ports.map((port, index) => ({
    port,
    wire: wires[index] ?? raise(),
    snapshots: path.join(dirs[index] ?? '', 'journal'),
    process: index === 0 ? first : startCore(index),
  }))
  const edges = await Promise.all(Array.from({ length: edgeCount }, () => cluster.startEdge(ports)))

  async function revive(): Promise<void> {
    for (const [index, core] of cores.entries())
      if (isOver(core.process)) core.process = startCore(index)
    for (const edge of edges)
      if (isOver(edge.process)) edge.process = (await cluster.startEdge(ports, edge.port)).process
  }

  return {
    postgres,
    cores,
    edges,
    async leader({ not } = {}) {
      // A former one that was started again may lead.
      const former = not?.process
      const leads = (core: Machine) =>
        core.process !== former && !isOver(core.process) && saidUrl.test(core.process.output())
      // A core that ends meanwhile, as a busy machine makes some, is started again.
      const look = async () => (await revive(), cores.some(leads))
      await expect.poll(look, { timeout: LEAD_MS, interval: 20 }).toBe(true)
      return cores.find(leads) ?? raise()
    },
    killNats: nats.kill,
    flipBatch: () => flipBatch(postgres.url),
    sharedSnapshots: () => sharedSnapshots(postgres.url),
    flipSnapshot: (seq) => flipSnapshot(postgres.url, seq),
    shiftClock: ({ port }, ms) => void shifts.set(port, ms),
    revive,
    differences: () => cluster.outputs().flatMap((text) => text.match(DIFFERS) ?? []),
    lastLines: () =>
      cluster
        .outputs()
        .slice(-MOST_SHOWN)
        .map((text) => text.split('\n').slice(-SHOWN_LINES).join('\n'))
        .join('\n--\n'),
    async end() {
      await cluster.end()
      await nats.end()
      for (const wire of wires) wire.close()
      await postgres.remove()
    },
  }
}

/** A process whose clock is wrong from its first moment on, in all of its threads. */
function clockOf(ms = 0): Record<string, string> {
  const code = `const Own=Date;const at=()=>Own.now()+${ms};
    globalThis.Date=new Proxy(Own,{
      construct:(_,args,made)=>Reflect.construct(Own,args.length===0?[at()]:args,made),
      get:(_,name)=>name==='now'?at:Reflect.get(Own,name)})`
  if (ms === 0) return {}
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` }
}

/** Asks on a connection of its own: the server may have been killed since. */
async function onServer<Row extends pg.QueryResultRow>(
  url: string,
  statement: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<Row>(statement, [...values])
  await client.end()
  return rows
}

async function flipBatch(url: string): Promise<Flip> {
  const [batch] = await onServer<{ after: string }>(
    url,
    'select after::text from command_log order by command_log.after desc offset 20 limit 1',
  )
  const flip = () =>
    onServer(
      url,
      'update command_log set bytes = set_byte(bytes, 30, get_byte(bytes, 30) # 1) ' +
        'where after = $1',
      [batch?.after ?? ''],
    )
  await flip()
  return async () => void (await flip())
}

async function sharedSnapshots(url: string): Promise<readonly number[]> {
  const rows = await onServer<{ seq: string }>(
    url,
    'select seq::text from command_snapshot order by command_snapshot.seq desc',
  )
  return rows.map(({ seq }) => Number(seq))
}

async function flipSnapshot(url: string, seq: number): Promise<Flip> {
  const flip = () =>
    onServer(
      url,
      'update command_snapshot_part set bytes = set_byte(bytes, 30, get_byte(bytes, 30) # 1) ' +
        'where seq = $1 and part = 0',
      [seq],
    )
  await flip()
  return async () => void (await flip())
}

async function startNatsPair() {
  const ports = [await freePort(), await freePort()]
  const servers: NatsServer[] = [await startNatsServer({ port: ports[0] })]
  const start = async (index: number): Promise<NatsServer> =>
    startNatsServer({ port: ports[index], routes: [servers[1 - index]?.route ?? ''] })
  servers.push(await start(1))
  return {
    url: ports.map((port) => `nats://127.0.0.1:${port}`).join(','),
    async kill(turn: number) {
      const index = turn % servers.length
      await servers[index]?.kill()
      servers[index] = await start(index)
    },
    async end() {
      for (const server of servers) await server.kill()
    },
  }
}

function raise(): never {
  throw new Error('No core leads.')
}
