import { getEventListeners } from 'node:events'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFixture, deferred, ok, refused } from './testing/createFixture.ts'
import { connectionLost, type HandlerResponse } from './testing.ts'

/** Properties that hold for any order of events. */

describe('a shared request', () => {
  it('is sent once, shared by all callers and ends with the last (Q3)', async () => {
    /** A caller joins, a waiting caller leaves, or the server responds. */
    const event = fc.oneof(
      { weight: 3, arbitrary: fc.constant('join' as const) },
      { weight: 2, arbitrary: fc.nat(6) },
      fc.constant('answer' as const),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 30 }), async (events) => {
        const pending: ((answer: HandlerResponse) => void)[] = []
        const { client, clock, received } = createFixture(
          () => {
            const { promise, resolve } = deferred<HandlerResponse>()
            pending.push(resolve)
            return promise
          },
          { dedupe: 'share' },
        )
        let waiting: { controller: AbortController; answer: Promise<unknown> }[] = []
        let wires = 0
        for (const [n, what] of events.entries()) {
          if (what === 'join') {
            if (waiting.length === 0) wires++
            const controller = new AbortController()
            waiting.push({
              controller,
              answer: client
                .get('/x', { signal: controller.signal })
                .catch((error: unknown) => (error as { kind: string }).kind),
            })
          } else if (what === 'answer') {
            pending.at(-1)?.(ok(n))
            expect(await Promise.all(waiting.map(({ answer }) => answer))).toEqual(
              waiting.map(() => n),
            )
            waiting = []
          } else {
            const [left] = waiting.splice(what % Math.max(1, waiting.length), 1)
            left?.controller.abort()
            if (left) expect(await left.answer).toBe('aborted')
          }
          await clock.advance(1)
          expect(received).toHaveLength(wires)
        }
        for (const { controller } of waiting) controller.abort()
        await clock.advance(1)
        expect(clock.pendingTimers()).toBe(0)
      }),
      { numRuns: 100 },
    )
  })
})

const outcome = fc.constantFrom<Outcome>('ok', 'lost', 'hang', 502, 503, 504, 500, 404, '40201')
type Outcome = 'ok' | 'lost' | 'hang' | '40201' | number
const isTransient = (what: Outcome) =>
  what === 'lost' || what === 'hang' || (typeof what === 'number' && [502, 503, 504].includes(what))

function answerOf(what: Outcome): HandlerResponse | Promise<HandlerResponse> {
  if (what === 'lost') throw connectionLost()
  if (what === 'hang') return new Promise<HandlerResponse>(() => {})
  if (typeof what === 'number') return { status: what }
  return what === 'ok' ? ok('done') : refused(what)
}

describe('retries', () => {
  it('continue while the failure is transient and attempts remain (Q5)', async () => {
    const request = fc.record({
      method: fc.constantFrom(
        'GET' as const,
        'HEAD' as const,
        'POST' as const,
        'PUT' as const,
        'DELETE' as const,
      ),
      keyed: fc.boolean(),
      retries: fc.nat(4),
      outcomes: fc.array(outcome, { minLength: 6, maxLength: 6 }),
    })
    await fc.assert(
      fc.asyncProperty(request, async ({ method, keyed, retries, outcomes }) => {
        let n = 0
        const { client, clock, received } = createFixture(() => answerOf(outcomes[n++] ?? 'ok'), {
          timeoutMs: 50,
        })
        const isRead = method === 'GET' || method === 'HEAD'
        const input = {
          method,
          path: '/x',
          retries,
          data: { clientOid: 'c-1' },
          ...(keyed && !isRead ? { idempotencyField: 'clientOid' } : {}),
        }
        const settled = client.request(input).then(
          () => 'resolved',
          (error: unknown) => (error as { kind: string }).kind,
        )
        await clock.advance(60_000)
        await settled
        const allowed = isRead || keyed ? retries : 0
        const firstFinal = outcomes.findIndex((what) => !isTransient(what))
        expect(received).toHaveLength(
          Math.min(allowed, firstFinal === -1 ? Infinity : firstFinal) + 1,
        )
        expect(new Set(received.map(({ headers }) => headers['trace-id'])).size).toBe(
          received.length,
        )
        for (const { headers } of received)
          expect(headers['trace-id']?.slice(1, 14)).toBe(headers['tm'])
      }),
      { numRuns: 150 },
    )
  })
})

describe('the settlement of a request', () => {
  it('happens once and leaves no timer or listener (Q7, Q9)', async () => {
    const story = fc.record({
      what: fc.oneof(outcome, fc.constantFrom('20906' as const, '20205' as const)),
      abortAt: fc.option(fc.nat(120), { nil: undefined }),
      deadlineMs: fc.option(fc.integer({ min: 1, max: 120 }), { nil: undefined }),
      onSessionExpired: fc.constantFrom('never-settle' as const, 'reject-silent' as const),
      dedupe: fc.constantFrom('off' as const, 'share' as const, 'cancel-previous' as const),
      retries: fc.nat(2),
    })
    await fc.assert(
      fc.asyncProperty(
        story,
        async ({ what, abortAt, deadlineMs, onSessionExpired, dedupe, retries }) => {
          const { client, clock } = createFixture(
            () => (what === '20906' || what === '20205' ? refused(what) : answerOf(what)),
            { timeoutMs: 80 },
          )
          const controller = new AbortController()
          let settled = 0
          let ends = 0
          const end = () => void ends++
          client
            .get('/x', {
              signal: controller.signal,
              onSessionExpired,
              dedupe,
              retries,
              ...(deadlineMs === undefined ? {} : { deadlineMs }),
              onSettled: () => void settled++,
            })
            .then(end, end)
          if (abortAt !== undefined) await clock.advance(abortAt).then(() => controller.abort())
          await clock.advance(60_000)
          expect(settled).toBe(1)
          expect(ends).toBeLessThanOrEqual(1)
          if (onSessionExpired === 'reject-silent' || !String(what).startsWith('20'))
            expect(ends).toBe(1)
          expect(clock.pendingTimers()).toBe(0)
          expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0)
        },
      ),
      { numRuns: 150 },
    )
  })
})
