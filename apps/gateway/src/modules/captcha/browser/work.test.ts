import { createChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { search, type Task } from './search.ts'
import type { WorkChallenge } from './service.ts'
import { solveWork } from './work.ts'

const OWN = 'https://trade.example'
const WORKER = `${OWN}/static/captcha/gt4-worker.js`

/** What a browser's worker does with the served script, in this thread. */
class TestWorker extends EventTarget {
  static made: TestWorker[] = []
  static mode: 'search' | 'error' | 'failed' | 'idle' = 'search'
  readonly url: string
  task: Task | undefined
  isEnded = false
  constructor(url: string) {
    super()
    this.url = url
    TestWorker.made.push(this)
  }
  postMessage(task: Task) {
    this.task = task
    if (TestWorker.mode === 'error') queueMicrotask(() => this.dispatchEvent(new Event('error')))
    if (TestWorker.mode === 'failed') queueMicrotask(() => this.post({ failed: true }))
    if (TestWorker.mode === 'search')
      void search(task, (tries) => this.post({ tries })).then(
        (solution) => this.post({ solution }),
        () => {},
      )
  }
  terminate() {
    this.isEnded = true
  }
  post(data: object) {
    if (!this.isEnded) this.dispatchEvent(Object.assign(new Event('message'), { data }))
  }
}

beforeEach(() => {
  TestWorker.made = []
  TestWorker.mode = 'search'
  vi.stubGlobal('location', new URL(OWN))
  vi.stubGlobal('Worker', TestWorker)
  vi.stubGlobal('navigator', { hardwareConcurrency: 4 })
})
afterEach(() => vi.unstubAllGlobals())

async function challengeOf(counter: number): Promise<WorkChallenge> {
  return (await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 1,
    counter,
    deriveKey,
    hmacSignatureSecret: 'a',
    hmacKeySignatureSecret: 'b',
  })) as unknown as WorkChallenge
}
function solve(
  challenge: WorkChallenge,
  { workerUrl = WORKER, signal = new AbortController().signal } = {},
) {
  const received: number[] = []
  return {
    received,
    solution: solveWork(challenge, {
      workerUrl,
      signal,
      progress: (percent) => received.push(percent),
    }),
  }
}

describe('captcha C, reference challenge: the calculation of a page', () => {
  it('uses all cores but one and ends with the first result', async () => {
    const { solution } = solve(await challengeOf(61))
    expect(await solution).toMatchObject({ counter: 61 })
    expect(
      TestWorker.made.map(({ url, task, isEnded }) => [url, task?.start, task?.step, isEnded]),
    ).toEqual([0, 1, 2].map((start) => [WORKER, start, 3, true]))
  })

  it.each([
    [undefined, 1],
    [1, 1],
    [64, 4],
  ])('uses for %s cores %d workers', async (hardwareConcurrency, count) => {
    vi.stubGlobal('navigator', { hardwareConcurrency })
    await solve(await challengeOf(5)).solution
    expect(TestWorker.made).toHaveLength(count)
  })

  it('works in the page if the worker has another origin', async () => {
    const { solution, received } = solve(await challengeOf(45), {
      workerUrl: 'https://gateway.example/static/captcha/gt4-worker.js',
    })
    expect(await solution).toMatchObject({ counter: 45 })
    expect(TestWorker.made).toEqual([])
    expect(received).toEqual([1, 3])
  })

  it('reports whole per cents, never back and never 100', async () => {
    TestWorker.mode = 'idle'
    const { solution, received } = solve(await challengeOf(1))
    const [first] = TestWorker.made
    for (const tries of [20, 20, 600, 5_000]) first?.post({ tries })
    expect(received).toEqual([1, 3, 53, 99])
    first?.post({ solution: { counter: 1, derivedKey: 'ab' } })
    expect(await solution).toEqual({ counter: 1, derivedKey: 'ab' })
  })

  it.each(['error', 'failed'] as const)(
    'fails with a worker (%s), and ends the others',
    async (mode) => {
      TestWorker.mode = mode
      const { solution } = solve(await challengeOf(1))
      await expect(solution).rejects.toThrow('worker')
      expect(TestWorker.made.every(({ isEnded }) => isEnded)).toBe(true)
    },
  )

  it.each([WORKER, 'https://gateway.example/static/captcha/gt4-worker.js'])(
    'ends with the challenge that wanted it (%s)',
    async (workerUrl) => {
      TestWorker.mode = 'idle'
      const gone = new AbortController()
      const challenge = await challengeOf(1)
      const { solution, received } = solve(
        { parameters: { ...challenge.parameters, keyPrefix: 'no key begins so' } },
        { workerUrl, signal: gone.signal },
      )
      gone.abort()
      await expect(solution).rejects.toThrow('aborted')
      TestWorker.made[0]?.post({ tries: 20 })
      expect(received).toEqual([])
      expect(TestWorker.made.every(({ isEnded }) => isEnded)).toBe(true)
    },
  )
})
