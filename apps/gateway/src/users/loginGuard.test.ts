import { createManualClock, type ManualClock } from '@x/kit/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMemoryExpiringStore } from '../expiring/createMemoryExpiringStore.ts'
import { createKeyedQueue } from './keyedQueue.ts'
import { createLoginGuard, type LoginGuard } from './loginGuard.ts'

let clock: ManualClock
let guard: LoginGuard
beforeEach(() => {
  clock = createManualClock()
  guard = createLoginGuard({ store: createMemoryExpiringStore({ clock }) })
})
const attempt = (account = 'a', address = '192.0.2.1') => ({ account, address })
async function fail(times: number, at = attempt()): Promise<void> {
  for (let time = 0; time < times; time++) await guard.failed(at)
}

describe('wire 10: limits of the log-in', () => {
  it('the third failure of the account or of the address asks for a captcha', async () => {
    await fail(2)
    expect(await guard.needsCaptcha(attempt())).toBe(false)
    await fail(1)
    expect(await guard.needsCaptcha(attempt('a', '192.0.2.9'))).toBe(true)
    expect(await guard.needsCaptcha(attempt('b', '192.0.2.1'))).toBe(true)
    expect(await guard.needsCaptcha(attempt('b', '192.0.2.9'))).toBe(false)
  })
  it('for a quarter of an hour', async () => {
    await fail(3)
    await clock.advance(900_000)
    expect(await guard.needsCaptcha(attempt())).toBe(false)
  })
  it('a success clears the account, not the address', async () => {
    await fail(3)
    await guard.succeeded(attempt())
    expect(await guard.needsCaptcha(attempt('a', '192.0.2.9'))).toBe(false)
    expect(await guard.needsCaptcha(attempt('a', '192.0.2.1'))).toBe(true)
  })
  it('ten failures lock the account to this address only: strangers cannot lock its owner out', async () => {
    await fail(10)
    await expect(guard.inTurn(attempt(), async () => 'in')).rejects.toMatchObject({ code: '42901', data: { retryAfter: 900 } })
    expect(await guard.inTurn(attempt('a', '192.0.2.9'), async () => 'in')).toBe('in')
  })
  it('a hundred from everywhere lock the account', async () => {
    for (let address = 0; address < 100; address++) await fail(1, attempt('a', `198.51.100.${address}`))
    await expect(guard.inTurn(attempt('a', '192.0.2.9'), async () => 'in')).rejects.toMatchObject({ code: '42901' })
    expect(await guard.inTurn(attempt('b', '192.0.2.9'), async () => 'in')).toBe('in')
  })
  it('more than twenty waiting for one account are turned away', async () => {
    const waiting = Array.from({ length: 30 }, () => guard.inTurn(attempt(), async () => 'in').catch((error: { code: string }) => error.code))
    const outcomes = await Promise.all(waiting)
    expect(outcomes.filter((outcome) => outcome === 'in')).toHaveLength(21)
    expect(outcomes.filter((outcome) => outcome === '42901')).toHaveLength(9)
  })
})

describe('the queue by key', () => {
  it('runs one at a time per key, in order, and others beside', async () => {
    const queue = createKeyedQueue({ maxWaiting: 5 })
    const log: string[] = []
    const job = (name: string, ms: number) => async () => {
      log.push(`${name} begins`)
      await new Promise((resolve) => setTimeout(resolve, ms))
      log.push(`${name} ends`)
    }
    await Promise.all([queue.enter('k', job('one', 20)), queue.enter('k', job('two', 1)), queue.enter('other', job('beside', 1))])
    expect(log.filter((line) => !line.startsWith('beside'))).toEqual(['one begins', 'one ends', 'two begins', 'two ends'])
    expect(log.indexOf('beside ends')).toBeLessThan(log.indexOf('one ends'))
  })
  it('goes on after one that failed', async () => {
    const queue = createKeyedQueue({ maxWaiting: 5 })
    const failing = queue.enter('k', () => Promise.reject(new Error('no')))
    const next = queue.enter('k', async () => 'yes')
    await expect(failing).rejects.toThrow('no')
    expect(await next).toBe('yes')
  })
  it('takes nobody when too many wait, and somebody again afterwards', async () => {
    const queue = createKeyedQueue({ maxWaiting: 0 })
    const first = queue.enter('k', async () => 1)
    expect(queue.enter('k', async () => 2)).toBeUndefined()
    await first
    await new Promise((resolve) => setTimeout(resolve, 0))
    expect(await queue.enter('k', async () => 3)).toBe(3)
  })
})
