import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
/** A later process of the same test finds the modules compiled. */
const compileCache = fileURLToPath(new URL('../../node_modules/.cache/compile', import.meta.url))

export interface GatewayProcess {
  readonly child: ChildProcess
  readonly output: () => string
  /** Resolves once the output matches; rejects when the process ended before. */
  readonly said: (pattern: RegExp) => Promise<RegExpExecArray>
  readonly ended: Promise<number | null>
}

/**
 * The command itself in a process of its own, with nothing of this process's environment but what
 * is given.
 */
export function startGatewayProcess(
  environment: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): GatewayProcess {
  const dataDir = environment['DATA_DIR'] ?? ''
  const child = spawn(
    process.execPath,
    ['--conditions=x-source', '--disable-warning=ExperimentalWarning', MAIN, ...args],
    {
      env: {
        PATH: process.env['PATH'] ?? '',
        PORT: '0',
        HOST: '127.0.0.1',
        WEB_ROOT: path.join(dataDir, 'no-app'),
        NODE_COMPILE_CACHE: compileCache,
        // On a busy machine an orderly end may take longer than operators wait for it.
        STOP_SECONDS: '300',
        DEVELOPMENT_CHAINS: 'evm-a,evm-b',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => void (text += chunk))
  // Both streams are read to their end by then.
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return {
    child,
    output: () => text,
    ended,
    async said(pattern) {
      for (;;) {
        const found = pattern.exec(text)
        if (found) return found
        if (child.exitCode !== null || child.signalCode !== null)
          throw new Error(`The gateway ended with ${child.exitCode ?? child.signalCode}: ${text}`)
        await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data'), ended])
      }
    },
  }
}
