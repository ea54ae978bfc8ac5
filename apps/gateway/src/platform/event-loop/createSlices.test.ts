import { expect, it } from 'vitest'
import { createSlices, type SliceOptions } from './createSlices.ts'

/** Work of some steps, each of which takes a millisecond. */
function workOf(length: number, options: SliceOptions & { readonly failsAt?: number } = {}) {
  let now = 0
  let done = 0
  const turns: (() => void)[] = []
  const errors: unknown[] = []
  const slices = createSlices({
    ms: 8,
    ...options,
    clock: { monotonic: () => now },
    nextTurn: (run) => void turns.push(run),
    onError: (error) => void errors.push(error),
    step() {
      if (done === length) return false
      now++
      done++
      if (done === options.failsAt) throw new Error('failed')
      return true
    },
  })
  return { slices, turns, errors, done: () => done, next: () => turns.shift()?.() }
}

it('yields after its milliseconds and goes on in the next turn (SR5)', () => {
  const work = workOf(20)
  work.slices.wake()
  expect([work.done(), work.turns.length]).toEqual([8, 1])
  work.next()
  expect([work.done(), work.turns.length]).toEqual([16, 1])
  work.next()
  expect([work.done(), work.turns.length]).toEqual([20, 0])
})

it('yields after its steps, however quick they are (SR5)', () => {
  const work = workOf(10, { ms: 1_000, steps: 4 })
  work.slices.wake()
  expect([work.done(), work.turns.length]).toEqual([4, 1])
})

it('asks for one turn, however often it is woken (SR5)', () => {
  const work = workOf(20)
  for (let nth = 0; nth < 5; nth++) work.slices.wake()
  expect([work.done(), work.turns.length]).toEqual([8, 1])
})

it('reports a failed later step and can be woken (SR5)', () => {
  const work = workOf(20, { failsAt: 10 })
  work.slices.wake()
  work.next()
  expect([work.done(), work.errors.length]).toEqual([10, 1])
  work.slices.wake()
  expect(work.done()).toBe(18)
})

it('leaves undone what is left when it is stopped (SR5)', () => {
  const work = workOf(20)
  work.slices.wake()
  work.slices.stop()
  work.next()
  work.slices.wake()
  expect(work.done()).toBe(8)
})
