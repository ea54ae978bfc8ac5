// Publishes what is new, in dependency order, then tags it. After a failure the same command goes
// on: the registry and git say what is left, and nothing else is remembered.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Plain } from '../bootstrap/progress.mjs'
import { git, output } from './command.mjs'
import { inDependencyOrder, publishablePackages } from './packages.mjs'
import { changelogOf, preflightFaults } from './preflight.mjs'
import { newPackageFaults, remainingSteps } from './registryState.mjs'
import { lackingTags, remoteTagFaults, remoteTags, writeTags } from './remoteTags.mjs'
import { packOne, tarballFaults } from './tarball.mjs'

/** Where the tarballs, checksums and notes of the last release are. */
export const RELEASE_FOLDER = '.release'

/**
 * @typedef {object} ReleaseOptions
 * @property {string} top the repository
 * @property {string} registry where to publish
 * @property {object} publishing the values of publishing.json
 * @property {() => Promise<unknown>} check runs every check; nothing is packed if it throws
 * @property {() => Promise<unknown>} build builds every package
 * @property {() => Promise<unknown>} [describe] adds to what was packed before the first upload
 * @property {Record<string, string>} [env] variables of the commands that ask the registry
 * @property {boolean} [isDryRun] stop before the first upload
 * @property {boolean} [hasProvenance] attest where the tarballs were built
 * @property {(line: string) => void} [say] prints a line
 */

/**
 * Makes a release, or what is left of it.
 *
 * @param {ReleaseOptions} options
 * @returns {Promise<{ published: string[], tagged: string[] }>} the tags of what was done now
 * @throws Plain with every reason for which a release is refused
 */
export async function release(options) {
  const { top, registry, env = {}, publishing, check, build } = options
  const { isDryRun = false, hasProvenance = false, describe = async () => {} } = options
  const { say = console.log } = options
  const packages = inDependencyOrder(publishablePackages(top))
  refuse(await preflightFaults({ top, packages, publishing }))
  await check()
  await build()
  const tarballs = await packAll({ top, packages })
  const steps = await remainingSteps({ top, registry, env, tarballs })
  const remote = await remoteTags(top)
  refuse([
    ...steps.flatMap(({ fault }) => fault ?? []),
    ...remoteTagFaults(steps, remote),
    ...(hasProvenance ? await newPackageFaults({ top, registry, env, steps }) : []),
  ])
  await describe()
  const changes = await git(top, 'status', '--porcelain')
  refuse(changes === '' ? [] : [`The checks or the build changed the tree:\n${changes}`])
  const left = steps.filter(({ state }) => state !== 'done')
  writeNotes({ top, steps: steps.filter(({ isOfHead }) => isOfHead) })
  const lacking = await lackingTags({ top, tags: steps, remote })
  sayPlan({ left, lacking, isDryRun, say })
  if (isDryRun) return { published: [], tagged: [] }
  const published = await publishAll({ ...options, say, left })
  for (const tag of await writeTags({ top, tags: steps, remote })) say(`pushed ${tag}`)
  return { published, tagged: left.map(({ tag }) => tag) }
}

function sayPlan({ left, lacking, isDryRun, say }) {
  const would = isDryRun ? 'would ' : ''
  if (left.length + lacking.length === 0) say('Everything is published and tagged.')
  for (const { tag, state } of left) say(`${would}${state} ${tag}`)
  for (const tag of lacking) say(`${would}push ${tag}`)
}

async function publishAll({ left, say, ...options }) {
  const published = []
  for (const step of left)
    if (step.state === 'publish') {
      await publish({ ...options, step })
      published.push(step.tag)
      say(`published ${step.tag}`)
    }
  return published
}

function refuse(faults) {
  if (faults.length > 0) throw new Plain(`No release:\n${faults.map((it) => `- ${it}`).join('\n')}`)
}

async function packAll({ top, packages }) {
  const into = path.join(top, RELEASE_FOLDER)
  rmSync(into, { recursive: true, force: true })
  mkdirSync(into, { recursive: true })
  const tarballs = []
  for (const entry of packages) tarballs.push(await packOne({ entry, into }))
  const faults = await Promise.all(tarballs.map((it) => tarballFaults({ ...it, top })))
  refuse(faults.flat())
  const sums = tarballs.map(({ file, integrity }) => `${integrity}  ${path.basename(file)}\n`)
  writeFileSync(path.join(into, 'integrity.txt'), sums.join(''))
  return tarballs
}

/** Publishes the tarball that was checked, not the folder, which would be packed again. */
async function publish({ top, registry, env = {}, hasProvenance = false, step }) {
  const { version } = step.entry.manifest
  await output(
    'npm',
    [
      'publish',
      step.file,
      '--registry',
      registry,
      '--access',
      'public',
      '--tag',
      distTag(version, await git(top, 'branch', '--show-current')),
      '--loglevel',
      'error',
      ...(hasProvenance ? ['--provenance'] : []),
    ],
    { cwd: top, env },
  )
}

/**
 * `latest` for releases of main only; `release/1.x` has `release-1.x`. A prerelease is named by its
 * first word, `beta` for 1.0.0-beta.2; without a word, or with one that npm would read as something
 * else, it is `next`.
 */
export function distTag(version, branch = 'main') {
  const [, prerelease] = /^[^+-]*-([^+]*)/.exec(version) ?? []
  if (prerelease === undefined) return branch === 'main' ? 'latest' : branch.replace('/', '-')
  const word = /^[a-z]{2,}/i.exec(prerelease)?.[0].toLowerCase() ?? 'next'
  return word === 'latest' ? 'next' : word
}

/** The release notes: what the changelogs say of each version that is of HEAD. */
function writeNotes({ top, steps }) {
  const parts = steps.map(
    ({ entry }) =>
      `## ${entry.manifest.name} ${entry.manifest.version}\n\n${changelogOf(entry) ?? ''}\n`,
  )
  writeFileSync(path.join(top, RELEASE_FOLDER, 'notes.md'), parts.join('\n'))
}
