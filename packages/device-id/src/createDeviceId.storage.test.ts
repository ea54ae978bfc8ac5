import type { Locks } from '@x/kit'
import { createMemoryStorage } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { HOUR, LOGIN, MINUTE, openBrowser, SECOND } from './testing/openBrowser.ts'
import { fakeToken } from './testing.ts'

describe('clock changes (D10)', () => {
  it.each([5, 12])(
    'expires the token and requests once at %i hours forward (D10)',
    async (hours) => {
      const { clock, openTab, service } = openBrowser()
      const { device, visibility } = openTab()
      device.start()
      await clock.advance(0)
      clock.jump(hours * HOUR)
      expect(device.peek()).toBeUndefined()
      visibility.notify()
      await clock.advance(SECOND)
      expect([service.requests.length, device.peek()?.token]).toEqual([2, fakeToken(1)])
    },
  )

  it.each([5, 12])('sends at most 2 requests at %i hours back (D10)', async (hours) => {
    const { clock, openTab, service } = openBrowser()
    const old = openTab()
    old.device.start()
    await clock.advance(0)
    clock.jump(-hours * HOUR)
    for (let minute = 0; minute < 15; minute++) {
      const { device } = openTab()
      device.start()
      old.visibility.notify()
      await clock.advance(MINUTE)
      await device.ready()
    }
    expect(service.requests).toHaveLength(2)
    expect(old.device.peek()).toMatchObject({ token: fakeToken(1), age: 'fresh' })
  })
})

describe('failing storage (D11, D12)', () => {
  const denied = (): never => {
    throw new DOMException('denied', 'SecurityError')
  }
  const throwing = { get: denied, set: denied, remove: denied, keys: denied, subscribe: denied }
  const dropping = { ...createMemoryStorage(), set: () => {} }

  it.each([
    ['throws', throwing],
    ['drops writes in silence', dropping],
  ])('provides the token with one report when every driver %s (D11)', async (_name, storage) => {
    const { clock, openTab, service } = openBrowser()
    const { device, reporter } = openTab({ storage, cookies: storage })
    expect(await device.tokenFor(LOGIN)).toBe(fakeToken(0))
    const code = device.terminalCode()
    expect([code, device.terminalCode()]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), code])
    await clock.advance(HOUR)
    expect([service.requests.length, device.peek()?.token]).toEqual([4, fakeToken(3)])
    expect(reporter.reports).toEqual([{ kind: 'storage-memory-mode' }])
  })

  it('provides the token when locks and channels are denied (D11)', async () => {
    const locks: Locks = {
      request: () => Promise.reject(new DOMException('denied', 'SecurityError')),
    }
    const { openTab, clock } = openBrowser({ locks })
    const { device } = openTab({
      storage: throwing,
      cookies: throwing,
      openChannel: () => undefined,
    })
    const token = device.tokenFor(LOGIN)
    await clock.advance(200)
    expect(await token).toBe(fakeToken(0))
  })

  it('evicts disposable entries of a full storage first (D12)', async () => {
    const memory = createMemoryStorage({ _tip: 'x'.repeat(300) })
    const storage = {
      ...memory,
      set(key: string, value: string) {
        const size = memory
          .keys()
          .reduce(
            (sum, other) =>
              sum + (other === key ? 0 : other.length + (memory.get(other)?.length ?? 0)),
            0,
          )
        if (size + key.length + value.length > 400)
          throw new DOMException('full', 'QuotaExceededError')
        memory.set(key, value)
      },
    }
    const { openTab, clock } = openBrowser()
    const { device, reporter } = openTab({ storage })
    device.start()
    await clock.advance(0)
    expect([memory.get('_tip'), memory.get('x:dyToken')]).toEqual([
      null,
      expect.stringContaining(fakeToken(0)),
    ])
    expect(reporter.reports).toEqual([])
  })
})

describe('cookie (D13)', () => {
  it('contains the token besides the header (D13)', async () => {
    const { clock, openTab, cookies } = openBrowser()
    openTab().device.start()
    await clock.advance(0)
    expect(cookies.get('dy_token')).toBe(fakeToken(0))
  })

  it('is not written for a token over 3,800 bytes (D13)', async () => {
    const { openTab, cookies } = openBrowser({ answer: () => ({ token: 'x'.repeat(5000) }) })
    expect(await openTab().device.tokenFor(LOGIN)).toHaveLength(5000)
    expect(cookies.keys()).toEqual([])
  })
})
