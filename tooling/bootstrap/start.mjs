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

/**
 * The gateway's exit code after trading has halted
 * (apps/gateway/src/modules/health/watchHalt.ts).
 */
const HALTED = 75
/** A second halt within this time has the same cause: an operator has to look. */
const RESTART_AGAIN_MS = 600_000

/** Runs the gateway until it ends, and once more after a halt of its trading. */
export function serve(args, env = {}) {
  return restartingOnce(() => runGateway(args, env), { now: () => performance.now(), say })
}

/**
 * @param {() => Promise<number>} run resolves to the gateway's exit code
 * @param {{ now: () => number, say: (line: string) => void }} ports
 * @returns {Promise<number>}
 */
export async function restartingOnce(run, { now, say: print }) {
  let haltedAt = -Infinity
  for (;;) {
    const code = await run()
    if (code !== HALTED) return code
    if (now() - haltedAt < RESTART_AGAIN_MS) {
      print(
        'Trading halted again; the lines above say why. Start the gateway again once that is ' +
          'mended (docs/guides/operate.md).',
      )
      return code
    }
    haltedAt = now()
    print('Trading halted; the lines above say why. Starting the gateway again …')
  }
}

/** Signals are passed on, so that the gateway closes its database in order. */
function runGateway(args, env) {
  const gateway = path.join(root, 'apps/gateway')
  const child = spawn(
    'node',
    [
      '--conditions=x-source',
      '--disable-warning=ExperimentalWarning',
      path.join(gateway, 'src/main.ts'),
      ...args,
    ],
    {
      cwd: root,
      env: childEnvironment(env),
      stdio: 'inherit',
    },
  )
  const stops = ['SIGINT', 'SIGTERM'].map((signal) => ({ signal, pass: () => child.kill(signal) }))
  for (const { signal, pass } of stops) process.on(signal, pass)
  return new Promise((resolve) =>
    child.on('exit', (code) => {
      for (const { signal, pass } of stops) process.off(signal, pass)
      resolve(code ?? 1)
    }),
  )
}
