// Three million orders within a day of command time through the trading core, a snapshot after each
// segment, a kill and a restart. The database is the bench's own Postgres server if the machine has
// one: the embedded database runs in the gateway's thread, and its pauses would count as the
// core's.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { atMost } from './calibration.mjs'
import { findPostgres, withPostgres } from '../bootstrap/postgres.mjs'

const ORDERS = Number(process.env['MEMORY_ORDERS'] ?? 3_000_000)
const PAUSE_MS = 50
const BYTES_PER_ORDER = 200
const RESTART_SECONDS = 60
const PART_BYTES = 64 * 1024 * 1024
/** Orders that are placed between the report and the kill, so that the kill interrupts work. */
const MORE = 5_000

const child = path.join(import.meta.dirname, '../../apps/gateway/src/testing/memoryChild.ts')

export async function bench({ factor }) {
  const programs = findPostgres()
  return programs
    ? withPostgres(programs, (url) => measure(url, factor))
    : measure(undefined, factor)
}

async function measure(databaseUrl, factor) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'x-memory-'))
  try {
    const { figures, placed } = await runAndKill({ dataDir, databaseUrl })
    const restart = await reopen({ dataDir, databaseUrl })
    return rows({
      figures,
      placed,
      restart,
      databaseUrl,
      disk: largestSnapshot(dataDir, restart),
      factor,
    })
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function start(phase, { dataDir, databaseUrl }) {
  const flags = ['--conditions=x-source', '--expose-gc', '--disable-warning=ExperimentalWarning']
  const env = { ...process.env, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) }
  const started = spawn(process.execPath, [...flags, child, phase, dataDir, String(ORDERS)], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return { started, exit: once(started, 'exit'), lines: createInterface({ input: started.stdout }) }
}

async function runAndKill(where) {
  const { started, exit, lines } = start('run', where)
  let figures
  let placed = 0
  for await (const line of lines) {
    const report = JSON.parse(line)
    if (report.done) figures = report
    if (report.placed) placed = report.placed
    if (report.placed && placed % 100_000 === 0) console.error(`${counted(placed)} orders`)
    if (figures && placed >= figures.done + MORE) break
  }
  if (!figures) throw new Error('The core ended before it had placed its orders')
  started.kill('SIGKILL')
  await exit
  return { figures, placed }
}

async function reopen(where) {
  const { exit, lines } = start('check', where)
  const found = {}
  for await (const line of lines) {
    const report = JSON.parse(line)
    if (report.opened) found.opened = report
    if (report.checked) found.checked = report
    if (report.stopped) found.stopped = report
  }
  const [code] = await exit
  if (code !== 0 || !found.stopped)
    throw new Error('The core did not open what the killed one left')
  return found
}

/** On disk, where a snapshot of the kind is left. */
function largestSnapshot(dataDir, { checked }) {
  const file = path.join(
    dataDir,
    'journal',
    `snapshot-${String(checked.snapshot.lastSeq).padStart(16, '0')}.parts`,
  )
  return existsSync(file) ? statSync(file).size : undefined
}

function rows({ figures, placed, restart, databaseUrl, disk, factor }) {
  const { opened, checked, stopped } = restart
  const perOrder = figures.heapBytes / figures.remembered
  const { snapshot } = figures
  const parts = Object.entries(snapshot.figures?.parts ?? {}).map(
    ([kind, { parts: count, rows: held, bytes }]) =>
      `${kind} ${mb(bytes)} in ${count} (${counted(held)} rows)`,
  )
  const where = databaseUrl ? 'Postgres server' : 'embedded database, its own pauses included'
  return [
    {
      what: `${counted(ORDERS)} orders in 20 h of command time`,
      measured: `${counted(figures.remembered)} remembered, ${figures.errors.length} errors`,
      bar: 'all, none',
      holds: figures.remembered >= ORDERS && figures.errors.length === 0,
    },
    {
      what: `longest pause of the core’s thread, CPU (${where})`,
      measured: `${figures.longestCpuMs.toFixed(1)} ms`,
      ...(databaseUrl
        ? atMost(figures.longestCpuMs, {
            limit: PAUSE_MS,
            factor,
            format: (value) => `${value.toFixed(1)} ms`,
          })
        : { bar: `<= ${PAUSE_MS} ms` }),
    },
    {
      what: '… wall time, other work of the machine included',
      measured:
        `max ${figures.delayMs.max.toFixed(0)}, p99.9 ${figures.delayMs.p999.toFixed(0)}, p99 ` +
        `${figures.delayMs.p99.toFixed(0)} ms`,
    },
    {
      what: 'heap and buffers a remembered order',
      measured: `${perOrder.toFixed(1)} bytes`,
      bar: `<= ${BYTES_PER_ORDER}`,
      holds: perOrder <= BYTES_PER_ORDER,
    },
    { what: 'resident memory, both replicas', measured: `${figures.rssMegabytes} MB` },
    {
      what: 'CPU of the run',
      measured:
        `${figures.cpuSeconds.toFixed(0)} s, ${figures.mainCpuSeconds.toFixed(0)} s of it the ` +
        `core’s thread; ${figures.wallSeconds.toFixed(0)} s wall`,
    },
    {
      what: 'snapshots seen while it traded',
      measured: `${figures.snapshots}, the last at record ${snapshot.lastSeq}`,
      bar: 'some',
      holds: figures.snapshots > 0 && snapshot.failure === undefined,
    },
    {
      what: 'newest snapshot',
      measured: `${mb(snapshot.figures?.bytes ?? disk ?? 0)}: ${parts.join(', ')}`,
    },
    {
      what: 'largest part',
      measured: mb(snapshot.figures?.largestPart ?? 0),
      bar: `<= ${mb(PART_BYTES)}`,
      holds: (snapshot.figures?.largestPart ?? Infinity) <= PART_BYTES,
    },
    {
      what: `restart after kill -9 at ${counted(placed)} orders`,
      measured: `${opened.seconds.toFixed(1)} s, ${opened.cpuSeconds.toFixed(1)} s CPU`,
      bar: `<= ${RESTART_SECONDS} s`,
      holds: opened.seconds <= RESTART_SECONDS,
    },
    {
      what: 'orders that answer under their key afterwards',
      measured:
        `${(checked.checked - checked.faultCount).toLocaleString('en')} of ` +
        `${counted(checked.checked)}`,
      bar: 'all',
      holds: checked.faultCount === 0 && checked.errors.every(isTornTail),
    },
    { what: 'orderly stop with its snapshot', measured: `${stopped.seconds.toFixed(1)} s` },
  ]
}

/** A kill may leave half a record. */
const isTornTail = (text) => text.startsWith('The journal ended in bytes')
const mb = (bytes) => `${(bytes / 1e6).toFixed(2)} MB`

const counted = (count) => count.toLocaleString('en')
