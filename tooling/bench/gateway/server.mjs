// The gateway as `npm start` runs it, in a process of its own that reports its CPU time and its
// longest event-loop hold on request. `MORE_CONTRACTS=ADA:XRP` lists a contract of ADA beside
// those that there are, on the terms of that of XRP.
import {
  CONTRACTS,
  USDT_CONTRACTS,
} from '../../../apps/gateway/src/exchange/instruments/contracts.ts'

for (const pair of (process.env['MORE_CONTRACTS'] ?? '').split(',').filter(Boolean)) {
  const [base, like] = pair.split(':')
  const terms = USDT_CONTRACTS.find((contract) => contract.base === like)
  const contract = { ...terms, base, symbol: `${base}USDT`, id: `usdt/${base}USDT` }
  for (const list of [USDT_CONTRACTS, CONTRACTS]) list.push(contract)
}
// Modules read the contracts as they are loaded.
const { run } = await import('../../../apps/gateway/src/run.ts')

process.on('message', (request) => {
  if (request === 'cpu') {
    const { user, system } = process.cpuUsage()
    process.send({ cpuMs: (user + system) / 1000, rss: process.memoryUsage().rss })
  }
  // Its timer wakes the server a thousand times a second: it runs only for who asks.
  if (request === 'holds') process.send({ holds: (takeHolds ??= watchHolds())() })
})
// The process that started it has ended.
process.on('disconnect', () => process.exit(0))

let takeHolds
await run(process.env)

/**
 * Measures the CPU time that the main thread takes before a timer of one millisecond fires. The
 * returned function gives the longest holds in milliseconds since its last call, longest first.
 */
function watchHolds() {
  const KEPT = 5
  let longest = []
  let last = process.threadCpuUsage()
  const tick = () => {
    const { user, system } = process.threadCpuUsage(last)
    longest = [...longest, (user + system) / 1000].sort((a, b) => b - a).slice(0, KEPT)
    last = process.threadCpuUsage()
    setTimeout(tick, 1)
  }
  setTimeout(tick, 1)
  return () => {
    const taken = longest
    longest = []
    return taken
  }
}
