// Writes mutation.json from the report of the last mutation run: what the README states, and a
// change of the score shows in the history. A run in pieces, each of other files, is put together
// by naming their reports on the command line.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const read = (name) => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'))
const reports =
  process.argv.length > 2
    ? process.argv.slice(2).map((name) => path.resolve(name))
    : ['../../../test-results/gateway-sign-mutation.json']
const files = Object.assign({}, ...reports.map((report) => read(report).files))
const mutants = Object.values(files).flatMap((file) => file.mutants)
const count = (...statuses) => mutants.filter(({ status }) => statuses.includes(status)).length

// A mutant that does not compile or was left out says nothing about the tests.
const [noticed, missed] = [count('Killed', 'Timeout'), count('Survived', 'NoCoverage')]
const summary = {
  date: new Date().toISOString().slice(0, 10),
  files: Object.keys(files).length,
  mutants: noticed + missed,
  noticed,
  timedOut: count('Timeout'),
  survived: count('Survived'),
  untested: count('NoCoverage'),
  withConstants: read('../stryker.config.json').ignoreStatic === false,
  score: Math.floor((1000 * noticed) / (noticed + missed)) / 10,
}
writeFileSync(new URL('../mutation.json', import.meta.url), `${JSON.stringify(summary, null, 2)}\n`)
console.log(summary)
