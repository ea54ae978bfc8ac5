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

describe('the two planes', () => {
  it('Q the planes do not mix: either one in the list of the other is a type error', () => {
    createRequestClient({ ...ports, logical: [trim()], wire: [sample] })
    // @ts-expect-error a wire middleware sees text, not objects
    createRequestClient({ ...ports, logical: [sample] })
    // @ts-expect-error a logical middleware never sees the text that is signed
    createRequestClient({ ...ports, wire: [trim()] })
    expectTypeOf<WireMiddleware>().not.toExtend<LogicalMiddleware>()
    expectTypeOf<LogicalMiddleware>().not.toExtend<WireMiddleware>()
  })

  it('Q not even a middleware that ignores its request fits both', () => {
    const idle = logical('idle', (request, next) => next(request))
    // @ts-expect-error the plane is part of the type
    const misplaced: WireMiddleware = idle
    expect(misplaced.kind).toBe('logical')
  })

  it('Q a request of one plane cannot be handed on to the other', () => {
    expectTypeOf<LogicalRequest>().not.toExtend<WireRequest>()
    expectTypeOf<WireRequest>().not.toExtend<LogicalRequest>()
    // @ts-expect-error an object body has no place on the wire
    wire('wrong', (request, next) => next({ ...request, content: { a: 1 } }))
    // @ts-expect-error the logical plane has no text to change
    logical('wrong', (request, next) => next({ ...request, target: '/v1' }))
  })
})

describe('a composed list', () => {
  const step = (name: string, seen: string[]) => ({
    async handle(request: string, next: (request: string) => Promise<string>) {
      seen.push(`${name} down`)
      const answer = await next(`${request}${name}`)
      seen.push(`${name} up`)
      return `${answer}${name}`
    },
  })

  it('lets the first see the request first and the answer last', async () => {
    const seen: string[] = []
    const run = compose([step('a', seen), step('b', seen)], async (request) => `${request}|`)
    expect(await run('')).toBe('ab|ba')
    expect(seen).toEqual(['a down', 'b down', 'b up', 'a up'])
  })

  it('is its last step alone when the list is empty', async () => {
    expect(await compose<string, string>([], async (request) => request.toUpperCase())('x')).toBe(
      'X',
    )
  })

  it('rejects when a step throws at once', async () => {
    const broken = {
      handle: () => {
        throw new Error('broken')
      },
    }
    await expect(compose([broken], async () => 'never')('x')).rejects.toThrow('broken')
  })
})
