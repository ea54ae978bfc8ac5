// `npm run cluster` starts three gateways on one log, a process that settles it into the ledger and
// two edges before them, on this machine: one gateway trades, two follow it and take over. All is
// in a temporary folder and gone at the end. Postgres is the machine's own, or the one of npm: a
// primary that syncs and two standbys, one of which has each commit too before it is answered. Two
// of the machine's `nats-server`, where it has one, carry the market and accounts to the edges.
// - `--cores 3` and `--edges 2` say how many.
// - Kill a core, the ledger or a Postgres server (`kill -9`) and watch: it is started again.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { randomBytes } from 'node:crypto'
import { findPostgres, makeFolder, remove } from '../bootstrap/postgres.mjs'
import { Plain, say } from '../bootstrap/progress.mjs'
import { freePorts, hasNats, startNats } from './nats.mjs'
import { startProcess } from './startProcess.mjs'
import { postgresFromNpm } from './postgresFromNpm.mjs'
import { startQuorum } from './postgresQuorum.mjs'
import { readCounts } from './readCounts.mjs'

const FIRST_EDGE = 8080
const FIRST_CORE = 9080
const FIRST_LEDGER = 9180
const NATS_SERVERS = 2
/** What each machine has for itself; the keys are the same on all. */
const OWN = new Set(['audit', 'journal', 'gateway.lock'])

async function runCluster(databaseUrl, { cores, edges, nats }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'x-cluster-'))
  const running = new Set()
  let isStopping = false
  const stop = () => {
    isStopping = true
    for (const { child } of running) child.kill('SIGTERM')
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
  const dirOf = (index) => path.join(folder, `core${index}`)
  const ports = await freePorts(FIRST_CORE, cores)
  const bus = nats ? { NATS_URL: nats.url } : {}

  /** Started again whenever it ends: by a kill, or because another one leads. */
  const keep = (name, env) => {
    const started = startProcess(name, env)
    running.add(started)
    void started.ended.then((code) => {
      running.delete(started)
      if (isStopping) return
      say(`${name} ended with ${code}; starting it again …`)
      keep(name, env)
    })
    return started
  }
  const core = (index) =>
    keep(`core${index}`, {
      DATA_DIR: dirOf(index),
      DATABASE_URL: databaseUrl,
      COMMAND_LOG_URL: databaseUrl,
      REPLAY_STORE: 'database',
      LEDGER: 'apart',
      LEASE_SECONDS: '1.5',
      PORT: String(ports[index]),
      STRICT_PORT: '1',
      TRUST_PROXY: '127.0.0.1',
      ...bus,
    })

  try {
    mkdirSync(dirOf(0))
    await core(0).said(/^URL: /m)
    for (let index = 1; index < cores; index++) {
      copyKeys(dirOf(0), dirOf(index))
      await core(index).said(/^Standing by/m)
    }
    const [ledgerPort] = await freePorts(FIRST_LEDGER, 1)
    mkdirSync(path.join(folder, 'ledger'))
    await keep('ledger', {
      ROLE: 'ledger',
      DATA_DIR: path.join(folder, 'ledger'),
      DATABASE_URL: databaseUrl,
      COMMAND_LOG_URL: databaseUrl,
      REPLAY_STORE: 'database',
      PORT: String(ledgerPort),
    }).said(/^Ledger: /m)
    const addresses = ports.map((port) => `http://127.0.0.1:${port}`).join(',')
    for (const [index, port] of (await freePorts(FIRST_EDGE, edges)).entries())
      await keep(`edge${index}`, {
        ROLE: 'edge',
        CORES: addresses,
        PORT: String(port),
        ...bus,
      }).said(/^Edge: /m)
    say(`The cluster runs: ${cores} cores, a ledger, ${edges} edges. Ctrl-C ends it.`)
    while (running.size > 0) await Promise.all([...running].map(({ ended }) => ended))
  } finally {
    stop()
    await Promise.all([...running].map(({ ended }) => ended))
    rmSync(folder, { recursive: true, force: true })
  }
}

function copyKeys(from, to) {
  mkdirSync(to)
  for (const name of readdirSync(from))
    if (!OWN.has(name) && !name.endsWith('.sock'))
      cpSync(path.join(from, name), path.join(to, name), { recursive: true })
}

try {
  const { values } = parseArgs({
    options: { cores: { type: 'string' }, edges: { type: 'string' } },
  })
  const counts = readCounts(values)
  const programs = findPostgres() ?? (await postgresFromNpm())
  const nats = hasNats() ? await startNats(NATS_SERVERS) : undefined
  if (!nats) say('There is no nats-server here: edges pass all sockets on to the core.')
  const { owner, folder } = makeFolder()
  const password = randomBytes(16).toString('hex')
  // The gateways end before their servers: a signal is the cluster's business.
  try {
    const quorum = await startQuorum(programs, { folder, owner, password, say })
    await runCluster(quorum.url, { ...counts, nats }).finally(quorum.stop)
  } finally {
    await nats?.stop()
    remove(folder)
  }
} catch (error) {
  console.error(error instanceof Plain ? error.message : error)
  process.exitCode = 1
}
