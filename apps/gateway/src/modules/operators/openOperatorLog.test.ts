import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openOperatorLog, type OperatorEntry } from './openOperatorLog.ts'

let dir = ''
let file = ''
let count = 0
beforeAll(() => void (dir = mkdtempSync(path.join(tmpdir(), 'operator-log-'))))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
beforeEach(() => void (file = path.join(dir, `${++count}.log`)))

const entry = (at: number, changes: Partial<OperatorEntry> = {}): OperatorEntry => ({
  at,
  operator: 'ann',
  action: 'pause',
  subject: 'evm-a',
  outcome: 'paused',
  ...changes,
})
const textOf = () => readFileSync(file, 'utf8')
const linesOf = () => textOf().split('\n').slice(0, -1)
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Appends an entry at each of the times, and closes the log. */
function write(...times: readonly number[]): void {
  const log = openOperatorLog(file)
  for (const at of times) log.append(entry(at))
  log.close()
}

describe('a new log', () => {
  it('is a file that only its owner reads', () => {
    write()
    expect(textOf()).toBe('')
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('has no latest entries', () => {
    const log = openOperatorLog(file)
    expect(log.latest(10)).toEqual([])
    log.close()
  })

  it('begins with a hash of zeros', () => {
    write(1)
    expect(JSON.parse(textOf())).toEqual({ ...entry(1), before: '0'.repeat(64) })
  })

  it('throws where its folder is missing', () => {
    expect(() => openOperatorLog(path.join(dir, 'missing', 'log'))).toThrow('ENOENT')
  })
})

describe('what is appended', () => {
  it('is in the file at once, before the log is closed', () => {
    const log = openOperatorLog(file)
    log.append(entry(1))
    expect(linesOf()).toHaveLength(1)
    log.append(entry(2))
    expect(linesOf()).toHaveLength(2)
    log.close()
  })

  it('holds the hash of the line before it', () => {
    write(1, 2, 3)
    const [first = '', second = '', third = ''] = linesOf()
    expect(JSON.parse(second)).toMatchObject({ before: sha256(first) })
    expect(JSON.parse(third)).toMatchObject({ before: sha256(second) })
  })

  it('stays one line whatever an operator typed', () => {
    const log = openOperatorLog(file)
    const outcome = 'released: a\nb\r\n{"before":"x"}\u2028"'
    log.append(entry(1, { outcome }))
    log.append(entry(2))
    log.close()
    expect(linesOf()).toHaveLength(2)
    const again = openOperatorLog(file)
    expect(again.latest(2)[1]?.outcome).toBe(outcome)
    again.close()
  })

  it('is the latest first, and no more than asked', () => {
    const log = openOperatorLog(file)
    for (const at of [1, 2, 3]) log.append(entry(at))
    expect(log.latest(2).map(({ at }) => at)).toEqual([3, 2])
    expect(log.latest(9).map(({ at }) => at)).toEqual([3, 2, 1])
    log.close()
  })

  it('follows what was there before the start', () => {
    write(1, 2)
    write(3)
    const [, second = '', third = ''] = linesOf()
    expect(JSON.parse(third)).toMatchObject({ at: 3, before: sha256(second) })
    const log = openOperatorLog(file)
    expect(log.latest(3).map(({ at }) => at)).toEqual([3, 2, 1])
    log.close()
  })
})

describe('a log that somebody changed', () => {
  it.each<[string, (lines: readonly string[]) => readonly string[], number]>([
    ['an outcome changed', ([a = '', ...rest]) => [a.replace('paused', 'kept'), ...rest], 2],
    ['a time changed', ([a = '', b = '', c = '']) => [a, b.replace('"at":2', '"at":1'), c], 3],
    ['a line left out', ([a = '', , c = '']) => [a, c], 2],
    ['the first line left out', ([, ...rest]) => rest, 1],
    ['two lines swapped', ([a = '', b = '', c = '']) => [b, a, c], 1],
    ['a line twice', ([a = '', b = '', c = '']) => [a, b, b, c], 3],
    ['a line put in', ([a = '', ...rest]) => [a, '{"before":"0"}', ...rest], 2],
    ['a line that is no JSON', ([a = '', ...rest]) => [a, 'pause', ...rest], 2],
    ['a line that is empty', ([a = '', ...rest]) => [a, '', ...rest], 2],
    ['a line that holds no entry', ([a = '', ...rest]) => [a, 'null', ...rest], 2],
  ])('is refused with %s', (_change, change, line) => {
    write(1, 2, 3)
    writeFileSync(file, [...change(linesOf()), ''].join('\n'))
    expect(() => openOperatorLog(file)).toThrow(`Line ${line} of the operators' log`)
  })

  it('is left as it was found', () => {
    write(1, 2)
    const changed = textOf().replace('paused', 'kept')
    writeFileSync(file, changed)
    expect(() => openOperatorLog(file)).toThrow('does not follow')
    expect(textOf()).toBe(changed)
  })
})

describe('a log whose last write a crash cut short', () => {
  const torn = '{"at":3,"operator":"an'
  beforeEach(() => {
    write(1, 2)
    writeFileSync(file, textOf() + torn)
  })

  it('opens without that entry, which was never acknowledged', () => {
    const log = openOperatorLog(file)
    expect(log.latest(9).map(({ at }) => at)).toEqual([2, 1])
    log.close()
  })

  it('takes the next entry on a line of its own', () => {
    write(4)
    const again = openOperatorLog(file)
    expect(again.latest(9).map(({ at }) => at)).toEqual([4, 2, 1])
    again.close()
    expect(textOf()).not.toContain(torn)
  })

  it('loses no whole line, letters of several bytes included', () => {
    rmSync(file)
    const log = openOperatorLog(file)
    log.append(entry(1, { outcome: 'released: Überweisung 送金' }))
    log.close()
    const whole = textOf()
    writeFileSync(file, `${whole}{"outcome":"送`)
    write()
    expect(textOf()).toBe(whole)
  })

  it('begins anew where not even the first line is whole', () => {
    writeFileSync(file, torn)
    write(5)
    expect(linesOf()).toHaveLength(1)
    expect(JSON.parse(textOf())).toMatchObject({ at: 5, before: '0'.repeat(64) })
  })
})
