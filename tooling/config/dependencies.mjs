// Finds dependencies of the manifests that nothing imports, and imports that no manifest names:
// `npm run check -- dependencies`. `knip.json` names the tools that are started as programs, and
// the package that only a bundled text of a journey imports.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { root } from './sourceFiles.mjs'

const { status } = spawnSync(
  path.join(root, 'node_modules/.bin/knip'),
  ['--config', path.join(import.meta.dirname, 'knip.json'), '--no-progress', '--no-config-hints'],
  { cwd: root, stdio: 'inherit' },
)
process.exitCode = status ?? 1
