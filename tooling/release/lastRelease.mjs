// What a package is compared with: its last release, whatever version its manifest has now.
import path from 'node:path'
import { git } from './command.mjs'

const BUMPS = ['patch', 'minor', 'major']

/**
 * The newest release of a package that HEAD contains; before the first one, where HEAD left main of
 * origin. Prereleases are none: the next one may break what they had.
 *
 * @param {{ top: string, entry: { folder: string, manifest: { name: string } } }} options
 * @returns {Promise<{ ref: string, version: string } | undefined>} undefined for a new package
 */
export async function lastRelease({ top, entry }) {
  const { name } = entry.manifest
  const merged = ['--merged', 'HEAD', '--sort=-version:refname']
  const tags = (await git(top, 'tag', '--list', `${name}@*`, ...merged)).split('\n')
  const newest = tags.find((tag) => /@\d+\.\d+\.\d+$/.test(tag))
  if (newest) return { ref: newest, version: newest.slice(name.length + 1) }
  const ref = await git(top, 'merge-base', 'refs/remotes/origin/main', 'HEAD').catch(() => '')
  const file = path.relative(top, path.join(entry.folder, 'package.json'))
  if (ref === '' || (await git(top, 'ls-tree', '--name-only', ref, '--', file)) === '')
    return undefined
  return { ref, version: JSON.parse(await git(top, 'show', `${ref}:${file}`)).version }
}

/**
 * The bump that a version has over another one: `changeset version` has used the changesets that
 * planned it.
 *
 * @returns {'none' | 'patch' | 'minor' | 'major'}
 */
export function bumpBetween(before, after) {
  const [old, now] = [before, after].map((version) => version.split(/[-+]/)[0].split('.'))
  const changed = old.findIndex((part, index) => part !== now[index])
  return BUMPS[2 - changed] ?? 'none'
}
