import type { Locks } from '@x/kit'
import { createManualClock, createManualVisibility, createMemoryChannels, createMemoryLocks, createMemoryStorage, createRecordingReporter, createSeededRandom } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { createDeviceId, type DeviceIdOptions } from './createDeviceId.ts'
import { createFakeTokenService, fakeToken, type FakeAnswer } from './testing.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const LOGIN = '/v1/user/login'

interface BrowserOptions {
  readonly answer?: (request: number) => FakeAnswer
  readonly locks?: Locks | undefined
}

/** A browser on a manual clock: its tabs share storage, cookies, locks, channels and the device service. */
function openBrowser({ answer, ...rest }: BrowserOptions = {}) {
  const clock = createManualClock()
  const service = createFakeTokenService({ clock, ...(answer ? { answer } : {}) })
  const storage = createMemoryStorage()
  const cookies = createMemoryStorage()
  const locks = 'locks' in rest ? rest.locks : createMemoryLocks()
  const openChannel = createMemoryChannels()
  let tabs = 0
  const openTab = (options: Partial<DeviceIdOptions> = {}) => {
    const visibility = createManualVisibility()
    const reporter = createRecordingReporter()
    const device = createDeviceId({
      storage: storage.openTab(),
      cookies,
      clock,
      visibility,
      random: createSeededRandom(++tabs),
      reporter,
      transport: service,
      appId: 'test',
      collectFingerprint: async () => 'f'.repeat(32),
      locks,
      openChannel,
      ...options,
    })
    return { device, visibility, reporter }
  }
  const start = clock.now()
  return { clock, service, storage, cookies, openTab, seconds: () => service.requests.map((at) => (at - start) / SECOND) }
}

const fails: FakeAnswer = { fails: true }
const hangs: FakeAnswer = { hangs: true }

describe('a first token', () => {
  it('spec 4.1 goes from uninitialised to success, and every status is told', async () => {
    const { clock, openTab } = openBrowser({ answer: () => ({ token: fakeToken(1), afterMs: 200 }) })
    const { device } = openTab()
    const seen: string[] = []
    device.subscribe(() => seen.push(device.getState()))
    expect(device.getState()).toBe('uninitialised')
    device.start()
    await clock.advance(200)
    expect([seen, device.peek()]).toEqual([['success'], expect.objectContaining({ token: fakeToken(1), kind: 'success', stale: false })])
  })

  it('D20 nothing is asked before start or a read', async () => {
    const { clock, openTab, service } = openBrowser()
    openTab()
    await clock.advance(HOUR)
    expect(service.requests).toEqual([])
  })

  it('D1 spec 4.1 another length is a demoted token, usable all the same', async () => {
    const { clock, openTab } = openBrowser({ answer: () => ({ token: 'x'.repeat(64) }) })
    const { device, reporter } = openTab()
    device.start()
    await clock.advance(0)
    expect([device.getState(), device.peek()?.kind, reporter.reports]).toEqual(['demoted', 'demoted', []])
  })

  it('D1 41 characters are demoted and suspect', async () => {
    const { clock, openTab } = openBrowser({ answer: () => ({ token: 'x'.repeat(41) }) })
    const { device, reporter } = openTab()
    device.start()
    await clock.advance(0)
    expect([device.getState(), reporter.reports]).toEqual(['demoted', [{ kind: 'integration-suspect' }]])
  })

  it('D2 spec 4.1 failure after the retry gives error, a request over 10 s gives timeout', async () => {
    for (const [answer, status, at] of [
      [fails, 'error', SECOND],
      [hangs, 'timeout', 10 * SECOND],
    ] as const) {
      const { clock, openTab } = openBrowser({ answer: () => answer })
      const { device } = openTab()
      device.start()
      await clock.advance(at - 1)
      expect(device.getState()).toBe('uninitialised')
      await clock.advance(1)
      expect(device.getState()).toBe(status)
      device.dispose()
    }
  })

  it('D2 after a timeout nothing is asked until the next trigger', async () => {
    const { clock, openTab, service } = openBrowser({ answer: () => hangs })
    const { device, visibility } = openTab()
    device.start()
    await clock.advance(10 * MINUTE)
    expect(service.requests).toHaveLength(1)
    visibility.poke()
    await clock.advance(0)
    expect(service.requests).toHaveLength(2)
  })
})

