import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { linkBuildTools } from './buildTools.mjs'
import { git, output } from './command.mjs'
import { inDependencyOrder, publishablePackages } from './packages.mjs'
import { preflightFaults } from './preflight.mjs'
import { readPublishing } from './publishing.mjs'
import { startRegistry } from './registry.mjs'
import { distTag, release } from './release.mjs'
import { newPackageFaults, publishedIntegrity } from './registryState.mjs'
import { distFault } from './stamp.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const work = mkdtempSync(path.join(os.tmpdir(), 'x-rehearsal-'))
const top = path.join(work, 'repository')
const TAGS = ['@x/decimal@0.1.1', '@x/trading@0.1.1']
const publishing = {
  ...readPublishing(),
  scopeIsOurs: true,
  repository: 'https://git.example.org/x',
  homepage: 'https://git.example.org/x',
  author: 'X <x@example.org>',
}
const said: string[] = []
let registry: Awaited<ReturnType<typeof startRegistry>>

/** A repository of two packages, one of which depends on the other. */
beforeAll(async () => {
  registry = await startRegistry()
  for (const part of ['packages/decimal', 'packages/trading', 'tooling'])
    cpSync(path.join(root, part), path.join(top, part), {
      recursive: true,
      filter: (file) => !/node_modules|\/dist(\/|$)|\/tooling\/(?!config|release)/.test(file),
    })
  for (const file of ['tsconfig.base.json', '.gitignore', 'LICENSE'])
    cpSync(path.join(root, file), path.join(top, file))
  write('package.json', JSON.stringify({ name: 'rehearsal', private: true, type: 'module' }))
  write('pnpm-workspace.yaml', 'packages:\n  - packages/*\npmOnFail: ignore\n')
  cpSync(path.join(root, '.changeset/config.json'), path.join(top, '.changeset/config.json'))
  for (const name of ['decimal', 'trading'])
    write(`.changeset/${name}.md`, `---\n'@x/${name}': patch\n---\n\nAdd numbers faster.\n`)
  write('tooling/release/publishing.json', JSON.stringify(publishing))
  await output('node', ['tooling/release/publishing.mjs'], { cwd: top })
  linkBuildTools(top)
  linkDecimal()
  await output('git', ['init', '--quiet', '--initial-branch', 'main'], { cwd: top })
  await git(top, 'config', 'user.email', 'rehearsal@example.org')
  await git(top, 'config', 'user.name', 'Rehearsal')
  await commit('a first version')
})
afterAll(async () => {
  await registry.stop()
  rmSync(work, { recursive: true, force: true })
})

/** What an install in the workspace does. */
function linkDecimal() {
  const scope = path.join(top, 'packages/trading/node_modules/@x')
  mkdirSync(scope, { recursive: true })
  symlinkSync(path.join(top, 'packages/decimal'), path.join(scope, 'decimal'))
}

function write(file: string, text: string) {
  writeFileSync(path.join(top, file), text)
}

async function commit(message: string) {
  await git(top, 'add', '--all')
  await git(top, 'commit', '--quiet', '--allow-empty', '--message', message)
}

const build = async () => {
  for (const { folder, manifest } of inDependencyOrder(publishablePackages(top)))
    if (distFault({ folder, manifest }) !== undefined)
      await output('node', ['../../tooling/config/build.mjs'], { cwd: folder })
}

const env = () => ({ npm_config_userconfig: registry.userconfig })

const attempt = (changed: object = {}) =>
  release({
    top,
    registry: registry.url,
    env: env(),
    publishing,
    check: async () => {},
    build,
    say: (line: string) => said.push(line),
    ...changed,
  })

const isPublished = async (tag: string) =>
  (await publishedIntegrity({ top, registry: registry.url, env: env(), tag })) !== undefined

const entryOf = (tag: string) => ({ manifest: { name: tag.slice(0, tag.lastIndexOf('@')) } })

const tags = async () => (await git(top, 'tag')).split('\n').filter((tag) => tag !== '')

it('refuses a tree with changesets that no version has used', async () => {
  await expect(attempt()).rejects.toThrow(/decimal\.md is not in a version yet/)
})

it('refuses a version without an entry in its changelog', async () => {
  await expect(attempt()).rejects.toThrow(/no entry for 0\.1\.0 in its changelog/)
  await output(path.join(root, 'node_modules/.bin/changeset'), ['version'], { cwd: top })
  await commit('version')
})

it('refuses a tree with uncommitted changes', async () => {
  write('packages/decimal/note.txt', 'a change')
  await expect(attempt()).rejects.toThrow(/uncommitted changes/)
  rmSync(path.join(top, 'packages/decimal/note.txt'))
})

it('refuses a branch other than main', async () => {
  await git(top, 'switch', '--quiet', '--create', 'other')
  await expect(attempt()).rejects.toThrow(/from main or release\/…, not from other/)
  await git(top, 'switch', '--quiet', 'main')
})

it('takes the branch of a former major version, as origin has it', async () => {
  const packages = publishablePackages(top)
  const faults = () => preflightFaults({ top, packages, publishing })
  await git(top, 'switch', '--quiet', '--create', 'release/1.x')
  expect(await faults()).toEqual([])
  const origin = path.join(work, 'origin.git')
  await git(top, 'init', '--quiet', '--bare', origin)
  await git(top, 'remote', 'add', 'origin', origin)
  await git(top, 'push', '--quiet', 'origin', 'HEAD:main')
  expect(await faults()).toEqual(['HEAD is not release/1.x of origin: pull or push first'])
  await git(top, 'push', '--quiet', 'origin', 'HEAD')
  expect(await faults()).toEqual([])
  await git(top, 'remote', 'remove', 'origin')
  await git(top, 'switch', '--quiet', 'main')
})

