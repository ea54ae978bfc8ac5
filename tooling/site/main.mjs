// `npm run site` builds the documentation site and serves it, `npm run site -- build` writes it to
// `dist` and checks it as files, `npm run site -- check` also opens every page in Chromium,
// `npm run site -- dev` serves it with hot reload.
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { compileMessages } from '../bootstrap/build.mjs'
import { installOnDemand } from '../bootstrap/onDemand.mjs'
import { Plain, step } from '../bootstrap/progress.mjs'
import { run } from '../bootstrap/run.mjs'
import { writeServiceWorker } from './serviceWorker.mjs'
import { resolvedPages, stagePages } from './stage.mjs'

const folder = import.meta.dirname
const staged = path.join(folder, 'generated/pages')
const built = path.join(folder, 'dist')
const tool = (...file) => path.join(folder, 'node_modules', ...file)

/** Writes everything that VitePress reads. @throws Plain for a link that leads nowhere */
async function prepare() {
  await compileMessages()
  rmSync(staged, { recursive: true, force: true })
  mkdirSync(staged, { recursive: true })
  const { faults } = resolvedPages()
  if (faults.length > 0) throw new Plain(`Links that lead nowhere:\n${faults.join('\n')}`)
  const { writeReference } = await import('./reference.mjs')
  await step('Writing the API reference', () => writeReference(path.join(staged, 'api')))
  stagePages(staged)
  cpSync(path.join(folder, 'public'), path.join(staged, 'public'), { recursive: true })
  await step('Building the demos of the widgets', () =>
    run('node', [tool('vite/bin/vite.js'), 'build', path.join(folder, 'demos')], { quiet: true }),
  )
}

const vitepress = (...args) =>
  run('node', [tool('vitepress/bin/vitepress.js'), ...args, folder], { cwd: folder })

async function build() {
  await prepare()
  await step('Building the site', () => vitepress('build'))
  const { checkBuilt } = await import('./checkBuilt.mjs')
  checkBuilt(built, { staged })
  const { files, bytes } = writeServiceWorker(built)
  console.log(`Offline: ${files} files, ${(bytes / 2 ** 20).toFixed(1)} MiB.`)
}

const COMMANDS = {
  async serve(port = '6010') {
    await build()
    await vitepress('preview', '--port', port)
  },
  build,
  async check(shots) {
    await build()
    if (shots) mkdirSync(shots, { recursive: true })
    const { checkPages } = await import('./checkPages.mjs')
    await checkPages(built, { shots })
  },
  async dev(port = '6010') {
    await prepare()
    await vitepress('dev', '--port', port)
  },
}

try {
  const [name = 'serve', ...rest] = process.argv.slice(2)
  const command = COMMANDS[name]
  if (!command) throw new Plain(`Unknown: ${name}. Commands: ${Object.keys(COMMANDS).join(', ')}.`)
  await installOnDemand(folder)
  await command(...rest)
} catch (error) {
  console.error(error instanceof Plain ? error.message : error)
  process.exitCode = 1
}
