// `pnpm release` publishes what is new and tags it; `pnpm release --dry-run` does everything but
// that. `--without-checks` leaves `npm test` out of a dry run.
import path from 'node:path'
import { Plain } from '../bootstrap/progress.mjs'
import { run } from '../bootstrap/run.mjs'
import { output } from './command.mjs'
import { root } from './packages.mjs'
import { readPublishing } from './publishing.mjs'
import { release } from './release.mjs'
import { writeBillOfMaterials } from './sbom.mjs'

const KNOWN = ['--dry-run', '--without-checks']

async function main(args) {
  const unknown = args.filter((arg) => !KNOWN.includes(arg))
  const isDryRun = args.includes('--dry-run')
  const isUnchecked = args.includes('--without-checks')
  if (unknown.length > 0 || (isUnchecked && !isDryRun))
    throw new Plain(`usage: pnpm release [--dry-run [--without-checks]]`)
  await release({
    top: root,
    registry: await output('npm', ['config', 'get', 'registry'], { cwd: root }),
    publishing: readPublishing(),
    check: () => (isUnchecked ? undefined : run('npm', ['test'])),
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
