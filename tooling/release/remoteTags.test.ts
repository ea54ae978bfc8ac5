import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { git, output } from './command.mjs'
import { publishablePackages } from './packages.mjs'
import { release } from './release.mjs'
import { writeStamp } from './stamp.mjs'
import { packOne } from './tarball.mjs'

const TAG = '@x/lamp@1.0.0'
const work = mkdtempSync(path.join(os.tmpdir(), 'x-lost-tags-'))
const top = path.join(work, 'repository')
const remote = path.join(work, 'remote.git')
const hook = path.join(remote, 'hooks/pre-receive')
const said: string[] = []
let integrity = ''

/** A registry that has the one version of the one package. */
const registry = http.createServer((_request, response) => {
  const version = { name: '@x/lamp', version: '1.0.0', dist: { integrity } }
  const answer = {
    name: '@x/lamp',
    'dist-tags': { latest: '1.0.0' },
    versions: { '1.0.0': version },
  }
  response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
})

function write(file: string, text: string) {
  mkdirSync(path.dirname(path.join(top, file)), { recursive: true })
  writeFileSync(path.join(top, file), text)
}

beforeAll(async () => {
  registry.listen(0, '127.0.0.1')
  await once(registry, 'listening')
  write('.gitignore', 'dist\ntooling\n.release\n')
  write('package.json', '{"private":true}')
  write('packages/lamp/package.json', JSON.stringify(manifest()))
  for (const file of ['README.md', 'LICENSE']) write(`packages/lamp/${file}`, 'A lamp.\n')
  write('packages/lamp/CHANGELOG.md', '# @x/lamp\n\n## 1.0.0\n\nLight the lamp.\n')
  write('packages/lamp/src/index.ts', 'export const lamp = 1\n')
  write('packages/lamp/dist/index.js', 'export const lamp = 1\n')
  writeStamp(path.join(top, 'packages/lamp'))
  mkdirSync(path.join(top, 'tooling'))
  symlinkSync(import.meta.dirname, path.join(top, 'tooling/release'))
  await output('git', ['init', '--quiet', '--bare', remote], { cwd: work })
  await output('git', ['init', '--quiet', '--initial-branch', 'main'], { cwd: top })
  await git(top, 'config', 'user.email', 'rehearsal@example.org')
  await git(top, 'config', 'user.name', 'Rehearsal')
  await git(top, 'remote', 'add', 'origin', remote)
  await commit('version')
  const [entry] = publishablePackages(top)
  integrity = (await packOne({ entry, into: path.join(work, 'packed') })).integrity
})
afterAll(async () => {
  registry.closeAllConnections()
  registry.close()
  await once(registry, 'close')
  rmSync(work, { recursive: true, force: true })
})

const manifest = () => ({
  name: '@x/lamp',
  version: '1.0.0',
  type: 'module',
  files: ['dist', '!dist/.sources', 'README.md', 'CHANGELOG.md', 'LICENSE'],
  publishConfig: { exports: { '.': { import: './dist/index.js' } } },
  scripts: { prepack: 'node ../../tooling/release/prepack.mjs' },
})

async function commit(message: string) {
  await git(top, 'add', '--all')
  await git(top, 'commit', '--quiet', '--message', message)
  await git(top, 'push', '--quiet', 'origin', 'main')
}

const attempt = (changed: object = {}) =>
  release({
    top,
    registry: `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`,
    publishing: {
      scopeIsOurs: true,
      repository: 'https://git.example.org/x',
      homepage: 'https://git.example.org/x',
      author: 'X <x@example.org>',
    },
    check: async () => {},
    build: async () => {},
    say: (line: string) => said.push(line),
    ...changed,
  })

const remoteTag = () => git(top, 'ls-remote', '--tags', 'origin', TAG)
const notes = () => readFileSync(path.join(top, '.release/notes.md'), 'utf8')

it('describes what was packed before the first upload', async () => {
  const describe = () => Promise.reject(new Error('no bill of materials'))
  await expect(attempt({ describe })).rejects.toThrow('no bill of materials')
  expect(await git(top, 'tag')).toBe('')
})

it('keeps tags in the clone when their push fails', async () => {
  writeFileSync(hook, '#!/bin/sh\nexit 1\n')
  chmodSync(hook, 0o755)
  await expect(attempt()).rejects.toThrow(/git push/)
  expect([await git(top, 'tag'), await remoteTag()]).toEqual([TAG, ''])
  rmSync(hook)
})

it('names lost tags in a dry run and pushes nothing', async () => {
  await attempt({ isDryRun: true })
  expect(said).toContain(`would push ${TAG}`)
  expect(await remoteTag()).toBe('')
})

it('pushes tags that an earlier run lost', async () => {
  expect(await attempt()).toEqual({ published: [], tagged: [] })
  expect(await remoteTag()).toContain(`refs/tags/${TAG}`)
  expect(said).toContain(`pushed ${TAG}`)
})

it('writes the notes of all tags at HEAD again', async () => {
  said.length = 0
  await attempt()
  expect(said).toEqual(['Everything is published and tagged.'])
  expect(notes()).toContain('Light the lamp.')
})

it('takes over a tag that only origin has', async () => {
  await git(top, 'tag', '--delete', TAG)
  await attempt()
  expect(await git(top, 'tag')).toBe(TAG)
})

it('pushes a lost tag of an earlier commit without notes', async () => {
  await git(top, 'push', '--quiet', 'origin', `:refs/tags/${TAG}`)
  write('note.txt', 'a change of no package')
  await commit('a change')
  await attempt()
  expect(await remoteTag()).toContain(`refs/tags/${TAG}`)
  expect(notes()).toBe('')
})

it('refuses a tag that origin has at another commit', async () => {
  await git(top, 'tag', '--delete', TAG)
  await expect(attempt()).rejects.toThrow(/at another commit on origin/)
})
