import { getEventListeners } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createManualClock, createSeededRandom } from '@x/kit/testing'
import { expect, it } from 'vitest'
import { createRequestClient, type RequestClient } from './createRequestClient.ts'
import { createServerClock } from './createServerClock.ts'
import { isRequestError } from './RequestError.ts'
import { standardMiddlewares } from './standardMiddlewares.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
/**
 * `npm run bench -- request` runs 100,000 of each, like `Q9_REQUESTS=100000` here. An eighth is
 * enough to detect a leak of 32 bytes.
 */
const REQUESTS = Number(process.env['Q9_REQUESTS'] ?? 12_500)
/** By then the engine has allocated its own memory, mostly compiled code. */
const WARM_UP = REQUESTS / 5
const ROUNDS = 3

/**
 * A client whose server responds with `text`, or never; without test helpers that would retain
 * requests.
 */
function setUp(text: string | undefined) {
  const clock = createManualClock()
  const random = createSeededRandom()
  const serverClock = createServerClock({ clock })
  const answer = { status: 200, headers: new Headers(), text: text ?? '' }
  const pipeline = standardMiddlewares({
    clock,
    serverClock,
    random,
    presenter: { present: () => {} },
    headers: {
      theme: () => 'dark',
      terminalCode: () => '',
      deviceLanguage: () => 'en',
      locale: () => 'en',
      languageTag: () => 'en',
    },
    languageType: () => 0,
    dedupe: 'share',
  })
  const transport = {
    send({ signal }: { signal: AbortSignal }) {
      if (text !== undefined) return Promise.resolve(answer)
      return new Promise<never>((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
      )
    },
  }
  return {
    clock,
    client: createRequestClient({ transport, clock, random, serverClock, ...pipeline }),
  }
}

async function settle() {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
}

async function heapAfter(round: Promise<void>): Promise<number> {
  await round
  await settle()
  collect()
  return process.memoryUsage().heapUsed
}

/**
 * Bytes retained per request after warm-up: the least of three rounds, because a leak is in each
 * of them while code that the engine compiles late is in one.
 */
async function bytesEach(round: (count: number) => Promise<void>): Promise<number> {
  let before = await heapAfter(round(WARM_UP))
  let least = Infinity
  for (let n = 0; n < ROUNDS; n++) {
    const after = await heapAfter(round(REQUESTS))
    least = Math.min(least, (after - before) / REQUESTS)
    before = after
  }
  return least
}

async function inBatches(count: number, one: (n: number) => void) {
  for (let n = 0; n < count; n++) {
    one(n)
    if (n % 500 === 499) await settle()
  }
}

it(`${REQUESTS} never-settling requests retain under 32 bytes each (Q9)`, async () => {
  const { client, clock } = setUp('{"code":"20906","status":"error","msg":"expired","data":null}')
  const { signal } = new AbortController()
  let settled = 0
  const left = await bytesEach((count) =>
    inBatches(count, (n) => void park(client, { n, signal }).finally(() => settled++)),
  )
  expect(left).toBeLessThan(32)
  expect(settled).toBe(0)
  expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  expect(clock.pendingTimers()).toBe(0)
})

/** A caller whose continuation retains a kilobyte. */
async function park(
  client: RequestClient,
  { n, signal }: { n: number; signal: AbortSignal },
): Promise<number> {
  const held = Array.from({ length: 128 }, () => n)
  await client.get(`/x${n}`, { signal, deadlineMs: 60_000 })
  return held.length
}

it(`${REQUESTS} aborted requests retain under 32 bytes each (Q9)`, async () => {
  const { client, clock } = setUp(undefined)
  let aborted = 0
  let listeners = 0
  const one = (n: number) => {
    const controller = new AbortController()
    client
      .get(`/x${n}`, { signal: controller.signal, deadlineMs: 60_000 })
      .catch((error: unknown) => {
        if (isRequestError(error, 'aborted')) aborted++
        listeners += getEventListeners(controller.signal, 'abort').length
      })
    queueMicrotask(() => controller.abort())
  }
  const left = await bytesEach((count) => inBatches(count, one))
  expect(left).toBeLessThan(32)
  expect(aborted).toBe(ROUNDS * REQUESTS + WARM_UP)
  expect(listeners).toBe(0)
  expect(clock.pendingTimers()).toBe(0)
})
