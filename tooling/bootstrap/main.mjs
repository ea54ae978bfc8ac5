#!/usr/bin/env node
// The door of the project: needs Node 20 or later and npm, nothing else. It must stay free of dependencies.
import { Plain } from './progress.mjs'
import { provisionTools } from './provision.mjs'
import { installDependencies } from './install.mjs'

const TASKS = {
  start: { scope: 'start', load: () => import('./start.mjs') },
  dev: { scope: 'start', load: () => import('./dev.mjs') },
  test: { scope: 'full', load: () => import('./test.mjs') },
}

const [name = 'start', ...args] = process.argv.slice(2)
const task = TASKS[name]

try {
  if (!task) throw new Plain(`Unknown task "${name}". Tasks: ${Object.keys(TASKS).join(', ')}.`)
  await provisionTools()
  await installDependencies(task.scope)
  const { main } = await task.load()
  process.exitCode = await main(args)
} catch (error) {
  console.error(error instanceof Plain ? `\n${error.message}` : error)
  process.exitCode = 1
}
