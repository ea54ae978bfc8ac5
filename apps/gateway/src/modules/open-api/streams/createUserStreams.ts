import type { Clock, Random } from '@x/kit'
import type { TtlStore } from '../../../platform/ttl-store/TtlStore.ts'
import type { Effects } from '../../../exchange/state/effects.ts'
import { spotOwner } from '../../../exchange/accounts/owner.ts'
import type { RecentOrders } from '../recentOrders.ts'
import { DialectError } from '../errors.ts'
import { userEvents, type EventOwner } from './userEvents.ts'

type Listener = (event: object) => void

/** Events of accounts, for sockets that proved whose they are. */
export interface UserStreams {
  watch(owner: EventOwner, listener: Listener): () => void
  /** Takes in what one record did; before the recent orders do. */
  publish(seq: number, effects: Effects): void
  /** The listen key of an account; the same one while it is valid. */
  open(owner: EventOwner): Promise<string>
  /** Makes it valid for another hour. @throws DialectError -1125 */
  extend(listenKey: string, owner: EventOwner): Promise<void>
  /** @throws DialectError -1125 */
  close(listenKey: string, owner: EventOwner): Promise<void>
  /** Whose key it is, while it is valid. */
  ownerOf(listenKey: string): Promise<EventOwner | undefined>
}

const VALID_MS = 3_600_000
const BYTES = 48

export interface UserStreamsOptions {
  readonly clock: Pick<Clock, 'now'>
  readonly random: Random
  readonly store: TtlStore
  readonly recent: RecentOrders
  /** A fault of one listener does not reach the others. */
  readonly onError: (error: unknown) => void
}

export function createUserStreams(options: UserStreamsOptions): UserStreams {
  const { clock, recent, onError } = options
  const listeners = new Map<string, Set<Listener>>()
  const nameOf = ({ realm, userId }: EventOwner) => `${realm}:${userId}`

  function publishTo(name: string, effects: Effects): void {
    const [realm = '', userId = ''] = name.split(':')
    const owner = { realm, userId }
    const events = userEvents(effects, { owner, now: clock.now(), before: recent.order })
    for (const listener of listeners.get(name) ?? []) for (const event of events) listener(event)
  }

  return {
    watch(owner, listener) {
      const name = nameOf(owner)
      const own = listeners.get(name) ?? new Set()
      listeners.set(name, own.add(listener))
      return () => {
        own.delete(listener)
        if (own.size === 0) listeners.delete(name)
      }
    },
    publish(_seq, effects) {
      for (const name of concerned(effects, listeners)) {
        try {
          publishTo(name, effects)
        } catch (error) {
          onError(error)
        }
      }
    },
    ...createListenKeys(options),
  }
}

/** Accounts that a record concerns and that somebody watches. */
function concerned(effects: Effects, watched: ReadonlyMap<string, unknown>): readonly string[] {
  if (watched.size === 0) return []
  const names = new Set(effects.orders.map(({ realm, userId }) => `${realm}:${userId}`))
  const owners = new Map([...watched.keys()].map((name) => [ownerKey(name), name]))
  for (const { realm, owner } of effects.accounts) {
    const name = owners.get(`${realm} ${owner}`)
    if (name !== undefined) names.add(name)
  }
  return [...names].filter((name) => watched.has(name))
}

function ownerKey(name: string): string {
  const [realm = '', userId = ''] = name.split(':')
  return `${realm} ${spotOwner(userId)}`
}

function createListenKeys({ random, store }: Pick<UserStreamsOptions, 'random' | 'store'>) {
  const keyName = (listenKey: string) => `open-api:listen:${listenKey}`
  const ownName = ({ realm, userId }: EventOwner) => `open-api:listener:${realm}:${userId}`

  async function requireOwn(listenKey: string, owner: EventOwner): Promise<void> {
    const found = await store.get<EventOwner>(keyName(listenKey))
    if (found?.realm !== owner.realm || found.userId !== owner.userId)
      throw new DialectError('INVALID_LISTEN_KEY')
  }
  async function keep(listenKey: string, { realm, userId }: EventOwner): Promise<void> {
    await store.set(keyName(listenKey), { realm, userId }, { ttlMs: VALID_MS })
    await store.set(ownName({ realm, userId }), listenKey, { ttlMs: VALID_MS })
  }
  return {
    async open(owner: EventOwner): Promise<string> {
      const known = await store.get<string>(ownName(owner))
      const listenKey = known ?? Buffer.from(random.bytes(BYTES)).toString('hex').slice(0, 60)
      await keep(listenKey, owner)
      return listenKey
    },
    async extend(listenKey: string, owner: EventOwner): Promise<void> {
      await requireOwn(listenKey, owner)
      await keep(listenKey, owner)
    },
    async close(listenKey: string, owner: EventOwner): Promise<void> {
      await requireOwn(listenKey, owner)
      await store.remove(keyName(listenKey))
      await store.remove(ownName(owner))
    },
    ownerOf: (listenKey: string) => store.get<EventOwner>(keyName(listenKey)),
  }
}
