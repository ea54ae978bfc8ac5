import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { step, Plain } from './progress.mjs'
import { root, run } from './run.mjs'

const stampFile = path.join(root, 'node_modules/.x-install')

/** What `npm start` needs: the app, the gateway, its signer and the packages that they use. */
const START_FILTERS = ['web', 'gateway', 'signer']
  .flatMap((name) => ['--filter', `@x/${name}...`])
  .concat('--prod')

/**
 * Installs from the lock file, unless lock file and manifests are unchanged. A full install also
 * serves `start`.
 * @param {'start' | 'full'} scope
 */
export async function installDependencies(scope) {
  const inputs = inputsHash()
  const [done, doneScope] = existsSync(stampFile) ? readFileSync(stampFile, 'utf8').split(' ') : []
  if (done === inputs && (doneScope === 'full' || doneScope === scope)) return
  await step(
    scope === 'full'
      ? 'Installing all dependencies'
      : 'Installing what the app and the gateway need',
    () =>
      run(
        'pnpm',
        [
          'install',
          '--frozen-lockfile',
          '--ignore-scripts',
          ...(scope === 'start' ? START_FILTERS : []),
        ],
        { quiet: true },
      ),
  )
  checkBinaries()
  enableGitHooks()
  mkdirSync(path.dirname(stampFile), { recursive: true })
  writeFileSync(stampFile, `${inputs} ${scope}`)
}

/** Enables `tooling/git-hooks`, unless the repository has other hooks. */
function enableGitHooks() {
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (!existsSync(path.join(root, '.git'))) return
  if (git('config', '--get', 'core.hooksPath').status === 0) return
  git('config', 'core.hooksPath', 'tooling/git-hooks')
}

function inputsHash() {
  const hash = createHash('sha256')
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json'])
    hash.update(readFileSync(path.join(root, file)))
  hash.update(START_FILTERS.join(' '))
  return hash.digest('hex').slice(0, 32)
}

/**
 * Vite's bundler ships as one native package per platform; names a missing one instead of failing
 * inside a build.
 */
function checkBinaries() {
  const store = path.join(root, 'node_modules/.pnpm')
  const native =
    { linux: 'linux', darwin: 'darwin', win32: 'win32', freebsd: 'freebsd' }[process.platform] ??
    process.platform
  const found = readdirSync(store).some((name) =>
    name.startsWith(`@rolldown+binding-${native}-${process.arch}`),
  )
  if (found) return
  throw new Plain(
    `The bundler (rolldown) has no binary for ${process.platform}/${process.arch} in this ` +
      'install.\n' +
      'Supported: linux, darwin, win32 and freebsd on x64, and arm64 on the first three. On ' +
      'another platform, build the app on a supported one (npm start there), copy ' +
      'apps/web/dist over and run: node --conditions=x-source apps/gateway/src/main.ts',
  )
}
