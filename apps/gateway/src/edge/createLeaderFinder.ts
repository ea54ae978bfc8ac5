import { request } from 'node:http'
import type { Clock, TimerHandle } from '@x/kit'

export interface LeaderFinderOptions {
  /** Base addresses of the cores, `http://host:port`. */
  readonly cores: readonly string[]
  readonly clock: Pick<Clock, 'after'>
  /** How often each core is asked. Default 250 ms. */
  readonly pollMs?: number
}

/** On the bus: a core leads from now on, or is about to end. */
export const LEADER_CHANGES = 'leader.changes'

/** Knows which core takes work at this moment. */
export interface LeaderFinder {
  /** `undefined`: none does. */
  current(): URL | undefined
  /** The leader, once there is one; `undefined` where none was found within `ms`. */
  within(ms: number): Promise<URL | undefined>
  /** A connection to it was refused: it is asked again before it is used again. */
  doubt(leader: URL): void
  /** Asks every core at once instead of at its next turn. */
  look(): void
  /** Called when another core leads than the last one that did. */
  onChange(listener: (leader: URL) => void): void
  stop(): void
}

const POLL_MS = 250
const ANSWER_MS = 2_000

/** Asks each core for `/ready`: only the one that leads answers 200. */
export function createLeaderFinder({
  cores,
  clock,
  pollMs = POLL_MS,
}: LeaderFinderOptions): LeaderFinder {
  const addresses = cores.map((core) => new URL(core))
  const waiting = new Set<(leader: URL) => void>()
  const changed = new Set<(leader: URL) => void>()
  let leader: URL | undefined
  let last: URL | undefined
  let isStopped = false
  const timers = new Map<URL, TimerHandle>()
  const turns = new Map<URL, number>()

  function found(address: URL): void {
    leader = address
    if (last !== address) for (const listener of changed) listener(address)
    last = address
    for (const resolve of waiting) resolve(address)
    waiting.clear()
  }

  async function ask(address: URL): Promise<void> {
    timers.get(address)?.cancel()
    const turn = (turns.get(address) ?? 0) + 1
    turns.set(address, turn)
    const isLeading = await isReady(address)
    // Asked again meanwhile: what this answer says may be over.
    if (isStopped || turn !== turns.get(address)) return
    if (isLeading) found(address)
    else if (leader === address) leader = undefined
    timers.set(
      address,
      clock.after(pollMs, () => void ask(address)),
    )
  }

  const look = (): void => {
    for (const address of addresses) void ask(address)
  }
  look()

  return {
    look,
    current: () => leader,
    within(ms) {
      if (leader) return Promise.resolve(leader)
      return new Promise((resolve) => {
        const timer = clock.after(ms, () => {
          waiting.delete(give)
          resolve(undefined)
        })
        const give = (address: URL) => {
          timer.cancel()
          resolve(address)
        }
        waiting.add(give)
      })
    },
    doubt(address) {
      if (leader === address) leader = undefined
    },
    onChange: (listener) => void changed.add(listener),
    stop() {
      isStopped = true
      for (const timer of timers.values()) timer.cancel()
    },
  }
}

function isReady(address: URL): Promise<boolean> {
  return new Promise((resolve) => {
    const asking = request(
      new URL('/ready', address),
      { agent: false, timeout: ANSWER_MS, headers: { host: address.host } },
      (response) => {
        response.resume()
        resolve(response.statusCode === 200)
      },
    )
    asking.on('timeout', () => asking.destroy())
    asking.on('error', () => resolve(false))
    asking.end()
  })
}
