import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { root } from './packages.mjs'

const folder = path.join(root, '.github/workflows')
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8')
const ci = readFileSync(path.join(root, '.ci/run'), 'utf8')
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))

it('starts only commands that the repository has', () => {
  const named = readdirSync(folder).flatMap((file) =>
    [...read(file).matchAll(/npm run ([\w-]+)/g)].map(([, name = '']) => name),
  )
  expect(named.toSorted()).toEqual(['nightly', 'release'])
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})

it('runs each night with the system packages of each change', () => {
  const nightly = read('nightly.yml')
  expect(nightly).toMatch(/^ {4}- cron: '\d+ \d+ \* \* \*'$/m)
  const wanted = [...ci.matchAll(/missing\+=\(([\w-]+)\)/g)].map(([, name = '']) => name)
  expect(wanted.length).toBeGreaterThan(2)
  expect([...wanted, 'postgresql'].filter((name) => !nightly.includes(name))).toEqual([])
})

it('writes no release without notes and none twice', () => {
  const lines = read('release.yml').split('\n')
  const at = (part: string) => lines.findIndex((line) => line.includes(part))
  expect(at('[ -s .release/notes.md ] || exit 0')).toBeLessThan(at('gh release create'))
  expect(at('gh release view')).toBeLessThan(at('gh release create'))
})

it('publishes with provenance and without a token', () => {
  const workflow = read('release.yml')
  expect(workflow).toMatch(/^ {6}id-token: write\b/m)
  expect(workflow).not.toMatch(/NODE_AUTH_TOKEN|NPM_TOKEN/)
  expect(workflow).toMatch(/npm run release -- /)
})
