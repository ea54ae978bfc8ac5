// The quick check of the documents, part of `npm test`: links and their anchors, a page for each
// package and widget, nothing exported that the reference would leave out, examples that compile.
// It needs no install of this folder.
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { Plain } from '../bootstrap/progress.mjs'
import { root } from '../bootstrap/run.mjs'
import { createReader, exportedNames } from '../config/docstrings.mjs'
import { filesIn } from '../config/sourceFiles.mjs'
import { checkExamples, quoteFaults } from './examples.mjs'
import { readPages, referenceEntries, widgetGroups } from './sources.mjs'
import { resolvedPages } from './stage.mjs'

/** Tags of docstrings that hide a name from the reference. */
const HIDING = /^\s*(?:\/\*\*|\*).*@(?:internal|hidden|ignore|private)\b/m

/** Widgets' READMEs that the table in the README of `@x/ui` does not link. */
function unlistedWidgets(pages) {
  const listed = new Set(widgetGroups().flatMap(([, names]) => names))
  return pages
    .map(({ url }) => /^\/widgets\/([\w-]+)$/.exec(url)?.[1])
    .filter((name) => name !== undefined && !listed.has(name))
    .map((name) => `packages/ui/README.md does not link src/${name}/README.md`)
}

/** Files below `src/exports` that no entry of the package's manifest names. */
function missingEntries(entries) {
  const files = new Set(entries.map(({ file }) => path.relative(root, file)))
  return [...new Set(entries.map((entry) => entry.package))].flatMap((name) => {
    const folder = path.posix.join('packages', name, 'src/exports')
    return readdirSync(path.join(root, folder))
      .filter((file) => /(?<!\.test|\.test-d)\.tsx?$/.test(file))
      .map((file) => path.posix.join(folder, file))
      .filter((file) => !files.has(file))
      .map((file) => `${file} is no entry of the package, so it has no page in the reference`)
  })
}

function hiddenNames() {
  return filesIn(root)
    .filter((file) => /^packages\/[^/]+\/src\/.*\.tsx?$/.test(file) && !file.includes('.test.'))
    .filter((file) => HIDING.test(readFileSync(path.join(root, file), 'utf8')))
    .map((file) => `${file} has a docstring that hides a name from the reference`)
}

async function main() {
  const pages = readPages()
  const entries = referenceEntries()
  const faults = [
    ...resolvedPages().faults,
    ...unlistedWidgets(pages),
    ...missingEntries(entries),
    ...hiddenNames(),
    ...quoteFaults(pages),
  ]
  for (const fault of faults) console.error(fault)
  const read = createReader()
  const names = entries.flatMap(({ file }) => [...exportedNames(file, read)])
  console.log(
    `${pages.length} documents, ${faults.length} faults; the reference has ${entries.length} ` +
      `entries with ${names.length} names.`,
  )
  console.log(`${await checkExamples()} examples compile.`)
  process.exitCode = faults.length === 0 ? 0 : 1
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Plain ? error.message : error)
  process.exitCode = 1
}
