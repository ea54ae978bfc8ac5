import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Plain } from './progress.mjs'
import { runAll } from './run.mjs'

let dir = ''
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'run-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

const node = (code: string) => [process.execPath, ['-e', code]] as const
const write = (name: string) =>
  node(`require('node:fs').writeFileSync(${JSON.stringify(path.join(dir, name))}, '')`)

describe('commands that run together', () => {
  it('run to the last, though one of them fails', async () => {
    const failing = [node('process.exit(3)'), node('process.exit(4)')]
    const all = runAll([...failing, write('third'), write('fourth')])
    await expect(all).rejects.toThrow(Plain)
    await expect(all).rejects.toThrow(/ended with code 3\n.* ended with code 4$/)
    expect(['third', 'fourth'].map((name) => existsSync(path.join(dir, name)))).toEqual([
      true,
      true,
    ])
  })

  it('end well where each of them does', async () => {
    await runAll([write('one'), write('two'), write('three')])
    expect(existsSync(path.join(dir, 'three'))).toBe(true)
  })

  it('fail where a program is missing', async () => {
    await expect(runAll([['no-such-program', []], write('two')])).rejects.toThrow(
      'no-such-program could not be started',
    )
    expect(existsSync(path.join(dir, 'two'))).toBe(true)
  })
})
