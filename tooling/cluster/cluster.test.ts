import { existsSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { linkLibraries } from './postgresFromNpm.mjs'
import { readCounts } from './readCounts.mjs'

let home: string | undefined
afterEach(() => home !== undefined && rmSync(home, { recursive: true }))

it('names the libraries of a package as its list says, once', () => {
  home = mkdtempSync(path.join(tmpdir(), 'libraries-'))
  linkLibraries(home)
  mkdirSync(path.join(home, 'native/lib'), { recursive: true })
  writeFileSync(path.join(home, 'native/lib/libpq.so.5.18'), 'library')
  const target = 'native/lib/libpq.so.5'
  writeFileSync(
    path.join(home, 'native/pg-symlinks.json'),
    JSON.stringify([{ source: 'native/lib/libpq.so.5.18', target }]),
  )
  linkLibraries(home)
  linkLibraries(home)
  expect(readlinkSync(path.join(home, target))).toBe('libpq.so.5.18')
  expect(existsSync(path.join(home, target))).toBe(true)
})

it('starts three cores and two edges by default', () => {
  expect(readCounts({})).toEqual({ cores: 3, edges: 2 })
  expect(readCounts({ cores: '5', edges: '1' })).toEqual({ cores: 5, edges: 1 })
})

it.each(['0', '10', 'x', ''])('refuses %j cores', (cores) =>
  expect(() => readCounts({ cores })).toThrow('--cores must be a number from 1 to 9.'),
)