describe('D3 a late token', () => {
  it('D3 counts while no newer request has begun', async () => {
    const { clock, openTab } = openBrowser({ answer: () => ({ token: fakeToken(9), afterMs: 12 * SECOND }) })
    const { device } = openTab()
    device.start()
    await clock.advance(10 * SECOND)
    expect([device.getState(), device.peek()]).toEqual(['timeout', undefined])
    await clock.advance(2 * SECOND)
    expect([device.getState(), device.peek()?.token]).toEqual(['success', fakeToken(9)])
  })

  it('D3 is dropped, and its request aborted, once a newer request has begun', async () => {
    const { clock, openTab } = openBrowser({ answer: (n) => (n === 0 ? { token: fakeToken(0), afterMs: 12 * SECOND } : hangs) })
    const { device, visibility } = openTab()
    device.start()
    await clock.advance(11 * SECOND)
    visibility.poke()
    await clock.advance(5 * SECOND)
    expect(device.peek()).toBeUndefined()
    device.dispose()
  })

  it('D3 is dropped when another tab has a newer token', async () => {
    const { clock, openTab } = openBrowser({ answer: (n) => (n === 0 ? { token: fakeToken(0), afterMs: 12 * SECOND } : { token: fakeToken(1) }) })
    const one = openTab().device
    one.start()
    await clock.advance(11 * SECOND)
    const two = openTab().device
    two.start()
    await clock.advance(5 * SECOND)
    expect([one.peek()?.token, two.peek()?.token]).toEqual([fakeToken(1), fakeToken(1)])
  })
})

describe('D4 D5 a worse outcome', () => {
  const answers = (first: FakeAnswer, then: FakeAnswer) => (n: number) => (n === 0 ? first : then)
  const good: FakeAnswer = { token: fakeToken(1) }
  const demoted: FakeAnswer = { token: 'short' }

  it('D4 a demoted token never replaces a good one inside its validity window', async () => {
    const { clock, openTab, service } = openBrowser({ answer: answers(good, demoted) })
    const { device } = openTab()
    device.start()
    await clock.advance(20 * MINUTE)
    expect(service.requests).toHaveLength(2)
    expect([device.peek()?.token, device.getState()]).toEqual([fakeToken(1), 'success'])
  })

  it('D4 a demoted token replaces a good one past its validity window', async () => {
    const { clock, openTab } = openBrowser({ answer: answers(good, demoted) })
    const { device, visibility } = openTab()
    device.start()
    await clock.advance(0)
    visibility.set(false)
    await clock.advance(41 * MINUTE)
    visibility.set(true)
    await clock.advance(0)
    expect([device.peek()?.token, device.getState()]).toEqual(['short', 'demoted'])
  })

  it('D4 after a demotion nothing is asked again for 60 s, whatever the triggers', async () => {
    const { clock, openTab, seconds } = openBrowser({ answer: () => demoted })
    const { device, visibility } = openTab()
    device.start()
    for (let second = 0; second < 150; second++) {
      visibility.poke()
      await device.ready()
      await clock.advance(SECOND)
    }
    expect(seconds()).toEqual([0, 60, 120])
  })

  it.each([
    ['error', fails],
    ['timeout', hangs],
  ] as const)('D5 %s keeps an earlier token usable', async (status, answer) => {
    const { clock, openTab } = openBrowser({ answer: answers(good, answer) })
    const { device } = openTab()
    device.start()
    await clock.advance(20 * MINUTE + 10 * SECOND)
    expect([device.getState(), device.peek()]).toEqual([status, expect.objectContaining({ token: fakeToken(1), stale: false })])
    expect(await device.tokenFor(LOGIN)).toBe(fakeToken(1))
  })
})

