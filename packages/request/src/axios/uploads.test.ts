import type { IncomingMessage } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startBrowserFixture } from '../testing/browserFixture.ts'
import { json } from '../testing/startServer.ts'

/**
 * Uploads to a server that reads slowly or not at all: the browser's progress events decide how
 * long they may take.
 */
let throttle: (incoming: IncomingMessage) => void
let fixture: Awaited<ReturnType<typeof startBrowserFixture>>

beforeAll(async () => {
  fixture = await startBrowserFixture(
    (_, response) => json(response, { code: '0', data: 'uploaded' }),
    {
      throttle: (incoming) => incoming.method === 'POST' && throttle(incoming),
    },
  )
})
beforeEach(() => fixture.reset())
afterAll(() => fixture?.stop())

/** A pause after each chunk: 20 MB take longer than any limit of these tests. */
const slowly = (incoming: IncomingMessage) =>
  incoming.on('data', () => {
    incoming.pause()
    setTimeout(() => incoming.resume(), 8)
  })
/** Only the operating systems' buffers are filled. */
const notAtAll = (incoming: IncomingMessage) => incoming.pause()

const SIZE = 20_000_000
const LIMITS = { timeoutMs: 500, idleTimeoutMs: 2_000 }

function upload(limits: { readonly timeoutMs: number; readonly idleTimeoutMs?: number }) {
  return fixture.page.evaluate(
    async ({ size, ...given }) => {
      const data = {
        side: 'front',
        file: new File([new Uint8Array(size)], 'video.mp4', { type: 'video/mp4' }),
      }
      const loads: number[] = []
      const begin = performance.now()
      const outcome = await open_()
        .client.upload('/kyc/video', {
          ...given,
          data,
          onProgress: ({ loaded }) => void loads.push(loaded),
        })
        .catch((error: unknown) => (error as { kind: string }).kind)
      return { outcome, ms: performance.now() - begin, loads }
    },
    { ...limits, size: SIZE },
  )
}

describe('a long upload in a browser', () => {
  it('exceeds the attempt timeout while it makes progress (Q4)', async () => {
    throttle = slowly
    // A busy machine may make no progress for seconds: `timeLimit.test.ts` has a clock that shows
    // where that ends.
    const { outcome, ms, loads } = await upload({ ...LIMITS, idleTimeoutMs: 60_000 })
    expect(outcome).toBe('uploaded')
    expect(ms).toBeGreaterThan(LIMITS.timeoutMs)
    expect(fixture.server.recorded.at(-1)?.body.length).toBeGreaterThan(SIZE)
    expect(loads.at(-1)).toBe(fixture.server.recorded.at(-1)?.body.length)
    expect(loads).toEqual(loads.toSorted((a, b) => a - b))
  })

  it('ends exactly after the idle timeout without progress (Q4)', async () => {
    throttle = notAtAll
    const { outcome, ms, loads } = await upload(LIMITS)
    expect(outcome).toBe('timeout')
    expect(ms).toBeGreaterThan(LIMITS.idleTimeoutMs)
    expect(loads.at(-1) ?? 0).toBeLessThan(SIZE)
  })

  it('ends after the attempt timeout without idle timeout (Q4)', async () => {
    throttle = slowly
    const { outcome, ms } = await upload({ timeoutMs: LIMITS.timeoutMs })
    expect(outcome).toBe('timeout')
    expect(ms).toBeGreaterThan(LIMITS.timeoutMs - 1)
  })
})
