import { createMemoryStorage } from '@x/kit/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fails, hangs, HOUR, LOGIN, MINUTE, openBrowser, SECOND } from './testing/openBrowser.ts'
import { fakeToken, type FakeAnswer } from './testing.ts'

describe('visibility (D6)', () => {
  it('requests nothing while hidden and once when shown again (D6)', async () => {
    const { clock, openTab, seconds } = openBrowser()
    const { device, visibility } = openTab()
    device.start()
    await clock.advance(0)
    visibility.set(false)
    await clock.advance(HOUR)
    expect([seconds(), clock.pendingTimers()]).toEqual([[0], 0])
    visibility.set(true)
    for (let event = 0; event < 5; event++) visibility.notify()
    await clock.advance(SECOND)
    visibility.notify()
    await clock.advance(SECOND)
    expect(seconds()).toEqual([0, 3600])
  })

  it('does not refresh on reads of a hidden page (D6)', async () => {
    const { clock, openTab, seconds } = openBrowser()
    const { device, visibility } = openTab()
    device.start()
    await clock.advance(0)
    visibility.set(false)
    await clock.advance(50 * MINUTE)
    expect(await device.ready()).toMatchObject({ token: fakeToken(0), stale: true })
    expect(seconds()).toEqual([0])
  })

  it('requests a first token on a hidden page only for a read', async () => {
    const { clock, openTab, seconds } = openBrowser()
    const { device, visibility } = openTab()
    visibility.set(false)
    device.start()
    await clock.advance(MINUTE)
    expect(seconds()).toEqual([])
    expect(await device.tokenFor(LOGIN)).toBe(fakeToken(0))
    expect(seconds()).toEqual([60])
  })

  it('refreshes every 1200 s while visible (spec 9.1)', async () => {
    const { clock, openTab, seconds } = openBrowser()
    openTab().device.start()
    await clock.advance(HOUR)
    expect(seconds()).toEqual([0, 1200, 2400, 3600])
  })
})

describe('many tabs (D7)', () => {
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

  it.each([0, 400])(
    'sends one request per refresh for 8 tabs (service takes %i ms) (D7)',
    async (afterMs) => {
      const browser = openBrowser({ answer: (n) => ({ token: fakeToken(n), afterMs }) })
      const devices = await openTabs(browser)
      await browser.clock.advance(SECOND)
      expect(browser.seconds()).toEqual([0])
      expect(new Set(devices.map((device) => device.peek()?.token))).toEqual(
        new Set([fakeToken(0)]),
      )
      await browser.clock.advance(HOUR)
      expect(browser.seconds().map(Math.round)).toEqual([0, 1200, 2400, 3600])
      expect(browser.service.maxInFlight()).toBe(1)
      expect(new Set(devices.map((device) => device.peek()?.token))).toEqual(
        new Set([fakeToken(3)]),
      )
    },
  )

  it('sends at most 2 requests for 8 tabs without Web Locks (D7)', async () => {
    const browser = openBrowser({
      locks: undefined,
      answer: (n) => ({ token: fakeToken(n), afterMs: 400 }),
    })
    const devices = await openTabs(browser)
    await browser.clock.advance(5 * SECOND)
    expect(browser.service.maxInFlight()).toBeLessThanOrEqual(2)
    expect(browser.service.requests.length).toBeLessThanOrEqual(2)
    expect(devices.every((device) => device.peek()?.kind === 'success')).toBe(true)
  })

  it.each([fails, hangs])('shares a failure with waiting tabs (%j) (D7, D9)', async (answer) => {
    const browser = openBrowser({ answer: () => answer })
    const devices = await openTabs(browser)
    await browser.clock.advance(30 * SECOND)
    expect(browser.service.requests.length).toBe('fails' in answer ? 2 : 1)
    expect(new Set(devices.map((device) => device.getState())).size).toBe(1)
    expect(devices[0]?.getState()).not.toBe('uninitialised')
  })

  it('requests from another tab when the requesting tab closes (D8)', async () => {
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
  ])('delivers the result to a waiting tab by %s (D9)', async (_name, options) => {
    const browser = openBrowser({ answer: () => ({ token: fakeToken(5), afterMs: 300 }) })
    const one = browser.openTab().device
    const two = browser.openTab(options).device
    one.start()
    two.start()
    await browser.clock.advance(SECOND)
    expect([two.peek()?.token, browser.service.requests.length]).toEqual([fakeToken(5), 1])
  })
})

describe('random hours with random tabs (D7)', () => {
  type Step =
    | { readonly do: 'open' | 'close' | 'hide' | 'show' | 'notify' | 'read'; readonly tab: number }
    | { readonly do: 'wait'; readonly ms: number }
    | { readonly do: 'jump'; readonly ms: number }
  const tab = fc.nat(7)
  const step: fc.Arbitrary<Step> = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constantFrom('open', 'close', 'hide', 'show', 'notify', 'read'),
        tab,
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('wait'),
        ms: fc.constantFrom(0, 1, 50, 300, 1000, 10_000, 60_000, 20 * MINUTE),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('jump'),
        ms: fc.constantFrom(-12 * HOUR, -5 * HOUR, -61_000, 61_000, 5 * HOUR, 12 * HOUR),
      }),
    },
  )
  // Responses after 10 s are late: their tab still waits for them (D3), and no other tab requests
  // meanwhile.
  const answer = fc.constantFrom<FakeAnswer>(
    { token: fakeToken(1) },
    { token: fakeToken(2), afterMs: 700 },
    { token: fakeToken(3), afterMs: 9000 },
    { token: fakeToken(4), afterMs: 12_000 },
    { token: fakeToken(5), afterMs: 25_000 },
    { token: 'demoted', afterMs: 300 },
    { token: '' },
    { fails: true, afterMs: 9500 },
    fails,
    hangs,
  )

  it('never sends concurrent requests and leaves no timer (D7, D20)', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 40 }),
        fc.array(answer, { minLength: 1, maxLength: 6 }),
        async (steps, answers) => {
          const browser = openBrowser({ answer: (n) => answers[n % answers.length] ?? fails })
          const tabs = new Map<number, ReturnType<typeof browser.openTab>>()
          for (const now of steps) {
            if (now.do === 'wait') await browser.clock.advance(now.ms)
            else if (now.do === 'jump') browser.clock.jump(now.ms)
            else {
              const open = tabs.get(now.tab) ?? browser.openTab()
              if (now.do !== 'close') tabs.set(now.tab, open)
              if (now.do === 'open') open.device.start()
              if (now.do === 'hide') open.visibility.set(false)
              if (now.do === 'show') open.visibility.set(true)
              if (now.do === 'notify') open.visibility.notify()
              if (now.do === 'read') void open.device.ready()
              if (now.do === 'close') {
                open.device.dispose()
                tabs.delete(now.tab)
              }
            }
          }
          for (const { device } of tabs.values()) device.dispose()
          await browser.clock.advance(0)
          expect(browser.service.maxInFlight()).toBeLessThanOrEqual(1)
          expect(browser.clock.pendingTimers()).toBe(0)
        },
      ),
      { numRuns: 100 },
    )
  })
})
