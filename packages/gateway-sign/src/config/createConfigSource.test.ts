import { createManualClock, createMemoryStorage } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import type { GatewaySignEvent } from '../events.ts'
import { GatewaySignError } from '../GatewaySignError.ts'
import { GS1 } from '../wire.ts'
import { createConfigSource } from './createConfigSource.ts'

const KEY = GS1.configStorageKey
const open = { clientOpen: true, serverPublicKey: 'k', version: 1 }
const answer = (config: unknown) => async (): Promise<unknown> => ({ gatewaySignConfig: config })
const refusal = new GatewaySignError('CONFIG_UNVERIFIED', 'not signed')

function setUp({
  cached,
  fetchConfig = answer(open),
  activate = async (config: unknown) => config,
}: {
  cached?: string
  fetchConfig?: () => Promise<unknown>
  activate?: (config: unknown) => Promise<unknown>
} = {}) {
  const clock = createManualClock()
  const storage = createMemoryStorage(cached === undefined ? {} : { [KEY]: cached })
  const events: GatewaySignEvent[] = []
  const fetchedAt: number[] = []
  const activated: unknown[] = []
  const state = { fetchConfig, activate }
  const source = createConfigSource({
    storage,
    clock,
    profile: GS1,
    emit: (event) => void events.push(event),
    fetchConfig: () => (fetchedAt.push(clock.monotonic()), state.fetchConfig()),
    activate: (config) => (activated.push(config), state.activate(config)),
  })
  return { clock, storage, events, fetchedAt, activated, state, source }
}

describe('initialisation (spec 4.5)', () => {
  it('does nothing before the first read', async () => {
    const { source, clock, fetchedAt } = setUp()
    await clock.advance(60_000)
    expect(source.store.getState()).toBe('notStarted')
    expect(fetchedAt).toEqual([])
  })

  it('moves from notStarted through fetching to verified', async () => {
    const { source } = setUp()
    const seen: string[] = []
    source.store.subscribe(() => void seen.push(source.store.getState()))
    expect(await source.ready()).toEqual({ status: 'verified', active: open })
    expect(seen).toEqual(['fetching', 'verified'])
  })

  it('fetches once for concurrent callers', async () => {
    const { source, fetchedAt } = setUp()
    await Promise.all(Array.from({ length: 10 }, () => source.ready()))
    await source.ready()
    expect(fetchedAt).toHaveLength(1)
  })

  it('fetches once when a state listener reads during the first change', async () => {
    const { source, fetchedAt } = setUp()
    source.store.subscribe(() => void source.ready())
    await source.ready()
    expect(fetchedAt).toHaveLength(1)
  })

  it('is off and verifies nothing when clientOpen is false', async () => {
    const { source, activated } = setUp({ fetchConfig: answer({ clientOpen: false }) })
    expect(await source.ready()).toEqual({ status: 'off' })
    expect(source.store.getState()).toBe('off')
    expect(activated).toEqual([])
  })

  it.each([
    [
      'the network fails',
      { fetchConfig: () => Promise.reject(new Error('offline')) },
      'CONFIG_UNAVAILABLE',
    ],
    ['there is no answer', { fetchConfig: async () => undefined }, 'CONFIG_INVALID'],
    ['the answer has another shape', { fetchConfig: async () => open }, 'CONFIG_INVALID'],
    [
      'clientOpen is no boolean',
      { fetchConfig: answer({ clientOpen: 'false' }) },
      'CONFIG_INVALID',
    ],
    ['no issuer signed it', { activate: () => Promise.reject(refusal) }, 'CONFIG_UNVERIFIED'],
    [
      'verification breaks',
      { activate: () => Promise.reject(new Error('x')) },
      'CONFIG_UNAVAILABLE',
    ],
  ])('resolves as failed without rejecting when %s', async (_, options, code) => {
    const { source, events, storage } = setUp(options)
    expect(await source.ready()).toMatchObject({ status: 'failed', error: { code } })
    expect(source.store.getState()).toBe('failed')
    expect(events).toEqual([expect.objectContaining({ type: 'config-failed', code })])
    expect(storage.get(KEY)).toBeNull()
  })

  it('retries once for concurrent reads after a failure', async () => {
    const { source, clock, fetchedAt, state } = setUp({
      fetchConfig: () => Promise.reject(new Error('offline')),
    })
    await source.ready()
    await clock.advance(2_000)
    state.fetchConfig = answer(open)
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => source.ready()))
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['verified']))
    expect(fetchedAt).toEqual([0, 2_000])
  })

  it('retries no sooner than two seconds after a failure', async () => {
    const { source, clock, fetchedAt, state } = setUp({
      fetchConfig: () => Promise.reject(new Error('offline')),
    })
    await source.ready()
    state.fetchConfig = answer(open)
    await clock.advance(1_999)
    expect(await source.ready()).toMatchObject({ status: 'failed' })
    await clock.advance(1)
    expect(await source.ready()).toMatchObject({ status: 'verified' })
    expect(fetchedAt).toEqual([0, 2_000])
  })
})

