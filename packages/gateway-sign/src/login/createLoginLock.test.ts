import type { Locks } from '@x/kit'
import { createManualClock, createMemoryLocks } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { GS1 } from '../wire.ts'
import { createLoginLock } from './createLoginLock.ts'

const LOGIN = '/v1/user/login'

function createTabs(locks: Locks | undefined = createMemoryLocks()) {
  const clock = createManualClock()
  const order: string[] = []
  const ends = new Map<string, () => void>()
  const tab = () => createLoginLock({ locks, clock, profile: GS1, keyGenerationLimitMs: 8_000 })
  /** A log-in that starts when it gets the lock and that the test ends. */
  const logIn = (name: string, { turn = tab(), path = LOGIN } = {}) =>
    turn(path, async () => {
      order.push(`${name} begins`)
      await new Promise<void>((resolve) => ends.set(name, resolve))
      order.push(`${name} ends`)
      return name
    })
  return {
    clock,
    order,
    logIn,
    tab,
    end: async (name: string) => (ends.get(name)?.(), await clock.advance(0)),
  }
}

describe('log-ins of several tabs (wire 8)', () => {
  it('run one after the other, in order of arrival', async () => {
    const { order, logIn, end, clock } = createTabs()
    const all = Promise.all(['a', 'b', 'c'].map((name) => logIn(name)))
    await clock.advance(0)
    for (const name of ['a', 'b', 'c']) await end(name)
    expect(await all).toEqual(['a', 'b', 'c'])
    expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
  })

  it('run one after the other within one tab', async () => {
    const { order, logIn, end, clock, tab } = createTabs()
    const turn = tab()
    const all = Promise.all([
      logIn('a', { turn }),
      logIn('b', { turn, path: '/v1/user/login/verify' }),
    ])
    await clock.advance(0)
    expect(order).toEqual(['a begins'])
    await end('a')
    await end('b')
    expect(await all).toEqual(['a', 'b'])
  })

  it('releases the lock and rejects unchanged when a log-in fails', async () => {
    const { logIn, end, tab, clock } = createTabs()
    const refusal = new Error('wrong password')
    let runs = 0
    await expect(tab()(LOGIN, () => (runs++, Promise.reject(refusal)))).rejects.toBe(refusal)
    expect(runs).toBe(1)
    const next = logIn('next')
    await clock.advance(0)
    await end('next')
    expect(await next).toBe('next')
  })

  it('do not delay other requests', async () => {
    const { order, logIn, clock } = createTabs()
    void logIn('a')
    void logIn('order', { path: '/v1/spot/order/place' })
    await clock.advance(0)
    expect(order.toSorted()).toEqual(['a begins', 'order begins'])
  })

  it('wait as long as the slowest other log-in may take', async () => {
    const { order, logIn, clock, end } = createTabs()
    void logIn('slow')
    const next = logIn('next')
    await clock.advance(10_000 + 8_000 + 10_000)
    expect(order).toEqual(['slow begins'])
    await end('slow')
    await end('next')
    expect(await next).toBe('next')
    expect(order).toEqual(['slow begins', 'slow ends', 'next begins', 'next ends'])
  })

  it('wait at most thirty seconds for a suspended tab', async () => {
    const { order, logIn, clock, end } = createTabs()
    void logIn('asleep')
    const awake = logIn('awake')
    await clock.advance(29_999)
    expect(order).toEqual(['asleep begins'])
    await clock.advance(1)
    expect(order).toEqual(['asleep begins', 'awake begins'])
    await end('awake')
    expect(await awake).toBe('awake')
  })

  it('are not aborted once started', async () => {
    const { logIn, clock, end } = createTabs()
    const slow = logIn('slow')
    await clock.advance(60_000)
    await end('slow')
    expect(await slow).toBe('slow')
  })

  it.each<[string, Locks | undefined]>([
    ['has no locks', undefined],
    [
      'refuses locks',
      { request: () => Promise.reject(new DOMException('denied', 'SecurityError')) },
    ],
  ])('start at once where the browser %s', async (_, locks) => {
    const clock = createManualClock()
    let runs = 0
    const turn = createLoginLock({ locks, clock, profile: GS1, keyGenerationLimitMs: 8_000 })
    expect(await turn(LOGIN, async () => ++runs)).toBe(1)
    expect(runs).toBe(1)
  })

  it('leave no timer', async () => {
    const { tab, clock } = createTabs()
    await tab()(LOGIN, async () => 'x')
    await expect(tab()(LOGIN, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(clock.pendingTimers()).toBe(0)
  })

  it('use one lock name', async () => {
    const names: string[] = []
    const locks: Locks = {
      request: (name, _, run) => (names.push(name), Promise.resolve(run(true))),
    }
    for (const path of ['/v1/user/login', '/v1/user/register/email', '/v1/user/overview/userinfo'])
      await createTabs(locks).tab()(path, async () => null)
    expect(names).toEqual(['sign_key:login', 'sign_key:login'])
  })
})
