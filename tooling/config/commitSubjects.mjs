// Checks the subjects of all commits since the commit hook was added: "area: imperative summary",
// at most 72 characters. Passes where there is no history, as in a tarball.
import { execFileSync } from 'node:child_process'
import { root } from './sourceFiles.mjs'

const HOOK = 'tooling/git-hooks/commit-msg'
const LONGEST = 72
const FREE = /^(?:Merge|Revert|fixup!|squash!)/
const FORM = /^[a-z][a-z0-9/, -]*: .+/

/** What is wrong with a subject; `undefined`: nothing. The hook refuses the same ones. */
export function subjectFault(subject) {
  if (FREE.test(subject)) return undefined
  if (subject.length > LONGEST) return `${subject.length} characters, ${LONGEST} are allowed`
  return FORM.test(subject) ? undefined : 'not of the form "area: imperative summary"'
}

/** @returns {string[]} Short hash, fault and subject of each commit with a fault. */
export function commitFaults(folder = root) {
  const git = (...args) =>
    execFileSync('git', args, {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  const lines = (text) => text.split('\n').filter(Boolean)
  let start
  try {
    start = lines(git('log', '--diff-filter=A', '--format=%H', '--', HOOK)).at(-1)
  } catch {
    return []
  }
  if (start === undefined) return []
  return lines(git('log', '--no-merges', '--format=%h %s', `${start}..HEAD`)).flatMap((line) => {
    const [hash = '', ...words] = line.split(' ')
    const fault = subjectFault(words.join(' '))
    return fault ? [`${hash}: ${fault}: ${words.join(' ')}`] : []
  })
}

function main() {
  const faults = commitFaults()
  for (const fault of faults) console.error(fault)
  console.log(faults.length > 0 ? 'Commit subjects: broken' : 'Commit subjects: kept')
  process.exitCode = faults.length > 0 ? 1 : 0
}

if (process.argv[1] === import.meta.filename) main()
