import type { Clock, Random } from '@x/kit'
import type { TtlStore } from '../../../platform/ttl-store/TtlStore.ts'
import type { Effects } from '../../../exchange/state/effects.ts'
import { userIdOf } from '../../../exchange/accounts/owner.ts'
import type { ExchangeView } from '../../../exchange/state/ExchangeView.ts'
import type { ApiKeys } from '../../api-keys/module.ts'
import type { RecentOrders } from '../recentOrders.ts'
import { DialectError } from '../errors.ts'
import { mayUse } from '../signing.ts'
import { contractEvents, createCallEvents } from './contractEvents.ts'
import { userEvents, type EventOwner, type StreamReader } from './userEvents.ts'

/** Who gets the events of an account. */
export interface UserListener {
  send(payload: string): void
  /** Events were lost and are not to be had. */
  lose(): void
}

/** What sockets need of user data, in the gateway that trades or at an edge. */
export interface UserEvents {
  /** Answers the verb that ends it. */
  watch(owner: EventOwner, listener: UserListener): () => void
  /** Whose it is, while it is valid and its API key may read from the address. */
  ownerOf(listenKey: string, address: string): Promise<EventOwner | undefined>
  /** Whether an API key may read from the address still. */
  mayRead(apiKey: string, address: string): Promise<boolean>
}

/** Events of accounts, for sockets that proved whose they are. */
export interface UserStreams extends UserEvents {
  /** Takes in what one record did; before the recent orders do. */
  publish(seq: number, effects: Effects): void
  /** The listen key of an API key; the same one while it is valid. */
  open(reader: StreamReader): Promise<string>
  /** Makes it valid for another hour. @throws DialectError -1125 */
  extend(listenKey: string, reader: StreamReader): Promise<void>
  /** @throws DialectError -1125 */
  close(listenKey: string, reader: StreamReader): Promise<void>
}

const VALID_MS = 3_600_000
const BYTES = 48

export interface UserStreamsOptions {
  readonly clock: Pick<Clock, 'now'>
  readonly random: Random
  readonly store: TtlStore
  readonly recent: RecentOrders
  readonly view: ExchangeView
  readonly apiKeys: Pick<ApiKeys, 'find'>
  /** A fault of one listener does not reach the others. */
  readonly onError: (error: unknown) => void
}

interface Watched {
  readonly owner: EventOwner
  readonly listeners: Set<UserListener>
  /** What prices alone do to a futures account. */
  readonly calls: ((now: number) => object[]) | undefined
}

const nameOf = ({ realm, userId, product }: EventOwner) => `${product}:${realm}:${userId}`

export function createUserStreams(options: UserStreamsOptions): UserStreams {
  const { clock, recent, view, onError } = options
  const watched = new Map<string, Watched>()

  function eventsOf({ owner, calls }: Watched, effects: Effects): object[] {
    const now = clock.now()
    if (owner.product === 'spot') return userEvents(effects, { owner, now, before: recent.order })
    const before = recent.contractOrder
    return [...contractEvents(effects, { owner, now, view, before }), ...(calls?.(now) ?? [])]
  }

  return {
    watch(owner, listener) {
      const name = nameOf(owner)
      const own = watched.get(name) ?? {
        owner,
        listeners: new Set<UserListener>(),
        calls: owner.product === 'futures' ? createCallEvents(view, owner) : undefined,
      }
      watched.set(name, own)
      own.listeners.add(listener)
      return () => {
        own.listeners.delete(listener)
        if (own.listeners.size === 0 && watched.get(name) === own) watched.delete(name)
      }
    },
    publish(_seq, effects) {
      if (watched.size === 0) return
      const users = concerned(effects)
      for (const each of watched.values()) {
        const isPriced = each.calls !== undefined && users.isOfPrices
        if (!isPriced && !users.names.has(`${each.owner.realm}:${each.owner.userId}`)) continue
        try {
          const events = eventsOf(each, effects).map((event) => JSON.stringify(event))
          for (const listener of each.listeners) for (const event of events) listener.send(event)
        } catch (error) {
          onError(error)
        }
      }
    },
    ...createListenKeys(options),
  }
}

/** Accounts that a record concerns; prices concern every futures account. */
function concerned(effects: Effects) {
  const { orders, accounts, futures, transactions } = effects
  const names = new Set(orders.map(({ realm, userId }) => `${realm}:${userId}`))
  for (const { realm, owner } of accounts) {
    const userId = userIdOf(owner)
    if (userId !== undefined) names.add(`${realm}:${userId}`)
  }
  if (futures)
    for (const { realm, userId } of [...futures.orders, ...futures.positions, ...futures.accounts])
      names.add(`${realm}:${userId}`)
  const isOfPrices = orders.length === 0 && transactions.length === 0
  return { names, isOfPrices }
}

function createListenKeys({
  random,
  store,
  apiKeys,
}: Pick<UserStreamsOptions, 'random' | 'store' | 'apiKeys'>) {
  const keyName = (listenKey: string) => `open-api:listen:${listenKey}`
  const ownName = (reader: StreamReader) => `open-api:listener:${nameOf(reader)}:${reader.apiKey}`

  async function requireOwn(listenKey: string, reader: StreamReader): Promise<void> {
    const found = await store.get<StreamReader>(keyName(listenKey))
    if (found === undefined || ownName(found) !== ownName(reader))
      throw new DialectError('INVALID_LISTEN_KEY')
  }
  async function keep(
    listenKey: string,
    { realm, userId, product, apiKey }: StreamReader,
  ): Promise<void> {
    const reader = { realm, userId, product, apiKey }
    await store.set(keyName(listenKey), reader, { ttlMs: VALID_MS })
    await store.set(ownName(reader), listenKey, { ttlMs: VALID_MS })
  }
  async function mayRead(apiKey: string, address: string): Promise<boolean> {
    return mayUse(await apiKeys.find(apiKey), { address, permission: 'read' })
  }
  return {
    async open(reader: StreamReader): Promise<string> {
      const known = await store.get<string>(ownName(reader))
      const listenKey = known ?? Buffer.from(random.bytes(BYTES)).toString('hex').slice(0, 60)
      await keep(listenKey, reader)
      return listenKey
    },
    async extend(listenKey: string, reader: StreamReader): Promise<void> {
      await requireOwn(listenKey, reader)
      await keep(listenKey, reader)
    },
    async close(listenKey: string, reader: StreamReader): Promise<void> {
      await requireOwn(listenKey, reader)
      await store.remove(keyName(listenKey))
      await store.remove(ownName(reader))
    },
    async ownerOf(listenKey: string, address: string): Promise<EventOwner | undefined> {
      const found = await store.get<StreamReader>(keyName(listenKey))
      return found && (await mayRead(found.apiKey, address)) ? found : undefined
    },
    mayRead,
  }
}
