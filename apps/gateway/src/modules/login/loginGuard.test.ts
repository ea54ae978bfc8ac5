import { createManualClock, type ManualClock } from '@x/kit/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMemoryTtlStore } from '../../platform/ttl-store/createMemoryTtlStore.ts'
import {
  createLoginGuard,
  DEFAULT_LOGIN_LIMITS,
  type Attempt,
  type LoginGuard,
} from './loginGuard.ts'

let clock: ManualClock
let guard: LoginGuard
let isBusy: boolean
beforeEach(() => {
  isBusy = false
  clock = createManualClock()
  guard = createLoginGuard({
    store: createMemoryTtlStore({ clock }),
    clock,
    isBusy: () => isBusy,
  })
})
const attempt = (account = 'a', address = '192.0.2.1') => ({ account, address })
async function fail(times: number, at = attempt()): Promise<void> {
  for (let time = 0; time < times; time++) await guard.failed(at)
}

describe('limits of the log-in (wire 10)', () => {
  it('requires a captcha after the third failure of either', async () => {
    await fail(2)
    expect(await guard.needsCaptcha(attempt())).toBe(false)
    await fail(1)
    expect(await guard.needsCaptcha(attempt('a', '192.0.2.9'))).toBe(true)
    expect(await guard.needsCaptcha(attempt('b', '192.0.2.1'))).toBe(true)
    expect(await guard.needsCaptcha(attempt('b', '192.0.2.9'))).toBe(false)
  })
  it('requires it for a quarter of an hour', async () => {
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
  it('locks the account to one address only after ten failures', async () => {
    await fail(10)
    await expect(guard.inTurn(attempt(), async () => 'in')).rejects.toMatchObject({
      code: '42901',
      data: { retryAfter: 900 },
    })
    expect(await guard.inTurn(attempt('a', '192.0.2.9'), async () => 'in')).toBe('in')
  })
  it('leaves unknown addresses three captcha tries after a hundred failures (SL7)', async () => {
    for (let address = 0; address < 100; address++)
      await fail(1, attempt('a', `198.51.100.${address}`))
    expect(await guard.needsCaptcha(attempt('a', '192.0.2.9'))).toBe(true)
    expect(
      await guard.inTurn({ ...attempt('a', '192.0.2.9'), hasPass: true }, async () => 'in'),
    ).toBe('in')
    await fail(3, attempt('a', '192.0.2.9'))
    await expect(
      guard.inTurn({ ...attempt('a', '192.0.2.9'), hasPass: true }, async () => 'in'),
    ).rejects.toMatchObject({ code: '42901' })
    expect(await guard.inTurn(attempt('b', '192.0.2.9'), async () => 'in')).toBe('in')
  })
  it('locks the account to unknown addresses alone after 1,000 failures (SL7)', async () => {
    for (let address = 0; address < 1000; address++)
      await fail(1, attempt('a', `198.51.${address >> 8}.${address & 255}`))
    await expect(
      guard.inTurn({ ...attempt('a', '192.0.2.9'), hasPass: true }, async () => 'in'),
    ).rejects.toMatchObject({ code: '42901' })
    expect(
      await guard.inTurn({ ...attempt('a', '192.0.2.9'), isKnown: true }, async () => 'in'),
    ).toBe('in')
  })
  it('locks a known address after ten failures of its own (SL7)', async () => {
    await fail(10, attempt('a', '192.0.2.9'))
    await expect(
      guard.inTurn({ ...attempt('a', '192.0.2.9'), isKnown: true }, async () => 'in'),
    ).rejects.toMatchObject({ code: '42901' })
  })
  it('requires a captcha from a site that rotates networks', async () => {
    for (let network = 0; network < 48; network++)
      await fail(1, attempt(`account ${network}`, `2001:db8:1:${network.toString(16)}::1`))
    expect(await guard.needsCaptcha(attempt('fresh', '2001:db8:1:ffff::1'))).toBe(true)
    expect(await guard.needsCaptcha(attempt('fresh', '2001:db8:2::1'))).toBe(false)
  })
  it('requires a captcha after five parallel guesses over accounts', async () => {
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
  it('delays no other address while one waits for itself', async () => {
    const never = Array.from({ length: 3 }, (_, account) =>
      guard.inTurn(attempt(`stuck ${account}`), () => new Promise(() => {})),
    )
    void guard.inTurn(attempt('victim'), async () => 'late')
    expect(await guard.inTurn(attempt('victim', '192.0.2.9'), async () => 'in')).toBe('in')
    expect(never).toHaveLength(3)
  })
  it('refuses more than twenty waiting for one account', async () => {
    const waiting = Array.from({ length: 30 }, (_, address) =>
      guard
        .inTurn(attempt('a', `198.51.100.${address}`), async () => 'in')
        .catch((error: { code: string }) => error.code),
    )
    const outcomes = await Promise.all(waiting)
    expect(outcomes.filter((outcome) => outcome === 'in')).toHaveLength(21)
    expect(outcomes.filter((outcome) => outcome === '42901')).toHaveLength(9)
  })
  it('refuses more than sixty waiting from one address', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 70 }, (_, account) =>
        guard
          .inTurn(attempt(`account ${account}`), async () => 'in')
          .catch((error: { code: string }) => error.code),
      ),
    )
    expect(outcomes.filter((outcome) => outcome === '42901')).toHaveLength(7)
  })
})

