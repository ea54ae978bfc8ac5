// `pnpm release` publishes what is new and tags it; `pnpm release --dry-run` does everything but
// that. `--without-checks` leaves `npm test` out of a dry run, `--checked=<commit>` out of the
// release of a commit that is tested.
import path from 'node:path'
import { Plain } from '../bootstrap/progress.mjs'
import { run } from '../bootstrap/run.mjs'
import { git, output } from './command.mjs'
import { root } from './packages.mjs'
import { readPublishing } from './publishing.mjs'
import { readArguments } from './readArguments.mjs'
import { release } from './release.mjs'
import { writeBillOfMaterials } from './sbom.mjs'

async function main(args) {
  const { isDryRun, isChecked } = readArguments(args, await git(root, 'rev-parse', 'HEAD'))
  await release({
    top: root,
    registry: await output('npm', ['config', 'get', 'registry'], { cwd: root }),
    publishing: readPublishing(),
    check: () => (isChecked ? undefined : run('npm', ['test', '--', '--whole'])),
    build: () =>
      run(path.join(root, 'node_modules/.bin/turbo'), [
        'run',
        'build',
        '--force',
        '--filter=./packages/*',
        '--output-logs=errors-only',
      ]),
    describe: () => writeBillOfMaterials(),
    isDryRun,
    // A workflow that may ask for an identity token can attest where it built.
    hasProvenance: process.env['ACTIONS_ID_TOKEN_REQUEST_URL'] !== undefined,
  })
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Plain ? error.message : error)
  process.exitCode = 1
}
