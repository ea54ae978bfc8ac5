import type { AddressInfo } from 'node:net'
import { nodeClock } from '../platform/nodePorts.ts'
import { createEdge } from './createEdge.ts'
import { createLeaderFinder } from './createLeaderFinder.ts'
import { readEdgeSettings } from './edgeSettings.ts'

/** Starts an edge from the environment: `ROLE=edge`. */
export async function runEdge(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const { cores, host, port } = readEdgeSettings(environment)
  const finder = createLeaderFinder({ cores, clock: nodeClock() })
  const edge = createEdge({ finder })
  await new Promise<void>((resolve, reject) => {
    edge.once('error', reject)
    edge.listen({ port, host: host ?? '127.0.0.1' }, resolve)
  })
  const { port: listening } = edge.address() as AddressInfo
  process.stdout.write(`Edge: http://${host ?? 'localhost'}:${listening}\n`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      // Requests under way are answered; sockets end, and their owners open them elsewhere.
      edge.close(() => process.exit(0))
      edge.closeIdleConnections()
    })
}
