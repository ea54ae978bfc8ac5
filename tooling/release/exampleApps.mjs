// The apps of `examples/` as another team gets them: each is copied to a folder of its own,
// installs our packages by name from a registry of their tarballs and everything else from the npm
// registry, and runs its `npm test`.
import { cpSync, existsSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { toolsBin } from '../bootstrap/run.mjs'
import { output } from './command.mjs'
import { root } from './packages.mjs'

const examples = path.join(root, 'examples')

/** The apps that `npm test` checks; the nightly run checks all. */
export const QUICK_APPS = ['node-order', 'typescript-modes', 'vite-login']

/** The names of all apps. */
export const exampleApps = () =>
  readdirSync(examples).filter((name) => existsSync(path.join(examples, name, 'package.json')))

/**
 * Installs an app and runs its tests.
 *
 * @param {{ name: string, npmrc: string, work: string, install?: typeof installWithNpm }} options
 *   the app, the setting that names the registry of our packages, where to put it, and how to
 *   install it: by npm, as its README says
 * @returns {Promise<string>} its folder
 */
export async function testExampleApp({ name, npmrc, work, install = installWithNpm }) {
  const folder = copyExampleApp({ name, npmrc, work })
  await install(folder)
  await output('npm', ['test'], { cwd: folder, env: appEnvironment() })
  return folder
}

/** As the README of each app says. */
export const installWithNpm = (folder) =>
  output('npm', ['install', ...QUIET_INSTALL], { cwd: folder, env: appEnvironment() })

/**
 * Into isolated folders, where the app and each package find only what their manifests name. It
 * links files of its store, which takes a tenth of the time.
 */
export const installWithPnpm = (folder) =>
  output('pnpm', ['install', ...PNPM_INSTALL], { cwd: folder, env: appEnvironment() })

/** What an install in a check leaves out. */
export const QUIET_INSTALL = [
  '--no-audit',
  '--no-fund',
  '--ignore-scripts',
  '--prefer-offline',
  '--loglevel=error',
]

/** The packages are as new as the check itself. */
const PNPM_INSTALL = [
  '--ignore-workspace',
  '--ignore-scripts',
  '--prefer-offline',
  '--no-lockfile',
  '--config.minimum-release-age=0',
]

/** Copies an app as it is. Its manifest says what it needs; the setting only says from where. */
export function copyExampleApp({ name, npmrc, work }) {
  const folder = path.join(work, name)
  cpSync(path.join(examples, name), folder, {
    recursive: true,
    filter: (file) => !file.endsWith('node_modules'),
  })
  writeFileSync(path.join(folder, '.npmrc'), npmrc)
  return folder
}

/** The project's Node, and no command or setting of this repository. */
export function appEnvironment() {
  const found = (process.env['PATH'] ?? '').split(path.delimiter)
  const others = found.filter((folder) => !folder.startsWith(root))
  return {
    PATH: [toolsBin, ...others].join(path.delimiter),
    NODE_OPTIONS: '',
    NEXT_TELEMETRY_DISABLED: '1',
  }
}
