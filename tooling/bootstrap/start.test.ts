import { expect, it } from 'vitest'
import { HALT_EXIT_CODE } from '../../apps/gateway/src/modules/health/watchHalt.ts'
import { restartingOnce } from './start.mjs'

/** Runs that end with these codes, each after so many minutes. */
async function ended(runs: readonly (readonly [code: number, minutes: number])[]) {
  const lines: string[] = []
  let now = 0
  let count = 0
  const run = async () => {
    const [code, minutes] = runs[count++]!
    now += minutes * 60_000
    return code
  }
  return {
    code: await restartingOnce(run, { now: () => now, say: (line) => void lines.push(line) }),
    count,
    lines,
  }
}

it.each([
  ['ends with the gateway', [[0, 5]], 0, 1],
  ['ends with a gateway that failed', [[1, 5]], 1, 1],
  [
    'starts the gateway again after a halt',
    [
      [HALT_EXIT_CODE, 5],
      [0, 5],
    ],
    0,
    2,
  ],
  [
    'gives up on a second halt soon after',
    [
      [HALT_EXIT_CODE, 5],
      [HALT_EXIT_CODE, 5],
    ],
    HALT_EXIT_CODE,
    2,
  ],
  [
    'starts again after a second halt much later',
    [
      [HALT_EXIT_CODE, 5],
      [HALT_EXIT_CODE, 20],
      [0, 1],
    ],
    0,
    3,
  ],
] as const)('%s (SR11)', async (_, runs, code, count) => {
  const seen = await ended(runs)
  expect([seen.code, seen.count]).toEqual([code, count])
  expect(seen.lines).toHaveLength(runs.filter(([each]) => each === HALT_EXIT_CODE).length)
})
