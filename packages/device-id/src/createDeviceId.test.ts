import {
  createManualVisibility,
  createMemoryChannels,
  createMemoryLocks,
  createMemoryStorage,
} from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { fails, hangs, LOGIN, MINUTE, openBrowser, SECOND } from './testing/openBrowser.ts'
import { fakeToken } from './testing.ts'
import { DEVICE_TOKEN_COOKIE } from './wire.ts'

describe('ready (D14)', () => {
  it('resolves at once with a fresh or valid token', async () => {
    const { clock, openTab, service } = openBrowser({
      answer: (n) => ({ token: fakeToken(n), afterMs: n === 0 ? 0 : 800 }),
    })
    const { device, visibility } = openTab()
    device.start()
    await clock.advance(0)
    visibility.set(false)
    await clock.advance(30 * MINUTE)
    expect(await device.ready()).toMatchObject({ token: fakeToken(0), stale: false })
    expect(service.requests).toHaveLength(1)
    visibility.set(true)
    expect(await device.ready()).toMatchObject({ token: fakeToken(0), stale: false })
    await clock.advance(800)
    expect([await device.ready(), service.requests.length]).toEqual([
      expect.objectContaining({ token: fakeToken(1) }),
      2,
    ])
  })

  it('waits up to 5 s before falling back to a stale token', async () => {
    const { clock, openTab } = openBrowser({
      answer: (n) => (n === 0 ? { token: fakeToken(0) } : hangs),
    })
    const { device, visibility } = openTab()
    device.start()
    await clock.advance(0)
    visibility.set(false)
    await clock.advance(50 * MINUTE)
    visibility.set(true)
    let reading: unknown = 'waiting'
    void device.ready().then((result) => (reading = result))
    await clock.advance(5 * SECOND - 1)
    expect(reading).toBe('waiting')
    await clock.advance(1)
    expect(reading).toMatchObject({ token: fakeToken(0), stale: true })
    device.dispose()
  })

  it('resolves with the newer token as soon as it arrives', async () => {
    const { clock, openTab } = openBrowser({
      answer: (n) => ({ token: fakeToken(n), afterMs: 2 * SECOND }),
    })
    const { device } = openTab()
    let reading: unknown
    void device.ready().then((result) => (reading = result))
    await clock.advance(2 * SECOND)
    expect(reading).toMatchObject({ token: fakeToken(0) })
  })

  it('resolves with undefined after the wait or a failed script load (D14)', async () => {
    const slow = openBrowser({ answer: () => hangs })
    const device = slow.openTab().device
    let reading: unknown = 'waiting'
    void device.ready({ waitMs: 300 }).then((result) => (reading = result))
    await slow.clock.advance(299)
    expect(reading).toBe('waiting')
    await slow.clock.advance(1)
    expect(reading).toBeUndefined()
    device.dispose()

    const { device: scripted, reporter } = openBrowser().openTab({
      loadSdk: () => Promise.reject(new Error('404')),
    })
    expect(await scripted.ready()).toBeUndefined()
    expect(reporter.reports).toEqual([{ kind: 'sdk-load', detail: { status: 'error' } }])
  })

  it('loads the script again on the next read (D17)', async () => {
    let loads = 0
    const loadSdk = () => (loads++ === 0 ? Promise.reject(new Error('404')) : Promise.resolve())
    const { device } = openBrowser().openTab({ loadSdk })
    expect(await device.ready()).toBeUndefined()
    expect(await device.ready()).toMatchObject({ token: fakeToken(0) })
  })

  it('resolves when a state listener throws (D14)', async () => {
    const { device, visibility } = openBrowser().openTab()
    visibility.set(false)
    device.subscribe(() => {
      throw new Error('listener')
    })
    expect(await device.ready()).toMatchObject({ token: fakeToken(0) })
  })

  it('resolves when disposed or reset meanwhile', async () => {
    for (const verb of ['dispose', 'reset'] as const) {
      const { openTab } = openBrowser({ answer: () => hangs })
      const { device } = openTab()
      const reading = device.ready()
      device[verb]()
      expect(await reading).toBeUndefined()
    }
  })
})

describe('protected endpoints (D15)', () => {
  it('returns the token for protected endpoints only, ignoring the query', async () => {
    const { openTab } = openBrowser()
    const { device } = openTab()
    expect(await device.tokenFor(LOGIN)).toBe(fakeToken(0))
    expect(await device.tokenFor(`${LOGIN}?a=1`)).toBe(fakeToken(0))
    for (const path of ['/v1/spot/public/symbols', '/user/login', `${LOGIN}/`, '/v1/user/loginx'])
      expect(await device.tokenFor(path)).toBeUndefined()
  })

  it('requests nothing for other endpoints', async () => {
    const { openTab, service } = openBrowser()
    await openTab().device.tokenFor('/v1/spot/public/symbols')
    expect(service.requests).toEqual([])
  })

  it('resolves without token and reports once (D15, spec 8.17)', async () => {
    const { openTab, clock } = openBrowser({ answer: () => fails })
    const { device, reporter } = openTab()
    const token = device.tokenFor(`${LOGIN}?password=secret`)
    await clock.advance(SECOND)
    expect(await token).toBeUndefined()
    expect(reporter.reports).toEqual([
      { kind: 'request-failed', detail: { status: 'error' } },
      { kind: 'missing-token', detail: { path: LOGIN } },
    ])
  })

  it('rejects without token when require is true (D15)', async () => {
    const { openTab, clock } = openBrowser({ answer: () => fails })
    const { device, reporter } = openTab({ require: true })
    const rejected = expect(device.tokenFor(LOGIN)).rejects.toMatchObject({
      name: 'DeviceIdError',
      code: 'missing-token',
      detail: { path: LOGIN },
    })
    await clock.advance(SECOND)
    await rejected
    expect(reporter.reports).toHaveLength(2)
  })

  it('accepts another list of endpoints', async () => {
    const { device } = openBrowser().openTab({ protectedEndpoints: ['/v1/own'] })
    expect([await device.tokenFor('/v1/own'), await device.tokenFor(LOGIN)]).toEqual([
      fakeToken(0),
      undefined,
    ])
  })
})

