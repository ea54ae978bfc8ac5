// What a registry and git already have of a release: what is left to do, and what forbids it.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { git, output } from './command.mjs'
import { tagOf } from './packages.mjs'

/**
 * @typedef {{ entry: object, file: string, integrity: string, tag: string,
 *   commit: string, isOfHead: boolean, state: 'publish' | 'tag' | 'done', fault?: string }} Step
 *   What is left of one package: to publish and tag, to tag only, or nothing; and which commit its
 *   tag names, HEAD or an earlier one.
 */

/**
 * @param {{ top: string, registry: string, env: object, tarballs: object[] }} options
 * @returns {Promise<Step[]>} in the order of `tarballs`
 */
export async function remainingSteps({ top, registry, env, tarballs }) {
  const head = await git(top, 'rev-parse', 'HEAD')
  return Promise.all(
    tarballs.map(async (tarball) => {
      const tag = tagOf(tarball.entry)
      const [published, tagged] = await Promise.all([
        publishedIntegrity({ top, registry, env, tag }),
        taggedCommit(top, tag),
      ])
      const commit = tagged ?? head
      const place = { ...tarball, tag, commit, isOfHead: commit === head }
      return { ...place, ...(await nextOf({ top, head, published, tagged, ...place })) }
    }),
  )
}

async function nextOf({ top, head, published, tagged, tag, integrity, entry }) {
  const isEarlier = tagged !== undefined && tagged !== head
  if (published === undefined)
    return {
      state: 'publish',
      ...(isEarlier && { fault: `${tag} is tagged at another commit, but is not published` }),
    }
  if (isEarlier) {
    const changed = await changedSince({ top, tag, folder: entry.folder })
    return {
      state: 'done',
      ...(changed.length > 0 && {
        fault: `${tag} is published, but ${changed[0]} changed since: it needs a changeset`,
      }),
    }
  }
  return {
    state: tagged === undefined ? 'tag' : 'done',
    ...(published !== integrity && {
      fault: `${tag} is published with other contents: what changed since needs a changeset`,
    }),
  }
}

/** The integrity of a published version; undefined if there is none. */
export async function publishedIntegrity({ top, registry, env, tag }) {
  try {
    const said = await output(
      'npm',
      ['view', tag, 'dist.integrity', '--json', '--prefer-online', '--registry', registry],
      { cwd: top, env },
    )
    return said === '' ? undefined : [JSON.parse(said)].flat()[0]
  } catch (error) {
    if (/E404/.test(error.output ?? '')) return undefined
    throw error
  }
}

/**
 * Why a trusted publisher cannot publish: registries let one be named for existing packages only.
 *
 * @param {{ top: string, registry: string, env: object, steps: Step[] }} options
 * @returns {Promise<string[]>}
 */
export async function newPackageFaults({ top, registry, env, steps }) {
  const names = steps
    .filter(({ state }) => state === 'publish')
    .map(({ entry }) => entry.manifest.name)
  const known = await Promise.all(
    names.map((name) => publishedIntegrity({ top, registry, env, tag: name })),
  )
  return names
    .filter((_name, index) => known[index] === undefined)
    .map((name) => `${name} is new at the registry: publish its first version by hand`)
}

async function taggedCommit(top, tag) {
  const found = await git(top, 'tag', '--list', tag)
  return found === '' ? undefined : git(top, 'rev-list', '-n', '1', tag)
}

/** Files of a package that changed since a tag and can change what it publishes. */
export async function changedSince({ top, tag, folder }) {
  const below = path.relative(top, folder)
  const { files } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  const changed = await git(top, 'diff', '--name-only', tag, 'HEAD', '--', below)
  return changed.split('\n').filter((file) => file !== '' && isPublished(file, files))
}

/** Folders that a build reads. */
const BUILT = ['src', 'messages', 'vectors', 'scripts']

/**
 * Whether a file of a package can change its tarball: it ships, or a build reads it. Tests and
 * mutation runs cannot; the changelog is written with the version.
 *
 * @param {string} file its path in the repository
 * @param {string[]} [files] `files` of the package's manifest
 */
export function isPublished(file, files = []) {
  const [, , ...rest] = file.split('/')
  const name = rest.at(-1) ?? ''
  const inside = rest.join('/')
  if (inside === 'CHANGELOG.md' || inside === 'api-report.md') return false
  if (ships(inside, files)) return true
  const isTest = /\.(test|slow|isolated|browser|property)\.tsx?$|\.test\.|\.stories\./.test(name)
  return !isTest && (BUILT.includes(rest[0] ?? '') || rest.length === 1)
}

/** Whether a pattern of `files` names a file or a folder above it. `!` takes files out again. */
function ships(file, files) {
  const matches = (pattern) =>
    path.posix.matchesGlob(file, pattern) || path.posix.matchesGlob(file, `${pattern}/**`)
  return (
    files.some((it) => !it.startsWith('!') && matches(it)) &&
    !files.some((it) => it.startsWith('!') && matches(it.slice(1)))
  )
}
