// NATS servers of the machine's own program, in one cluster: `npm run cluster` starts them where it
// has one.
import { spawn, spawnSync } from 'node:child_process'
import { firstFreePort } from '../bootstrap/ports.mjs'
import { Plain } from '../bootstrap/progress.mjs'

const HOST = '127.0.0.1'
const FIRST = 4222
const FIRST_ROUTE = 6222
const START_MS = 20_000

export const hasNats = () => spawnSync('nats-server', ['--version']).status === 0

/**
 * Starts `count` servers that know each other. Any of them may be killed: the others go on.
 * @param {number} count
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 * @throws Plain where one does not start
 */
export async function startNats(count) {
  const ports = await freePorts(FIRST, count)
  const routes = await freePorts(FIRST_ROUTE, count)
  const known = routes.map((port) => `nats://${HOST}:${port}`)
  const servers = ports.map((port, index) => startServer({ port, route: known[index], known }))
  const stop = async () => {
    for (const { child } of servers) child.kill('SIGTERM')
    await Promise.all(servers.map(({ ended }) => ended))
  }
  try {
    await Promise.all(servers.map(({ ready }) => ready))
  } catch (error) {
    await stop()
    throw error
  }
  return { url: ports.map((port) => `nats://${HOST}:${port}`).join(','), stop }
}

function startServer({ port, route, known }) {
  const child = spawn(
    'nats-server',
    ['-a', HOST, '-p', String(port), '--cluster_name', 'x', '--cluster', route].concat(
      known.length > 1 ? ['--routes', known.join(',')] : [],
    ),
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const ended = new Promise((resolve) => child.on('exit', resolve).on('error', resolve))
  const ready = new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Plain('nats-server does not start.')), START_MS)
    child.stderr.setEncoding('utf8').on('data', (text) => {
      if (text.includes('Server is ready')) resolve(clearTimeout(late))
    })
    void ended.then((code) => {
      clearTimeout(late)
      reject(new Plain(`nats-server ended with ${code}.`))
    })
  })
  return { child, ended, ready }
}

/** Each after the one before it. */
export async function freePorts(first, count) {
  const ports = []
  for (let next = first; ports.length < count; next = ports.at(-1) + 1)
    ports.push(await firstFreePort(next))
  return ports
}
