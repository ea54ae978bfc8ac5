import { createManualClock, createSeededRandom } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { createExchange } from '../../../exchange/createExchange.ts'
import { CONTRACTS } from '../../../exchange/instruments/contracts.ts'
import { createMemoryTtlStore } from '../../../platform/ttl-store/createMemoryTtlStore.ts'
import type { LiveKey } from '../../api-keys/module.ts'
import { createRecentOrders } from '../recentOrders.ts'
import { refusalOfLate } from '../testing/refusals.ts'
import { sampleKey } from '../testing/sampleKey.ts'
import { contractOrder, sampleEffects, spotOrder } from '../testing/sampleOrders.ts'
import { createUserStreams } from './createUserStreams.ts'
import type { StreamReader } from './userEvents.ts'

const HOUR_MS = 3_600_000
const ADDRESS = '192.0.2.7'
const READER: StreamReader = {
  realm: 'live',
  userId: '7',
  product: 'spot',
  apiKey: 'k'.repeat(64),
}

function open() {
  const clock = createManualClock(Date.UTC(2026, 0, 5))
  const keys = new Map<string, LiveKey>([[READER.apiKey, sampleKey()]])
  const errors: unknown[] = []
  const users = createUserStreams({
    clock,
    random: createSeededRandom(1),
    store: createMemoryTtlStore({ clock }),
    recent: createRecentOrders(),
    view: createExchange(CONTRACTS).state,
    apiKeys: { find: async (apiKey) => keys.get(apiKey) },
    onError: (error) => void errors.push(error),
  })
  const listen = (owner: Partial<StreamReader> = {}) => {
    const events: Record<string, unknown>[] = []
    const stop = users.watch(
      { ...READER, ...owner },
      { send: (text) => events.push(JSON.parse(text) as Record<string, unknown>), lose() {} },
    )
    return { events, stop }
  }
  const codeOf = async (run: () => Promise<unknown>) => (await refusalOfLate(run))?.code
  return { clock, keys, errors, users, listen, codeOf }
}

describe('a listen key', () => {
  it('has sixty letters, and is the same one for an hour', async () => {
    const { users, clock } = open()
    const first = await users.open(READER)
    expect(first).toMatch(/^[0-9a-f]{60}$/)
    await clock.advance(HOUR_MS - 1)
    expect(await users.open(READER)).toBe(first)
    await clock.advance(HOUR_MS)
    expect(await users.open(READER)).not.toBe(first)
  })

  it.each([
    ['product', { product: 'futures' }],
    ['realm', { realm: 'paper' }],
    ['account', { userId: '8' }],
    ['API key', { apiKey: 'x'.repeat(64) }],
  ] as const)('is another one of another %s', async (_what, fields) => {
    const { users } = open()
    expect(await users.open({ ...READER, ...fields })).not.toBe(await users.open(READER))
  })

  it('shows its owner until its hour is over', async () => {
    const { users, clock } = open()
    const key = await users.open(READER)
    expect(await users.ownerOf(key, ADDRESS)).toEqual(READER)
    await clock.advance(HOUR_MS)
    expect(await users.ownerOf(key, ADDRESS)).toBeUndefined()
  })

  it('lives an hour from when it was extended last', async () => {
    const { users, clock } = open()
    const key = await users.open(READER)
    await clock.advance(HOUR_MS - 1)
    await users.extend(key, READER)
    await clock.advance(HOUR_MS - 1)
    expect(await users.ownerOf(key, ADDRESS)).toBeDefined()
    await clock.advance(1)
    expect(await users.ownerOf(key, ADDRESS)).toBeUndefined()
  })

  it('ends when it is closed, and is made anew after that', async () => {
    const { users, codeOf } = open()
    const key = await users.open(READER)
    await users.close(key, READER)
    expect(await users.ownerOf(key, ADDRESS)).toBeUndefined()
    expect(await codeOf(() => users.extend(key, READER))).toBe(-1125)
    expect(await codeOf(() => users.close(key, READER))).toBe(-1125)
    expect(await users.open(READER)).not.toBe(key)
  })

  it('is extended and closed by its own API key alone', async () => {
    const { users, codeOf } = open()
    const key = await users.open(READER)
    const other = { ...READER, apiKey: 'x'.repeat(64) }
    for (const reader of [other, { ...READER, product: 'futures' as const }]) {
      expect(await codeOf(() => users.extend(key, reader))).toBe(-1125)
      expect(await codeOf(() => users.close(key, reader))).toBe(-1125)
    }
    expect(await users.ownerOf(key, ADDRESS)).toBeDefined()
  })

  it.each([
    ['is gone', undefined],
    ['may no longer read', sampleKey({ permissions: new Set(['spot']) })],
    ['may not read from there', sampleKey({ allows: () => false })],
  ])('shows nobody once its API key %s', async (_what, key) => {
    const { users, keys } = open()
    const listenKey = await users.open(READER)
    keys.delete(READER.apiKey)
    if (key) keys.set(READER.apiKey, key)
    expect(await users.ownerOf(listenKey, ADDRESS)).toBeUndefined()
    expect(await users.mayRead(READER.apiKey, ADDRESS)).toBe(false)
  })

  it('is unknown where it was never given', async () => {
    const { users, codeOf } = open()
    expect(await users.ownerOf('0'.repeat(60), ADDRESS)).toBeUndefined()
    expect(await codeOf(() => users.extend('0'.repeat(60), READER))).toBe(-1125)
  })
})