describe('D6 visibility', () => {
  it('D6 a page hidden for an hour asks 0 times, and once when it returns, however many events say so', async () => {
    const { clock, openTab, seconds } = openBrowser()
    const { device, visibility } = openTab()
    device.start()
    await clock.advance(0)
    visibility.set(false)
    await clock.advance(HOUR)
    expect([seconds(), clock.pendingTimers()]).toEqual([[0], 0])
    visibility.set(true)
    for (let event = 0; event < 5; event++) visibility.poke()
    await clock.advance(SECOND)
    visibility.poke()
    await clock.advance(SECOND)
    expect(seconds()).toEqual([0, 3600])
  })

  it('D6 reads on a hidden page do not refresh', async () => {
    const { clock, openTab, seconds } = openBrowser()
    const { device, visibility } = openTab()
    device.start()
    await clock.advance(0)
    visibility.set(false)
    await clock.advance(50 * MINUTE)
    expect(await device.ready()).toMatchObject({ token: fakeToken(0), stale: true })
    expect(seconds()).toEqual([0])
  })

  it('a page that opens hidden asks nothing by itself, but for a first token that somebody needs', async () => {
    const { clock, openTab, seconds } = openBrowser()
    const { device, visibility } = openTab()
    visibility.set(false)
    device.start()
    await clock.advance(MINUTE)
    expect(seconds()).toEqual([])
    expect(await device.tokenFor(LOGIN)).toBe(fakeToken(0))
    expect(seconds()).toEqual([60])
  })

  it('spec 9.1 refreshes every 1200 s while visible', async () => {
    const { clock, openTab, seconds } = openBrowser()
    openTab().device.start()
    await clock.advance(HOUR)
    expect(seconds()).toEqual([0, 1200, 2400, 3600])
  })
})

describe('D7 many tabs', () => {
  const openTabs = async (browser: ReturnType<typeof openBrowser>) => {
    const devices = []
    for (let n = 0; n < 8; n++) {
      const { device } = browser.openTab()
      device.start()
      devices.push(device)
      await browser.clock.advance(6)
    }
    return devices
  }

  it.each([0, 400])('D7 8 tabs opened within 50 ms ask once; then in an hour at 1200, 2400 and 3600 s (service takes %i ms)', async (afterMs) => {
    const browser = openBrowser({ answer: (n) => ({ token: fakeToken(n), afterMs }) })
    const devices = await openTabs(browser)
    await browser.clock.advance(SECOND)
    expect(browser.seconds()).toEqual([0])
    expect(new Set(devices.map((device) => device.peek()?.token))).toEqual(new Set([fakeToken(0)]))
    await browser.clock.advance(HOUR)
    expect(browser.seconds().map(Math.round)).toEqual([0, 1200, 2400, 3600])
    expect(browser.service.maxInFlight()).toBe(1)
    expect(new Set(devices.map((device) => device.peek()?.token))).toEqual(new Set([fakeToken(3)]))
  })

  it('D7 without Web Locks 8 tabs have at most 2 requests in flight, and ask at most twice', async () => {
    const browser = openBrowser({ locks: undefined, answer: (n) => ({ token: fakeToken(n), afterMs: 400 }) })
    const devices = await openTabs(browser)
    await browser.clock.advance(5 * SECOND)
    expect(browser.service.maxInFlight()).toBeLessThanOrEqual(2)
    expect(browser.service.requests.length).toBeLessThanOrEqual(2)
    expect(devices.every((device) => device.peek()?.kind === 'success')).toBe(true)
  })

  it.each([fails, hangs])('D7 D9 the failure of one tab answers the waiting ones too (%j)', async (answer) => {
    const browser = openBrowser({ answer: () => answer })
    const devices = await openTabs(browser)
    await browser.clock.advance(30 * SECOND)
    expect(browser.service.requests.length).toBe('fails' in answer ? 2 : 1)
    expect(new Set(devices.map((device) => device.getState())).size).toBe(1)
    expect(devices[0]?.getState()).not.toBe('uninitialised')
  })

  it('D8 with Web Locks another tab asks at once when the asking one is closed', async () => {
    const browser = openBrowser({ answer: (n) => (n === 0 ? hangs : { token: fakeToken(n) }) })
    const one = browser.openTab().device
    const two = browser.openTab().device
    one.start()
    two.start()
    await browser.clock.advance(SECOND)
    expect(browser.seconds()).toEqual([0])
    one.dispose()
    await browser.clock.advance(0)
    expect([browser.seconds(), two.peek()?.token]).toEqual([[0, 1], fakeToken(1)])
  })

  it.each([
    ['storage events alone', { openChannel: undefined }],
    ['the channel alone', { storage: createMemoryStorage() }],
  ])('D9 a waiting tab gets the result by %s', async (_name, options) => {
    const browser = openBrowser({ answer: () => ({ token: fakeToken(5), afterMs: 300 }) })
    const one = browser.openTab().device
    const two = browser.openTab(options).device
    one.start()
    two.start()
    await browser.clock.advance(SECOND)
    expect([two.peek()?.token, browser.service.requests.length]).toEqual([fakeToken(5), 1])
  })
})