describe('reports (D16)', () => {
  it('are rate limited and contain neither token nor query (D16, spec 8.17)', async () => {
    const { openTab, clock } = openBrowser({ answer: (n) => (n % 2 ? { token: '' } : fails) })
    const { device, reporter } = openTab()
    for (let minute = 0; minute < 30; minute++) {
      for (let n = 0; n < 3; n++) {
        const token = device.tokenFor(`${LOGIN}?secret=1`)
        await clock.advance(SECOND)
        await token
      }
      await clock.advance(MINUTE)
    }
    expect(reporter.reports).toHaveLength(10)
    expect(JSON.stringify(reporter.reports)).not.toContain('secret')
  })
})

describe('terminal code (D18)', () => {
  it('is generated once and equal in concurrently started tabs (D18)', () => {
    const { openTab } = openBrowser()
    const [one, two] = [openTab().device, openTab().device]
    const code = one.terminalCode()
    expect(code).toMatch(/^[0-9a-f]{32}$/)
    expect([two.terminalCode(), one.terminalCode()]).toEqual([code, code])
  })
})

describe('reset (D19)', () => {
  it('removes token, cookie, terminal code and fingerprint (D19, spec 3.7)', async () => {
    const { openTab, storage, cookies, clock } = openBrowser()
    const { device } = openTab()
    const code = device.terminalCode()
    await device.fingerprint()
    await device.ready()
    await clock.advance(0)
    expect(storage.keys().sort()).toEqual(['x:dyToken', 'x:fingerprint', 'x:terminalCode'])
    device.reset()
    expect([storage.keys(), cookies.keys(), device.peek(), device.getState()]).toEqual([
      [],
      [],
      undefined,
      'uninitialised',
    ])
    expect(device.terminalCode()).not.toBe(code)
    expect(await device.ready()).toMatchObject({ token: fakeToken(1) })
  })

  it('removes the token in other tabs (D19)', async () => {
    const { openTab } = openBrowser()
    const one = openTab().device
    const two = openTab().device
    await one.ready()
    await two.ready()
    one.reset()
    expect([two.peek(), two.getState()]).toEqual([undefined, 'uninitialised'])
  })

  it('ignores a token announced before the reset, accepts the next (D19)', async () => {
    const { openTab, clock } = openBrowser()
    const late: (() => void)[] = []
    const channels = createMemoryChannels()
    const slow = (name: string) => {
      const channel = channels(name)
      return {
        ...channel,
        subscribe: (listener: (message: unknown) => void) =>
          channel.subscribe((message) => void late.push(() => listener(message))),
      }
    }
    const one = openTab({ openChannel: slow }).device
    const two = openTab({ openChannel: slow }).device
    two.start()
    await one.ready()
    await clock.advance(0)
    one.reset()
    for (const notify of late.splice(0)) notify()
    expect([one.peek(), two.peek(), two.getState()]).toEqual([
      undefined,
      undefined,
      'uninitialised',
    ])
    await clock.advance(SECOND)
    const next = await one.ready()
    for (const notify of late.splice(0)) notify()
    expect(two.peek()?.token).toBe(next?.token)
  })

  it('ignores a cookie still visible after the reset (D19)', async () => {
    const { openTab, cookies } = openBrowser()
    const one = openTab().device
    const lagging = createMemoryStorage()
    const two = openTab({ cookies: lagging }).device
    await one.ready()
    await two.ready()
    lagging.set(DEVICE_TOKEN_COOKIE.name, cookies.get(DEVICE_TOKEN_COOKIE.name) ?? '')
    one.reset()
    expect([two.peek(), two.getState()]).toEqual([undefined, 'uninitialised'])
  })
})

describe('dispose (D20)', () => {
  it('leaves no timer, listener or lock at any moment (D20)', async () => {
    for (const [answer, ms] of [
      [{ token: fakeToken(0) }, 0],
      [hangs, SECOND],
      [fails, 500],
    ] as const) {
      const { clock, openTab, storage } = openBrowser({ answer: () => answer })
      const locks = createMemoryLocks()
      let listeners = 0
      const count =
        <A extends unknown[]>(subscribe: (...args: A) => () => void) =>
        (...args: A) => {
          listeners++
          const stop = subscribe(...args)
          return () => {
            listeners--
            stop()
          }
        }
      const tab = storage.openTab()
      const visibility = createManualVisibility()
      const open = createMemoryChannels()
      const { device } = openTab({
        locks,
        storage: { ...tab, subscribe: count(tab.subscribe) },
        visibility: { ...visibility, subscribe: count(visibility.subscribe) },
        openChannel(name) {
          const channel = open(name)
          return { ...channel, subscribe: count(channel.subscribe) }
        },
      })
      void device.ready()
      await clock.advance(ms)
      expect(listeners).toBeGreaterThan(0)
      device.dispose()
      await clock.advance(0)
      expect([clock.pendingTimers(), listeners]).toEqual([0, 0])
      expect(
        await locks.request('x:dyTokenPending', { ifAvailable: true }, async (free) => free),
      ).toBe(true)
      device.start()
      expect(await device.ready()).toEqual(
        answer === hangs || answer === fails ? undefined : expect.anything(),
      )
      expect([clock.pendingTimers(), listeners]).toEqual([0, 0])
    }
  })
})
