/**
 * A journal in a process that runs out of file descriptors: `node --conditions=x-source
 * descriptorChild.ts <folder>`. Writes what became of it to standard output.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { browserClock } from '@x/kit/browser'
import { createFileLog } from '../exchange/journal/createFileLog.ts'
import { openJournal } from '../exchange/journal/openJournal.ts'
import { listSegments } from '../exchange/journal/segment.ts'

const [dir = ''] = process.argv.slice(2)
/** Sets how many descriptors this process may have; it runs already, as starting it takes some. */
const limiter = spawn(
  '/bin/sh',
  [
    '-c',
    'while read limit; do prlimit --pid "$0" --nofile="$limit": && echo set; done',
    String(process.pid),
  ],
  { stdio: ['pipe', 'pipe', 'inherit'] },
)
async function allow(descriptors: number): Promise<void> {
  limiter.stdin.write(`${descriptors}\n`)
  await once(limiter.stdout, 'data')
}

let warnings = 0
const clock = browserClock()
const log = createFileLog({ dir, clock, segmentBytes: 1, onWarning: () => warnings++ })
const journal = await openJournal({ log, clock, fromSeq: 1, replay: () => {} })
const write = async (text: string) =>
  void (await journal.whenDurable(journal.append(text, { sync: true })))
await write('the first segment')

await allow(3)
let code: string | undefined
try {
  openSync('/dev/null', 'r')
} catch (error) {
  code = (error as NodeJS.ErrnoException).code
}
for (let count = 2; count <= 40; count++) await write(`record ${count}`)
const durable = journal.durableSeq()
await allow(1024)
const segments = (await listSegments(dir)).map(({ firstSeq }) => firstSeq)
await write('with descriptors again')
const later = (await listSegments(dir)).length > segments.length
await journal.close()
limiter.stdin.end()
process.stdout.write(JSON.stringify({ code, durable, segments, warnings, later }))
