// `npm run bench -- <name>` prints a table and writes tooling/bench/results/<name>.json; `--gate`
// fails where a bar is missed. CPU bars are scaled by the machine's factor, which
// is measured first.
import { spawnSync } from 'node:child_process'

const BENCHES = {
  size: () => import('./size.mjs'),
  start: () => import('./start.mjs'),
  copies: () => import('./copies.mjs'),
  engine: () => import('./engine.mjs'),
  core: () => import('./core.mjs'),
  sign: () => import('./sign.mjs'),
  request: () => import('./request.mjs'),
  sanitize: () => import('./sanitize.mjs'),
  referral: () => import('./referral.mjs'),
  reserves: () => import('./reserves.mjs'),
  wallet: () => import('./wallet.mjs'),
  decimal: () => import('./decimal.mjs'),
  locale: () => import('./locale.mjs'),
  book: () => import('./book.mjs'),
  orders: () => import('./orders.mjs'),
  capacity: () => import('./capacity.mjs'),
  takeover: () => import('./takeover.mjs'),
  openapi: () => import('./openapi.mjs'),
  futures: () => import('./futures.mjs'),
  logins: () => import('./logins.mjs'),
  fairness: () => import('./fairness.mjs'),
  memory: () => import('./memory.mjs'),
  fanout: () => import('./fanout.mjs'),
  ui: () => import('./ui.mjs'),
  live: () => import('./live.mjs'),
  terminal: () => import('./terminal.mjs'),
  positions: () => import('./positions.mjs'),
  soak: () => import('./soak.mjs'),
  vitals: () => import('./vitals.mjs'),
  a11y: () => import('./a11y.mjs'),
}
/** Packages run from their sources, and memory is read after a garbage collection. */
const FLAGS = ['--conditions=x-source', '--expose-gc', '--disable-warning=ExperimentalWarning']

const [name = '', ...flags] = process.argv.slice(2)
const load = BENCHES[name]
if (!load) {
  console.error(`Usage: npm run bench -- <${Object.keys(BENCHES).join('|')}> [--gate]`)
  process.exit(1)
}
if (FLAGS.some((flag) => !process.execArgv.includes(flag))) {
  const { status } = spawnSync(process.execPath, [...FLAGS, import.meta.filename, name, ...flags], {
    stdio: 'inherit',
  })
  process.exit(status ?? 1)
}

const { bench } = await load()
const { calibrate } = await import('./calibration.mjs')
const { writeResults, printCalibration, printTable } = await import('./report.mjs')
const calibration = calibrate()
printCalibration(calibration)
const rows = await bench(calibration)
printTable(rows)
writeResults(name, { calibration, rows })
// A peer library may keep a timer or a socket open.
process.exit(flags.includes('--gate') && rows.some((row) => row.holds === false) ? 1 : 0)
