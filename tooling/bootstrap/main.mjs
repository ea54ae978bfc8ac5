#!/usr/bin/env node
// The entry point of every npm script in the README: runs on Node 20 with npm and
// puts the Node that the project needs into .tools. It must have no dependencies.
import { Plain } from './progress.mjs'
import { provisionTools } from './provision.mjs'
import { installDependencies } from './install.mjs'
import { findTask } from './tasks.mjs'

const [name = 'start', ...args] = process.argv.slice(2)

try {
  const task = findTask(name)
  await provisionTools()
  await installDependencies(task.scope)
  process.exitCode = await task.run(args)
} catch (error) {
  console.error(error instanceof Plain ? `\n${error.message}` : error)
  process.exitCode = 1
}
