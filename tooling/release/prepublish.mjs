// `prepublishOnly` of every package: refuses what `pnpm release` refuses, if someone publishes a
// folder by hand (`pnpm publish`, `changeset publish`). No tool runs it for a tarball.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { preflightFaults } from './preflight.mjs'
import { manifestPlaceholders, readPublishing } from './publishing.mjs'

/**
 * Why a folder must not be published by hand, as sentences.
 *
 * @param {{ folder: string, publishing: object }} options the folder of the package
 * @returns {Promise<string[]>}
 */
export async function publishFaults({ folder, publishing }) {
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  const top = path.resolve(folder, '../..')
  const faults = await preflightFaults({ top, packages: [{ folder, manifest }], publishing })
  return [...faults, ...manifestPlaceholders(manifest)]
}

if (process.argv[1]?.endsWith('prepublish.mjs')) {
  const faults = await publishFaults({ folder: process.cwd(), publishing: readPublishing() })
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
}