describe('D10 clocks', () => {
  it('D10 a wall clock five hours on expires the token, and one request replaces it', async () => {
    const { clock, openTab, service } = openBrowser()
    const { device, visibility } = openTab()
    device.start()
    await clock.advance(0)
    clock.jump(5 * HOUR)
    expect(device.peek()).toBeUndefined()
    visibility.poke()
    await clock.advance(SECOND)
    expect([service.requests.length, device.peek()?.token]).toEqual([2, fakeToken(1)])
  })

  it('D10 a wall clock five hours back leads to at most 2 requests, in old and new tabs together', async () => {
    const { clock, openTab, service } = openBrowser()
    const old = openTab()
    old.device.start()
    await clock.advance(0)
    clock.jump(-5 * HOUR)
    for (let minute = 0; minute < 15; minute++) {
      const { device } = openTab()
      device.start()
      old.visibility.poke()
      await clock.advance(MINUTE)
      await device.ready()
    }
    expect(service.requests).toHaveLength(2)
    expect(old.device.peek()).toMatchObject({ token: fakeToken(1), age: 'fresh' })
  })
})

describe('D11 D12 storage that refuses', () => {
  const denied = (): never => {
    throw new DOMException('denied', 'SecurityError')
  }
  const throwing = { get: denied, set: denied, remove: denied, keys: denied, subscribe: denied }
  const dropping = { ...createMemoryStorage(), set: () => {} }

  it.each([
    ['throws', throwing],
    ['drops writes in silence', dropping],
  ])('D11 where every driver %s the token travels as a header, with one report and no uncaught error', async (_name, storage) => {
    const { clock, openTab, service } = openBrowser()
    const { device, reporter } = openTab({ storage, cookies: storage })
    expect(await device.tokenFor(LOGIN)).toBe(fakeToken(0))
    const code = device.terminalCode()
    expect([code, device.terminalCode()]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), code])
    await clock.advance(HOUR)
    expect([service.requests.length, device.peek()?.token]).toEqual([4, fakeToken(3)])
    expect(reporter.reports).toEqual([{ kind: 'storage-memory-mode' }])
  })

  it('D11 where locks and channels are denied too it still works', async () => {
    const locks: Locks = { request: () => Promise.reject(new DOMException('denied', 'SecurityError')) }
    const { openTab, clock } = openBrowser({ locks })
    const { device } = openTab({ storage: throwing, cookies: throwing, openChannel: () => undefined })
    const token = device.tokenFor(LOGIN)
    await clock.advance(200)
    expect(await token).toBe(fakeToken(0))
  })

  it('D12 a full storage loses its disposable entries first', async () => {
    const memory = createMemoryStorage({ _tip: 'x'.repeat(300) })
    const storage = {
      ...memory,
      set(key: string, value: string) {
        const size = memory.keys().reduce((sum, other) => sum + (other === key ? 0 : other.length + (memory.get(other)?.length ?? 0)), 0)
        if (size + key.length + value.length > 400) throw new DOMException('full', 'QuotaExceededError')
        memory.set(key, value)
      },
    }
    const { openTab, clock } = openBrowser()
    const { device, reporter } = openTab({ storage })
    device.start()
    await clock.advance(0)
    expect([memory.get('_tip'), memory.get('x:dyToken')]).toEqual([null, expect.stringContaining(fakeToken(0))])
    expect(reporter.reports).toEqual([])
  })
})

