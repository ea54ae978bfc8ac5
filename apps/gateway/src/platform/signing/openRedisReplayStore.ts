import { createMemoryReplayStore } from '@x/gateway-sign/server'
import type { Clock, TimerHandle } from '@x/kit'
import type { Log } from '../log/Log.ts'
import { claimDigest, type ClosableReplayStore } from './ClosableReplayStore.ts'
import { REPLAY_WINDOW_MS } from './requireReplayProof.ts'

export interface RedisReplayOptions {
  /** `redis://` or `rediss://`; may hold a password and is never shown. */
  readonly url: string
  readonly log: Log
  readonly clock: Clock
}

export interface RedisReplayStore extends ClosableReplayStore {
  notBefore(): number
  isReachable(): boolean
}

const PREFIX = 'x:replay:'
const CONNECT_MS = 5_000
const RETRY_MAX_MS = 2_000
/** A server that stands still keeps no time limit of its own. */
const CLAIM_MS = 2_000
/** How soon a server that did not answer is asked again. */
const ASK_AGAIN_MS = 250

/**
 * The replay set of all nodes on one Redis server, whose driver is loaded only here. The server
 * must evict nothing (`maxmemory-policy noeviction`, its default) and write what it is given
 * (`appendonly yes`): a forgotten claim is a replay. While it cannot be reached claims fail at
 * once, and with them the requests. A server that began anew, which its `run_id` shows, may have
 * lost claims: for as long as one could come again, requests stamped before the reconnection are
 * refused, and what this node claimed itself it remembers too.
 * @throws Error when it cannot be reached at the start.
 */
export async function openRedisReplayStore({
  url,
  log,
  clock,
}: RedisReplayOptions): Promise<RedisReplayStore> {
  const { createClient } = await import('@redis/client')
  const own = createMemoryReplayStore({ clock })
  let isOpen = false
  /** Counts connections: an answer of an earlier one proves nothing. */
  let connection = 0
  let isVerified = false
  let runId: string | undefined
  let asking: TimerHandle | undefined
  let lost = { at: -Infinity, until: -Infinity }
  const reconnectStrategy = (retries: number) =>
    isOpen ? Math.min(100 * (retries + 1), RETRY_MAX_MS) : false
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: CONNECT_MS, reconnectStrategy },
  })
  const leave = () => {
    connection += 1
    isVerified = false
  }
  client.on('reconnecting', leave)
  client.on('error', (error: Error & { code?: string }) => {
    leave()
    if (isOpen) log.warn('The replay store cannot be reached', { code: error.code ?? error.name })
  })
  client.on('ready', ask)

  /**
   * A connection over a server that stands still says nothing when that goes on: it is asked until
   * it answers.
   */
  function ask(): void {
    if (!isOpen || isVerified || !client.isReady) return
    void verify().catch(() => {
      log.warn('The replay store did not say which server it is')
      asking = clock.after(ASK_AGAIN_MS, ask)
    })
  }

  /** Whether this is the server that took the earlier claims. */
  async function verify(): Promise<void> {
    const asked = connection
    const found = /^run_id:(\S+)/m.exec(await inTime(client.info('server')))?.[1]
    if (asked !== connection || found === undefined) return
    if (runId !== undefined && found !== runId) {
      lost = { at: clock.now(), until: clock.monotonic() + REPLAY_WINDOW_MS }
      log.warn(
        'The replay store began anew; requests signed before now are refused for some minutes',
      )
    }
    runId = found
    isVerified = true
  }

  function inTime<T>(work: Promise<T>): Promise<T> {
    let timer = { cancel() {} }
    const late = new Promise<never>((_, reject) => {
      timer = clock.after(CLAIM_MS, () =>
        reject(new Error('The replay store did not answer in time')),
      )
    })
    return Promise.race([work, late]).finally(() => timer.cancel())
  }

  try {
    await client.connect()
    await verify()
    const persistence = await inTime(client.info('persistence'))
    if (!/^aof_enabled:1/m.test(persistence))
      log.warn(
        'The server behind REDIS_URL does not keep what it is given: set appendonly yes, ' +
          'or each of its restarts forgets which requests were seen',
      )
  } catch (cause) {
    client.destroy()
    const { code, name } = cause as Error & { code?: string }
    throw new Error(`The server behind REDIS_URL cannot be reached (${code ?? name}).`, { cause })
  }
  isOpen = true
  return {
    async claim(key, ttlMs) {
      if (!isVerified) throw new Error('The replay store cannot be reached')
      const asked = connection
      const claimed = client.set(`${PREFIX}${claimDigest(key)}`, '1', {
        condition: 'NX',
        expiration: { type: 'PX', value: ttlMs },
      })
      const answer = await inTime(claimed).catch((error: unknown) => {
        if (asked === connection) leave()
        ask()
        throw error
      })
      if (asked !== connection) throw new Error('The replay store was lost meanwhile')
      // What lives longer than minutes is left to the server: memory must stay bounded.
      return answer === 'OK' && (ttlMs > REPLAY_WINDOW_MS || (await own.claim(key, ttlMs)))
    },
    notBefore: () => (clock.monotonic() < lost.until ? lost.at : -Infinity),
    isReachable: () => isVerified,
    close() {
      isOpen = false
      asking?.cancel()
      client.destroy()
    },
  }
}
