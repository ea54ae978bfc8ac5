import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

const HOST = '127.0.0.1'
/** Below what systems give to connections and to servers that listen on port 0. */
const [LOWEST, HIGHEST] = [21_000, 32_000]
const MOST_TRIES = 100

/**
 * A port for a server that starts later, or starts again: neither a connection nor a server on
 * port 0 is given it meanwhile.
 * @throws Error if none of many is free
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const port = randomInt(LOWEST, HIGHEST)
    if (await isFree(port)) return port
  }
  throw new Error(`No port from ${LOWEST} to ${HIGHEST} is free on ${HOST}.`)
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, HOST, () => probe.close(() => resolve(true)))
  })
}
