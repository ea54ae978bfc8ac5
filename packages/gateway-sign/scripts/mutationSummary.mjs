// Writes mutation.json from the report of the last mutation run: what the README states, and a change of the score shows in the history.
import { readFileSync, writeFileSync } from 'node:fs'

const read = (name) => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'))
const { files } = read('../../../test-results/gateway-sign-mutation.json')
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
