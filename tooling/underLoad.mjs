// `node tooling/underLoad.mjs [runs] [load]`: npm test again and again on a machine kept busy, 3
// times at a load of 8 unless told otherwise. A test that depends on a duration fails here. Ends
// with 1 at the first run that fails.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import os from 'node:os'
import path from 'node:path'
import { Plain } from './bootstrap/progress.mjs'
import { root, run } from './bootstrap/run.mjs'

/** What a test run itself adds to the load: two workers on two cores, and what they start. */
const OWN_LOAD = 2

/** A process that computes until it is killed, or its parent is gone. */
const BUSY =
  'const from = process.ppid; for (;;) { for (let i = 0; i < 1e8; i++); if (process.ppid !== from) process.exit() }'

/** @param {{ runs: number, load: number }} options */
export async function testUnderLoad({ runs, load }) {
  const busy = Array.from({ length: Math.max(0, load - OWN_LOAD) }, () =>
    spawn(process.execPath, ['-e', BUSY], { stdio: 'ignore' }),
  )
  try {
    for (let at = 1; at <= runs; at++) {
      const from = performance.now()
      await run('node', [path.join(root, 'tooling/bootstrap/main.mjs'), 'test'])
      const minutes = ((performance.now() - from) / 60_000).toFixed(1)
      console.log(
        `Run ${at} of ${runs}: green in ${minutes} min; load now ${os.loadavg()[0].toFixed(1)}`,
      )
    }
  } finally {
    const running = busy.filter(
      ({ exitCode, signalCode }) => exitCode === null && signalCode === null,
    )
    const ended = running.map((child) => once(child, 'exit'))
    for (const child of running) child.kill('SIGKILL')
    await Promise.all(ended)
  }
}

if (process.argv[1] === import.meta.filename) {
  const [runs = 3, load = 8] = process.argv.slice(2).map(Number)
  try {
    if (![runs, load].every((count) => Number.isInteger(count) && count > 0))
      throw new Plain('Usage: node tooling/underLoad.mjs [runs] [load]')
    await testUnderLoad({ runs, load })
  } catch (error) {
    console.error(error instanceof Plain ? error.message : error)
    process.exitCode = 1
  }
}
