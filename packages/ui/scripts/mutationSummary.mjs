// Writes mutation.json from the report of the last mutation run: what the README states, and a change of the score shows in the history.
import { readFileSync, writeFileSync } from 'node:fs'

const read = (name) => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'))
const { files } = read('../../../test-results/ui-mutation.json')

// A mutant that does not compile or was left out says nothing about the tests.
function tally(mutants) {
  const count = (...statuses) => mutants.filter(({ status }) => statuses.includes(status)).length
  const [noticed, missed] = [count('Killed', 'Timeout'), count('Survived', 'NoCoverage')]
  return { mutants: noticed + missed, noticed, timedOut: count('Timeout'), survived: count('Survived'), untested: count('NoCoverage'), score: Math.floor((1000 * noticed) / (noticed + missed)) / 10 }
}

const all = tally(Object.values(files).flatMap((file) => file.mutants))
const machines = tally(Object.entries(files).flatMap(([name, file]) => (name.endsWith('/machine.ts') ? file.mutants : [])))
const summary = { date: new Date().toISOString().slice(0, 10), files: Object.keys(files).length, ...all, withConstants: read('../stryker.config.json').ignoreStatic === false, machines }
writeFileSync(new URL('../mutation.json', import.meta.url), `${JSON.stringify(summary, null, 2)}\n`)
console.log(summary)