describe('who gets the events of a record', () => {
  const order = sampleEffects({ orders: [spotOrder()] })

  it('is everybody who watches the account', () => {
    const { users, listen } = open()
    const [one, other] = [listen(), listen()]
    users.publish(1, order)
    expect([one.events, other.events].map((events) => events.map(({ e }) => e))).toEqual([
      ['executionReport'],
      ['executionReport'],
    ])
  })

  it.each([
    ['another account', { userId: '8' }],
    ['the other realm', { realm: 'paper' }],
    ['the other product', { product: 'futures' }],
  ] as const)('is nobody who watches %s', (_what, owner) => {
    const { users, listen } = open()
    const { events } = listen(owner)
    users.publish(1, order)
    expect(events).toEqual([])
  })

  it('is who watches contracts for orders of contracts', () => {
    const { users, listen } = open()
    const [pairs, contracts] = [listen(), listen({ product: 'futures' })]
    users.publish(
      1,
      sampleEffects({
        futures: {
          orders: [contractOrder()],
          fills: [],
          positions: [],
          accounts: [],
          moves: [],
          liquidations: [],
        },
      }),
    )
    expect([pairs.events.length, contracts.events.map(({ e }) => e)]).toEqual([
      0,
      ['ORDER_TRADE_UPDATE'],
    ])
  })

  it('is nobody who has left, while others stay', () => {
    const { users, listen } = open()
    const [one, other] = [listen(), listen()]
    one.stop()
    one.stop()
    users.publish(1, order)
    expect([one.events.length, other.events.length]).toEqual([0, 1])
    other.stop()
    users.publish(2, order)
    expect(other.events.length).toBe(1)
  })

  it('is the second to come after all have left', () => {
    const { users, listen } = open()
    listen().stop()
    const { events } = listen()
    users.publish(1, order)
    expect(events).toHaveLength(1)
  })

  it('is everybody else where one cannot take it', () => {
    const { users, listen, errors } = open()
    users.watch(
      { ...READER, userId: '8' },
      {
        send() {
          throw new RangeError('gone')
        },
        lose() {},
      },
    )
    const { events } = listen()
    users.publish(1, sampleEffects({ orders: [spotOrder({ userId: '8' }), spotOrder()] }))
    expect([events.length, errors]).toEqual([1, [new RangeError('gone')]])
  })
})
