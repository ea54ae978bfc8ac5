import { accessSync, constants } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { randomBytes } from 'node:crypto'
import { freePort } from '../../../platform/server/freePort.ts'
import { ChainError } from '../ports/Chain.ts'
import { createUtxoBatch, createUtxoRpc, type UtxoCall } from '../utxo/createUtxoRpc.ts'
import type { AnvilProcess } from './startAnvil.ts'
import { spawnBound } from './spawnBound.ts'

/** A node with its JSON-RPC. */
export interface LitecoindProcess extends AnvilProcess {
  readonly call: UtxoCall
  readonly batch: ReturnType<typeof createUtxoBatch>
}

const START_MS = 60_000
/** Blocks of this version ask for no new rules: a private chain stays as it was begun. */
const BLOCK_VERSION = 0x2000_0000
/** No block is so old that the node takes itself for one that is behind. */
const OLDEST_TIP = 2_000_000_000

/** Where Debian's `litecoind` is; `undefined`: it is not installed. */
export function findLitecoind(searchPath = process.env['PATH'] ?? ''): string | undefined {
  return searchPath
    .split(path.delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => path.join(folder, 'litecoind'))
    .find(isExecutable)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Runs a node of a private chain (`regtest`) without blocks and without a network. What it writes
 * is in a folder of its own below `dir`, and removed when it ends or at the next start.
 * @throws Error where it does not answer
 */
export async function startLitecoind(
  binary: string,
  { network, dir }: { readonly network: string; readonly dir: string },
): Promise<LitecoindProcess> {
  const prefix = `${network}-node-`
  await mkdir(dir, { recursive: true, mode: 0o700 })
  await removeLeftovers(dir, prefix)
  const folder = await mkdtemp(path.join(dir, prefix))
  const port = await freePort()
  const password = randomBytes(16).toString('hex')
  // Debian's program is a script that writes settings into the home of the user who runs it.
  const env = { ...process.env, HOME: folder }
  const child = spawnBound(binary, optionsOf({ folder, port, password }), env)
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  }).then(() => rm(folder, { recursive: true, force: true }))
  const url = `http://dev:${password}@127.0.0.1:${port}`
  const call = createUtxoRpc({ network, url })
  const stop = async (): Promise<void> => {
    child.stdin?.end()
    if (process.platform === 'win32') child.kill()
    await ended
  }
  if (!(await answers(call, ended))) {
    await stop()
    throw new Error('litecoind did not start.')
  }
  return { url, pid: child.pid ?? 0, ended, call, batch: createUtxoBatch({ network, url }), stop }
}

/** Of nodes that were killed together with their gateway. */
async function removeLeftovers(dir: string, prefix: string): Promise<void> {
  for (const name of await readdir(dir))
    if (name.startsWith(prefix)) await rm(path.join(dir, name), { recursive: true, force: true })
}

const optionsOf = ({
  folder,
  port,
  password,
}: Readonly<Record<'folder' | 'password', string>> & {
  readonly port: number
}): readonly string[] => [
  '-regtest',
  `-datadir=${folder}`,
  '-server',
  '-rpcbind=127.0.0.1',
  '-rpcallowip=127.0.0.1',
  `-rpcport=${port}`,
  '-rpcworkqueue=256',
  '-rpcuser=dev',
  `-rpcpassword=${password}`,
  '-listen=0',
  '-connect=0',
  '-dnsseed=0',
  '-disablewallet',
  '-txindex=1',
  '-persistmempool=0',
  '-mempoolreplacement=1',
  `-blockversion=${BLOCK_VERSION}`,
  `-maxtipage=${OLDEST_TIP}`,
  '-nodebuglogfile',
  '-printtoconsole=0',
]

async function answers(call: UtxoCall, ended: Promise<void>): Promise<boolean> {
  let isOver = false
  void ended.then(() => (isOver = true))
  const until = performance.now() + START_MS
  while (!isOver && performance.now() < until) {
    try {
      await call('getblockcount', [])
      return true
    } catch (error) {
      if (!(error instanceof ChainError) || error.code !== 'UNREACHABLE') return false
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
  }
  return false
}
