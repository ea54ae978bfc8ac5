// `npm run catalogue` serves the catalogue of the widgets, `npm run catalogue -- build` writes it
// as static files, `npm run catalogue -- check` writes it and looks at every story of it in
// Chromium.
import path from 'node:path'
import { installOnDemand } from '../bootstrap/onDemand.mjs'
import { Plain, step } from '../bootstrap/progress.mjs'
import { run } from '../bootstrap/run.mjs'
import { checkStories } from './check.mjs'
import { writeStories } from './stories.mjs'

const folder = import.meta.dirname
const built = path.join(folder, 'dist')
const storybook = (...args) =>
  run('node', [path.join(folder, 'node_modules/storybook/dist/bin/dispatcher.js'), ...args], {
    cwd: folder,
    env: { STORYBOOK_DISABLE_TELEMETRY: '1' },
  })
const build = () =>
  step('Building the catalogue', () => storybook('build', '--output-dir', built, '--quiet'))

const COMMANDS = {
  serve: (port = '6006') =>
    storybook('dev', '--port', port, '--host', '127.0.0.1', '--no-open', '--ci'),
  build,
  async check(shots) {
    await build()
    await checkStories(built, { shots })
  },
}

try {
  const [name = 'serve', ...rest] = process.argv.slice(2)
  const command = COMMANDS[name]
  if (!command) throw new Plain(`Unknown: ${name}. Commands: ${Object.keys(COMMANDS).join(', ')}.`)
  await installOnDemand(folder)
  console.log(`${writeStories()} stories from the demos of the widgets.`)
  await command(...rest)
} catch (error) {
  console.error(error instanceof Plain ? error.message : error)
  process.exitCode = 1
}
