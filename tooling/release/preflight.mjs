// What refuses a release before anything is built.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { git } from './command.mjs'
import { placeholderFaults } from './publishing.mjs'

/**
 * Faults of the tree and of the settings, as sentences; none for a tree that may be released.
 *
 * @param {{ top: string, packages: object[], publishing: object }} options
 * @returns {Promise<string[]>}
 */
export async function preflightFaults({ top, packages, publishing }) {
  return [
    ...(await treeFaults(top)),
    ...pendingChangesets(top).map((name) => `.changeset/${name} is not in a version yet`),
    ...packages.filter((entry) => changelogOf(entry) === undefined).map(unversioned),
    ...placeholderFaults(publishing),
  ]
}

/** `release/1.x` keeps a former major version in repair. */
const RELEASED_FROM = /^(main|release\/[a-z0-9][\w.-]*)$/

async function treeFaults(top) {
  const changes = await git(top, 'status', '--porcelain')
  const branch = await git(top, 'branch', '--show-current')
  const faults = []
  if (changes !== '') faults.push(`The tree has uncommitted changes:\n${changes}`)
  if (!RELEASED_FROM.test(branch))
    faults.push(`A release is made from main or release/…, not from ${branch || 'a tag'}`)
  else if ((await git(top, 'remote')).split('\n').includes('origin')) {
    const [ours, theirs] = await Promise.all([
      git(top, 'rev-parse', 'HEAD'),
      git(top, 'ls-remote', 'origin', `refs/heads/${branch}`),
    ])
    if (!theirs.startsWith(ours)) faults.push(`HEAD is not ${branch} of origin: pull or push first`)
  }
  return faults
}

const unversioned = ({ manifest }) =>
  `${manifest.name} has no entry for ${manifest.version} in its changelog: ` +
  `run npx changeset version`

/** Changesets that `changeset version` has not used yet. */
export function pendingChangesets(top) {
  const folder = path.join(top, '.changeset')
  if (!existsSync(folder)) return []
  return readdirSync(folder).filter((name) => name.endsWith('.md') && name !== 'README.md')
}

/**
 * The part of a package's changelog about its version, or undefined.
 *
 * @returns {string | undefined}
 */
export function changelogOf({ folder, manifest }) {
  const file = path.join(folder, 'CHANGELOG.md')
  if (!existsSync(file)) return undefined
  const parts = readFileSync(file, 'utf8').split(/^## /m).slice(1)
  const part = parts.find((text) => text.split('\n', 1)[0].trim() === manifest.version)
  return part?.slice(part.indexOf('\n')).trim()
}