describe('limits of log-ins that succeed (SR1)', () => {
  const { account, address, all } = DEFAULT_LOGIN_LIMITS
  const logIn = async (times: number, make: (n: number) => Attempt) => {
    for (let n = 0; n < times; n++) await guard.succeeded(make(n))
  }
  const outcome = (at: Attempt) =>
    guard.inTurn(at, async () => 'in').catch(({ code }: { code: string }) => code)
  const cases = [
    [
      'an account',
      account,
      (n: number) => attempt('a', `198.51.100.${n}`),
      attempt('a', '192.0.2.9'),
    ],
    ['an address', address, (n: number) => attempt(`account ${n}`), attempt('fresh')],
    [
      'the gateway',
      all,
      (n: number) => attempt(`account ${n}`, `198.51.${n >> 8}.${n & 255}`),
      attempt('fresh', '192.0.2.9'),
    ],
  ] as const

  it.each(cases)(
    'asks for a captcha beyond the log-ins a minute of %s (SR1)',
    async (_, limit, make, next) => {
      await logIn(limit - 1, make)
      expect(await guard.needsCaptcha(next)).toBe(false)
      await logIn(1, () => make(limit))
      expect(await guard.needsCaptcha(next)).toBe(true)
      expect(await outcome({ ...next, hasPass: true })).toBe('in')
      await clock.advance(60_000)
      expect(await guard.needsCaptcha(next)).toBe(false)
    },
  )

  it.each(cases.slice(0, 2))(
    'refuses beyond twice the log-ins a minute of %s (SR1)',
    async (_, limit, make, next) => {
      await logIn(2 * limit, make)
      expect(await outcome({ ...next, hasPass: true })).toBe('42901')
      await clock.advance(60_000)
      expect(await outcome(next)).toBe('in')
    },
  )

  it('keeps nobody with a captcha out, however many others log in (SR1)', async () => {
    await logIn(5 * all, (n) => attempt(`account ${n}`, `198.51.${n >> 8}.${n & 255}`))
    expect(await guard.needsCaptcha(attempt('owner', '192.0.2.9'))).toBe(true)
    expect(await outcome({ ...attempt('owner', '192.0.2.9'), hasPass: true })).toBe('in')
  })

  it('lets known devices in beyond the log-ins of the gateway (SR1)', async () => {
    await logIn(2 * all, (n) => attempt(`account ${n}`, `198.51.${n >> 8}.${n & 255}`))
    const known = { ...attempt('owner', '192.0.2.9'), isKnown: true }
    expect([await guard.needsCaptcha(known), await outcome(known)]).toEqual([false, 'in'])
  })

  it('asks unknown devices for a captcha while many passwords wait (SR1)', async () => {
    isBusy = true
    expect(await guard.needsCaptcha(attempt('a'))).toBe(true)
    expect(await guard.needsCaptcha({ ...attempt('b'), isKnown: true })).toBe(false)
    // Asked once it is asked still, until it is solved.
    isBusy = false
    expect([
      await guard.needsCaptcha(attempt('a')),
      await guard.needsCaptcha(attempt('c')),
    ]).toEqual([true, false])
  })
})

describe('waiting log-ins of attackers (SL7)', () => {
  it('keep neither a known device nor a solved captcha waiting (SL7)', async () => {
    for (let address = 0; address < 21; address++)
      void guard.inTurn(attempt('victim', `198.51.100.${address}`), () => new Promise(() => {}))
    await expect(
      guard.inTurn(attempt('victim', '192.0.2.9'), async () => 'in'),
    ).rejects.toMatchObject({ code: '42901' })
    expect(
      await guard.inTurn({ ...attempt('victim', '192.0.2.9'), isKnown: true }, async () => 'in'),
    ).toBe('in')
    expect(
      await guard.inTurn({ ...attempt('victim', '192.0.2.8'), hasPass: true }, async () => 'in'),
    ).toBe('in')
  })

  it('are refused when their turn comes after five seconds (SR1)', async () => {
    const held: { release?: () => void } = {}
    const first = guard.inTurn(
      attempt(),
      () => new Promise<void>((resolve) => void (held.release = resolve)),
    )
    const late = guard.inTurn(attempt(), async () => 'in')
    await expect.poll(() => held.release !== undefined).toBe(true)
    await clock.advance(5_001)
    held.release?.()
    await first
    await expect(late).rejects.toMatchObject({ code: '42901' })
  })
})
