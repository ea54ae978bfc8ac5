import { execFile } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { linkBuildTools } from './buildTools.mjs'
import { distFault, writeStamp, SOURCES } from './stamp.mjs'

const execute = promisify(execFile)
const root = path.resolve(import.meta.dirname, '../..')
const work = mkdtempSync(path.join(os.tmpdir(), 'x-stamp-'))
const folder = path.join(work, 'packages/lamp')
const manifest = {
  name: '@x/lamp',
  version: '1.0.0',
  files: ['dist', '!dist/.sources'],
  publishConfig: { exports: { '.': { import: './dist/index.js' } } },
  scripts: { prepack: 'node ../../tooling/release/prepack.mjs' },
}

function write(file: string, text: string) {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
  writeFileSync(path.join(folder, file), text)
}

function build() {
  write('dist/index.js', 'export const lamp = 1\n')
  writeStamp(folder)
}

const pack = () =>
  execute(path.join(root, '.tools/node_modules/.bin/pnpm'), ['pack', '--json'], { cwd: folder })

beforeAll(() => {
  write('package.json', JSON.stringify(manifest))
  write('src/index.ts', 'export const lamp = 1\n')
  mkdirSync(path.join(work, 'tooling'))
  symlinkSync(path.join(root, 'tooling/release'), path.join(work, 'tooling/release'))
})
afterAll(() => rmSync(work, { recursive: true, force: true }))

it('refuses to pack a package without dist', async () => {
  expect(distFault({ folder, manifest })).toContain('there is no dist')
  await expect(pack()).rejects.toMatchObject({ stderr: expect.stringContaining('no dist') })
})

it('refuses a dist whose build did not end', () => {
  write('dist/index.js', '')
  expect(distFault({ folder, manifest })).toContain('did not end')
})

it('leaves the stamp out of the tarball', async () => {
  build()
  expect(distFault({ folder, manifest })).toBeUndefined()
  const { stdout } = await pack()
  expect(stdout).toContain('dist/index.js')
  expect(stdout).not.toContain('.sources')
})

it('refuses a dist that lacks an exported file', () => {
  build()
  rmSync(path.join(folder, 'dist/index.js'))
  expect(distFault({ folder, manifest })).toContain('./dist/index.js missing')
})

it('refuses a dist older than its sources', async () => {
  build()
  write('src/index.ts', 'export const lamp = 2\n')
  expect(distFault({ folder, manifest })).toContain('older than its sources')
  await expect(pack()).rejects.toMatchObject({ stderr: expect.stringContaining('older than') })
})

it('refuses a dist older than a script of its build', () => {
  write('scripts/buildStatic.mjs', 'one')
  build()
  write('scripts/buildStatic.mjs', 'two')
  expect(distFault({ folder, manifest })).toContain('older than its sources')
})

it('builds again after a change in any folder of the stamp', () => {
  const { tasks } = JSON.parse(readFileSync(path.join(root, 'turbo.json'), 'utf8')) as {
    readonly tasks: { readonly build: { readonly inputs: readonly string[] } }
  }
  expect(tasks.build.inputs).toEqual(expect.arrayContaining(SOURCES.map((it) => `${it}/**`)))
})

it('accepts a dist after a change of a test or the version', () => {
  build()
  write('src/index.test.ts', 'lamp')
  write('package.json', JSON.stringify({ ...manifest, version: '1.0.1' }))
  expect(distFault({ folder, manifest })).toBeUndefined()
})

it('writes the same bytes when built in two folders', async () => {
  const files = await Promise.all(['one', 'another/deeper'].map(buildDecimal))
  expect(Object.keys(files[0] ?? {}).length).toBeGreaterThan(10)
  expect(files[0]).toEqual(files[1])
})

/** The files of `@x/decimal`, built in a copy of the repository at a path of its own. */
async function buildDecimal(name: string) {
  const copy = path.join(work, name)
  for (const part of ['tooling/config', 'tooling/release', 'packages/decimal', 'package.json'])
    cpSync(path.join(root, part), path.join(copy, part), {
      recursive: true,
      filter: (file) => !/node_modules|\/dist(\/|$)/.test(file),
    })
  cpSync(path.join(root, 'tsconfig.base.json'), path.join(copy, 'tsconfig.base.json'))
  linkBuildTools(copy)
  const built = path.join(copy, 'packages/decimal')
  await execute('node', ['../../tooling/config/build.mjs'], { cwd: built })
  return filesOf(path.join(built, 'dist'))
}

function filesOf(dist: string) {
  return Object.fromEntries(
    readdirSync(dist, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => [path.relative(dist, file), readFileSync(file, 'utf8')]),
  )
}
