/**
 * A writer of the log that is going to be killed: `node --conditions=x-source logWriterChild.ts
 * <database url>`. Each record is its own number; the last acknowledged one is written to standard
 * output.
 */
import { browserClock } from '@x/kit/browser'
import { openPostgresLog } from '../platform/command-log/openPostgresLog.ts'
import { silentLog } from '../platform/log/Log.ts'
import { batchAt } from './logBatches.ts'
import { writeOut } from './writeOut.ts'

const log = await openPostgresLog({
  url: process.argv[2] ?? '',
  clock: browserClock(),
  log: silentLog,
})
let end = 0
for await (const { through } of log.read(0, { from: 1 })) end = through
for (let size = 1; ; size = (size % 7) + 1) {
  const texts = Array.from({ length: size }, (_, at) => `${end + 1 + at}`)
  if ((await log.append(0, batchAt(end, { texts }))) !== 'ok') throw new Error('fenced')
  end += size
  writeOut(String(end))
}
