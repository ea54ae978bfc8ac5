import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { compareReports } from './apiChanges.mjs'
import { releasedReport } from './apiReport.mjs'
import { missingChangesets, plannedBumps } from './changesets.mjs'
import { git, output } from './command.mjs'
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

const manifest = (name: string) => JSON.stringify({ name, version: '1.0.0', files: ['dist'] })

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
  expect(lamp && (await releasedReport({ top, entry: lamp }))).toBe(RELEASED.trimEnd())
})

it('knows no released API of a package without a release', async () => {
  expect(moth && (await releasedReport({ top, entry: moth }))).toBeUndefined()
})

it('refuses a break since the release without the bump for it', async () => {
  const before = lamp ? await releasedReport({ top, entry: lamp }) : undefined
  const change = {
    name: '@x/lamp',
    version: '1.0.0',
    before,
    after: report('function light(): void;'),
  }
  expect(compareReports({ ...change, bump: 'minor' }).join()).toContain('quench')
  expect(compareReports({ ...change, bump: 'major' })).toEqual([])
})

it('fails for a tag whose report cannot be read', async () => {
  const entry = lamp && { ...lamp, manifest: { ...lamp.manifest, version: '2.0.0' } }
  await git(top, 'tag', '@x/lamp@2.0.0')
  expect(entry && (await releasedReport({ top, entry }))).toContain('light')
  const outside = {
    folder: path.join(top, '../elsewhere'),
    manifest: { name: '@x/lamp', version: '1.0.0' },
  }
  await expect(releasedReport({ top, entry: outside })).rejects.toThrow(/outside repository/)
})