describe('D13 the cookie', () => {
  it('D13 carries the token beside the header', async () => {
    const { clock, openTab, cookies } = openBrowser()
    openTab().device.start()
    await clock.advance(0)
    expect(cookies.get('dy_token')).toBe(fakeToken(0))
  })

  it('D13 a token over 3,800 bytes travels as a header alone', async () => {
    const { openTab, cookies } = openBrowser({ answer: () => ({ token: 'x'.repeat(5000) }) })
    expect(await openTab().device.tokenFor(LOGIN)).toHaveLength(5000)
    expect(cookies.keys()).toEqual([])
  })
})

describe('D14 ready', () => {
  it('resolves at once with a fresh or valid token, and refreshes a valid one in the background', async () => {
    const { clock, openTab, service } = openBrowser({ answer: (n) => ({ token: fakeToken(n), afterMs: n === 0 ? 0 : 800 }) })
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
    expect([await device.ready(), service.requests.length]).toEqual([expect.objectContaining({ token: fakeToken(1) }), 2])
  })

  it('waits up to 5 s for a newer token than a stale one, then falls back to it', async () => {
    const { clock, openTab } = openBrowser({ answer: (n) => (n === 0 ? { token: fakeToken(0) } : hangs) })
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

  it('gives the newer token as soon as it is there', async () => {
    const { clock, openTab } = openBrowser({ answer: (n) => ({ token: fakeToken(n), afterMs: 2 * SECOND }) })
    const { device } = openTab()
    let reading: unknown
    void device.ready().then((result) => (reading = result))
    await clock.advance(2 * SECOND)
    expect(reading).toMatchObject({ token: fakeToken(0) })
  })

  it('D14 resolves with nothing, never rejects: after the wait, or at once when the script failed to load', async () => {
    const slow = openBrowser({ answer: () => hangs })
    const device = slow.openTab().device
    let reading: unknown = 'waiting'
    void device.ready({ waitMs: 300 }).then((result) => (reading = result))
    await slow.clock.advance(299)
    expect(reading).toBe('waiting')
    await slow.clock.advance(1)
    expect(reading).toBeUndefined()
    device.dispose()

    const { device: scripted, reporter } = openBrowser().openTab({ loadSdk: () => Promise.reject(new Error('404')) })
    expect(await scripted.ready()).toBeUndefined()
    expect(reporter.reports).toEqual([{ kind: 'sdk-load', detail: { status: 'error' } }])
  })

  it('D17 the next read loads the script again', async () => {
    let loads = 0
    const loadSdk = () => (loads++ === 0 ? Promise.reject(new Error('404')) : Promise.resolve())
    const { device } = openBrowser().openTab({ loadSdk })
    expect(await device.ready()).toBeUndefined()
    expect(await device.ready()).toMatchObject({ token: fakeToken(0) })
  })

  it('D14 resolves when a listener of the app throws', async () => {
    const { device, visibility } = openBrowser().openTab()
    visibility.set(false)
    device.subscribe(() => {
      throw new Error('listener')
    })
    expect(await device.ready()).toMatchObject({ token: fakeToken(0) })
  })

  it('resolves when the identity is disposed of or reset meanwhile', async () => {
    for (const verb of ['dispose', 'reset'] as const) {
      const { openTab } = openBrowser({ answer: () => hangs })
      const { device } = openTab()
      const reading = device.ready()
      device[verb]()
      expect(await reading).toBeUndefined()
    }
  })
})

describe('D15 protected endpoints', () => {
  it('gives the token to protected endpoints only, whatever their query', async () => {
    const { openTab } = openBrowser()
    const { device } = openTab()
    expect(await device.tokenFor(LOGIN)).toBe(fakeToken(0))
    expect(await device.tokenFor(`${LOGIN}?a=1`)).toBe(fakeToken(0))
    for (const path of ['/v1/spot/public/symbols', '/user/login', `${LOGIN}/`, '/v1/user/loginx']) expect(await device.tokenFor(path)).toBeUndefined()
  })

  it('asks nothing for other endpoints', async () => {
    const { openTab, service } = openBrowser()
    await openTab().device.tokenFor('/v1/spot/public/symbols')
    expect(service.requests).toEqual([])
  })

  it('D15 spec 8.17 without a token the request goes out, with one report', async () => {
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

  it('D15 require: true rejects instead', async () => {
    const { openTab, clock } = openBrowser({ answer: () => fails })
    const { device, reporter } = openTab({ require: true })
    const rejected = expect(device.tokenFor(LOGIN)).rejects.toMatchObject({ name: 'DeviceIdError', code: 'missing-token', detail: { path: LOGIN } })
    await clock.advance(SECOND)
    await rejected
    expect(reporter.reports).toHaveLength(2)
  })

  it('takes another list of endpoints', async () => {
    const { device } = openBrowser().openTab({ protectedEndpoints: ['/v1/own'] })
    expect([await device.tokenFor('/v1/own'), await device.tokenFor(LOGIN)]).toEqual([fakeToken(0), undefined])
  })
})

describe('D16 reports', () => {
  it('D16 spec 8.17 come at most once a minute per kind and ten a page, and carry neither token nor query', async () => {
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

describe('D18 the terminal code', () => {
  it('D18 is made once and the same in all tabs, also when they start at the same moment', () => {
    const { openTab } = openBrowser()
    const [one, two] = [openTab().device, openTab().device]
    const code = one.terminalCode()
    expect(code).toMatch(/^[0-9a-f]{32}$/)
    expect([two.terminalCode(), one.terminalCode()]).toEqual([code, code])
  })
})

describe('D19 reset', () => {
  it('D19 spec 3.7 drops token, cookie, terminal code and fingerprint; other verbs keep them', async () => {
    const { openTab, storage, cookies, clock } = openBrowser()
    const { device } = openTab()
    const code = device.terminalCode()
    await device.fingerprint()
    await device.ready()
    await clock.advance(0)
    expect(storage.keys().sort()).toEqual(['x:dyToken', 'x:fingerprint', 'x:terminalCode'])
    device.reset()
    expect([storage.keys(), cookies.keys(), device.peek(), device.getState()]).toEqual([[], [], undefined, 'uninitialised'])
    expect(device.terminalCode()).not.toBe(code)
    expect(await device.ready()).toMatchObject({ token: fakeToken(1) })
  })

  it('D19 another tab lets go of the token too', async () => {
    const { openTab } = openBrowser()
    const one = openTab().device
    const two = openTab().device
    await one.ready()
    await two.ready()
    one.reset()
    expect([two.peek(), two.getState()]).toEqual([undefined, 'uninitialised'])
  })
})

describe('D20 dispose', () => {
  it('D20 leaves no timer, no listener and no lock, at any moment', async () => {
    for (const [answer, ms] of [
      [{ token: fakeToken(0) }, 0],
      [hangs, SECOND],
      [fails, 500],
    ] as const) {
      const { clock, openTab, storage } = openBrowser({ answer: () => answer })
      const locks = createMemoryLocks()
      let listeners = 0
      const count = <A extends unknown[]>(subscribe: (...args: A) => () => void) =>
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
      expect(await locks.request('x:dyTokenPending', { ifAvailable: true }, async (free) => free)).toBe(true)
      device.start()
      expect(await device.ready()).toEqual(answer === hangs || answer === fails ? undefined : expect.anything())
      expect([clock.pendingTimers(), listeners]).toEqual([0, 0])
    }
  })
})
