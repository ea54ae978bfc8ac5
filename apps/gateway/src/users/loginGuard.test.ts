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
  it('decision 255: a site that takes turns with its networks is asked for a captcha as well', async () => {
    for (let network = 0; network < 48; network++) await fail(1, attempt(`account ${network}`, `2001:db8:1:${network.toString(16)}::1`))
    expect(await guard.needsCaptcha(attempt('fresh', '2001:db8:1:ffff::1'))).toBe(true)
    expect(await guard.needsCaptcha(attempt('fresh', '2001:db8:2::1'))).toBe(false)
  })
  it('decision 256: one password at many accounts in parallel meets the captcha after five guesses', async () => {
    let unchecked = 0
    const guess = (account: string) =>
      guard.inTurn(attempt(account), async () => {
        if (await guard.needsCaptcha(attempt(account))) return
        unchecked += 1
        await Promise.resolve()
        await guard.failed(attempt(account))
      })
    await Promise.all(Array.from({ length: 60 }, (_, account) => guess(`account ${account}`)))
    expect(unchecked).toBeLessThanOrEqual(5)
    expect(unchecked).toBeGreaterThanOrEqual(3)
  })
  it('decision 256: whoever waits for a place of an own address keeps nobody elsewhere from an account', async () => {
    const never = Array.from({ length: 3 }, (_, account) => guard.inTurn(attempt(`stuck ${account}`), () => new Promise(() => {})))
    void guard.inTurn(attempt('victim'), async () => 'late')
    expect(await guard.inTurn(attempt('victim', '192.0.2.9'), async () => 'in')).toBe('in')
    expect(never).toHaveLength(3)
  })
  it('more than twenty waiting for one account are turned away', async () => {
    const waiting = Array.from({ length: 30 }, (_, address) => guard.inTurn(attempt('a', `198.51.100.${address}`), async () => 'in').catch((error: { code: string }) => error.code))
    const outcomes = await Promise.all(waiting)
    expect(outcomes.filter((outcome) => outcome === 'in')).toHaveLength(21)
    expect(outcomes.filter((outcome) => outcome === '42901')).toHaveLength(9)
  })
  it('decision 256: more than sixty waiting for a place of one address are turned away', async () => {
    const outcomes = await Promise.all(Array.from({ length: 70 }, (_, account) => guard.inTurn(attempt(`account ${account}`), async () => 'in').catch((error: { code: string }) => error.code)))
    expect(outcomes.filter((outcome) => outcome === '42901')).toHaveLength(7)
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
  it('runs as many of a key as its width, and the next as soon as one ends', async () => {
    const queue = createKeyedQueue({ maxWaiting: 5, width: 2 })
    let [running, most] = [0, 0]
    const job = async () => {
      most = Math.max(most, ++running)
      await Promise.resolve()
      running -= 1
    }
    await Promise.all(Array.from({ length: 7 }, async () => queue.enter('k', job)))
    expect({ running, most }).toEqual({ running: 0, most: 2 })
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
