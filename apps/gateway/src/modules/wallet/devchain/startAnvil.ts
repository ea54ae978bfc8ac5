import { realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../../platform/server/freePort.ts'
import { spawnBound } from './spawnBound.ts'

export interface AnvilProcess {
  readonly url: string
  readonly pid: number
  /** Resolves once the process has ended, by itself or not. */
  readonly ended: Promise<void>
  stop(): Promise<void>
}

/** How long a node may take to answer. */
const START_MS = 60_000

/**
 * Where anvil is: in the optional package `@foundry-rs/anvil`. `undefined`: it is not installed, or
 * not for this platform.
 */
export function findAnvil(): string | undefined {
  const { platform, arch } = process
  const cpu = arch === 'x64' ? 'amd64' : arch
  try {
    const here = createRequire(import.meta.url)
    const entry = realpathSync(
      path.join(
        path.dirname(fileURLToPath(import.meta.url)),
        '../../../../node_modules/@foundry-rs/anvil',
      ),
    )
    const binary = createRequire(path.join(entry, 'package.json')).resolve(
      `@foundry-rs/anvil-${platform}-${cpu}/bin/anvil${platform === 'win32' ? '.exe' : ''}`,
    )
    return here.resolve(binary)
  } catch {
    return undefined
  }
}

/**
 * Runs a node that mines nothing by itself. It ends with this process.
 * @throws Error where it does not answer
 */
export async function startAnvil(
  binary: string,
  {
    chainId,
    genesisSeconds,
    port = 0,
  }: { readonly chainId: number; readonly genesisSeconds: number; readonly port?: number },
): Promise<AnvilProcess> {
  const usedPort = port === 0 ? await freePort() : port
  const args =
    `--port ${usedPort} --chain-id ${chainId} --timestamp ${genesisSeconds} --no-mining ` +
    '--order fifo --accounts 1 --balance 1000000000 --steps-tracing --silent'
  const child = spawnBound(binary, args.split(' '))
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  const url = `http://127.0.0.1:${usedPort}`
  const stop = async (): Promise<void> => {
    child.stdin?.end()
    if (process.platform === 'win32') child.kill()
    await ended
  }
  if (!(await answers(url, { ended, chainId }))) {
    await stop()
    throw new Error('anvil did not start.')
  }
  return { url, pid: child.pid ?? 0, ended, stop }
}

async function answers(
  url: string,
  { ended, chainId }: { readonly ended: Promise<void>; readonly chainId: number },
): Promise<boolean> {
  let isOver = false
  void ended.then(() => (isOver = true))
  const until = performance.now() + START_MS
  while (!isOver && performance.now() < until) {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] }),
      })
      const { result } = (await answer.json()) as { result?: string }
      return Number(result) === chainId
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
  }
  return false
}
