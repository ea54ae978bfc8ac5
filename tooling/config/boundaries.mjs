// Checks the import rules (architecture, section 2): those that dependency-cruiser reads, cycles
// between folders, and globals where a port belongs. Rules of boundaries-open.json may be broken as
// often as it says; the numbers only ever go down.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { globalFaults } from './globals.mjs'
import { areaCyclesOf, folderCyclesOf, importsOf } from './importGraph.mjs'
import { filesIn, isSource, root } from './sourceFiles.mjs'

/**
 * @typedef {{ rule: string, text: string }} Fault
 * @param {string} [folder] @param {string[]} [options] Further options of dependency-cruiser.
 * @returns {Fault[]}
 */
export function brokenImportRules(folder = root, options = []) {
  const config = path.join(import.meta.dirname, 'boundaries.cjs')
  // The JSON reporter always ends with code 0; what it found is in its text.
  const report = execFileSync(
    path.join(root, 'node_modules/.bin/depcruise'),
    ['--config', config, '--output-type', 'json', ...options, 'packages', 'apps'],
    { cwd: folder, maxBuffer: 2 ** 30 },
  )
  return JSON.parse(report.toString()).summary.violations.map(({ rule, from, to, cycle }) => ({
    rule: rule.name,
    text: cycle ? [from, ...cycle.map(({ name }) => name)].join(' -> ') : `${from} -> ${to}`,
  }))
}

/** @returns {Fault[]} Rule 5 between folders, and between areas of the web app. */
export function folderCycles(folder = root) {
  const files = filesIn(folder).filter((file) => isSource(file) && !file.endsWith('.css'))
  const imports = importsOf(files, folder)
  return [
    ...folderCyclesOf(imports).map((group) => ({ rule: 'no-folder-cycle', group })),
    ...areaCyclesOf(imports).map((group) => ({ rule: 'no-area-cycle', group })),
  ].map(({ rule, group }) => ({ rule, text: group.join(' <-> ') }))
}

/**
 * The faults of rules that are broken more often than they may be.
 * @param {readonly Fault[]} faults @param {Readonly<Record<string, number>>} open
 */
export function overLimit(faults, open) {
  return [...Map.groupBy(faults, ({ rule }) => rule)].flatMap(([rule, broken]) =>
    broken.length > (open[rule] ?? 0) ? broken : [],
  )
}

function main() {
  const faults = [
    ...brokenImportRules(root, [
      '--include-only',
      '^(packages|apps)/[^/]+/(src|examples)/|node_modules',
    ]),
    ...folderCycles(),
    ...globalFaults(root).map((text) => ({ rule: 'globals-only-in-ports', text })),
  ]
  const open = JSON.parse(
    readFileSync(path.join(import.meta.dirname, 'boundaries-open.json'), 'utf8'),
  )
  for (const [rule, limit] of Object.entries(open)) {
    const count = faults.filter((fault) => fault.rule === rule).length
    console.log(
      `${rule}: broken ${count} times, ${limit} may ` +
        `be${count < limit ? `; tooling/config/boundaries-open.json can go down to ${count}` : ''}`,
    )
  }
  const over = overLimit(faults, open)
  for (const { rule, text } of process.argv.includes('--list') ? faults : over)
    console.error(`${rule}: ${text}`)
  console.log(over.length > 0 ? 'Import rules: broken' : 'Import rules: kept')
  process.exitCode = over.length > 0 ? 1 : 0
}

if (process.argv[1] === import.meta.filename) main()
