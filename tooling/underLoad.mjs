// `node tooling/underLoad.mjs [runs] [load]`: runs npm test repeatedly while the machine's load is
// kept at a figure, 3 times at a load of 8 by default. A test that depends on a
// duration fails here. Ends with 1 at the first run that fails.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import os from 'node:os'
import path from 'node:path'
import { Plain } from './bootstrap/progress.mjs'
import { root, run } from './bootstrap/run.mjs'

/** How often the load is read and a busy process is added or ended. */
const SAMPLE_MS = 15_000

/** A process that computes until it is killed or its parent has ended. */
const BUSY = `
  const from = process.ppid
  for (;;) {
    for (let i = 0; i < 1e8; i++);
    if (process.ppid !== from) process.exit()
  }`

/**
 * Keeps the machine's load at a figure: other processes count, busy processes fill the rest.
 * @param {number} target
 */
function keepBusy(target) {
  const busy = []
  const samples = []
  const add = () => busy.push(spawn(process.execPath, ['-e', BUSY], { stdio: 'ignore' }))
  const adjust = () => {
    const [load] = os.loadavg()
    samples.push(load)
    if (load < target && busy.length < target) add()
    else if (load > target + 1) busy.pop()?.kill('SIGKILL')
  }
  for (let at = 0; at < target / 2; at++) add()
  const timer = setInterval(adjust, SAMPLE_MS)
  return {
    /** The mean load since this was called last. */
    meanLoad() {
      const taken = samples.splice(0)
      return taken.reduce((sum, load) => sum + load, 0) / Math.max(1, taken.length)
    },
    async end() {
      clearInterval(timer)
      const running = busy.filter((child) => child.exitCode === null && child.signalCode === null)
      const ended = running.map((child) => once(child, 'exit'))
      for (const child of running) child.kill('SIGKILL')
      await Promise.all(ended)
    },
  }
}

/** @param {{ runs: number, load: number }} options */
export async function testUnderLoad({ runs, load }) {
  const machine = keepBusy(load)
  try {
    for (let at = 1; at <= runs; at++) {
      const from = performance.now()
      await run('node', [path.join(root, 'tooling/bootstrap/main.mjs'), 'test'])
      const minutes = ((performance.now() - from) / 60_000).toFixed(1)
      const mean = machine.meanLoad().toFixed(1)
      console.log(`Run ${at} of ${runs}: green in ${minutes} min at a mean load of ${mean}`)
    }
  } finally {
    await machine.end()
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
