// Prints what the checks of the packages cost in `npm test`: each part by itself, with the start of
// its programs, which the stages share. `node tooling/release/cost.mjs units release` measures only
// the named parts. CPU seconds hardly depend on what else the machine does; wall seconds do.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { findChromium } from '../bootstrap/chromium.mjs'
import { childEnvironment, root } from '../bootstrap/run.mjs'

const execute = promisify(execFile)

const vitest = (projects, files) => ['vitest', 'run', ...projects, '--maxWorkers=2', ...files]
const UNITS = ['--project', 'node', '--project', 'isolated', '--project', 'dom']

/** What came with the packages that other teams use; all else was there or is the app's. */
const PARTS = {
  lint: [
    ['node', 'tooling/site/check.mjs'],
    ['node', 'tooling/release/changesets.mjs'],
    ['node', 'tooling/config/dependencies.mjs'],
  ],
  units: [
    vitest(UNITS, [
      'tooling/release',
      'tooling/site',
      'tooling/config/browserFloor',
      'tooling/config/clientEntries',
      'tooling/config/installLines',
      'tooling/config/publicComments',
      'packages/gateway-sign/src/fallback/thirdParty',
      'packages/gateway-sign/src/server/guard/frameworks',
      'packages/gateway-sign/src/transport',
      'packages/kit/src/node.test.ts',
      'packages/request/src/fetch',
      'packages/request/src/readTarget',
      'packages/request/src/restMiddlewares',
      'packages/ui/src/testing/polyfillJsdom',
      'hydration.test.tsx',
    ]),
  ],
  styles: [vitest(UNITS, ['tooling/config/publishedStyles'])],
  browser: [
    vitest(
      ['--project', 'browser'],
      [
        'packages/ui/src/data-table/DataTable',
        'packages/ui/src/field/contract',
        'packages/ui/src/field/reactHookForm',
        'packages/ui/src/widgetProps',
        'packages/ui/src/hydration',
      ],
    ),
  ],
  release: [
    ['node', 'tooling/release/apiReport.mjs', '--check'],
    ['node', 'tooling/release/check.mjs'],
  ],
}

const named = process.argv.slice(2)
const unknown = named.filter((name) => !(name in PARTS))
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. Parts: ${Object.keys(PARTS).join(', ')}.`)
  process.exit(1)
}

const env = childEnvironment({ CHROMIUM_PATH: await findChromium() })
const total = { cpu: 0, wall: 0 }
for (const name of named.length > 0 ? named : Object.keys(PARTS)) {
  const taken = { cpu: 0, wall: 0 }
  for (const command of PARTS[name]) {
    const { cpu, wall } = await secondsOf(command)
    taken.cpu += cpu
    taken.wall += wall
  }
  print(name, taken)
  total.cpu += taken.cpu
  total.wall += taken.wall
}
print('all', total)

/** The shell's own clock counts the processes that a command starts. @throws if it fails */
async function secondsOf(command) {
  const { stderr } = await execute(
    'bash',
    ['-c', 'TIMEFORMAT="%U %S %R"; time "$@" >/dev/null 2>/dev/null', 'bash', ...command],
    { cwd: root, env },
  )
  const [user, system, wall] = stderr.trim().split('\n').at(-1).split(' ').map(Number)
  return { cpu: user + system, wall }
}

function print(name, { cpu, wall }) {
  console.log(`${name.padEnd(8)} ${cpu.toFixed(0)} s CPU, ${wall.toFixed(0)} s`)
}
