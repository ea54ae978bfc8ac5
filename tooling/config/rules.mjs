// Lists the rules that no test cites: `npm run check -- rules`. With `--gate` it fails when
// there are more of them than `docs/rules-open.json` allows, or when a test cites an unknown rule.
// That number only decreases.
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { citationsIn } from './citations.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const TEST_FILE = /\.(?:test|e2e)\.tsx?$/
/** The tests of these checks contain citations as examples. */
const SKIPPED = new Set([
  'node_modules',
  'dist',
  'generated',
  'rules.test.ts',
  'citations.test.ts',
  'references.test.ts',
])

/** Title of each rule by its id, in the order of docs/reference/platform.md. */
export const readRules = () => JSON.parse(readFileSync(path.join(root, 'docs/rules.json'), 'utf8'))

/** The rule of a citation: a part of a widget rule, numbered by its tests, belongs to the rule. */
export const ruleOf = (citation) => citation.replace(/^(U\d+)\.\d+$/, '$1')

/** @param {Record<string, string>} rules @param {ReadonlySet<string>} citations */
export function judge(rules, citations) {
  const ids = Object.keys(rules)
  const cited = new Set([...citations].map(ruleOf))
  const open = ids.filter((id) => !cited.has(id))
  const bySection = open.filter((id) => id.includes('.') && cited.has(id.split('.')[0]))
  return {
    total: ids.length,
    bySection,
    uncited: open.filter((id) => !bySection.includes(id)),
    unknown: [...cited].filter((id) => !(id in rules) && !/^spec \d$/.test(id)),
  }
}

/**
 * Why the gate fails; empty when it passes.
 * @param {ReturnType<typeof judge>} verdict
 * @param {{ open: number }} ratchet
 */
export function faultsOf({ bySection, uncited, unknown }, { open: allowed }) {
  const open = bySection.length + uncited.length
  return [
    ...(open > allowed
      ? [
          `${open} rules are cited by no test, ${allowed} are allowed. ` +
            'List them with npm run check -- rules.',
        ]
      : []),
    ...(unknown.length > 0 ? [`Tests cite rules that do not exist: ${unknown.join(', ')}.`] : []),
  ]
}

function* testFiles(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name)
    if (SKIPPED.has(entry.name)) continue
    if (entry.isDirectory()) yield* testFiles(file)
    else if (TEST_FILE.test(entry.name)) yield file
  }
}

/** How many rules may be without a test that cites them by their own id. */
export const readRatchet = () =>
  JSON.parse(readFileSync(path.join(root, 'docs/rules-open.json'), 'utf8'))

const partsIn = (cited) => [...cited].filter((id) => ruleOf(id) !== id).length

function main(flags) {
  const rules = readRules()
  const cited = new Set(
    ['packages', 'apps', 'tooling']
      .flatMap((name) => [...testFiles(path.join(root, name))])
      .flatMap((file) => citationsIn(readFileSync(file, 'utf8'), { isJsx: file.endsWith('x') })),
  )
  const verdict = judge(rules, cited)
  if (flags.includes('--gate')) return gate(verdict)
  const { total, bySection, uncited, unknown } = verdict
  const list = (ids) =>
    ids.map((id) => `  ${id.padEnd(16)} ${rules[id] ?? ''}`.trimEnd()).join('\n')
  console.log(
    `${total - bySection.length - uncited.length} of ${total} rules are cited by a test, ` +
      `those of the widgets in ${partsIn(cited)} parts.`,
  )
  if (bySection.length > 0)
    console.log(
      `\n${bySection.length} lines of the spec are cited by their section only: ` +
        bySection.map((id) => id.slice('spec '.length)).join(', '),
    )
  if (uncited.length > 0) console.log(`\n${uncited.length} are not cited:\n${list(uncited)}`)
  if (unknown.length > 0) console.log(`\nCited, but no such rule:\n${list(unknown)}`)
}

function gate(verdict) {
  const ratchet = readRatchet()
  const faults = faultsOf(verdict, ratchet)
  const open = verdict.bySection.length + verdict.uncited.length
  console.log(
    `${verdict.total - open} of ${verdict.total} rules are cited by a test; ` +
      `${open} are not, ${ratchet.open} are allowed.`,
  )
  if (faults.length === 0 && open < ratchet.open)
    console.log(`docs/rules-open.json can go down to ${open}.`)
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
}

if (process.argv[1] === import.meta.filename) main(process.argv.slice(2))
