import type { Clock } from '@x/kit'
import { createRecordingReporter } from '@x/kit/testing'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createCaptcha } from './createCaptcha.ts'
import type { Challenge } from './provider.ts'
import { due, verified } from './testing/createFixture.ts'

/** A clock that fires all timers on demand. */
function createFlushableClock() {
  const timers = new Set<() => void>()
  const clock: Clock = {
    now: () => 0,
    monotonic: () => 0,
    after(_, run) {
      timers.add(run)
      return { cancel: () => void timers.delete(run) }
    },
  }
  return { clock, timers, ring: () => timers.forEach((run) => run()) }
}

type Move = 'ready' | 'success' | 'close' | 'error' | 'abort' | 'ring' | 'pause' | 'arrive'
const MOVES: readonly Move[] = [
  'ready',
  'success',
  'close',
  'error',
  'abort',
  'ring',
  'pause',
  'arrive',
]

const settle = async () => {
  for (let turn = 0; turn < 30; turn++) await Promise.resolve()
}

/**
 * One call with a script that fires random callbacks in random order and throws in its own methods.
 */
async function play({
  moves,
  faults,
  proof,
  early,
}: {
  moves: readonly Move[]
  faults: readonly string[]
  proof: unknown
  early: boolean
}) {
  const bell = createFlushableClock()
  const listeners: Record<string, ((detail: unknown) => void)[]> = {}
  const destroyed: number[] = []
  let deliver: ((challenge: Challenge) => void) | undefined
  const fault = (name: string) => {
    if (faults.includes(name)) throw new Error(name)
  }
  const make = (): Challenge => {
    const at = destroyed.push(0) - 1
    const on = (name: string) => (listener: (detail: unknown) => void) => (
      fault(name),
      (listeners[name] ??= []).push(listener)
    )
    return {
      onReady: on('ready'),
      onSuccess: on('success'),
      onError: on('error'),
      onClose: on('close'),
      showCaptcha: () => fault('show'),
      getValidate: () => (fault('validate'), proof),
      reset: () => {},
      destroy: () => {
        destroyed[at] = (destroyed[at] ?? 0) + 1
        listeners['close']?.forEach((listener) => listener(undefined))
        fault('destroy')
      },
    }
  }
  const captcha = createCaptcha({
    clock: bell.clock,
    reporter: createRecordingReporter(),
    language: () => 'eng',
    transport: {
      getCaptchaId: async () => due,
      checkCaptcha: async () =>
        faults.includes('check') ? Promise.reject(new Error('check')) : verified,
    },
    provider: {
      load: async () => (_, callback) => {
        deliver = callback
        fault('init')
        if (early) callback(make())
      },
    },
  })
  const controller = new AbortController()
  let settled = 0
  const count = () => void settled++
  captcha.verify({ scene: 'login', signal: controller.signal }).then(count, count)
  await settle()
  for (const move of moves) {
    if (move === 'pause') await settle()
    else if (move === 'abort') controller.abort()
    else if (move === 'ring') bell.ring()
    else if (move === 'arrive') deliver?.(make())
    else listeners[move]?.forEach((listener) => listener(new Error(move)))
  }
  // Finally the user aborts, and a script that never loaded times out.
  listeners['close']?.forEach((listener) => listener(undefined))
  bell.ring()
  await settle()
  return { settled, destroyed, timers: bell.timers.size, state: captcha.getState() }
}

it('settles once and destroys once in 10,000 random callback orders (C9)', async () => {
  const session = fc.record({
    moves: fc.array(fc.constantFrom(...MOVES), { maxLength: 14 }),
    faults: fc.subarray(
      ['init', 'ready', 'success', 'error', 'close', 'show', 'validate', 'destroy', 'check'],
      { maxLength: 2 },
    ),
    proof: fc.constantFrom<unknown>({ pass_token: 'p' }, false, undefined),
    early: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(session, async (script) => {
      const { settled, destroyed, timers, state } = await play(script)
      expect(settled).toBe(1)
      expect(destroyed.every((times) => times === 1)).toBe(true)
      expect(timers).toBe(0)
      expect(state).toEqual({ status: 'idle', scene: null, queued: 0 })
    }),
    { numRuns: 10_000 },
  )
})
