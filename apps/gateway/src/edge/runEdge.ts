import { hostname } from 'node:os'
import type { AddressInfo } from 'node:net'
import { createUserEdge } from '../modules/account-stream/edge/userEdge.ts'
import { watchEventLoop } from '../modules/health/eventLoopDelay.ts'
import { createOpenApiEdge } from '../modules/open-api/edge/openApiEdge.ts'
import { createMarketEdge } from '../modules/market-data/edge/marketEdge.ts'
import type { EdgeSocket } from '../platform/event-bus/relay/createEdgeSocket.ts'
import { openNatsBus } from '../platform/event-bus/openNatsBus.ts'
import { createAddressReader } from '../platform/http/clientAddress.ts'
import { createHostRule, createOriginRule } from '../platform/http/hosts.ts'
import { createLog } from '../platform/log/Log.ts'
import { nodeClock } from '../platform/nodePorts.ts'
import { readNatsServers } from '../settings/natsServers.ts'
import { withSecretFiles } from '../settings/secretFiles.ts'
import { readSettings } from '../settings/settings.ts'
import { createEdge } from './createEdge.ts'
import { createLeaderFinder, LEADER_CHANGES, type LeaderFinder } from './createLeaderFinder.ts'
import { readEdgeSettings } from './edgeSettings.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Starts an edge from the environment: `ROLE=edge`. */
export async function runEdge(environment: Environment): Promise<void> {
  const { cores, host, port, holdMs } = readEdgeSettings(environment)
  const { NATS_URL, ...others } = withSecretFiles(environment)
  const servers = readNatsServers(NATS_URL?.trim() || undefined)
  const { stopSeconds, metricsToken } = readSettings(others)
  const finder = createLeaderFinder({ cores, clock: nodeClock() })
  const sockets = servers ? await openSockets(others, { servers, finder, holdMs }) : []
  const { server: edge, drain } = createEdge({
    finder,
    sockets,
    holdMs,
    metricsToken,
    delay: watchEventLoop(nodeClock()).read,
  })
  await new Promise<void>((resolve, reject) => {
    edge.once('error', reject)
    edge.listen({ port, host: host ?? '127.0.0.1' }, resolve)
  })
  const { port: listening } = edge.address() as AddressInfo
  process.stdout.write(`Edge: http://${host ?? 'localhost'}:${listening}\n`)
  edge.once('close', () => process.exit(0))
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      setTimeout(() => process.exit(0), stopSeconds * 1_000)
      drain(stopSeconds * 1_000)
    })
}

/** Under the rules of the gateway behind it, whose variables it has too. */
async function openSockets(
  environment: Environment,
  {
    servers,
    finder,
    holdMs,
  }: {
    readonly servers: readonly string[]
    readonly finder: LeaderFinder
    readonly holdMs: number
  },
): Promise<readonly EdgeSocket[]> {
  const clock = nodeClock()
  const log = createLog((line) => process.stderr.write(line), { clock })
  const settings = readSettings(environment)
  const bus = await openNatsBus({ servers, clock, log, name: `edge ${hostname()}` })
  bus.subscribe(LEADER_CHANGES, finder.look)
  const options = {
    bus,
    clock,
    log,
    hasLeader: () => finder.current() !== undefined,
    origins: createOriginRule(settings),
    answersTo: createHostRule({
      names: [...settings.allowedHosts, hostname()],
      isDevelopment: settings.isDevelopment,
    }),
    addressOf: createAddressReader(settings.trustProxy),
    perAddress: settings.connectionsPerAddress,
  }
  return [
    createMarketEdge(options),
    createUserEdge(options),
    createOpenApiEdge({ ...options, holdMs, onLeaderChange: finder.onChange }),
  ]
}
