import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { buildApp, compileMessages } from './build.mjs'
import { findChromium, findShell } from './chromium.mjs'
import { failureLines, playwrightOutcome, summaryOf, vitestOutcome } from './outcomes.mjs'
import { findPostgres, withPostgres } from './postgres.mjs'
import { Plain, say, step } from './progress.mjs'
import { root, run, runAll } from './run.mjs'

const reports = path.join(root, 'test-results')
const script = (file) => path.join(root, 'tooling', file)
const bin = (name) => path.join(root, 'node_modules/.bin', name)

/** The result of a stage that could not run here. */
const SKIPPED = Symbol('skipped')

/** The outcome of a stage without tests. */
const NOTHING_COUNTED = { passed: 0, failed: 0, failures: [] }

/**
 * Quick tests of what differs on a Postgres server: replays and limits that nodes share,
 * migrations, transactions, sessions, logins, ledger, settlement and the writer lease.
 */
const ON_POSTGRES = [
  'cluster.test',
  'platform/signing/sharedReplay',
  'platform/ttl-store',
  'platform/db/database',
  'platform/db/isUpToDate',
  'platform/db/lease',
  'platform/command-log',
  'platform/server/keyless',
  'modules/sessions/sessions',
  'exchange/ledger',
  'exchange/recovery',
  'exchange/trading-core/sharedLog',
  'exchange/trading-core/takeover',
  'exchange/trading-core/tradingUnderLease',
  'modules/transfers/transfers',
].map((name) => `apps/gateway/src/${name}`)

const check = (file, ...args) => ['node', [script(file), ...args]]

/** What the stage `lint` runs. */
const CHECKS = [
  [bin('oxlint'), ['--type-aware', '--quiet']],
  check('config/rules.mjs', '--gate'),
  check('config/words.mjs', '--gate'),
  check('config/titles.mjs', '--gate'),
  check('config/docstrings.mjs', '--gate'),
  check('config/dependencies.mjs'),
  check('config/measure.mjs', '--gate'),
  check('config/commitSubjects.mjs'),
  check('release/changesets.mjs'),
  check('config/references.mjs'),
  check('config/checkCatalogs.mjs'),
  check('site/check.mjs'),
  check('config/apiDocuments.mjs', '--check'),
]

/**
 * Every stage, the cheapest first. `outcome` reads how many tests a stage ran and which failed;
 * `needs` are the stages that build what it runs on. A stage that waits, or keeps one core busy at
 * times, runs `beside` another one, where both are chosen.
 */
const STAGES = [
  { name: 'format', run: () => run(bin('oxfmt'), ['--check']) },
  { name: 'types', run: () => run('node', [script('config/typecheck.mjs')]) },
  { name: 'lint', run: () => runAll(CHECKS) },
  {
    name: 'boundaries',
    // One thread reads the imports.
    beside: 'types',
    run: () => run('node', [script('config/boundaries.mjs')]),
  },
  {
    name: 'units',
    run: (env) => vitest('units', ['node', 'isolated', 'dom'], env),
    outcome: () => vitestOutcome(readReport('units'), root),
  },
  {
    name: 'postgres',
    // Its tests wait for disks, leases and killed servers.
    beside: 'units',
    run: (env, options) => onPostgres(env, options),
    outcome: () => vitestOutcome(readReport('postgres'), root),
  },
  {
    name: 'browser',
    // The last files of either would leave a core without work.
    beside: 'units',
    run: (env, options) => vitest('browser', ['browser'], env, options),
    outcome: () => vitestOutcome(readReport('browser'), root),
  },
  {
    name: 'packages',
    run: () =>
      run(bin('turbo'), ['run', 'build', '--filter=./packages/*', '--output-logs=errors-only']),
  },
  {
    name: 'release',
    needs: ['packages'],
    run: async () => (
      await run('node', [script('release/apiReport.mjs'), '--check']),
      await run('node', [script('release/check.mjs')])
    ),
  },
  {
    name: 'start',
    // Both wait for installs and have one thread at times.
    beside: 'release',
    run: () => run('node', [script('bootstrap/freshStart.mjs')]),
  },
  // Where `start` ran, its app is taken over.
  { name: 'app', run: () => buildApp() },
  {
    name: 'sizes',
    beside: 'release',
    run: () => run('node', [script('bench/main.mjs'), 'size', '--gate']),
  },
  {
    name: 'journeys',
    needs: ['packages', 'app'],
    run: (env) =>
      run(bin('playwright'), ['test', '--config', 'tooling/e2e/playwright.config.ts'], { env }),
    outcome: () => playwrightOutcome(readReport('journeys')),
  },
]

/** @throws Plain for a name that is no stage: a misspelt one would be skipped silently. */
export function chooseStages(names) {
  const unknown = names.filter((name) => !STAGES.some((stage) => stage.name === name))
  if (unknown.length > 0)
    throw new Plain(
      `Unknown stage: ${unknown.join(', ')}. Stages: ${STAGES.map(({ name }) => name).join(', ')}.`,
    )
  if (names.length === 0) return STAGES
  const wanted = new Set([
    ...names,
    ...STAGES.filter(({ name }) => names.includes(name)).flatMap(({ needs = [] }) => needs),
  ])
  return STAGES.filter(({ name }) => wanted.has(name))
}

