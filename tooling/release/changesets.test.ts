import { globSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { changesetFaults, parseChangeset } from './changesets.mjs'
import { publishablePackages } from './packages.mjs'
import { isPublished } from './registryState.mjs'

const entry = (name: string, dependencies = {}) => ({
  folder: '',
  manifest: { name, dependencies },
})
const packages = [entry('@x/kit'), entry('@x/decimal'), entry('@x/ui', { '@x/kit': 'workspace:^' })]

const faultsOf = (...lines: string[]) =>
  changesetFaults(parseChangeset('one.md', `---\n${lines.join('\n')}\n`), { packages })

it('accepts one sentence about one package', () => {
  expect(faultsOf("'@x/kit': minor", '---', '', 'Add `createLamp`.')).toEqual([])
})

it('refuses one sentence for all packages', () => {
  const all = packages.map(({ manifest }) => `'${manifest.name}': patch`)
  expect(faultsOf(...all, '---', '', 'Publish maps.')).toEqual([
    '.changeset/one.md: names 3 packages; write one changeset for each',
  ])
})

it('refuses a sentence about a package that its own does not use', () => {
  const text = 'Share one copy of `@x/kit`.'
  expect(faultsOf("'@x/ui': patch", '---', '', text)).toEqual([])
  expect(faultsOf("'@x/decimal': patch", '---', '', text)).toEqual([
    '.changeset/one.md: names @x/kit, which @x/decimal does not use',
  ])
})

it('refuses a changeset that names some packages', () => {
  expect(faultsOf("'@x/kit': patch", "'@x/ui': patch", '---', '', 'Add.')).toEqual([
    '.changeset/one.md: names 2 packages; write one changeset for each',
  ])
})

it('refuses a changeset without a sentence', () => {
  expect(faultsOf("'@x/kit': patch", '---', '', 'fixes')).toEqual([
    '.changeset/one.md: the first line is no sentence',
  ])
})

it('refuses a changeset for an unknown package', () => {
  expect(faultsOf("'@x/gone': patch", '---', '', 'Add.')).toEqual([
    '.changeset/one.md: @x/gone is no published package',
  ])
})

it('asks for a changeset for published files only', () => {
  const files = ['src/a.ts', 'src/a.test.ts', 'README.md', 'CHANGELOG.md', 'examples/a.ts']
  expect(files.map((file) => isPublished(`packages/kit/${file}`))).toEqual([
    true,
    false,
    true,
    false,
    false,
  ])
})

it('counts every file that ships as published', () => {
  const shipped = ['verifier/verify.py', 'examples', 'src/*/README.md', 'CHANGELOG.md', '!x/no.ts']
  const ships = (file: string) => isPublished(`packages/kit/${file}`, shipped)
  const files = ['verifier/verify.py', 'examples/a.ts', 'examples/b/a.test.ts', 'src/a/README.md']
  expect(files.filter((file) => !ships(file))).toEqual([])
  expect(['verifier/other.py', 'x/no.ts', 'CHANGELOG.md'].filter(ships)).toEqual([])
})

it('finds the shipped files of each package of the repository', () => {
  const missed = publishablePackages().flatMap(({ folder, manifest }) => {
    const below = `packages/${path.basename(folder)}`
    const named = manifest.files.filter((file: string) => /^(?!dist|CHANGELOG)\w.*\w$/.test(file))
    const found = globSync(named, { cwd: folder }).filter((file) => path.extname(file) !== '')
    return found.map((file) => `${below}/${file}`).filter((it) => !isPublished(it, manifest.files))
  })
  expect(missed).toEqual([])
})
