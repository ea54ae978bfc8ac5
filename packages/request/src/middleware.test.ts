import { describe, expect, expectTypeOf, it } from 'vitest'
import { createManualClock, createSeededRandom } from '@x/kit/testing'
import { createRequestClient } from './createRequestClient.ts'
import { createServerClock } from './createServerClock.ts'
import { trim } from './logical-middlewares/trim.ts'
import {
  compose,
  logical,
  wire,
  type LogicalMiddleware,
  type WireMiddleware,
} from './middleware.ts'
import type { LogicalRequest, WireRequest } from './request.ts'
import { createInProcessTransport } from './testing.ts'
import { clockSample } from './wire-middlewares/clockSample.ts'

const clock = createManualClock()
const ports = {
  clock,
  random: createSeededRandom(),
  transport: createInProcessTransport(() => ({ body: '{}' })),
}
const sample = clockSample({ clock, serverClock: createServerClock({ clock }) })

describe('logical and wire middlewares', () => {
  it("cannot be placed in the other's list", () => {
    createRequestClient({ ...ports, logical: [trim()], wire: [sample] })
    // @ts-expect-error a wire middleware sees text, not objects
    createRequestClient({ ...ports, logical: [sample] })
    // @ts-expect-error a logical middleware never sees the text that is signed
    createRequestClient({ ...ports, wire: [trim()] })
    expectTypeOf<WireMiddleware>().not.toExtend<LogicalMiddleware>()
    expectTypeOf<LogicalMiddleware>().not.toExtend<WireMiddleware>()
  })

  it('cannot be mixed even when they ignore the request', () => {
    const idle = logical('idle', (request, next) => next(request))
    // @ts-expect-error the kind is part of the type
    const misplaced: WireMiddleware = idle
    expect(misplaced.kind).toBe('logical')
  })

  it('cannot pass requests of the other kind', () => {
    expectTypeOf<LogicalRequest>().not.toExtend<WireRequest>()
    expectTypeOf<WireRequest>().not.toExtend<LogicalRequest>()
    // @ts-expect-error an object body has no place on the wire
    wire('wrong', (request, next) => next({ ...request, content: { a: 1 } }))
    // @ts-expect-error a logical request has no text to change
    logical('wrong', (request, next) => next({ ...request, target: '/v1' }))
  })
})

describe('compose', () => {
  const step = (name: string, seen: string[]) => ({
    async handle(request: string, next: (request: string) => Promise<string>) {
      seen.push(`${name} down`)
      const answer = await next(`${request}${name}`)
      seen.push(`${name} up`)
      return `${answer}${name}`
    },
  })

  it('passes the request to the first and the response to it last', async () => {
    const seen: string[] = []
    const run = compose([step('a', seen), step('b', seen)], async (request) => `${request}|`)
    expect(await run('')).toBe('ab|ba')
    expect(seen).toEqual(['a down', 'b down', 'b up', 'a up'])
  })

  it('returns the last step for an empty list', async () => {
    expect(await compose<string, string>([], async (request) => request.toUpperCase())('x')).toBe(
      'X',
    )
  })

  it('rejects when a step throws synchronously', async () => {
    const broken = {
      handle: () => {
        throw new Error('broken')
      },
    }
    await expect(compose([broken], async () => 'never')('x')).rejects.toThrow('broken')
  })
})
