import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '../..')

/** Every publishable package: its folder and manifest. @param {string} [top] the repository */
export function publishablePackages(top = root) {
  return readdirSync(path.join(top, 'packages'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => path.join(top, 'packages', entry.name))
    .map((folder) => ({
      folder,
      manifest: JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')),
    }))
    .filter(({ manifest }) => manifest.private !== true)
}

/** The packages so that each follows those that it depends on. */
export function inDependencyOrder(packages) {
  const ordered = []
  const visit = (entry) => {
    if (ordered.includes(entry)) return
    const { dependencies, peerDependencies } = entry.manifest
    const needed = Object.keys({ ...dependencies, ...peerDependencies })
    for (const other of packages) if (needed.includes(other.manifest.name)) visit(other)
    ordered.push(entry)
  }
  for (const entry of packages) visit(entry)
  return ordered
}

/** The name of a release in git and in release notes: `@x/kit@0.2.0`. */
export const tagOf = ({ manifest }) => `${manifest.name}@${manifest.version}`
