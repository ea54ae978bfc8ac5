// Type-checks every package and app, each by itself, so that an error names its project.
import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)
const root = path.resolve(import.meta.dirname, '../..')
const projects = ['packages', 'apps', 'tooling']
  .flatMap((folder) => readdirSync(path.join(root, folder)).map((name) => path.join(folder, name)))
  .filter((folder) => existsSync(path.join(root, folder, 'tsconfig.json')))

/** What the last run found out of each project: the next one looks at what changed since. */
const known = (project) => path.join(root, 'node_modules/.cache/types', `${project}.tsbuildinfo`)

let faults = 0

async function check(project) {
  try {
    const cache = ['--incremental', '--tsBuildInfoFile', known(project)]
    await execute(path.join(root, 'node_modules/.bin/tsc'), ['-p', project, ...cache], {
      cwd: root,
    })
  } catch (error) {
    faults++
    console.error(`${project}:\n${error.stdout}${error.stderr}`)
  }
}

/** Two at once: the compiler has one thread while it finds the files of a project. */
const waiting = [...projects]
async function checkNext() {
  for (let next = waiting.shift(); next; next = waiting.shift()) await check(next)
}
await Promise.all([checkNext(), checkNext()])
console.log(`Types: ${projects.length - faults} of ${projects.length} projects are sound`)
process.exitCode = faults === 0 ? 0 : 1
