import type { Log } from '../server/Log.ts'
import { claimDigest, type ClosableReplayStore } from './ClosableReplayStore.ts'

export interface RedisReplayOptions {
  /** `redis://` or `rediss://`; may hold a password and is never shown. */
  readonly url: string
  readonly log: Log
}

const PREFIX = 'x:replay:'
const CONNECT_MS = 5_000
const RETRY_MAX_MS = 2_000

/**
 * The replay set of all nodes on one Redis server, whose driver is loaded only here. The server must evict nothing
 * (`maxmemory-policy noeviction`, its default): a forgotten claim is a replay. While it cannot be reached claims fail at once,
 * and with them the requests.
 * @throws Error when it cannot be reached at the start.
 */
export async function openRedisReplayStore({ url, log }: RedisReplayOptions): Promise<ClosableReplayStore> {
  const { createClient } = await import('@redis/client')
  let isOpen = false
  const reconnectStrategy = (retries: number) => (isOpen ? Math.min(100 * (retries + 1), RETRY_MAX_MS) : false)
  const client = createClient({ url, disableOfflineQueue: true, socket: { connectTimeout: CONNECT_MS, reconnectStrategy } })
  client.on('error', (error: Error & { code?: string }) => {
    if (isOpen) log.warn('The replay store cannot be reached', { code: error.code ?? error.name })
  })
  try {
    await client.connect()
  } catch (cause) {
    const { code, name } = cause as Error & { code?: string }
    throw new Error(`The server behind REDIS_URL cannot be reached (${code ?? name}).`, { cause })
  }
  isOpen = true
  return {
    claim: async (key, ttlMs) => (await client.set(`${PREFIX}${claimDigest(key)}`, '1', { condition: 'NX', expiration: { type: 'PX', value: ttlMs } })) === 'OK',
    close() {
      isOpen = false
      client.destroy()
    },
  }
}
