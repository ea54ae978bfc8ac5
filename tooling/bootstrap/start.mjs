import { spawn } from 'node:child_process'
import path from 'node:path'
import { buildApp } from './build.mjs'
import { say } from './progress.mjs'
import { childEnvironment, root } from './run.mjs'

export async function main(args) {
  await buildApp()
  say('Starting the gateway …')
  return serve(args)
}

/** Runs the gateway until it ends; a stop asked of us is passed on, so that it closes its database in order. */
export function serve(args, env = {}) {
  const gateway = path.join(root, 'apps/gateway')
  const child = spawn('node', ['--conditions=x-source', '--disable-warning=ExperimentalWarning', path.join(gateway, 'src/main.ts'), ...args], {
    cwd: root,
    env: childEnvironment(env),
    stdio: 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  return new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)))
}