describe('cache in session storage (wire 3)', () => {
  it('stores the raw configuration without a verified mark', async () => {
    const { source, storage } = setUp()
    await source.ready()
    expect(storage.keys()).toEqual([KEY])
    expect(JSON.parse(storage.get(KEY) ?? '')).toEqual(open)
  })

  it('replaces the fetch and is verified again', async () => {
    const { source, fetchedAt, activated } = setUp({ cached: JSON.stringify(open) })
    expect(await source.ready()).toEqual({ status: 'verified', active: open })
    expect(fetchedAt).toEqual([])
    expect(activated).toEqual([open])
  })

  it.each([
    ['is no JSON', '{', 'CONFIG_INVALID'],
    ['is null', 'null', 'CONFIG_INVALID'],
    ['says that signing is off', '{"clientOpen":false}', 'CONFIG_INVALID'],
    ['does not verify any more', '{"clientOpen":true,"tampered":1}', 'CONFIG_UNVERIFIED'],
  ])('is cleared and fetched again when it %s', async (_, cached, code) => {
    const activate = async (config: unknown) =>
      'tampered' in (config as object) ? Promise.reject(refusal) : config
    const { source, events, storage, fetchedAt } = setUp({ cached, activate })
    expect(await source.ready()).toMatchObject({ status: 'verified' })
    expect(fetchedAt).toHaveLength(1)
    expect(events).toEqual([{ type: 'config-cache-rejected', code }])
    expect(JSON.parse(storage.get(KEY) ?? '')).toEqual(open)
  })

  it('never stores or accepts a configuration that is off (PROTOCOL T5)', async () => {
    const { source, storage } = setUp({ fetchConfig: answer({ clientOpen: false }) })
    await source.ready()
    expect(storage.keys()).toEqual([])
  })

  it.each(['CRYPTO_UNAVAILABLE', 'INSECURE_CONTEXT'] as const)(
    'is kept when only the code fails to load: %s',
    async (code) => {
      const { source, storage } = setUp({
        cached: JSON.stringify(open),
        activate: () => Promise.reject(new GatewaySignError(code, 'x')),
      })
      expect(await source.ready()).toMatchObject({ status: 'failed', error: { code } })
      expect(storage.get(KEY)).toBe(JSON.stringify(open))
    },
  )

  it('tolerates a full storage', async () => {
    const { source, storage } = setUp()
    storage.set = () => {
      throw new Error('quota')
    }
    expect(await source.ready()).toMatchObject({ status: 'verified' })
  })
})

describe('reactions to sign errors (spec 4.7)', () => {
  it('resets on 00022 and verifies the cache again without a fetch', async () => {
    const { source, fetchedAt, activated } = setUp()
    await source.ready()
    source.reset()
    expect(source.store.getState()).toBe('notStarted')
    expect(await source.ready()).toMatchObject({ status: 'verified' })
    expect(fetchedAt).toEqual([0])
    expect(activated).toHaveLength(2)
  })

  it('resets at once on 00020 and 00021 and fetches after two seconds', async () => {
    const { source, clock, fetchedAt, state, storage } = setUp()
    await source.ready()
    state.fetchConfig = answer({ ...open, version: 2 })
    source.refetch()
    expect(source.store.getState()).toBe('notStarted')
    expect(storage.get(KEY)).toBeNull()
    await clock.advance(1_999)
    expect(fetchedAt).toEqual([0])
    await clock.advance(1)
    expect(fetchedAt).toEqual([0, 2_000])
    expect(await source.ready()).toMatchObject({ active: { version: 2 } })
  })

  it('makes requests wait for the pending fetch', async () => {
    const { source, clock, fetchedAt } = setUp()
    await source.ready()
    source.refetch()
    const waiting = [source.ready(), source.ready()]
    await clock.advance(2_000)
    expect(await Promise.all(waiting)).toMatchObject([
      { status: 'verified' },
      { status: 'verified' },
    ])
    expect(fetchedAt).toHaveLength(2)
  })

  it('keeps fetches two seconds apart under repeated refusals', async () => {
    const { source, clock, fetchedAt } = setUp()
    await source.ready()
    for (let step = 0; step < 100; step++) {
      source.refetch()
      source.refetch()
      source.reset()
      await clock.advance(100)
    }
    const gaps = fetchedAt.slice(1).map((at, index) => at - (fetchedAt[index] ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(2_000)
    expect(fetchedAt.length).toBeGreaterThanOrEqual(5)
  })

  it('discards a configuration requested before the refusal', async () => {
    const { promise: slow, resolve: release } = withResolvers<unknown>()
    const { source, clock, storage, state } = setUp({ fetchConfig: () => slow })
    const first = source.ready()
    await clock.advance(0)
    source.refetch()
    state.fetchConfig = answer({ ...open, version: 2 })
    release({ gatewaySignConfig: open })
    await clock.advance(1_000)
    expect(storage.get(KEY)).toBeNull()
    await clock.advance(1_000)
    expect(await first).toMatchObject({ active: { version: 2 } })
  })
})

describe('disposal', () => {
  it('cancels a pending refetch, leaves no timer and resolves every read', async () => {
    const { source, clock, fetchedAt } = setUp()
    await source.ready()
    source.refetch()
    const waiting = source.ready()
    await clock.advance(0)
    expect(clock.pendingTimers()).toBe(1)
    source.dispose()
    expect(clock.pendingTimers()).toBe(0)
    expect(await waiting).toMatchObject({ status: 'failed' })
    expect(await source.ready()).toMatchObject({ status: 'failed' })
    expect(fetchedAt).toHaveLength(1)
  })
})

function withResolvers<T>() {
  let resolve!: (value: T) => void
  const promise = new Promise<T>((settle) => (resolve = settle))
  return { promise, resolve }
}
