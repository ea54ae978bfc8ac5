// Rehearses the release of all packages: a clone of HEAD, versions from its changesets, a build in
// a folder of its own, a bill of materials, a registry on this machine, a failure in the middle,
// and the rest. Then the clone's tarballs are compared, byte by byte, with those of a second one.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { git, output } from './command.mjs'
import { inDependencyOrder, publishablePackages, root, tagOf } from './packages.mjs'
import { readPublishing } from './publishing.mjs'
import { startRegistry } from './registry.mjs'
import { release, RELEASE_FOLDER } from './release.mjs'
import { writeBillOfMaterials } from './sbom.mjs'
import { packOne } from './tarball.mjs'

const work = mkdtempSync(path.join(os.tmpdir(), 'x-rehearse-'))
const publishing = {
  ...readPublishing(),
  scopeIsOurs: true,
  repository: 'https://git.example.org/x',
  homepage: 'https://git.example.org/x',
  author: 'X <x@example.org>',
}

const registry = await startRegistry()
try {
  await rehearse()
} finally {
  await registry.stop()
  rmSync(work, { recursive: true, force: true })
}

async function rehearse() {
  const [first, second] = [path.join(work, 'first'), path.join(work, 'deeper/second')]
  await prepare(first)
  const options = {
    top: first,
    registry: registry.url,
    env: { npm_config_userconfig: registry.userconfig },
    publishing,
    check: async () => {},
    build: async () => {},
    describe: () => writeBillOfMaterials(first),
  }
  registry.refuseAfter(7)
  const error = await release(options).catch((cause) => cause)
  expect(/E401/.test(String(error)), `the eighth upload must fail with 401: ${error}`)
  registry.refuseAfter(Infinity)
  const rest = await release(options)
  const packages = publishablePackages(first)
  expect(rest.published.length === packages.length - 7, `published ${rest.published.join()}`)
  expect(rest.tagged.length === packages.length, `tagged ${rest.tagged.join()}`)
  expectBill(first, packages)
  const nothing = await release(options)
  expect(nothing.tagged.length === 0, `a third run did ${nothing.tagged.join()}`)
  await installAll(packages)
  await prepare(second)
  await comparePacked(first, second)
}

/** The list has each package by its name and version, and what it depends on. */
function expectBill(top, packages) {
  const file = path.join(top, RELEASE_FOLDER, 'sbom.cdx.json')
  const { components } = JSON.parse(readFileSync(file, 'utf8'))
  const listed = components.map(({ purl }) => decodeURIComponent(purl))
  const wanted = [...packages.map((entry) => `pkg:npm/${tagOf(entry)}`), 'pkg:npm/dexie@']
  const missing = wanted.filter((purl) => !listed.some((one) => one.startsWith(purl)))
  expect(missing.length === 0, `the bill of materials lacks ${missing.join()}`)
}

/** A clone with versions and a build. Its modules are installed, from the store of this machine. */
async function prepare(top) {
  await output('git', ['clone', '--quiet', root, top], { cwd: work })
  await git(top, 'switch', '--quiet', '--force-create', 'main')
  await git(top, 'remote', 'remove', 'origin')
  await git(top, 'config', 'user.email', 'rehearsal@example.org')
  await git(top, 'config', 'user.name', 'Rehearsal')
  await output('pnpm', ['install', '--frozen-lockfile', '--ignore-scripts', '--prefer-offline'], {
    cwd: top,
  })
  // As the publisher fills it in; the tarballs of placeholders are refused.
  writeFileSync(path.join(top, 'tooling/release/publishing.json'), JSON.stringify(publishing))
  await output('node', ['tooling/release/publishing.mjs'], { cwd: top })
  const bin = path.join(top, 'node_modules/.bin')
  await output(path.join(bin, 'changeset'), ['version'], { cwd: top })
  await git(top, 'add', '--all', '--', '.changeset', 'packages', 'tooling', 'pnpm-lock.yaml')
  await git(top, 'commit', '--quiet', '--message', 'version')
  for (const { folder } of inDependencyOrder(publishablePackages(top)))
    await output('pnpm', ['run', 'build'], { cwd: folder })
}

async function installAll(packages) {
  const consumer = mkdtempSync(path.join(work, 'consumer-'))
  const dependencies = Object.fromEntries(
    packages.map(({ manifest }) => [manifest.name, manifest.version]),
  )
  writeFileSync(path.join(consumer, 'package.json'), JSON.stringify({ dependencies }))
  const scoped = path.join(consumer, '.npmrc')
  writeFileSync(scoped, `${publishing.scope}:registry=${registry.url}\n`)
  await output('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: consumer })
  const names = JSON.stringify(Object.keys(dependencies))
  await output('node', ['-e', `for (const name of ${names}) require(name)`], { cwd: consumer })
}

async function comparePacked(first, second) {
  const packed = await Promise.all(
    [first, second].map(async (top) => {
      const found = {}
      for (const entry of publishablePackages(top))
        found[tagOf(entry)] = (await packOne({ entry, into: path.join(top, '.packed') })).integrity
      return found
    }),
  )
  const [one, other] = packed
  const different = Object.keys(one).filter((tag) => one[tag] !== other[tag])
  expect(different.length === 0, `built in two folders, these differ: ${different.join()}`)
  console.log(`${Object.keys(one).length} tarballs are the same, built in two folders`)
}

function expect(holds, sentence) {
  if (!holds) throw new Error(sentence)
}
