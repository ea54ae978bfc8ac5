// One core, two edges, a log on three Postgres servers, the ledger on another one and two NATS
// servers, all on this machine: what each role spends is read apart.
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findPostgres, makeFolder, remove, withPostgres } from '../../bootstrap/postgres.mjs'
import { Plain } from '../../bootstrap/progress.mjs'
import { freePorts, hasNats, startNats } from '../../cluster/nats.mjs'
import { postgresFromNpm } from '../../cluster/postgresFromNpm.mjs'
import { startQuorum } from '../../cluster/postgresQuorum.mjs'
import { startProcess } from '../../cluster/startProcess.mjs'
import { testServerIdentity } from '../../../packages/gateway-sign/src/exports/testing.ts'
import { ORDER_LIMITS } from '../gateway/startGateway.mjs'
import { findChildren, readCpu } from './readCpu.mjs'

const EDGES = 2
const NATS_SERVERS = 2
const FIRST_PORT = 9180
/** A database as it is installed: it syncs. */
const LEDGER_SETTINGS = { max_connections: '200', unix_socket_directories: '' }

/** So many servers there are of each role. */
export const SERVERS = {
  edge: EDGES,
  core: 1,
  primary: 1,
  standby: 2,
  ledger: 1,
  bus: NATS_SERVERS,
}

/**
 * Runs `work` with a cluster that is ended after it.
 * @template T
 * @param {(cluster: { core: string, metricsToken: string, edges: string[], demo: { loginName:
 * string, password: string }, cpu: () => Record<string, number> }) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withMeasuredCluster(work) {
  if (!hasNats()) throw new Plain('There is no nats-server on this machine.')
  const programs = findPostgres() ?? (await postgresFromNpm())
  const nats = await startNats(NATS_SERVERS)
  const { owner, folder } = makeFolder()
  try {
    const password = randomBytes(16).toString('hex')
    const quorum = await startQuorum(programs, { folder, owner, password, restarts: false })
    try {
      return await withPostgres(
        programs,
        (ledgerUrl) => runCluster({ quorum, ledgerUrl, natsUrl: nats.url, work }),
        { settings: LEDGER_SETTINGS },
      )
    } finally {
      await quorum.stop()
    }
  } finally {
    await nats.stop()
    remove(folder)
  }
}

async function runCluster({ quorum, ledgerUrl, natsUrl, work }) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'x-capacity-'))
  const metricsToken = randomBytes(16).toString('hex')
  const started = []
  const start = (name, env) => {
    const process = startProcess(name, { WEB_ROOT: dataDir, NATS_URL: natsUrl, ...env }, QUIET)
    started.push(process)
    return process
  }
  try {
    const coreDir = path.join(dataDir, 'core')
    mkdirSync(coreDir)
    writeFileSync(path.join(coreDir, 'identity.json'), JSON.stringify(testServerIdentity), {
      mode: 0o600,
    })
    const [corePort, ...edgePorts] = await freePorts(FIRST_PORT, EDGES + 1)
    const core = start('core', {
      DATA_DIR: coreDir,
      DATABASE_URL: ledgerUrl,
      COMMAND_LOG_URL: quorum.url,
      REPLAY_STORE: 'database',
      PORT: String(corePort),
      STRICT_PORT: '1',
      // A busy machine may not renew it for long, and nobody else waits for it.
      LEASE_SECONDS: '60',
      TRUST_PROXY: '127.0.0.1',
      METRICS_TOKEN: metricsToken,
      ORDER_LIMITS,
    })
    const [, loginName, password] = await core.said(/^Demo account: (\S+) (\S+)$/m)
    const edges = edgePorts.map((port) => {
      const cores = `http://127.0.0.1:${corePort}`
      return start('edge', { ROLE: 'edge', CORES: cores, PORT: String(port) })
    })
    await Promise.all(edges.map((edge) => edge.said(/^Edge: /m)))
    const pids = {
      edge: edges.map(({ child }) => child.pid),
      core: [core.child.pid],
      primary: [quorum.servers[0].child().pid],
      standby: quorum.servers.slice(1).map((server) => server.child().pid),
      ledger: findChildren(`port=${new URL(ledgerUrl).port}`),
      bus: findChildren('nats-server'),
    }
    return await work({
      core: `http://127.0.0.1:${corePort}`,
      metricsToken,
      edges: edgePorts.map((port) => `http://127.0.0.1:${port}`),
      demo: { loginName, password },
      cpu: () => readCpu(pids),
    })
  } finally {
    for (const { child } of started) child.kill('SIGTERM')
    await Promise.all(started.map(({ ended }) => ended))
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const QUIET = { isQuiet: true }
