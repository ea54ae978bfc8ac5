import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { root } from './packages.mjs'

const folder = path.join(root, '.github/workflows')
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8')
const workflows = ['nightly.yml', 'release.yml']
const ci = readFileSync(path.join(root, '.ci/run'), 'utf8')
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))

it('starts only commands that the repository has', () => {
  const named = readdirSync(folder).flatMap((file) =>
    [...read(file).matchAll(/npm run ([\w-]+)/g)].map(([, name = '']) => name),
  )
  expect(named.toSorted()).toEqual(['nightly', 'release'])
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})

it('runs the nightly each night', () => {
  expect(read('nightly.yml')).toMatch(/^ {4}- cron: '\d+ \d+ \* \* \*'$/m)
})

it.each(workflows)('tests in %s with the system packages of each change', (file) => {
  const wanted = [...ci.matchAll(/missing\+=\(([\w-]+)\)/g)].map(([, name = '']) => name)
  expect(wanted.length).toBeGreaterThan(2)
  const workflow = read(file)
  expect([...wanted, 'postgresql'].filter((name) => !workflow.includes(name))).toEqual([])
})

it.each(workflows)('pins in %s every action to a commit', (file) => {
  const used = [...read(file).matchAll(/uses: (.*)/g)].map(([, action = '']) => action)
  expect(used.length).toBeGreaterThan(1)
  expect(used.filter((action) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([])
})

it('releases only what a job without permissions tested as a whole', () => {
  const [, head = '', test = '', publish = ''] =
    /^([^]*\n {2}test:\n)([^]*\n {2}publish:\n)([^]*)$/.exec(read('release.yml')) ?? []
  expect(head).toMatch(/^permissions:\n {2}contents: read\n\n/m)
  expect(test).toContain('run: npm test -- --whole\n')
  expect(test).toContain('persist-credentials: false')
  expect(test).not.toMatch(/permissions:|environment:|secrets\./)
  expect(publish).toMatch(/^ {4}needs: test\n/)
  expect(publish).toMatch(/COMMIT: \$\{\{ needs\.test\.outputs\.commit }}/)
  expect(publish).toContain('npm run release -- "--checked=$COMMIT" ')
  expect(publish).not.toContain('npm test')
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
