import { createManualClock } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { createFakeTokenService, fakeToken, type FakeAnswer } from '../testing.ts'
import { requestToken, type TokenAnswer, type TokenOutcome } from './requestToken.ts'

function setup(answers: readonly FakeAnswer[], loadSdk?: () => Promise<void>) {
  const clock = createManualClock(0)
  const service = createFakeTokenService({ clock, answer: (n) => answers[n] ?? { hangs: true } })
  const late: TokenAnswer[] = []
  const request = requestToken({
    transport: service,
    appId: 'app',
    loadSdk,
    clock,
    requestTimeoutMs: 10_000,
    retryDelayMs: 1000,
    onLate: (answer) => late.push(answer),
  })
  const ended: { outcome?: TokenOutcome | undefined; at?: number } = {}
  void request.outcome.then((outcome) => Object.assign(ended, { outcome, at: clock.now() }))
  return { clock, service, request, late, ended }
}
const fails = (afterMs = 0): FakeAnswer => ({ fails: true, afterMs })

describe('requestToken', () => {
  it('resolves with the token and its request time', async () => {
    const { clock, ended } = setup([{ token: fakeToken(), afterMs: 300 }])
    await clock.advance(300)
    expect(ended).toEqual({
      outcome: { status: 'success', token: fakeToken(), sentAt: 0 },
      at: 300,
    })
    expect(clock.pendingTimers()).toBe(0)
  })

  it('resolves as demoted for another length (D1)', async () => {
    const { clock, ended } = setup([{ token: ' short ' }])
    await clock.advance(0)
    expect(ended.outcome).toEqual({ status: 'demoted', token: 'short', sentAt: 0 })
  })

  it('retries once after 1000 ms (D2, spec 9.1)', async () => {
    const { clock, ended, service } = setup([fails(), { token: fakeToken() }])
    await clock.advance(999)
    expect([service.requests, ended]).toEqual([[0], {}])
    await clock.advance(1)
    expect([service.requests, ended.outcome]).toEqual([
      [0, 1000],
      { status: 'success', token: fakeToken(), sentAt: 1000 },
    ])
  })

  it('fails at about 1 s when both attempts fail (D2)', async () => {
    const { clock, ended, service } = setup([fails(), fails(), fails()])
    await clock.advance(60_000)
    expect(ended).toEqual({ outcome: { status: 'error', kind: 'request-failed' }, at: 1000 })
    expect(service.requests).toEqual([0, 1000])
  })

  it('reports an empty response as empty-token (D1)', async () => {
    const { clock, ended } = setup([{ token: '' }, { token: '  ' }])
    await clock.advance(1000)
    expect(ended.outcome).toEqual({ status: 'error', kind: 'empty-token' })
  })

  it('times out at 10,000 ms when the service hangs (D2)', async () => {
    const { clock, ended, service } = setup([{ hangs: true }])
    await clock.advance(9999)
    expect(ended).toEqual({})
    await clock.advance(1)
    expect([ended, service.requests]).toEqual([{ outcome: { status: 'timeout' }, at: 10_000 }, [0]])
  })

  it('aborts a hanging request after twice the timeout (D7)', async () => {
    const { clock, request, service } = setup([{ hangs: true }])
    let hasEnded = false
    void request.ended.then(() => (hasEnded = true))
    await clock.advance(19_999)
    expect([hasEnded, service.inFlight()]).toEqual([false, 1])
    await clock.advance(1)
    expect([hasEnded, service.inFlight(), clock.pendingTimers()]).toEqual([true, 0, 0])
  })

  it.each<[string, readonly FakeAnswer[], number]>([
    ['an answer', [{ token: fakeToken(), afterMs: 300 }], 300],
    ['a late answer', [{ token: fakeToken(), afterMs: 12_000 }], 12_000],
    ['a late failure', [fails(12_000)], 12_000],
    ['the second failure', [fails(), fails()], 1000],
  ])('ends with %s and leaves no timer (D7)', async (_, answers, at) => {
    const { clock, request } = setup(answers)
    let endedAt: number | undefined
    void request.ended.then(() => (endedAt = clock.now()))
    await clock.advance(30_000)
    expect([endedAt, clock.pendingTimers()]).toEqual([at, 0])
  })

  it.each([9000, 9500, 9999])(
    'times out without retry after a failure at %i ms (D2)',
    async (afterMs) => {
      const { clock, ended, service } = setup([fails(afterMs), { token: fakeToken() }])
      await clock.advance(20_000)
      expect([ended, service.requests]).toEqual([
        { outcome: { status: 'timeout' }, at: 10_000 },
        [0],
      ])
    },
  )

  it('applies the timeout to both attempts and the delay (D2)', async () => {
    const { clock, ended } = setup([fails(8000), { token: fakeToken(), afterMs: 1500 }])
    await clock.advance(20_000)
    expect(ended).toEqual({ outcome: { status: 'timeout' }, at: 10_000 })
  })

  it('passes a late token to onLate (D3)', async () => {
    const { clock, ended, late } = setup([{ token: fakeToken(), afterMs: 12_000 }])
    await clock.advance(12_000)
    expect([ended.outcome, late]).toEqual([
      { status: 'timeout' },
      [{ status: 'success', token: fakeToken(), sentAt: 0 }],
    ])
  })

  it('ignores a late failure (D2)', async () => {
    const { clock, late, service } = setup([fails(12_000), { token: fakeToken() }])
    await clock.advance(60_000)
    expect([late, service.requests]).toEqual([[], [0]])
  })

  it('aborts on cancel, without outcome or timer (D20)', async () => {
    const { clock, request, ended, late } = setup([{ token: fakeToken(), afterMs: 500 }])
    request.cancel()
    await clock.advance(20_000)
    expect([ended.outcome, 'outcome' in ended, late, clock.pendingTimers()]).toEqual([
      undefined,
      true,
      [],
      0,
    ])
  })

  it('ignores the result of a cancelled request (D3)', async () => {
    const clock = createManualClock(0)
    const answers: ((token: string) => void)[] = []
    const transport = { fetchToken: () => new Promise<string>((resolve) => answers.push(resolve)) }
    const late: TokenAnswer[] = []
    const request = requestToken({
      transport,
      appId: 'app',
      clock,
      requestTimeoutMs: 10_000,
      retryDelayMs: 1000,
      onLate: (answer) => late.push(answer),
    })
    await clock.advance(10_000)
    request.cancel()
    for (const answer of answers) answer(fakeToken())
    await clock.advance(1000)
    expect([await request.outcome, late]).toEqual([{ status: 'timeout' }, []])
  })

  it('leaves no timer when cancelled before the retry (D20)', async () => {
    const { clock, request, service } = setup([fails(), fails()])
    await clock.advance(500)
    request.cancel()
    expect(clock.pendingTimers()).toBe(0)
    await clock.advance(5000)
    expect(service.requests).toEqual([0])
  })

  it('fails at once without a request when the script fails (D14, D17)', async () => {
    const { clock, ended, service } = setup([{ token: fakeToken() }], () =>
      Promise.reject(new Error('404')),
    )
    await clock.advance(0)
    expect([ended, service.requests, clock.pendingTimers()]).toEqual([
      { outcome: { status: 'error', kind: 'sdk-load' }, at: 0 },
      [],
      0,
    ])
  })

  it('applies the timeout to the script load (D2)', async () => {
    const { clock, ended, service } = setup([{ token: fakeToken() }], () => new Promise(() => {}))
    await clock.advance(10_000)
    expect([ended.outcome, service.requests]).toEqual([{ status: 'timeout' }, []])
  })
})
