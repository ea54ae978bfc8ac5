import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './packages.mjs'

/**
 * Gives a copy of the repository what builds a package. The folder is real and its entries are
 * links: a package manager that cleans the copy must not reach the repository's own modules.
 *
 * @param {string} copy
 */
export function linkBuildTools(copy) {
  const modules = path.join(copy, 'node_modules')
  mkdirSync(path.join(modules, '.bin'), { recursive: true })
  for (const name of ['esbuild', 'lightningcss', 'typescript', '@types'])
    symlinkSync(path.join(root, 'node_modules', name), path.join(modules, name))
  const tsc = path.join(modules, '.bin/tsc')
  writeFileSync(tsc, `#!/bin/sh\nexec '${path.join(root, 'node_modules/.bin/tsc')}' "$@"\n`)
  chmodSync(tsc, 0o755)
}
