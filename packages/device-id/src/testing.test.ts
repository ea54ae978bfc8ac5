import { createManualClock } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { createFakeTokenService, fakeToken } from './testing.ts'

const ask = { appId: 'test', signal: new AbortController().signal }

describe('createFakeTokenService', () => {
  it('returns a new good token each time and records the time', async () => {
    const clock = createManualClock(5)
    const service = createFakeTokenService({ clock })
    const tokens = [await service.fetchToken(ask), await service.fetchToken(ask)]
    expect(tokens).toEqual([fakeToken(0), fakeToken(1)])
    expect([tokens[0]?.length, tokens[0] === tokens[1], service.requests]).toEqual([
      40,
      false,
      [5, 5],
    ])
  })

  it('delays, fails or hangs on demand', async () => {
    const clock = createManualClock(0)
    const service = createFakeTokenService({
      clock,
      answer: (n) =>
        [{ token: 'x', afterMs: 50 }, { fails: true as const }, { hangs: true as const }][n] ?? {
          token: '',
        },
    })
    const first = service.fetchToken(ask)
    await expect(service.fetchToken(ask)).rejects.toThrow('failed')
    await clock.advance(50)
    expect(await first).toBe('x')
    const abort = new AbortController()
    const third = service.fetchToken({ appId: 'test', signal: abort.signal })
    abort.abort(new Error('enough'))
    await expect(third).rejects.toThrow('enough')
    expect(service.maxInFlight()).toBe(2)
  })
})
