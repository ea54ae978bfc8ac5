// The apps of `examples/` as another team gets them: each is copied to a folder of its own, takes
// our packages from tarballs and everything else from the npm registry, and runs its `npm test`.
import { cpSync, existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
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
 * @param {{ name: string, tarballs: readonly { manifest: object, file: string }[], work: string }}
 *   options the app, the packages that it may use, and where to put it
 * @returns {Promise<string>} its folder
 */
export async function testExampleApp({ name, tarballs, work }) {
  const folder = path.join(work, name)
  cpSync(path.join(examples, name), folder, {
    recursive: true,
    filter: (file) => !file.endsWith('node_modules'),
  })
  pointToTarballs(path.join(folder, 'package.json'), tarballs)
  const options = { cwd: folder, env: appEnvironment() }
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline']
  await output('npm', ['install', ...quiet, '--loglevel=error'], options)
  await output('npm', ['test'], options)
  return folder
}

/** Replaces the versions of our packages, also of those that ours depend on, by the tarballs. */
function pointToTarballs(file, tarballs) {
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  const paths = Object.fromEntries(tarballs.map((it) => [it.manifest.name, `file:${it.file}`]))
  for (const [name, version] of Object.entries(manifest.dependencies)) {
    if (name in paths) manifest.dependencies[name] = paths[name]
    else if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`${name} ${version} is no exact pin`)
  }
  manifest.overrides = { ...manifest.overrides, ...paths }
  writeFileSync(file, JSON.stringify(manifest, undefined, 2))
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
