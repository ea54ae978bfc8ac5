import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SPOT_SYMBOLS } from '../exchange/instruments/symbols.ts'
import { createFileLog } from '../exchange/journal/createFileLog.ts'
import { nodeClock } from '../platform/nodePorts.ts'
import { compareEffects, replayCommand } from './replayCommand.ts'

/** 565 records and the snapshot after record 318, recorded by an earlier version. */
const recorded = fileURLToPath(new URL('../testing/recordedFolder', import.meta.url))
let folder: string
let file: string
const said: string[] = []
const say = (line: string) => void said.push(line)

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'replay-'))
  file = path.join(folder, 'effects')
  said.length = 0
  await cp(recorded, path.join(folder, 'journal'), { recursive: true })
})
afterEach(() => rm(folder, { recursive: true }))

const run = (...args: readonly string[]) => replayCommand({ DATA_DIR: folder }, args, say)
const linesOf = async () => (await readFile(file, 'utf8')).trimEnd().split('\n')

it('finds that an unchanged log comes to the same again (CR0)', async () => {
  const journal = path.join(folder, 'journal')
  const names = await readdir(journal)
  const sizes = async () =>
    Promise.all(names.map(async (name) => (await stat(path.join(journal, name))).size))
  const before = await sizes()
  await run('--write', file)
  await run('--compare', file)
  const [head, ...commands] = await linesOf()
  expect(head).toBe('after 318')
  expect(commands.length).toBeGreaterThan(200)
  expect(said.at(-1)).toBe(`${commands.length} commands after record 318 come to the same.`)
  expect(await readdir(journal)).toEqual(names)
  expect(await sizes()).toEqual(before)
})

it('begins with the first record where an older snapshot is asked for', async () => {
  await run('--write', file, '--not-after', '317')
  const [head, first] = await linesOf()
  expect(head).toBe('after 0')
  expect(first).toMatch(/^1 \w+ /)
  await run('--compare', file)
})

it('names the commands that come to something else', async () => {
  await run('--write', file)
  const lines = await linesOf()
  const changed = lines.map((line, at) =>
    at === 7 ? line.replace(/\w{16}$/, 'f'.repeat(16)) : line,
  )
  await writeFile(file, `${changed.join('\n')}\n`)
  await expect(run('--compare', file)).rejects.toThrow(
    `1 of ${lines.length - 1} commands come to something else.`,
  )
  expect(said.slice(1)).toEqual([`${changed[7]} was written, now it is ${lines[7]}`])
})

it('goes on where the rules of another version do something else', async () => {
  await run('--write', file)
  const dir = path.join(folder, 'journal')
  const log = createFileLog({ dir, clock: nodeClock() })
  const source = { log, shard: 0, dir, fetch: async () => {} }
  // One under which a unit of this pair's quote is ten times as small.
  const instruments = SPOT_SYMBOLS.map((one) =>
    one.id === 'BTCUSDT' ? { ...one, quoteScale: one.quoteScale + 1 } : one,
  )
  const compared = compareEffects(source, { file, say, instruments })
  await expect(compared).rejects.toThrow(/^\d{2,} of \d+ commands come to something else\.$/)
  expect(said.at(-1)).toMatch(/^… and \d+ more\.$/)
  await log.close()
})

it('compares no more than the file has of a longer log', async () => {
  await run('--write', file)
  const lines = await linesOf()
  await writeFile(file, `${lines.slice(0, 11).join('\n')}\n`)
  await run('--compare', file)
  expect(said.at(-1)).toBe('10 commands after record 318 come to the same.')
})

it.each([
  ['neither', []],
  ['both', ['--write', 'a', '--compare', 'b']],
])('refuses %s of its options', async (_, args) => {
  await expect(run(...args)).rejects.toThrow('replay-log takes --write <file>')
})

it('refuses a file that it did not write', async () => {
  await writeFile(file, 'something else\n')
  await expect(run('--compare', file)).rejects.toThrow('was not written by replay-log --write')
})