/** What tests start besides Chromium; without it they are skipped. */
const PROGRAMS = {
  postgresql: () => findPostgres() !== undefined,
  'redis-server': () => answers('redis-server', '--version'),
  'nats-server': () => answers('nats-server', '--version'),
  openssl: () => answers('openssl', 'version'),
}

const answers = (program, argument) => spawnSync(program, [argument]).status === 0

/**
 * The stages that the arguments name, and whether nothing may be skipped (`--whole`).
 * @throws Plain for an unknown name, and in a whole run for a program that is not here.
 */
export function readArguments(args, programs = PROGRAMS) {
  const isWhole = args.includes('--whole')
  const chosen = chooseStages(args.filter((arg) => arg !== '--whole'))
  const missing = isWhole ? Object.keys(programs).filter((name) => !programs[name]()) : []
  if (missing.length > 0)
    throw new Plain(`Tests would be skipped, for here is no ${missing.join(', no ')}.`)
  return { isWhole, chosen }
}

/**
 * `npm test` runs all stages; `npm test -- units journeys` only those named and what they need.
 * With `--whole`, as for a release, nothing may be skipped.
 */
export async function main(args) {
  const { isWhole, chosen } = readArguments(args)
  mkdirSync(reports, { recursive: true })
  const chromium = await findChromium()
  const env = {
    CHROMIUM_PATH: chromium,
    CHROMIUM_SHELL: findShell() ?? chromium,
    RECORDINGS_DIR: path.resolve(root, process.env['RECORDINGS_DIR'] ?? '../shared/data'),
  }
  if (!existsSync(env.RECORDINGS_DIR))
    say(
      `No recordings at ${env.RECORDINGS_DIR}: the tests on real data use generated data in ` +
        'the same format',
    )
  await step('Compiling the messages', compileMessages)
  const outcomes = await runStages(chosen, (stage, options) => runStage(stage, env, options))
  for (const line of failureLines(outcomes)) console.log(line)
  const { line, failed } = summaryOf(outcomes, { isWhole })
  console.log(line)
  return failed === 0 ? 0 : 1
}

/**
 * Runs the stages one after another, save those that run beside another one. The outcomes are in
 * the order of the stages.
 * @template Stage, Outcome
 * @param {readonly (Stage & { name: string, beside?: string })[]} stages
 * @param {(stage: Stage, options: { isBeside: boolean }) => Promise<Outcome>} runOne
 */
export async function runStages(stages, runOne) {
  /** @type {Map<Stage, Promise<Outcome>>} */
  const started = new Map()
  const outcomes = []
  for (const stage of stages) {
    for (const other of stages)
      if (other.beside === stage.name) started.set(other, runOne(other, { isBeside: true }))
    outcomes.push(await (started.get(stage) ?? runOne(stage, { isBeside: false })))
  }
  return outcomes
}

/**
 * A stage that breaks does not end the run. The report of an earlier run is deleted first.
 */
async function runStage(stage, env, options) {
  rmSync(reportFile(stage.name), { force: true })
  let error
  const result = await step(`Stage ${stage.name}`, () => stage.run(env, options)).catch((cause) => {
    error = cause instanceof Plain ? cause.message : cause
    console.error(error)
  })
  return {
    name: stage.name,
    ...NOTHING_COUNTED,
    ...stage.outcome?.(),
    broke: error !== undefined,
    error,
    skipped: result === SKIPPED,
  }
}

/**
 * By default Vitest leaves one core unused; of two that is half of the machine. Outside of the
 * browser tests wait for processes, disks and timers: half as many workers again use that time. In
 * the browser each worker has its own page, with its own focus. Beside another stage the others
 * have one worker. What runs beside prints when it ends.
 */
async function vitest(name, projects, env, { files = [], isBeside = false } = {}) {
  const cores = os.availableParallelism()
  const workers = name === 'browser' ? cores : isBeside ? 1 : Math.ceil(cores * 1.5)
  const selected = projects.flatMap((project) => ['--project', project])
  const output = await run(
    bin('vitest'),
    [
      'run',
      ...selected,
      ...files,
      `--maxWorkers=${workers}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${reportFile(name)}`,
      '--silent=passed-only',
    ],
    { env, quiet: isBeside },
  )
  if (isBeside) process.stdout.write(output)
}

/**
 * Runs a few files on Postgres, and none if the machine has no Postgres. Set `TEST_DATABASE_URL` to
 * run the whole gateway's tests on a server.
 */
async function onPostgres(env, { isBeside }) {
  const programs = findPostgres()
  if (!programs) {
    say(
      'SKIPPED: there is no Postgres here (initdb), so the tests on a Postgres server did ' +
        'not run; Debian has them in the package postgresql',
    )
    return SKIPPED
  }
  return withPostgres(programs, (url) =>
    vitest(
      'postgres',
      ['node'],
      { ...env, TEST_DATABASE_URL: url },
      { files: ON_POSTGRES, isBeside },
    ),
  )
}

const reportFile = (name) => path.join(reports, `${name}.json`)

function readReport(name) {
  return existsSync(reportFile(name))
    ? JSON.parse(readFileSync(reportFile(name), 'utf8'))
    : undefined
}
