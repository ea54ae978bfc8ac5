import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { freePort } from '../../apps/gateway/src/platform/server/freePort.ts'

const root = path.resolve(import.meta.dirname, '../..')

export interface RunningGateway {
  readonly url: string
  /** Both empty in production, which has no such account. */
  readonly demo: { readonly loginName: string; readonly password: string }
  /** What it printed so far. */
  output(): string
  /** Kills it with SIGKILL. */
  kill(): Promise<void>
  /** Stops it with SIGTERM. */
  stop(): Promise<void>
}

export interface GatewayHome {
  readonly dataDir: string
  /**
   * Starts the gateway on this home's data, on the same port each time.
   * `isBrief`: it serves a journey or two (default).
   */
  start(
    env?: Readonly<Record<string, string>>,
    options?: { readonly isBrief?: boolean },
  ): Promise<RunningGateway>
  /** Moves the clock of the gateways that this home has started, and of those to come. */
  advanceClock(milliseconds: number): void
  remove(): void
}

/**
 * A data folder for one journey, and the real gateway on it, as `npm start` runs it.
 * `like`: a data folder to begin with.
 */
export function createGatewayHome({
  like,
}: { readonly like?: string | undefined } = {}): GatewayHome {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'x-e2e-'))
  if (like !== undefined) cpSync(like, dataDir, { recursive: true })
  const clockFile = path.join(dataDir, 'clock-offset')
  let advanced = 0
  let port: number | undefined
  return {
    dataDir,
    async start(env = {}, { isBrief = true } = {}) {
      const open = async (own: number) => {
        const settings = {
          PORT: String(own),
          STRICT_PORT: '1',
          DATA_DIR: dataDir,
          CLOCK_OFFSET_FILE: clockFile,
        }
        const gateway = await startGateway({ ...settings, ...LIMITS, ...env }, { isBrief })
        port = own
        return gateway
      }
      if (port !== undefined) return open(port)
      return open(await freePort()).catch(async (error: unknown) => {
        // Another process may take the port between the choice and the start.
        if (!/Port \d+ is taken/.test(String(error))) throw error
        return open(await freePort())
      })
    },
    advanceClock(milliseconds) {
      advanced += milliseconds
      writeFileSync(clockFile, String(advanced))
    },
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  }
}

/**
 * All journeys log in from one address, most of them to one account. On a busy machine
 * an orderly end may take longer than operators wait for it.
 */
const LIMITS = {
  LOGINS_PER_ACCOUNT: '600',
  LOGINS_PER_ADDRESS: '3000',
  LOGINS_IN_ALL: '6000',
  STOP_SECONDS: '300',
  DEVELOPMENT_CHAINS: 'evm-a,evm-b',
}

async function startGateway(
  env: Readonly<Record<string, string>>,
  { isBrief }: { readonly isBrief: boolean },
): Promise<RunningGateway> {
  // Compiling the database's WebAssembly a second time, for speed, costs more than the few
  // statements of a journey save.
  const child = spawn(
    process.execPath,
    [
      ...(isBrief ? ['--liftoff-only'] : []),
      '--conditions=x-source',
      '--disable-warning=ExperimentalWarning',
      `--import=${pathToFileURL(path.join(import.meta.dirname, 'movableClock.mjs')).href}`,
      path.join(root, 'apps/gateway/src/main.ts'),
    ],
    {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
  await serving(child, () => text)
  const [, url = ''] = /^URL: (\S+)$/m.exec(text) ?? missing('URL', text)
  const [, loginName = '', password = ''] = /^Demo account: (\S+) (\S+)$/m.exec(text) ?? []
  return {
    url,
    demo: { loginName, password },
    output: () => text,
    kill: () => end(child, 'SIGKILL'),
    stop: () => end(child, 'SIGTERM'),
  }
}

function serving(child: ChildProcess, text: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => /^(?:Demo account|Production mode): /m.test(text()) && resolve()
    child.stdout?.on('data', look)
    child.on('exit', (code) => reject(new Error(`The gateway ended with ${code}:\n${text()}`)))
  })
}

function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.on('exit', () => resolve())
    child.kill(signal)
  })
}

function missing(what: string, text: string): never {
  throw new Error(`The gateway did not print its ${what}:\n${text}`)
}
