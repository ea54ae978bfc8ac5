// Runs one check of the lint stage: `npm run check -- words --list apps/web`. Without a name it
// lists the checks.
import { spawnSync } from 'node:child_process'
import path from 'node:path'

/** What a check looks at, by its name; each is `<name>.mjs` of this folder. */
export const CHECKS = {
  words: 'retired words, lines over 100 columns',
  titles: 'titles of tests: a sentence of at most 12 words',
  docstrings: 'exports of packages without a docstring',
  boundaries: 'import rules, folder cycles',
  dependencies: 'dependencies that nothing imports, imports that no manifest names',
  measure: 'function lengths, longest line, non-null assertions, tests to source per area',
  rules: 'rules that no test cites',
  references: 'citations, links and file names that do not resolve',
  checkCatalogs: 'message catalogues',
  apiDocuments: 'writes the documents that derive from the contract; --check compares them',
  typecheck: 'types of all packages',
}

const [name = '', ...args] = process.argv.slice(2)

if (process.argv[1] === import.meta.filename) {
  if (Object.hasOwn(CHECKS, name))
    process.exitCode =
      spawnSync(process.execPath, [path.join(import.meta.dirname, `${name}.mjs`), ...args], {
        stdio: 'inherit',
      }).status ?? 1
  else {
    for (const [each, about] of Object.entries(CHECKS)) console.log(`${each.padEnd(14)} ${about}`)
    process.exitCode = name === '' ? 0 : 1
  }
}
