import { createManualClock } from '@x/kit/testing'
import { describe, expect, it, vi } from 'vitest'
import type { WireRequest, WireResponse } from '../request.ts'
import { englishTexts } from '../texts/en.ts'
import { rejectionOf } from '../testing/createFixture.ts'
import { timeLimit } from './timeLimit.ts'

const answer: WireResponse = { status: 200, headers: new Headers(), text: '' }

function setUp(limits: WireRequest['limits'], onProgress?: WireRequest['onProgress']) {
  const clock = createManualClock()
  const { handle } = timeLimit({ clock, texts: () => englishTexts })
  const controller = new AbortController()
  const stamp = { tm: '1732238512345', traceId: 'w17322385123450a1b2c3d4e5' }
  const request: WireRequest = {
    method: 'POST',
    target: '/v1/x',
    path: '/v1/x',
    content: '',
    headers: {},
    stamp,
    signal: controller.signal,
    bare: false,
    limits,
    onProgress,
  }
  return {
    clock,
    controller,
    run: (next: (request: WireRequest) => Promise<WireResponse>) => handle(request, next),
  }
}

const hanging = () => new Promise<WireResponse>(() => {})

describe('attempt timeout', () => {
  it('aborts the transport on timeout (Q4)', async () => {
    const { clock, run } = setUp({ timeoutMs: 100, idleTimeoutMs: undefined })
    let inner: AbortSignal | undefined
    const rejection = rejectionOf(run((request) => ((inner = request.signal), hanging())))
    await clock.advance(100)
    expect(inner?.aborted).toBe(true)
    expect(await rejection).toMatchObject({ kind: 'timeout', message: 'Request timed out!' })
  })

  it("forwards the caller's abort", async () => {
    const { controller, run, clock } = setUp({ timeoutMs: 100, idleTimeoutMs: undefined })
    const rejection = rejectionOf(run(hanging))
    controller.abort('enough')
    expect(await rejection).toBe('enough')
    expect(clock.pendingTimers()).toBe(0)
  })

  it('requests progress only when needed', async () => {
    const seen: unknown[] = []
    const next = async (request: WireRequest) => (seen.push(request.onProgress), answer)
    await setUp({ timeoutMs: 100, idleTimeoutMs: undefined }).run(next)
    await setUp({ timeoutMs: 100, idleTimeoutMs: 100 }).run(next)
    await setUp({ timeoutMs: 100, idleTimeoutMs: undefined }, () => {}).run(next)
    expect(seen.map((value) => typeof value)).toEqual(['undefined', 'function', 'function'])
  })
})

describe('upload idle timeout', () => {
  it('restarts on progress (Q4)', async () => {
    const progress = vi.fn()
    const { clock, run } = setUp({ timeoutMs: 100, idleTimeoutMs: 1_000 }, progress)
    let report: WireRequest['onProgress']
    let finish: (response: WireResponse) => void = () => {}
    const result = run(
      (request) => ((report = request.onProgress), new Promise((resolve) => (finish = resolve))),
    )
    for (let n = 1; n <= 5; n++) {
      await clock.advance(900)
      report?.({ loaded: n, total: 5 })
    }
    finish(answer)
    expect(await result).toBe(answer)
    expect(progress).toHaveBeenCalledTimes(5)
    expect(clock.pendingTimers()).toBe(0)
  })

  it('ends an upload without progress (Q4)', async () => {
    const { clock, run } = setUp({ timeoutMs: 100, idleTimeoutMs: 1_000 })
    let report: WireRequest['onProgress']
    const rejection = rejectionOf(run((request) => ((report = request.onProgress), hanging())))
    await clock.advance(900)
    report?.({ loaded: 1, total: 5 })
    await clock.advance(999)
    expect(clock.pendingTimers()).toBe(1)
    await clock.advance(1)
    expect(await rejection).toMatchObject({ kind: 'timeout' })
  })
})
