import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { filesIn } from '../config/sourceFiles.mjs'
import { copyExampleApp, exampleApps, QUICK_APPS } from './exampleApps.mjs'
import { publishablePackages } from './packages.mjs'

const examples = path.resolve(import.meta.dirname, '../../examples')
const read = (...file: readonly string[]) => readFileSync(path.join(examples, ...file), 'utf8')

/** Only some compilers accept `./Form.tsx`; the configuration of each app says whether its does. */
it.each(exampleApps())('imports files of %s as its compiler accepts them', (name) => {
  const files = filesIn(path.join(examples, name))
  const configurations = files.filter((file) => /^tsconfig.*\.json$/.test(file))
  const allowsEndings = configurations.some((file) =>
    read(name, file).includes('"allowImportingTsExtensions": true'),
  )
  const withEnding = files
    .filter((file) => /\.tsx?$/.test(file))
    .filter((file) => /from '\.[^']*\.tsx?'/.test(read(name, file)))
  expect(allowsEndings ? [] : withEnding).toEqual([])
})

it('knows every app of the quick set', () => {
  expect(exampleApps()).toEqual(expect.arrayContaining([...QUICK_APPS]))
})

const manifestOf = (name: string) =>
  JSON.parse(read(name, 'package.json')) as Record<string, Record<string, string>>

it.each(exampleApps())('installs %s by nothing but its own manifest', (name) => {
  const work = mkdtempSync(path.join(os.tmpdir(), 'x-app-'))
  onTestFinished(() => rmSync(work, { recursive: true }))
  const folder = copyExampleApp({ name, npmrc: '@x:registry=http://127.0.0.1:1/\n', work })
  expect(readFileSync(path.join(folder, 'package.json'), 'utf8')).toBe(read(name, 'package.json'))
  expect(existsSync(path.join(folder, 'package-lock.json'))).toBe(false)
  const { dependencies = {}, devDependencies = {}, overrides } = manifestOf(name)
  expect(overrides).toBeUndefined()
  for (const [each, version] of Object.entries({ ...dependencies, ...devDependencies }))
    expect(version).toMatch(each.startsWith('@x/') ? /^latest$/ : /^\d+\.\d+\.\d+$/)
})

it('uses every package in one page', () => {
  const { dependencies = {} } = manifestOf('typescript-modes')
  const files = filesIn(path.join(examples, 'typescript-modes/src'))
  const text = files.map((file) => read('typescript-modes/src', file)).join('\n')
  const names = publishablePackages().map(({ manifest }) => manifest.name as string)
  expect(names.filter((name) => !(name in dependencies))).toEqual([])
  expect(names.filter((name) => !text.includes(`'${name}`))).toEqual([])
})
