// CPU time of all threads of this process: a busy machine changes it little, and it includes the
// work of the thread pool.

const ROUNDS = 15

/**
 * Milliseconds of CPU and of wall time for one call, each the median of rounds.
 * @param {() => unknown} call
 */
export async function cost(call, { calls, rounds = ROUNDS, warmUp = calls }) {
  for (let n = 0; n < warmUp; n++) await call(n)
  const cpu = []
  const wall = []
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage()
    const from = performance.now()
    for (let n = 0; n < calls; n++) await call(n)
    wall.push((performance.now() - from) / calls)
    cpu.push(milliseconds(process.cpuUsage(before)) / calls)
  }
  return { cpu: median(cpu), wall: median(wall) }
}

/**
 * The same for synchronous calls; an `await` for each costs more than many of them.
 */
export function costOf(call, { calls, rounds = ROUNDS, warmUp = calls }) {
  for (let n = 0; n < warmUp; n++) call(n)
  const cpu = []
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage()
    for (let n = 0; n < calls; n++) call(n)
    cpu.push(milliseconds(process.cpuUsage(before)) / calls)
  }
  return median(cpu)
}

const milliseconds = ({ user, system }) => (user + system) / 1000

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

export const ms = (value) =>
  `${value < 0.1 ? value.toFixed(4) : value < 10 ? value.toFixed(3) : value.toFixed(0)} ms`
export const us = (value) => `${(value * 1000).toFixed(2)} us`
export const kb = (bytes) => `${(bytes / 1024).toFixed(2)} KB`
