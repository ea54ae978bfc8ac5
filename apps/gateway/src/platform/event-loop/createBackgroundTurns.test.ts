import { expect, it } from 'vitest'
import { createBackgroundTurns } from './createBackgroundTurns.ts'

function backgroundTurns(share = 0.5) {
  let now = 0
  const scheduled: { at: number; run: () => void }[] = []
  const turns = createBackgroundTurns({
    monotonic: () => now,
    share,
    after: (ms, run) => void scheduled.push({ at: now + ms, run }),
  })
  return {
    turns,
    work: (ms: number) => () => void (now += ms),
    /** Runs what is scheduled, in time; answers when each of it began. */
    runAll(): number[] {
      const starts: number[] = []
      for (let next = scheduled.shift(); next; next = scheduled.shift()) {
        now = Math.max(now, next.at)
        starts.push(now)
        next.run()
      }
      return starts
    },
  }
}

it('pauses for as long as the work before it took (SR5)', () => {
  const { turns, work, runAll } = backgroundTurns()
  for (let nth = 0; nth < 3; nth++) turns.nextTurn(work(8))
  expect(runAll()).toEqual([0, 16, 32])
})

it('gives work a quarter of the time where that is its share (SR5)', () => {
  const { turns, work, runAll } = backgroundTurns(0.25)
  for (let nth = 0; nth < 3; nth++) turns.nextTurn(work(4))
  expect(runAll()).toEqual([0, 16, 32])
})

it('never pauses longer than 100 ms (SR5)', () => {
  const { turns, work, runAll } = backgroundTurns(0.1)
  turns.nextTurn(work(200))
  turns.nextTurn(work(1))
  expect(runAll()).toEqual([0, 300])
})

it('charges work that was done elsewhere (SR5)', async () => {
  const { turns, work, runAll } = backgroundTurns()
  const rested = turns.rest(50)
  turns.nextTurn(work(1))
  expect(runAll()).toEqual([50, 50])
  await rested
})

it('goes on after work that throws (SR5)', () => {
  const { turns, runAll } = backgroundTurns()
  let isDone = false
  turns.nextTurn(() => {
    throw new Error('failed')
  })
  turns.nextTurn(() => void (isDone = true))
  expect(runAll).toThrow('failed')
  runAll()
  expect(isDone).toBe(true)
})
