import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const results = path.join(import.meta.dirname, 'results')

/** @param {{ what: string, measured: string, bar?: string, holds?: boolean }[]} rows */
export function printTable(rows) {
  const widths = ['what', 'measured', 'bar'].map((key) => Math.max(key.length, ...rows.map((row) => (row[key] ?? '').length)))
  const line = (cells) => cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  ')
  console.log(line(['what', 'measured', 'bar']))
  for (const row of rows) console.log(`${line([row.what, row.measured, row.bar ?? ''])}  ${row.holds === undefined ? '' : row.holds ? 'ok' : 'MISSED'}`)
}

export function writeResults(name, rows) {
  mkdirSync(results, { recursive: true })
  writeFileSync(path.join(results, `${name}.json`), `${JSON.stringify(rows, null, 2)}\n`)
}