it('refuses placeholders of publishing.json', async () => {
  await expect(attempt({ publishing: { ...publishing, author: 'PLACEHOLDER' } })).rejects.toThrow(
    /author is a placeholder/,
  )
})

it('refuses packages that are not built', async () => {
  await expect(attempt({ build: async () => {} })).rejects.toThrow(/is not built/)
})

it('refuses a release whose checks fail', async () => {
  const check = () => Promise.reject(new Error('a test failed'))
  await expect(attempt({ check })).rejects.toThrow('a test failed')
})

it('publishes and tags nothing in a dry run', async () => {
  await attempt({ isDryRun: true })
  expect(said).toContain('would publish @x/decimal@0.1.1')
  expect(await Promise.all(TAGS.map(isPublished))).toEqual([false, false])
  expect(await tags()).toEqual([])
})

it('refuses a package new to the registry from a trusted publisher', async () => {
  await expect(attempt({ isDryRun: true, hasProvenance: true })).rejects.toThrow(
    /@x\/decimal is new at the registry.*by hand.*\n- @x\/trading is new/s,
  )
})

it('refuses a manifest that publishing.json did not write', async () => {
  const file = path.join(top, 'packages/trading/package.json')
  const filled = readFileSync(file, 'utf8')
  const bugs = 'https://example.invalid/issues'
  write('packages/trading/package.json', JSON.stringify({ ...JSON.parse(filled), bugs }))
  await commit('a placeholder')
  await expect(attempt()).rejects.toThrow('@x/trading: bugs is a placeholder')
  write('packages/trading/package.json', filled)
  await commit('the address of bugs')
})

it('refuses a document that names a placeholder', async () => {
  write('packages/trading/LICENSE', 'See https://example.invalid/licence for the text.')
  await commit('a link that nobody has filled in')
  await expect(attempt()).rejects.toThrow(
    '@x/trading: a file names a placeholder, https://example.invalid/licence',
  )
  await git(top, 'reset', '--quiet', '--hard', 'HEAD~1')
})

it('goes on after a failure between two uploads', async () => {
  registry.refuseAfter(1)
  await expect(attempt()).rejects.toThrow(/E401/)
  expect(await Promise.all(TAGS.map(isPublished))).toEqual([true, false])
  expect(await tags()).toEqual([])
  registry.refuseAfter(Infinity)
  // What is published cannot change any more, not even before it has a tag.
  write('packages/decimal/LICENSE', 'another licence')
  await commit('a change between a failure and what is left')
  await expect(attempt()).rejects.toThrow(/decimal@0\.1\.1 is published with other contents: what/)
  expect(await isPublished('@x/trading@0.1.1')).toBe(false)
  await git(top, 'reset', '--quiet', '--hard', 'HEAD~1')
  expect(await attempt()).toEqual({ published: ['@x/trading@0.1.1'], tagged: TAGS })
  expect(await tags()).toEqual(TAGS)
  expect(readFileSync(path.join(top, '.release/notes.md'), 'utf8')).toContain('Add numbers faster.')
})

it('does nothing when all is published', async () => {
  expect(await attempt()).toEqual({ published: [], tagged: [] })
})

it('lets a trusted publisher go on with packages that the registry knows', async () => {
  expect(await attempt({ hasProvenance: true })).toEqual({ published: [], tagged: [] })
  const steps = TAGS.map((tag) => ({ state: 'publish', tag: `${tag}9`, entry: entryOf(tag) }))
  const where = { top, registry: registry.url, env: env() }
  expect(await newPackageFaults({ ...where, steps })).toEqual([])
})

it('installs what was published', async () => {
  const consumer = path.join(work, 'consumer')
  await output('mkdir', ['-p', consumer], { cwd: work })
  writeFileSync(path.join(consumer, 'package.json'), '{"type":"module"}')
  await output('npm', ['install', '@x/trading', '--no-audit', '--no-fund'], {
    cwd: consumer,
    env: env(),
  })
  const loaded = "import('@x/trading').then((it) => console.log(typeof it.unrealisedPnl))"
  expect(await output('node', ['-e', loaded], { cwd: consumer })).toBe('function')
})

it('refuses a published package that changed without a new version', async () => {
  write('packages/decimal/src/added.ts', 'export const added = 1\n')
  await commit('a change without a changeset')
  await expect(attempt()).rejects.toThrow(/@x\/decimal@0\.1\.1 is published, but .*added\.ts/)
})

it.each([
  ['1.0.0', 'latest'],
  ['1.0.0+build-7', 'latest'],
  ['1.0.0-beta.2', 'beta'],
  ['1.0.0-RC.1', 'rc'],
  ['1.0.0-canary7', 'canary'],
  ['0.0.0-20261129054500', 'next'],
  ['1.0.0-0', 'next'],
  ['1.0.0-latest.1', 'next'],
  // A tag may not read as a range of versions.
  ['1.0.0-x.1', 'next'],
  ['1.0.0-v2', 'next'],
])('gives %s the distribution tag %s', (version, tag) => {
  expect(distTag(version)).toBe(tag)
})

it('keeps repairs of a former major version away from latest', () => {
  expect(distTag('1.4.3', 'release/1.x')).toBe('release-1.x')
  expect(distTag('1.4.3-rc.1', 'release/1.x')).toBe('rc')
})
