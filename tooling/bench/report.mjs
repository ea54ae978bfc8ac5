import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const results = path.join(import.meta.dirname, 'results')
const COLUMNS = ['what', 'who', 'measured', 'bar']

/**
 * @typedef {{ what: string, who?: string, measured: string, bar?: string, holds?: boolean }} Row
 * `who` is the peer, or nothing where there is none.
 */

/** @param {Row[]} rows */
export function printTable(rows) {
  const columns = COLUMNS.filter((key) => key !== 'who' || rows.some((row) => row.who))
  const widths = columns.map((key) =>
    Math.max(key.length, ...rows.map((row) => (row[key] ?? '').length)),
  )
  const line = (cells) => cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  ')
  console.log(line(columns))
  let before = ''
  for (const row of rows) {
    const cells = columns.map((key) =>
      key === 'what' && row.what === before && row.who ? '' : (row[key] ?? ''),
    )
    console.log(
      `${line(cells)}  ${row.holds === undefined ? '' : row.holds ? 'ok' : 'MISSED'}`.trimEnd(),
    )
    before = row.what
  }
}

/** @param {import('./calibration.mjs').Calibration} calibration */
export function printCalibration({ signMs, factor }) {
  console.log(
    `jsrsasign signs rsa1024 in ${signMs.toFixed(2)} ms CPU: factor ${factor.toFixed(2)} to ` +
      'the machine of the bars',
  )
}

/** @param {{ calibration: import('./calibration.mjs').Calibration, rows: Row[] }} measured */
export function writeResults(name, measured) {
  mkdirSync(results, { recursive: true })
  writeFileSync(path.join(results, `${name}.json`), `${JSON.stringify(measured, null, 2)}\n`)
}
