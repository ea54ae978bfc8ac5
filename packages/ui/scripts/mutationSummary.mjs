// Writes mutation.json, which the README cites, from the report of the last mutation run. Files
// that the run left out keep their figures. Arguments: paths of further reports, in order.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const folder = path.resolve(import.meta.dirname, '..')
const read = (name) => JSON.parse(readFileSync(path.resolve(folder, name), 'utf8'))
const reports =
  process.argv.length > 2 ? process.argv.slice(2) : ['../../test-results/ui-mutation.json']

// Mutants that do not compile or were left out do not count.
function tally(mutants) {
  const count = (...statuses) => mutants.filter(({ status }) => statuses.includes(status)).length
  return {
    noticed: count('Killed', 'Timeout'),
    timedOut: count('Timeout'),
    survived: count('Survived'),
    untested: count('NoCoverage'),
  }
}

const summed = (rows, key) => rows.reduce((sum, row) => sum + row[key], 0)
function totals(rows) {
  const [noticed, survived, untested] = ['noticed', 'survived', 'untested'].map((key) =>
    summed(rows, key),
  )
  const mutants = noticed + survived + untested
  return {
    files: rows.length,
    mutants,
    noticed,
    timedOut: summed(rows, 'timedOut'),
    survived,
    untested,
    score: Math.floor((1000 * noticed) / mutants) / 10,
  }
}

const byFile = { ...read('mutation.json').byFile }
for (const report of reports)
  for (const [name, { mutants }] of Object.entries(read(report).files))
    byFile[name] = { ...tally(mutants), score: totals([tally(mutants)]).score }
const known = Object.entries(byFile)
  .filter(([name]) => existsSync(path.join(folder, name)))
  .sort(([a], [b]) => (a < b ? -1 : 1))

const summary = {
  date: new Date().toISOString().slice(0, 10),
  ...totals(known.map(([, row]) => row)),
  withConstants: read('stryker.config.json').ignoreStatic === false,
  lowestScore: Math.min(...known.map(([, row]) => row.score)),
  byFile: Object.fromEntries(known),
}
writeFileSync(path.join(folder, 'mutation.json'), `${JSON.stringify(summary, null, 2)}\n`)
console.log({ ...summary, byFile: `${known.length} files` })
