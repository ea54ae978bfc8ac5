// Folders with their own lock file, outside the workspace: their packages are installed on demand.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { step } from './progress.mjs'
import { run } from './run.mjs'

/** Installs a folder from its lock file, once for each version of it. @param {string} folder */
export async function installOnDemand(folder) {
  const stamp = path.join(folder, 'node_modules/.x-installed')
  const wanted = createHash('sha256')
    .update(readFileSync(path.join(folder, 'pnpm-lock.yaml')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  await step(`Installing ${path.basename(folder)}, which is no part of the product`, () =>
    run('pnpm', ['install', ...alone(folder), '--frozen-lockfile', '--ignore-scripts'], {
      cwd: folder,
      quiet: true,
    }),
  )
  writeFileSync(stamp, wanted)
}

/** A folder with settings of its own is a workspace by itself. */
const alone = (folder) =>
  existsSync(path.join(folder, 'pnpm-workspace.yaml')) ? [] : ['--ignore-workspace']
