import { spawn } from 'node:child_process'
import path from 'node:path'
import { Plain } from './progress.mjs'
import { childEnvironment, root } from './run.mjs'

/** Node flags of scripts that import the packages' TypeScript sources. */
const FROM_SOURCES = ['--conditions=x-source', '--disable-warning=ExperimentalWarning']

/**
 * What `npm run <name>` can run. `start` installs what the product needs, `full` also what tests
 * and tools need. A task of this folder runs in this process; the others are scripts that need the
 * Node in `.tools`.
 * @type {Record<string, { scope: 'start' | 'full', run: (args: string[]) => Promise<number> }>}
 */
const TASKS = {
  start: { scope: 'start', run: async (args) => (await import('./start.mjs')).main(args) },
  dev: { scope: 'start', run: async (args) => (await import('./dev.mjs')).main(args) },
  gateway: { scope: 'start', run: async (args) => (await import('./start.mjs')).serve(args) },
  test: { scope: 'full', run: async (args) => (await import('./test.mjs')).main(args) },
  'api-key': script('../apps/gateway/src/main.ts', FROM_SOURCES, ['api-key']),
  check: script('config/check.mjs'),
  bench: script('bench/main.mjs'),
  chaos: script('chaos/main.mjs'),
  cluster: script('cluster/main.mjs'),
  nightly: script('nightly.mjs'),
  catalogue: script('catalogue/main.mjs'),
  site: script('site/main.mjs'),
  release: script('release/main.mjs'),
  screenshots: script('e2e/screenshots.mjs', FROM_SOURCES),
}

export const TASK_NAMES = Object.keys(TASKS)

/** @throws Plain for a name that is no task. */
export function findTask(name) {
  if (!Object.hasOwn(TASKS, name))
    throw new Plain(`Unknown task "${name}". Tasks: ${TASK_NAMES.join(', ')}.`)
  return TASKS[name]
}

/**
 * A script of `tooling/` as a process of its own, so that it runs on the project's Node whatever
 * Node runs npm.
 */
function script(file, flags = [], first = []) {
  return {
    scope: 'full',
    run: (args) => runScript([...flags, path.join(root, 'tooling', file), ...first, ...args]),
  }
}

/** Resolves to the script's exit code; 1 when a signal ended it. */
function runScript(args) {
  return new Promise((resolve, reject) => {
    const child = spawn('node', args, {
      cwd: root,
      env: childEnvironment(),
      stdio: 'inherit',
      shell: process.platform === 'win32',
    })
    child.on('error', (error) => reject(new Plain(`node could not be started: ${error.message}`)))
    child.on('exit', (code) => resolve(code ?? 1))
  })
}
