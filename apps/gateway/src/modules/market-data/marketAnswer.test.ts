import { describe, expect, it } from 'vitest'
import { GatewayError } from '../../platform/http/route.ts'
import { createMarketAnswer, createPublicAllowance, readCandleRequest } from './marketAnswer.ts'

const NOW = Date.UTC(2026, 0, 5, 7, 30, 20)

const codeOf = async (run: () => unknown): Promise<string> => {
  try {
    await run()
    return '0'
  } catch (error) {
    return error instanceof GatewayError ? error.code : String(error)
  }
}

describe('what candles a query asks for (wire 10)', () => {
  it('has defaults, and one name for pages that end alike (wire 10)', () => {
    const asked = readCandleRequest({ interval: '1m' }, NOW)
    expect(asked).toMatchObject({ interval: '1m', limit: 500, before: Number.MAX_SAFE_INTEGER })
    const later = readCandleRequest({ interval: '1m', endTime: String(NOW + 5_000) }, NOW)
    expect(later.page.what).toBe(asked.page.what)
    const other = readCandleRequest({ interval: '1m', limit: '499' }, NOW)
    expect(other.page.what).not.toBe(asked.page.what)
  })

  it('keeps a page of closed candles longer than the running one (wire 10)', () => {
    const running = readCandleRequest({ interval: '1h' }, NOW)
    expect(running.page.validUntil).toBe(NOW + 250)
    const closed = readCandleRequest({ interval: '1h', endTime: String(NOW - 3_600_000) }, NOW)
    expect(closed.page.validUntil).toBe(NOW + 5_000)
  })

  it.each([
    [{}],
    [{ interval: '2m' }],
    [{ interval: '5s' }],
    [{ interval: '1m', limit: '0' }],
    [{ interval: '1m', limit: '1001' }],
    [{ interval: '1m', limit: '1e2' }],
    [{ interval: '1m', endTime: '-1' }],
    [{ interval: '1m', endTime: '9'.repeat(17) }],
  ])('refuses %o (wire 10)', async (query) => {
    expect(await codeOf(() => readCandleRequest(query, NOW))).toBe('40010')
  })
})

describe('answers to public questions (wire 10)', () => {
  /** Counts how often an answer is made. */
  function open(burst = 10) {
    let now = NOW
    let made = 0
    const answer = createMarketAnswer({
      now: () => now,
      spend: createPublicAllowance({
        monotonic: () => now,
        allowance: { burst, perSecond: 1 },
      }),
    })
    const ask = (what: string, address = '198.18.0.1') =>
      answer(
        { address },
        {
          what,
          validUntil: now + 250,
          make: async () => {
            made += 1
            return [made]
          },
        },
      )
    return { ask, pass: (ms: number) => void (now += ms), made: () => made }
  }

  it('makes an answer once while it is valid (wire 10)', async () => {
    const { ask, pass, made } = open()
    await Promise.all([ask('a'), ask('a'), ask('a')])
    expect(made()).toBe(1)
    await ask('b')
    expect(made()).toBe(2)
    pass(251)
    await ask('a')
    expect(made()).toBe(3)
  })

  it('limits what one address has made, not what was kept (wire 10)', async () => {
    const { ask, pass } = open(4)
    expect(await codeOf(() => ask('a'))).toBe('0')
    expect(await codeOf(() => ask('b'))).toBe('0')
    expect(await codeOf(() => ask('c'))).toBe('42901')
    expect(await codeOf(() => ask('c', '198.18.0.2'))).toBe('0')
    pass(2_000)
    expect(await codeOf(() => ask('d'))).toBe('0')
  })
})
