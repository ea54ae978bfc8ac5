import { cp, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { testServerIdentity } from '@x/gateway-sign/testing'
import { expect } from 'vitest'
import { WIDE_ORDER_LIMITS } from '../modules/trading/orderLimits.ts'
import { freePort } from '../platform/server/freePort.ts'
import { createHttpClient } from './createHttpClient.ts'
import { keepBotDiary, type BotDiary } from './botDiary.ts'
import type { TestClient } from './createTestClient.ts'
import { keepSocketDiary, type SocketDiary } from './socketDiary.ts'
import { startBalancer } from './startBalancer.ts'
import { startGatewayProcess, type GatewayProcess } from './startGatewayProcess.ts'

const HOST = '127.0.0.1'
const LOG_IN_MS = 300_000
const UNAVAILABLE = '00006'

export interface ClusterOptions {
  /** For the data folders. */
  readonly root: string
  readonly databaseUrl: string
  /** Default: the database's server. */
  readonly commandLogUrl?: string
  readonly natsUrl?: string | undefined
  /** Further variables of each process. */
  readonly environment?: Readonly<Record<string, string>>
}

/** Gateways on one log behind edges, each a process of its own. */
export function startCluster({
  root,
  databaseUrl,
  commandLogUrl = databaseUrl,
  natsUrl,
  environment: common = {},
}: ClusterOptions) {
  const processes: GatewayProcess[] = []
  const bus = natsUrl === undefined ? {} : { NATS_URL: natsUrl }

  function start(environment: Readonly<Record<string, string>>): GatewayProcess {
    const started = startGatewayProcess({ TRUST_PROXY: HOST, ...bus, ...common, ...environment })
    processes.push(started)
    return started
  }

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

  return {
    folder,
    startCore: (dataDir: string, port: number, environment: Record<string, string> = {}) =>
      start({
        DATA_DIR: dataDir,
        DATABASE_URL: databaseUrl,
        COMMAND_LOG_URL: commandLogUrl,
        REPLAY_STORE: 'database',
        PORT: String(port),
        STRICT_PORT: '1',
        ORDER_LIMITS: JSON.stringify(WIDE_ORDER_LIMITS),
        ...environment,
      }),
    /** What settles for cores with `LEDGER=apart`. */
    async startLedger(dataDir: string) {
      const ledger = start({
        ROLE: 'ledger',
        DATA_DIR: dataDir,
        DATABASE_URL: databaseUrl,
        COMMAND_LOG_URL: commandLogUrl,
        REPLAY_STORE: 'database',
      })
      const [, port = ''] = await ledger.said(/^Ledger: port (\d+), settling after record \d+$/m)
      return { url: `http://${HOST}:${port}`, process: ledger }
    },
    /** Its address and its process. On a busy machine a start takes long: nobody is refused. */
    async startEdge(cores: readonly number[], port?: number) {
      const own = port ?? (await freePort())
      const edge = start({
        ROLE: 'edge',
        CORES: cores.map((core) => `http://${HOST}:${core}`).join(','),
        PORT: String(own),
        HOLD_SECONDS: '120',
        STOP_SECONDS: '10',
      })
      await edge.said(/^Edge: /m)
      return { url: `http://${HOST}:${own}`, port: own, process: edge }
    },
    async end() {
      for (const { child, ended, output } of processes.splice(0)) {
        if (process.env['DEBUG']) console.log(output())
        child.kill('SIGCONT')
        child.kill('SIGKILL')
        await ended
      }
    },
    outputs: () => processes.map(({ output }) => output()),
  }
}

export async function logInAsDemo(
  url: string,
  gateway: GatewayProcess,
  options: Parameters<typeof createHttpClient>[1] = {},
): Promise<TestClient> {
  const [, loginName = '', password = ''] = await gateway.said(/^Demo account: (\S+) (\S+)$/m)
  const client = createHttpClient(url, options)
  // A busy machine may pause the gateway for longer than its lease: it takes nothing then.
  await expect
    .poll(async () => (await client.login({ loginName, password })).code, { timeout: LOG_IN_MS })
    .not.toBe(UNAVAILABLE)
  expect((await client.get('/v1/spot/order/open')).code).toBe('0')
  return client
}

/**
 * Two programs with an API key of the demonstration account, each behind a balancer before the same
 * edges, which leads it to another one of them first. Answers how to end them as well.
 */
export async function keepBotDiaries(
  ports: readonly number[],
  { client, core }: { readonly client: TestClient; readonly core: GatewayProcess },
): Promise<{ readonly bots: readonly BotDiary[]; end(): Promise<void> }> {
  const [, , password] = await core.said(/^Demo account: (\S+) (\S+)$/m)
  const key = { password, permissions: ['read', 'spot'] }
  const { data } = await client.post('/v1/dev/apiKey', key)
  const { apiKey, secret } = data as { readonly apiKey: string; readonly secret: string }
  const balancers = await Promise.all([ports, ports.toReversed()].map(startBalancer))
  const bots = balancers.map(({ port }) => keepBotDiary({ port, apiKey, secret }))
  return {
    bots,
    async end() {
      await Promise.all(bots.map((bot) => bot.end()))
      for (const balancer of balancers) balancer.close()
    },
  }
}

/** The tabs of one user and the sockets of one bot, over every edge. */
export function keepSocketDiaries(
  edges: readonly string[],
  { cookies }: Pick<TestClient, 'cookies'>,
): { readonly tabs: readonly SocketDiary[]; readonly bots: readonly SocketDiary[] } {
  const turned = edges.toReversed()
  const market = ['books50@100ms', 'trade', 'ticker@250ms'].map((topic) => ({
    topic,
    symbol: 'BTCUSDT',
  }))
  const kept = { path: '/v1/user/stream', topics: [{ topic: 'orders' }, { topic: 'balances' }] }
  return {
    tabs: [edges, turned].map((own) => keepSocketDiary({ edges: own, cookies, ...kept })),
    bots: [edges, turned].map((own) =>
      keepSocketDiary({ edges: own, path: '/v1/market/stream', topics: market }),
    ),
  }
}
