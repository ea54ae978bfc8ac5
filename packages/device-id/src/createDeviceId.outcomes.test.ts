import { describe, expect, it } from 'vitest'
import { fails, hangs, HOUR, LOGIN, MINUTE, openBrowser, SECOND } from './testing/openBrowser.ts'
import { fakeToken, type FakeAnswer } from './testing.ts'

describe('a first token', () => {
  it('moves from uninitialised to success and notifies listeners (spec 4.1)', async () => {
    const { clock, openTab } = openBrowser({
      answer: () => ({ token: fakeToken(1), afterMs: 200 }),
    })
    const { device } = openTab()
    const seen: string[] = []
    device.subscribe(() => seen.push(device.getState()))
    expect(device.getState()).toBe('uninitialised')
    device.start()
    await clock.advance(200)
    expect([seen, device.peek()]).toEqual([
      ['success'],
      expect.objectContaining({ token: fakeToken(1), kind: 'success', stale: false }),
    ])
  })

  it('is not requested before start or a read (D20)', async () => {
    const { clock, openTab, service } = openBrowser()
    openTab()
    await clock.advance(HOUR)
    expect(service.requests).toEqual([])
  })

  it('is demoted but usable with another length (D1, spec 4.1)', async () => {
    const { clock, openTab } = openBrowser({ answer: () => ({ token: 'x'.repeat(64) }) })
    const { device, reporter } = openTab()
    device.start()
    await clock.advance(0)
    expect([device.getState(), device.peek()?.kind, reporter.reports]).toEqual([
      'demoted',
      'demoted',
      [],
    ])
  })

  it('is demoted and reported with 41 characters (D1)', async () => {
    const { clock, openTab } = openBrowser({ answer: () => ({ token: 'x'.repeat(41) }) })
    const { device, reporter } = openTab()
    device.start()
    await clock.advance(0)
    expect([device.getState(), reporter.reports]).toEqual([
      'demoted',
      [{ kind: 'integration-suspect' }],
    ])
  })

  it('ends in error after the retry and timeout after 10 s (D2, spec 4.1)', async () => {
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

  it('is not requested after a timeout until the next trigger (D2)', async () => {
    const { clock, openTab, service } = openBrowser({ answer: () => hangs })
    const { device, visibility } = openTab()
    device.start()
    await clock.advance(10 * MINUTE)
    expect(service.requests).toHaveLength(1)
    visibility.notify()
    await clock.advance(0)
    expect(service.requests).toHaveLength(2)
  })
})

describe('a late token (D3)', () => {
  it('is accepted while no newer request has started (D3)', async () => {
    const { clock, openTab } = openBrowser({
      answer: () => ({ token: fakeToken(9), afterMs: 12 * SECOND }),
    })
    const { device } = openTab()
    device.start()
    await clock.advance(10 * SECOND)
    expect([device.getState(), device.peek()]).toEqual(['timeout', undefined])
    await clock.advance(2 * SECOND)
    expect([device.getState(), device.peek()?.token]).toEqual(['success', fakeToken(9)])
  })

  it('is ignored and aborted once a newer request has started (D3)', async () => {
    const { clock, openTab } = openBrowser({
      answer: (n) => (n === 0 ? { token: fakeToken(0), afterMs: 12 * SECOND } : hangs),
    })
    const { device, visibility } = openTab()
    device.start()
    await clock.advance(11 * SECOND)
    visibility.notify()
    await clock.advance(5 * SECOND)
    expect(device.peek()).toBeUndefined()
    device.dispose()
  })

  it('reaches other tabs, which wait for it (D3, D7)', async () => {
    const { clock, openTab, service } = openBrowser({
      answer: (n) => ({ token: fakeToken(n), afterMs: 12 * SECOND }),
    })
    const one = openTab().device
    one.start()
    await clock.advance(11 * SECOND)
    const two = openTab().device
    two.start()
    await clock.advance(5 * SECOND)
    expect([one.peek()?.token, two.peek()?.token, service.requests.length]).toEqual([
      fakeToken(0),
      fakeToken(0),
      1,
    ])
  })

  it('is aborted after twice the timeout, then another tab requests (D3, D7)', async () => {
    const { clock, openTab, service, seconds } = openBrowser({
      answer: (n) => (n === 0 ? hangs : { token: fakeToken(n) }),
    })
    const one = openTab().device
    one.start()
    await clock.advance(11 * SECOND)
    const two = openTab().device
    two.start()
    await clock.advance(9 * SECOND)
    expect([seconds(), two.peek()]).toEqual([[0], undefined])
    await clock.advance(SECOND)
    expect([seconds(), one.peek()?.token, two.peek()?.token, service.maxInFlight()]).toEqual([
      [0, 21],
      fakeToken(1),
      fakeToken(1),
      1,
    ])
  })

  it('is ignored when another tab has a newer token (D3)', async () => {
    const { clock, openTab, service } = openBrowser({
      locks: undefined,
      answer: (n) =>
        n === 0 ? { token: fakeToken(0), afterMs: 15 * SECOND } : { token: fakeToken(1) },
    })
    const one = openTab().device
    one.start()
    await clock.advance(11 * SECOND)
    const two = openTab().device
    two.start()
    await clock.advance(5 * SECOND)
    expect([one.peek()?.token, two.peek()?.token, service.maxInFlight()]).toEqual([
      fakeToken(1),
      fakeToken(1),
      2,
    ])
  })
})

describe('a worse outcome (D4, D5)', () => {
  const answers = (first: FakeAnswer, then: FakeAnswer) => (n: number) => (n === 0 ? first : then)
  const good: FakeAnswer = { token: fakeToken(1) }
  const demoted: FakeAnswer = { token: 'short' }

  it('keeps a valid good token instead of a demoted one (D4)', async () => {
    const { clock, openTab, service } = openBrowser({ answer: answers(good, demoted) })
    const { device } = openTab()
    device.start()
    await clock.advance(20 * MINUTE)
    expect(service.requests).toHaveLength(2)
    expect([device.peek()?.token, device.getState()]).toEqual([fakeToken(1), 'success'])
  })

  it('replaces a stale good token by a demoted one (D4)', async () => {
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

  it('sends no request for 60 s after a demotion (D4)', async () => {
    const { clock, openTab, seconds } = openBrowser({ answer: () => demoted })
    const { device, visibility } = openTab()
    device.start()
    for (let second = 0; second < 150; second++) {
      visibility.notify()
      await device.ready()
      await clock.advance(SECOND)
    }
    expect(seconds()).toEqual([0, 60, 120])
  })

  it.each([
    ['error', fails],
    ['timeout', hangs],
  ] as const)('keeps an earlier token usable after %s (D5)', async (status, answer) => {
    const { clock, openTab } = openBrowser({ answer: answers(good, answer) })
    const { device } = openTab()
    device.start()
    await clock.advance(20 * MINUTE + 10 * SECOND)
    expect([device.getState(), device.peek()]).toEqual([
      status,
      expect.objectContaining({ token: fakeToken(1), stale: false }),
    ])
    expect(await device.tokenFor(LOGIN)).toBe(fakeToken(1))
  })
})
