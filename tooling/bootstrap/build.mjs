import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { CATALOGS } from '../config/catalogs.mjs'
import { fingerprint } from './fingerprint.mjs'
import { step } from './progress.mjs'
import { root, run } from './run.mjs'

const web = path.join(root, 'apps/web')
const dist = path.join(web, 'dist')
const stampFile = path.join(dist, '.stamp')

/**
 * Compiles the catalogs of the app and of every package that ships its own texts. A text that is
 * not translated yet falls back; the lint stage of the tests lists it.
 */
export async function compileMessages() {
  const cli = path.join(root, 'packages/locale/src/cli.ts')
  for (const { messages, out } of CATALOGS) {
    if (out)
      await run(
        'node',
        [
          '--conditions=x-source',
          '--disable-warning=ExperimentalWarning',
          cli,
          'compile',
          path.join(root, messages),
          '--out',
          path.join(root, out),
          '--draft',
        ],
        { quiet: true },
      )
  }
}

/** What the app is built from, as it is now. */
export function appStamp() {
  const folders = ['src', 'messages', 'build', 'public'].map((name) => path.join(web, name))
  return fingerprint([path.join(root, 'packages'), ...folders]) + configHash()
}

/**
 * Takes over an app that a copy of this working tree has built.
 * @param {string} copy the copy's folder
 * @param {string} made `appStamp()` of when the copy was made
 */
export function takeApp(copy, made) {
  rmSync(dist, { recursive: true, force: true })
  cpSync(path.join(copy, 'apps/web/dist'), dist, { recursive: true })
  writeFileSync(stampFile, made)
}

/** Builds the app into `apps/web/dist` if its sources or dependencies have changed. */
export async function buildApp() {
  const made = appStamp()
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === made) return
  await step('Building the app', async () => {
    await compileMessages()
    await run('node', [path.join(web, 'node_modules/vite/bin/vite.js'), 'build'], {
      cwd: web,
      quiet: true,
    })
  })
  mkdirSync(path.dirname(stampFile), { recursive: true })
  writeFileSync(stampFile, made)
}

/**
 * Inputs of the build besides the sources: its configuration and the variables that Vite inlines.
 */
function configHash() {
  const hash = createHash('sha256')
  for (const file of ['vite.config.ts', 'index.html', 'package.json'])
    hash.update(readFileSync(path.join(web, file)))
  for (const file of ['product.json', 'downloads.json'])
    hash.update(readFileSync(path.join(root, 'apps', file)))
  hash.update(readFileSync(path.join(root, 'pnpm-lock.yaml')))
  for (const [name, value] of Object.entries(process.env).sort(([a], [b]) => (a < b ? -1 : 1)))
    if (name.startsWith('VITE_')) hash.update(`${name}=${value}\n`)
  return hash.digest('hex').slice(0, 16)
}
