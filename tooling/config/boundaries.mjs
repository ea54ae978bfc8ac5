// Runs the import rules, then the rule that dependency-cruiser cannot see: browser globals live in
// named places only.
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { globalFaults } from './globals.mjs'

const root = path.resolve(import.meta.dirname, '../..')

let failed = false
try {
  execFileSync(
    path.join(root, 'node_modules/.bin/depcruise'),
    [
      '--config',
      'tooling/config/boundaries.cjs',
      'packages',
      'apps',
      '--include-only',
      '^(packages|apps)/[^/]+/(src|examples)/|node_modules',
    ],
    { cwd: root, stdio: 'inherit' },
  )
} catch {
  failed = true
}
const faults = globalFaults(root)
for (const fault of faults) console.error(fault)
if (faults.length > 0) failed = true
console.log(failed ? 'Import rules: broken' : 'Import rules: hold')
process.exitCode = failed ? 1 : 0
