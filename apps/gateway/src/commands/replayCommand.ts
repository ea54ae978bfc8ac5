import { createReadStream, createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { mkdir, readdir } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { finished } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import type { Instrument } from '../exchange/instruments/Instrument.ts'
import { SPOT_SYMBOLS } from '../exchange/instruments/symbols.ts'
import { createFileLog } from '../exchange/journal/createFileLog.ts'
import type { CommandLog } from '../exchange/ports/CommandLog.ts'
import {
  replayEffects,
  type EffectsReplay,
  type ReplayedEffect,
} from '../exchange/recovery/replayEffects.ts'
import { openSharedLog } from '../platform/command-log/openSharedLog.ts'
import { createLog } from '../platform/log/Log.ts'
import { nodeClock } from '../platform/nodePorts.ts'
import { readSettings } from '../settings/settings.ts'

type Environment = Readonly<Record<string, string | undefined>>
type Say = (line: string) => void

interface Source {
  readonly log: CommandLog
  readonly shard: number
  readonly dir: string
  /** Brings the newest shared snapshot that is not after the record into the folder. */
  fetch(notAfter: number): Promise<void>
  close(): Promise<void>
}

/** Differences that are printed; all are counted. */
const MOST_PRINTED = 20
const HEAD = /^after (\d+)$/
const USAGE =
  'replay-log takes --write <file> with the version that trades, then --compare <file> with the ' +
  'next one, --not-after <record> for an older snapshot to begin with, and --rules <version> for ' +
  'what would come of it under these.'

/**
 * `replay-log --write <file>` writes what each command of the log comes to under the rules of this
 * version; `replay-log --compare <file>` says where another version comes to something else, or
 * with `--rules` later rules do. Both read the log beside the gateway that trades, and change
 * nothing in it.
 * @throws Error where they differ
 */
export async function replayCommand(
  environment: Environment,
  args: readonly string[],
  say: Say,
): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      write: { type: 'string' },
      compare: { type: 'string' },
      'not-after': { type: 'string' },
      rules: { type: 'string' },
    },
  })
  const { write, compare } = values
  const notAfter = Number(values['not-after'] ?? Number.MAX_SAFE_INTEGER)
  const rules = values.rules === undefined ? undefined : Number(values.rules)
  if (
    (write === undefined) === (compare === undefined) ||
    !Number.isSafeInteger(notAfter) ||
    !Number.isSafeInteger(rules ?? 1)
  )
    throw new Error(USAGE)
  const source = await openLog(environment)
  try {
    if (write !== undefined) await writeEffects(source, { file: write, notAfter, rules, say })
    else if (compare !== undefined) await compareEffects(source, { file: compare, rules, say })
  } finally {
    await source.close()
  }
}

/** The shared log, where the environment names one; else the folder's own. */
async function openLog(environment: Environment): Promise<Source> {
  const { dataDir, commandLogUrl } = readSettings(environment)
  const clock = nodeClock()
  const dir = path.join(dataDir, 'journal')
  await mkdir(dir, { recursive: true, mode: 0o700 })
  if (commandLogUrl === undefined) {
    const log = createFileLog({ dir, clock })
    return { log, shard: 0, dir, fetch: async () => {}, close: () => log.close() }
  }
  const log = createLog((line) => process.stderr.write(line), { clock })
  const name = `${hostname()}:replay`
  const shared = await openSharedLog({ url: commandLogUrl, clock, log, name })
  return {
    log: shared.log,
    shard: shared.shard,
    dir,
    fetch: (notAfter) => shared.snapshots.fetch(dir, { notAfter }),
    close: shared.close,
  }
}

/** A line for the snapshot that it begins after, and one for each command. */
export async function writeEffects(
  source: Omit<Source, 'close'>,
  {
    file,
    notAfter,
    rules,
    say,
    instruments = SPOT_SYMBOLS,
  }: {
    readonly file: string
    readonly notAfter: number
    readonly rules?: number | undefined
    readonly say: Say
    readonly instruments?: readonly Instrument[]
  },
): Promise<void> {
  await source.fetch(notAfter)
  const first = await oldestSnapshot(source.dir, notAfter)
  const { after, batches } = await replayEffects({
    ...source,
    instruments,
    rules,
    notAfter: first,
  })
  const out = createWriteStream(file, { mode: 0o600 })
  let count = 0
  out.write(`after ${after}\n`)
  for await (const batch of batches) {
    count += batch.length
    if (!out.write(batch.map((effect) => `${lineOf(effect)}\n`).join(''))) await once(out, 'drain')
  }
  out.end()
  await finished(out)
  say(`${count} commands after record ${after} were replayed; what they came to is in ${file}.`)
}

/**
 * Prints where the commands come to something else than the file says.
 * @throws Error where there is a difference
 */
export async function compareEffects(
  source: Omit<Source, 'close'>,
  {
    file,
    rules,
    say,
    instruments = SPOT_SYMBOLS,
  }: {
    readonly file: string
    readonly rules?: number | undefined
    readonly say: Say
    readonly instruments?: readonly Instrument[]
  },
): Promise<void> {
  const lines = createInterface({ input: createReadStream(file) })[Symbol.asyncIterator]()
  const head = HEAD.exec(String((await lines.next()).value))
  if (!head) throw new Error(`${file} was not written by replay-log --write.`)
  const after = Number(head[1])
  await source.fetch(after)
  const replay = await replayEffects({ ...source, instruments, rules, notAfter: after })
  if (replay.after !== after)
    throw new Error(`The snapshot of record ${after}, after which ${file} begins, is gone.`)
  const { compared, differences } = await judge(replay, { lines, say })
  if (differences > MOST_PRINTED) say(`… and ${differences - MOST_PRINTED} more.`)
  if (compared === 0) throw new Error('There was nothing to compare.')
  if (differences > 0)
    throw new Error(`${differences} of ${compared} commands come to something else.`)
  say(`${compared} commands after record ${after} come to the same.`)
}

async function judge(
  { batches }: EffectsReplay,
  { lines, say }: { readonly lines: AsyncIterator<string>; readonly say: Say },
): Promise<{ readonly compared: number; readonly differences: number }> {
  let [compared, differences] = [0, 0]
  for await (const batch of batches)
    for (const effect of batch) {
      const { value, done } = await lines.next()
      // What was appended since the file was written is in no line.
      if (done) return { compared, differences }
      compared++
      const line = lineOf(effect)
      if (line === value) continue
      differences++
      if (differences <= MOST_PRINTED) say(`${String(value)} was written, now it is ${line}`)
    }
  return { compared, differences }
}

const lineOf = ({ seq, kind, digest }: ReplayedEffect): string => `${seq} ${kind} ${digest}`

const SNAPSHOT = /^snapshot-(\d{16})\.(?:parts|json)$/

/** The oldest that is not after it, so that as much as there is is replayed; 0: there is none. */
async function oldestSnapshot(dir: string, notAfter: number): Promise<number> {
  const found = (await readdir(dir))
    .flatMap((name) => SNAPSHOT.exec(name)?.[1] ?? [])
    .map(Number)
    .filter((seq) => seq <= notAfter)
  return found.length === 0 ? 0 : Math.min(...found)
}
