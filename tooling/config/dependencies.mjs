// Finds dependencies of the manifests that nothing imports, and imports that no manifest names:
// `npm run check -- dependencies`. `knip.json` names what is started as a program or resolved by
// its name, and what only texts import: of a journey, and of the documents (`react-hook-form`). The
// example apps have manifests and lock files of their own.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { root } from './sourceFiles.mjs'

const { status } = spawnSync(
  path.join(root, 'node_modules/.bin/knip'),
  ['--config', path.join(import.meta.dirname, 'knip.json'), '--no-progress', '--no-config-hints'],
  { cwd: root, stdio: 'inherit' },
)
process.exitCode = status ?? 1
