// `pnpm bench <name>` prints a table and writes tooling/bench/results/<name>.json; `--gate` fails where a bar is missed.
const BENCHES = {
  size: () => import('./size.mjs'),
  start: () => import('./start.mjs'),
  engine: () => import('./engine.mjs'),
}

const [name = '', ...flags] = process.argv.slice(2)
const load = BENCHES[name]
if (!load) {
  console.error(`Usage: pnpm bench <${Object.keys(BENCHES).join('|')}> [--gate]`)
  process.exit(1)
}
const { bench } = await load()
const { writeResults, printTable } = await import('./report.mjs')
const rows = await bench()
printTable(rows)
writeResults(name, rows)
if (flags.includes('--gate') && rows.some((row) => row.holds === false)) process.exitCode = 1
