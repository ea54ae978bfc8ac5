import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { buildApp, compileMessages } from './build.mjs'
import { findChromium, findShell } from './chromium.mjs'
import { findPostgres, withPostgres } from './postgres.mjs'
import { Plain, say, step } from './progress.mjs'
import { root, run } from './run.mjs'

const reports = path.join(root, 'test-results')
const script = (file) => path.join(root, 'tooling', file)
const bin = (name) => path.join(root, 'node_modules/.bin', name)

/** What a stage answers that had nothing to run with. */
const SKIPPED = Symbol('skipped')

/** What behaves differently on a server, and is quick: replays and limits that nodes share, migrations, transactions, sessions, log-ins, the ledger and what it settles. */
const ON_POSTGRES = ['gateway-sign/sharedReplay', 'expiring', 'db', 'server/keyless', 'sessions/sessions', 'ledger/ledger', 'spot/transfers/transfers'].map((name) => `apps/gateway/src/${name}`)

/** Every stage, in the order in which a fault is cheapest to find. `counts` reads how many tests a stage ran. */
const STAGES = [
  { name: 'types', run: () => run('node', [script('config/typecheck.mjs')]) },
  { name: 'lint', run: async () => (await run(bin('oxlint'), ['--type-aware', '--quiet']), await run('node', [script('config/rules.mjs'), '--gate']), await run('node', [script('config/checkCatalogs.mjs')])) },
  { name: 'boundaries', run: () => run('node', [script('config/boundaries.mjs')]) },
  { name: 'units', run: (env) => vitest('units', ['node', 'isolated', 'dom'], env), counts: () => vitestCounts('units') },
  { name: 'postgres', run: (env) => onPostgres(env), counts: () => vitestCounts('postgres') },
  { name: 'browser', run: (env) => vitest('browser', ['browser'], env), counts: () => vitestCounts('browser') },
  { name: 'packages', run: () => run(bin('turbo'), ['run', 'build', '--filter=./packages/*', '--output-logs=errors-only']) },
  { name: 'release', run: () => run('node', [script('release/check.mjs')]) },
  { name: 'app', run: () => buildApp() },
  { name: 'sizes', run: () => run('node', [script('bench/main.mjs'), 'size', '--gate']) },
  { name: 'journeys', run: (env) => run(bin('playwright'), ['test', '--config', 'tooling/e2e/playwright.config.ts'], { env }), counts: () => playwrightCounts() },
]

/** @throws Plain for a name that is no stage: a misspelt one would be left out in silence. */
export function chooseStages(names) {
  const unknown = names.filter((name) => !STAGES.some((stage) => stage.name === name))
  if (unknown.length > 0) throw new Plain(`Unknown stage: ${unknown.join(', ')}. Stages: ${STAGES.map(({ name }) => name).join(', ')}.`)
  return names.length === 0 ? STAGES : STAGES.filter(({ name }) => names.includes(name))
}

/** `npm test` runs all stages; `npm test -- units journeys` only those named. */
export async function main(args) {
  const chosen = chooseStages(args)
  mkdirSync(reports, { recursive: true })
  const chromium = await findChromium()
  const env = { CHROMIUM_PATH: chromium, CHROMIUM_SHELL: findShell() ?? chromium, RECORDINGS_DIR: path.resolve(root, process.env['RECORDINGS_DIR'] ?? '../shared/data') }
  if (!existsSync(env.RECORDINGS_DIR)) say(`No recordings at ${env.RECORDINGS_DIR}: the tests on real data use a generated tape in the same format`)
  await step('Compiling the messages', compileMessages)
  const outcomes = []
  for (const stage of chosen) {
    let broke = false
    const result = await step(`Stage ${stage.name}`, () => stage.run(env)).catch((error) => {
      broke = true
      console.error(error instanceof Plain ? error.message : error)
    })
    outcomes.push({ ...(stage.counts?.() ?? { passed: 0, failed: 0 }), broke, skipped: result === SKIPPED })
  }
  const { line, failed } = summaryOf(outcomes)
  console.log(line)
  return failed === 0 ? 0 : 1
}

/** A stage counts as one more that passed, or, where no test of it failed, as one that did; one that was skipped as neither. */
export function summaryOf(outcomes) {
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const { passed, failed, broke, skipped } of outcomes) {
    total.passed += passed + (broke || skipped ? 0 : 1)
    total.failed += failed + (broke && failed === 0 ? 1 : 0)
    total.skipped += skipped ? 1 : 0
  }
  const skipped = total.skipped === 0 ? '' : `, ${total.skipped} ${total.skipped === 1 ? 'stage' : 'stages'} skipped`
  return { line: `${total.passed} passed, ${total.failed} failed${skipped}`, failed: total.failed }
}

/** Left to itself Vitest keeps one core back; of two that is half of the machine. In the browser each worker has a page of its own, with a focus of its own. */
function vitest(name, projects, env, files = []) {
  const selected = projects.flatMap((project) => ['--project', project])
  return run(bin('vitest'), ['run', ...selected, ...files, `--maxWorkers=${os.availableParallelism()}`, '--reporter=default', '--reporter=json', `--outputFile.json=${reportFile(name)}`, '--silent=passed-only'], { env })
}

/** The whole gateway runs there by hand (`TEST_DATABASE_URL`); here it is a few files, and none where the machine has no Postgres. */
async function onPostgres(env) {
  rmSync(reportFile('postgres'), { force: true })
  const programs = findPostgres()
  if (!programs) {
    say('SKIPPED: there is no Postgres here (initdb), so the tests on a Postgres server did not run; Debian has them in the package postgresql')
    return SKIPPED
  }
  return withPostgres(programs, (url) => vitest('postgres', ['node'], { ...env, TEST_DATABASE_URL: url }, ON_POSTGRES))
}

const reportFile = (name) => path.join(reports, `${name}.json`)

function readReport(name) {
  return existsSync(reportFile(name)) ? JSON.parse(readFileSync(reportFile(name), 'utf8')) : undefined
}

function vitestCounts(name) {
  const report = readReport(name)
  return { passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0 }
}

function playwrightCounts() {
  const stats = readReport('journeys')?.stats
  return { passed: stats?.expected ?? 0, failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0) }
}
