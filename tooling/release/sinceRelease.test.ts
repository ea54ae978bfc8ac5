import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { apiFaults, releasedReport } from './apiReport.mjs'
import { missingChangesets, plannedBumps } from './changesets.mjs'
import { git, output } from './command.mjs'
import { bumpBetween, lastRelease } from './lastRelease.mjs'
import { publishablePackages } from './packages.mjs'

const top = mkdtempSync(path.join(os.tmpdir(), 'x-since-release-'))
const report = (...lines: string[]) =>
  `# API\n\n## @x/lamp\n\n\`\`\`ts\n${lines.join('\n')}\n\`\`\`\n`
const RELEASED = report('function light(): void;', 'function quench(): void;')

function write(file: string, text: string) {
  mkdirSync(path.dirname(path.join(top, file)), { recursive: true })
  writeFileSync(path.join(top, file), text)
}

async function commit(message: string) {
  await git(top, 'add', '--all')
  await git(top, 'commit', '--quiet', '--message', message)
}

const manifest = (name: string, version = '1.0.0') =>
  JSON.stringify({ name, version, files: ['dist'] })
const lampAt = (version: string) => ({
  folder: path.join(top, 'packages/lamp'),
  manifest: { name: '@x/lamp', version },
})

/** `lamp` is released, `moth` is not yet. */
beforeAll(async () => {
  write('packages/lamp/package.json', manifest('@x/lamp'))
  write('packages/lamp/src/lamp.ts', 'export const lamp = 1\n')
  write('packages/lamp/api-report.md', RELEASED)
  write('packages/moth/package.json', manifest('@x/moth'))
  await output('git', ['init', '--quiet', '--initial-branch', 'main'], { cwd: top })
  await git(top, 'config', 'user.email', 'rehearsal@example.org')
  await git(top, 'config', 'user.name', 'Rehearsal')
  await commit('a first version')
  await git(top, 'tag', '@x/lamp@1.0.0')
})
afterAll(() => rmSync(top, { recursive: true, force: true }))

const missing = () =>
  missingChangesets({ top, packages: publishablePackages(top), planned: plannedBumps(top) })
const [lamp, moth] = ['lamp', 'moth'].map((name) => ({
  folder: path.join(top, 'packages', name),
  manifest: JSON.parse(manifest(`@x/${name}`)) as { name: string; version: string },
}))

it('asks for no changeset without a change or a release', async () => {
  write('packages/moth/src/moth.ts', 'export const moth = 1\n')
  await commit('a moth')
  expect(await missing()).toEqual([])
})

it('asks for no changeset of a test', async () => {
  write('packages/lamp/src/lamp.test.ts', 'it.todo("lights")\n')
  await commit('a test')
  expect(await missing()).toEqual([])
})

it('names a released package that changed without a changeset', async () => {
  write('packages/lamp/src/lamp.ts', 'export const lamp = 2\n')
  await commit('a brighter lamp')
  expect(await missing()).toEqual([
    '@x/lamp changed since @x/lamp@1.0.0 (packages/lamp/src/lamp.ts) and has no changeset',
  ])
})

it('accepts the change with its changeset', async () => {
  write('.changeset/bright.md', "---\n'@x/lamp': patch\n---\n\nLight more.\n")
  expect(await missing()).toEqual([])
})

it('reads the API as it was released, not as it is now', async () => {
  write('packages/lamp/api-report.md', report('function light(): void;'))
  await commit('quench no more')
  expect(lamp && (await releasedReport({ top, entry: lamp }))).toEqual({
    ref: '@x/lamp@1.0.0',
    version: '1.0.0',
    report: RELEASED.trimEnd(),
  })
})

it('knows no released API of a package without a release', async () => {
  expect(moth && (await releasedReport({ top, entry: moth }))).toBeUndefined()
})

const DARK = report('function light(): void;')
const apiOf = (version: string, planned: Record<string, string> = {}) =>
  apiFaults({ top, entry: lampAt(version), planned, report: DARK })

it('refuses a break since the release without the bump for it', async () => {
  expect((await apiOf('1.0.0', { '@x/lamp': 'minor' })).join()).toContain('quench')
  expect(await apiOf('1.0.0', { '@x/lamp': 'major' })).toEqual([])
})

it('refuses a break once its changesets are used, by the version', async () => {
  expect((await apiOf('1.1.0')).join()).toContain('needs a major changeset, not minor')
  expect((await apiOf('1.1.0', { '@x/lamp': 'patch' })).join()).toContain('not minor')
  expect(await apiOf('2.0.0')).toEqual([])
  expect(await apiOf('2.0.0-beta.1')).toEqual([])
})

it('takes the changesets that a version has used for changesets', async () => {
  rmSync(path.join(top, '.changeset/bright.md'))
  expect(await missing()).toHaveLength(1)
  write('packages/lamp/package.json', manifest('@x/lamp', '1.0.1'))
  expect(await missing()).toEqual([])
})

it('compares with the newest release that HEAD contains', async () => {
  await commit('version')
  await git(top, 'tag', '@x/lamp@1.0.1')
  await git(top, 'tag', '@x/lamp@1.0.2-beta.1')
  await git(top, 'tag', '@x/lamp-post@3.0.0')
  write('packages/lamp/src/lamp.ts', 'export const lamp = 3\n')
  await commit('an even brighter lamp')
  expect((await missing()).join()).toContain('changed since @x/lamp@1.0.1 ')
  await git(top, 'tag', '@x/lamp@1.0.10')
  expect(await lastRelease({ top, entry: lampAt('1.0.1') })).toMatchObject({ version: '1.0.10' })
  await git(top, 'switch', '--quiet', '--create', 'older', 'HEAD~1')
  expect(await lastRelease({ top, entry: lampAt('1.0.1') })).toMatchObject({ version: '1.0.1' })
  await git(top, 'switch', '--quiet', 'main')
})

it('compares with main of origin before the first release', async () => {
  const entry = { folder: path.join(top, 'packages/moth'), manifest: { name: '@x/moth' } }
  expect(await lastRelease({ top, entry })).toBeUndefined()
  await git(top, 'update-ref', 'refs/remotes/origin/main', 'HEAD')
  expect(await missing()).toEqual([])
  write('packages/moth/src/moth.ts', 'export const moth = 2\n')
  await commit('a larger moth')
  expect((await missing()).join()).toMatch(/^@x\/moth changed since [0-9a-f]{40} .*no changeset$/)
  write('packages/moth/package.json', manifest('@x/moth', '1.1.0'))
  expect(await missing()).toEqual([])
})

it.each([
  ['1.0.0', '1.0.0', 'none'],
  ['1.0.0', '1.0.1', 'patch'],
  ['1.0.9', '1.1.0', 'minor'],
  ['1.9.9', '2.0.0', 'major'],
  ['0.1.0', '1.0.0-beta.1', 'major'],
])('sees from %s to %s a bump of %s', (before, after, bump) => {
  expect(bumpBetween(before, after)).toBe(bump)
})

it('fails for a report that cannot be read', async () => {
  const outside = { ...lampAt('1.0.0'), folder: path.join(top, '../elsewhere') }
  await expect(releasedReport({ top, entry: outside })).rejects.toThrow(/outside repository/)
})
