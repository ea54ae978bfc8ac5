import { fork } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { testServerIdentity } from '../../../packages/gateway-sign/src/exports/testing.ts'

/** Most measurements send more orders than the limits of an account allow. */
const WIDE_RATE = { perSecond: 1_000_000, burst: 1_000_000 }
export const ORDER_LIMITS = JSON.stringify({
  openPerPair: 100_000,
  openInAll: 100_000,
  openPerHolder: 1_000_000,
  orders: WIDE_RATE,
  cancels: WIDE_RATE,
})

/**
 * A gateway on a data folder of its own, with the identity that test clients trust. `env` overrides
 * the environment; an empty `ORDER_LIMITS` gives the default limits.
 */
export async function startGateway(env = {}) {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'x-bench-'))
  writeFileSync(path.join(dataDir, 'identity.json'), JSON.stringify(testServerIdentity), {
    mode: 0o600,
  })
  const child = fork(path.join(import.meta.dirname, 'server.mjs'), [], {
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      WEB_ROOT: dataDir,
      ORDER_LIMITS,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let text = ''
  const ended = new Promise((resolve) => child.on('exit', resolve))
  const ask = (request) =>
    new Promise((resolve) => (child.once('message', resolve), child.send(request)))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await new Promise((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => ((text += chunk), /^Demo account: /m.test(text) && resolve()))
      child.on('exit', (code) => reject(new Error(`The gateway ended with ${code}:\n${text}`)))
    })
  } catch (error) {
    rmSync(dataDir, { recursive: true, force: true })
    throw error
  }
  const [, loginName, password] = /^Demo account: (\S+) (\S+)$/m.exec(text) ?? []
  return {
    url: /^URL: (\S+)$/m.exec(text)?.[1] ?? '',
    demo: { loginName, password },
    /** CPU milliseconds of its main thread so far; `undefined` where there is no /proc. */
    mainThreadCpu: () => {
      const file = `/proc/${child.pid}/task/${child.pid}/schedstat`
      return existsSync(file) ? Number(readFileSync(file, 'utf8').split(' ')[0]) / 1e6 : undefined
    },
    /** CPU time since its start in milliseconds, all threads, and its memory. */
    usage: () => ask('cpu'),
    /**
     * The longest event-loop holds since the last call, in CPU milliseconds, longest first; the
     * first call begins to measure them.
     */
    holds: async () => (await ask('holds')).holds,
    stop,
  }
}
