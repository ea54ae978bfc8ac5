// The gateway as `npm start` runs it, in a process of its own that tells its CPU time when asked.
import { run } from '../../../apps/gateway/src/run.ts'

process.on('message', (question) => {
  if (question !== 'cpu') return
  const { user, system } = process.cpuUsage()
  process.send({ cpuMs: (user + system) / 1000, rss: process.memoryUsage().rss })
})
// Whoever started it is gone.
process.on('disconnect', () => process.exit(0))

await run(process.env)
