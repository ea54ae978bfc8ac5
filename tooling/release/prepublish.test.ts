import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { git, output } from './command.mjs'
import { publishFaults } from './prepublish.mjs'
import { SCRIPTS } from './publishing.mjs'

const work = mkdtempSync(path.join(os.tmpdir(), 'x-prepublish-'))
const folder = path.join(work, 'packages/lamp')
const manifest = {
  name: '@x/lamp',
  version: '1.0.0',
  author: 'X <x@example.org>',
  scripts: { prepublishOnly: SCRIPTS.prepublishOnly },
}
const repository = 'https://git.example.org/x'
const publishing = { scopeIsOurs: true, repository, homepage: repository, author: manifest.author }

function write(file: string, text: string) {
  mkdirSync(path.dirname(path.join(work, file)), { recursive: true })
  writeFileSync(path.join(work, file), text)
}

async function commit() {
  await git(work, 'add', '--all')
  await git(work, 'commit', '--quiet', '--allow-empty', '--message', 'a change')
}

beforeAll(async () => {
  write('.gitignore', 'tooling\n')
  write('packages/lamp/package.json', JSON.stringify(manifest))
  mkdirSync(path.join(work, 'tooling'))
  symlinkSync(import.meta.dirname, path.join(work, 'tooling/release'))
  await output('git', ['init', '--quiet', '--initial-branch', 'main'], { cwd: work })
  await git(work, 'config', 'user.email', 'rehearsal@example.org')
  await git(work, 'config', 'user.name', 'Rehearsal')
  await commit()
})
afterAll(() => rmSync(work, { recursive: true, force: true }))

const faults = async () => (await publishFaults({ folder, publishing })).join('\n')

it('refuses a version that no changelog has', async () => {
  expect(await faults()).toMatch(/no entry for 1\.0\.0 in its changelog/)
})

it('refuses changesets that no version has used', async () => {
  write('packages/lamp/CHANGELOG.md', '## 1.0.0\n\nLight the lamp.\n')
  write('.changeset/one.md', 'text')
  await commit()
  expect(await faults()).toBe('.changeset/one.md is not in a version yet')
  rmSync(path.join(work, '.changeset'), { recursive: true })
  await commit()
})

it('accepts a clean tree with versions and without placeholders', async () => {
  expect(await faults()).toBe('')
})

it('refuses a tree with uncommitted changes', async () => {
  write('note.txt', 'a change')
  expect(await faults()).toContain('uncommitted changes')
  rmSync(path.join(work, 'note.txt'))
})

it('refuses placeholders of the manifest and of the publisher', async () => {
  const author = 'PLACEHOLDER <packages@example.invalid>'
  write('packages/lamp/package.json', JSON.stringify({ ...manifest, author }))
  await commit()
  expect(await publishFaults({ folder, publishing: { ...publishing, author } })).toEqual([
    'publishing.json: author is a placeholder',
    '@x/lamp: author is a placeholder',
  ])
})

const npmPublish = (...args: string[]) =>
  output('npm', ['publish', ...args, '--dry-run', '--offline'], { cwd: folder }).catch(
    (error) => error.output,
  )

it('runs for a folder published by hand', async () => {
  const refused = /publishing\.json: author is a placeholder/
  expect(await npmPublish()).toMatch(refused)
  const pnpm = output('pnpm', ['publish', '--dry-run', '--no-git-checks'], { cwd: folder })
  await expect(pnpm).rejects.toThrow(refused)
})

it('does not run for a tarball', async () => {
  await output('pnpm', ['pack', '--pack-destination', work], { cwd: folder })
  expect(await npmPublish(path.join(work, 'x-lamp-1.0.0.tgz'))).toBe('+ @x/lamp@1.0.0')
})
