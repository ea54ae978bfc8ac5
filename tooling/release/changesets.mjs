// Checks changesets: each names one package, its first line is one sentence, and every package that
// changed since its last release has one.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { bumpBetween, lastRelease } from './lastRelease.mjs'
import { pendingChangesets } from './preflight.mjs'
import { publishablePackages, root } from './packages.mjs'
import { changedSince } from './registryState.mjs'

const BUMPS = ['none', 'patch', 'minor', 'major']

/**
 * @typedef {{ file: string, bumps: Record<string, string>, summary: string }} Changeset
 */

/** @returns {Changeset[]} the changesets that no version has used yet */
export function readChangesets(top) {
  return pendingChangesets(top).map((file) =>
    parseChangeset(file, readFileSync(path.join(top, '.changeset', file), 'utf8')),
  )
}

/** @returns {Changeset} */
export function parseChangeset(file, text) {
  const [, head = '', summary = ''] = /^---\n([\s\S]*?)\n?---\n([\s\S]*)$/.exec(text) ?? []
  const named = [...head.matchAll(/^['"]?(@?[^'":]+)['"]?:\s*(\w+)$/gm)]
  return {
    file,
    bumps: Object.fromEntries(named.map(([, name, bump]) => [name, bump])),
    summary: summary.trim(),
  }
}

/** The largest bump that the changesets plan for each package. */
export function plannedBumps(top) {
  const planned = {}
  for (const { bumps } of readChangesets(top))
    for (const [name, bump] of Object.entries(bumps))
      if (BUMPS.indexOf(bump) > BUMPS.indexOf(planned[name] ?? 'none')) planned[name] = bump
  return planned
}

/**
 * Faults of one changeset, as sentences. Its text may only name packages that its own one uses: a
 * sentence copied from another package is not true of this one.
 *
 * @param {Changeset} changeset
 * @param {{ packages: { manifest: object }[] }} options all published packages
 */
export function changesetFaults({ file, bumps, summary }, { packages }) {
  const names = Object.keys(bumps)
  const [sentence = ''] = summary.split('\n\n')
  const known = packages.map(({ manifest }) => manifest.name)
  const unknown = names.filter((name) => !known.includes(name))
  const own = packages.filter(({ manifest }) => names.includes(manifest.name))
  const strange = strangeNames(summary, { known, own })
  return [
    ...unknown.map((name) => `.changeset/${file}: ${name} is no published package`),
    ...strange.map((name) => `.changeset/${file}: names ${name}, which ${names[0]} does not use`),
    ...(names.length > 1
      ? [`.changeset/${file}: names ${names.length} packages; write one changeset for each`]
      : []),
    ...(names.length > 0 && !/^[A-Z`][\s\S]*[.:]$/.test(sentence)
      ? [`.changeset/${file}: the first line is no sentence`]
      : []),
  ]
}

/** Packages that a text names, though those that it is about do not depend on them. */
function strangeNames(text, { known, own }) {
  const used = own.flatMap(({ manifest }) => [
    manifest.name,
    ...Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }),
  ])
  const named = known.filter((name) => new RegExp(`${name}(?![\\w-])`).test(text))
  return own.length === 0 ? [] : named.filter((name) => !used.includes(name))
}

/**
 * The bump that a package gets: the larger one of what its changesets plan and what its manifest
 * has over its last release.
 */
export function bumpOf({ entry, released, planned }) {
  const { name, version } = entry.manifest
  const bumps = [planned[name] ?? 'none', bumpBetween(released.version, version)]
  return bumps.toSorted((a, b) => BUMPS.indexOf(b) - BUMPS.indexOf(a))[0]
}

/** Packages that changed since their last release and have no changeset, as sentences. */
export async function missingChangesets({ top, packages, planned }) {
  const faults = []
  for (const entry of packages) {
    const { name } = entry.manifest
    if (planned[name] !== undefined) continue
    const released = await lastRelease({ top, entry })
    if (!released || bumpOf({ entry, released, planned }) !== 'none') continue
    const changed = await changedSince({ top, tag: released.ref, folder: entry.folder })
    if (changed.length > 0)
      faults.push(`${name} changed since ${released.ref} (${changed[0]}) and has no changeset`)
  }
  return faults
}

async function main() {
  const packages = publishablePackages()
  const faults = [
    ...readChangesets(root).flatMap((it) => changesetFaults(it, { packages })),
    ...(await missingChangesets({ top: root, packages, planned: plannedBumps(root) })),
  ]
  for (const fault of faults) console.error(fault)
  return faults.length === 0 ? 0 : 1
}

if (process.argv[1] === import.meta.filename) process.exitCode = await main()
