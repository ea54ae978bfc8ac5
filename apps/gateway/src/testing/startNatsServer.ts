import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '../platform/server/freePort.ts'

/** Whether this machine has the server; tests that need it are skipped otherwise. */
export const hasNatsServer = spawnSync('nats-server', ['--version']).status === 0

export interface NatsServer {
  readonly url: string
  /** Where others of the same cluster find it. */
  readonly route: string
  kill(): Promise<void>
}

/** A NATS server of this machine, alone or in the cluster of `routes`. */
export async function startNatsServer({
  port,
  routes = [],
}: {
  readonly port?: number | undefined
  readonly routes?: readonly string[]
} = {}): Promise<NatsServer> {
  const [own, cluster] = [port ?? (await freePort()), await freePort()]
  const route = `nats://127.0.0.1:${cluster}`
  const child = spawn(
    'nats-server',
    ['-a', '127.0.0.1', '-p', String(own), '--cluster_name', 'test', '--cluster', route].concat(
      routes.length > 0 ? ['--routes', routes.join(',')] : [],
    ),
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const ended = once(child, 'exit')
  let text = ''
  const isReady = () => text.includes('Server is ready') && (routes.length === 0 || hasRoute(text))
  while (!isReady()) {
    const [chunk] = (await Promise.race([once(child.stderr, 'data'), ended])) as [Buffer | number]
    if (child.exitCode !== null) throw new Error(`nats-server ended: ${text}`)
    text += String(chunk)
  }
  child.stderr.resume()
  return {
    url: `nats://127.0.0.1:${own}`,
    route,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

const hasRoute = (text: string): boolean => text.includes('Route connection created')
