import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { exportedEntries } from './entries.mjs'
import { lintFaults, MODES } from './lintTarballs.mjs'

const work = mkdtempSync(path.join(os.tmpdir(), 'x-lint-'))
afterAll(() => rmSync(work, { recursive: true, force: true }))

const LAMP = {
  'lamp.js': 'export const lamp = 1\n',
  'lamp.d.ts': 'export declare const lamp: number\n',
  'lamp.cjs': 'exports.lamp = 1\n',
  'lamp.d.cts': 'export declare const lamp: number\n',
}
const SOUND = {
  import: { types: './lamp.d.ts', default: './lamp.js' },
  require: { types: './lamp.d.cts', default: './lamp.cjs' },
}

/** Packs a package of one entry as npm lays it out. */
function pack(entry: object, files: Readonly<Record<string, string>> = LAMP) {
  const folder = mkdtempSync(path.join(work, 'tarball-'))
  mkdirSync(path.join(folder, 'package'))
  const manifest = { name: 'lamp', version: '1.0.0', type: 'module', exports: { '.': entry } }
  for (const [name, text] of Object.entries({ ...files, 'package.json': JSON.stringify(manifest) }))
    writeFileSync(path.join(folder, 'package', name), text)
  execFileSync('tar', ['-czf', 'lamp.tgz', 'package'], { cwd: folder })
  return path.join(folder, 'lamp.tgz')
}

it('accepts types that every named mode finds', async () => {
  expect(MODES).toEqual(['node16-cjs', 'node16-esm', 'bundler'])
  expect(await lintFaults(pack(SOUND))).toEqual([])
})

it('finds types that CommonJS takes for an ES module', async () => {
  const require = { ...SOUND.require, types: './lamp.d.ts' }
  const [fault] = await lintFaults(pack({ ...SOUND, require }))
  expect(fault).toMatch(/^lamp: attw: .*FalseESM/)
})

it('finds a package without types', async () => {
  const { 'lamp.js': code } = LAMP
  expect(await lintFaults(pack('./lamp.js', { 'lamp.js': code }))).toEqual(['lamp: attw: no types'])
})

it('finds an exported file that is not in the tarball', async () => {
  const { 'lamp.cjs': _missing, ...files } = LAMP
  expect((await lintFaults(pack(SOUND, files))).join()).toMatch(/publint: .*lamp\.cjs.*not exist/)
})

it('leaves style sheets, data and patterns out of the entries', () => {
  const exports = { '.': {}, './a': {}, './a.css': {}, './b.json': {}, './static/*': {} }
  expect(exportedEntries({ exports })).toEqual(['.', './a'])
})
