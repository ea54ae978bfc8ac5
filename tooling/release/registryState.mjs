// What a registry and git already have of a release: what is left to do, and what forbids it.
import path from 'node:path'
import { git, output } from './command.mjs'
import { tagOf } from './packages.mjs'

/**
 * @typedef {{ entry: object, file: string, integrity: string, tag: string,
 *   state: 'publish' | 'tag' | 'done', fault?: string }} Step What is left of one package:
 *   to publish and tag, to tag only, or nothing.
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
      const place = { ...tarball, tag }
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
    ...(published !== integrity && { fault: `${tag} is published with other contents` }),
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

async function taggedCommit(top, tag) {
  const found = await git(top, 'tag', '--list', tag)
  return found === '' ? undefined : git(top, 'rev-list', '-n', '1', tag)
}

/** Files of a package that changed since a tag and can change what it publishes. */
export async function changedSince({ top, tag, folder }) {
  const below = path.relative(top, folder)
  const changed = await git(top, 'diff', '--name-only', tag, 'HEAD', '--', below)
  return changed.split('\n').filter((file) => file !== '' && isPublished(file))
}

/** Whether a file of a package can change its tarball. Tests, examples and mutation runs cannot. */
export function isPublished(file) {
  const [, , ...rest] = file.split('/')
  const name = rest.at(-1) ?? ''
  const isTest = /\.(test|slow|isolated|browser|property)\.tsx?$|\.test\.|\.stories\./.test(name)
  if (isTest || name === 'CHANGELOG.md' || name === 'api-report.md') return false
  return ['src', 'messages', 'vectors', 'scripts'].includes(rest[0] ?? '') || rest.length === 1
}
