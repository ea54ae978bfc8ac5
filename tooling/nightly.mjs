// `npm run nightly` runs at full size what takes too long for every change, and prints a table. It
// ends with 1 if anything failed. `npm run nightly -- differential bench` runs only the named
// stages; a size in the environment (DIFFERENTIAL_CASES …) replaces the nightly one.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { buildApp, compileMessages } from './bootstrap/build.mjs'
import { findChromium } from './bootstrap/chromium.mjs'
import { Plain, step } from './bootstrap/progress.mjs'
import { root, run } from './bootstrap/run.mjs'
import { testUnderLoad } from './underLoad.mjs'

const script = (file) => path.join(root, 'tooling', file)
const bin = (name) => path.join(root, 'node_modules/.bin', name)
const size = (name, nightly) => process.env[name] ?? String(nightly)
const counted = (text) => Number(text).toLocaleString('en')

/**
 * @typedef {{ name: string, what: string, run: (env: Record<string, string>) => Promise<unknown>,
 * prepare?: () => Promise<unknown>, result?: () => string }} Stage
 */

const cases = size('DIFFERENTIAL_CASES', 100_000)
const mutants = size('XSS_MUTANTS', 100_000)
const requests = size('BYTES_REQUESTS', 10_000)
const commas = size('DECIMAL_COMMA_CASES', 100_000)
const edits = size('AMOUNT_EDITS', 100_000)
const cycles = size('LEAK_CYCLES', 1_000)
const rounds = size('CRASH_ROUNDS', 100)
const faults = size('CLUSTER_CHAOS_ROUNDS', 100)
const properties = size('PROPERTY_RUNS', 1_000_000)
const operations = size('ENGINE_FUZZ_OPERATIONS', 1_000_000)
const batches = size('ATTACK_BATCHES', 5_000)
const orders = size('STYLE_ORDERS', 20)
const histories = size('PRODUCT_HISTORIES', 10_000)
const contracts = size('FUTURES_HISTORIES', 1_000)
const rows = size('CSV_ROWS', 200_000)
const loans = size('MARGIN_HISTORIES', 5_000)
const lists = size('EXCHANGE_SEEDS', 500)
const minutes = size('MAKER_MINUTES', 60)
const calls = size('FUZZ_CALLS', 5_000)
const accounts = size('CRASH_ACCOUNTS', 2_000)
const remembered = size('MEMORY_ORDERS', 8_000)
const flows = size('EXCHANGE_SEEDS', 60)
const steps = size('LEDGER_MODEL_STEPS', 10_000)
const books = size('DELIVERY_RUNS', 1_000)
const walletRounds = size('WALLET_ROUNDS', 200)
const owners = size('RESERVES_USERS', 100_000)
const seeds = size('SIMULATION_SEEDS', 10_000)
const tries = size('SIMULATION_FAULTS', 200)

/** @type {Stage[]} */
const STAGES = [
  {
    name: 'differential',
    what: `${counted(cases)} random cases of signing on three engines`,
    run: (env) =>
      vitest('packages/gateway-sign/src/differential.slow.test.ts', {
        ...env,
        DIFFERENTIAL_CASES: cases,
      }),
  },
  {
    name: 'xss',
    what: `${counted(mutants)} mutants of public attack vectors`,
    run: (env) => vitest('packages/sanitize/src/vectors.test.ts', { ...env, XSS_MUTANTS: mutants }),
  },
  {
    name: 'bytes',
    what: `${counted(requests)} requests, bytes seen against bytes signed`,
    prepare: buildApp,
    run: async (env) => {
      await vitest(['packages/request/src/axios', 'packages/request/src/fetch'], {
        ...env,
        TRANSPORT_REQUESTS: requests,
      })
      await journeys(['signedBytes.e2e.ts'], { ...env, BYTES_REQUESTS: requests })
    },
  },
  {
    name: 'properties',
    what:
      `${counted(properties)} cases each of trading, futures and decimal arithmetic and of the ` +
      'exchange’s own against exact fractions',
    run: (env) =>
      vitest(
        [
          'packages/trading/src/testing',
          'packages/decimal/src/testing',
          'apps/gateway/src/exchange/futures/formulas.property.test.ts',
        ],
        { ...env, PROPERTY_RUNS: properties },
      ),
  },
  {
    name: 'engine',
    what: `${counted(operations)} random operations, the engine trade by trade against a naive one`,
    run: (env) =>
      vitest('apps/gateway/src/exchange/matching/engineFuzz.test.ts', {
        ...env,
        ENGINE_FUZZ_OPERATIONS: operations,
      }),
  },
  {
    name: 'lists',
    what: `${counted(lists)} random histories of order lists against notes on paper`,
    run: (env) =>
      vitest('apps/gateway/src/exchange/spot/orderLists.property.test.ts', {
        ...env,
        EXCHANGE_SEEDS: lists,
      }),
  },
  {
    name: 'exchange',
    what:
      `${counted(flows)} random histories of spot and of futures, ${counted(steps)} commands ` +
      `into the ledger, a crash of ${counted(accounts)} accounts, ${counted(remembered)} orders ` +
      'through a kill',
    run: (env) =>
      vitest(
        [
          'apps/gateway/src/exchange/exchange.property.test.ts',
          'apps/gateway/src/exchange/futures/futures.property.test.ts',
          'apps/gateway/src/exchange/futures/crash.test.ts',
          'apps/gateway/src/exchange/ledger/ledger.test.ts',
          'apps/gateway/src/exchange/trading-core/memory.test.ts',
        ],
        {
          ...env,
          EXCHANGE_SEEDS: flows,
          LEDGER_MODEL_STEPS: steps,
          CRASH_ACCOUNTS: accounts,
          MEMORY_ORDERS: remembered,
        },
      ),
  },
  {
    name: 'delivery',
    what: `${counted(books)} random deliveries of a book with losses, equal to the server’s`,
    run: (env) => vitest('packages/market/src/delivery.test.ts', { ...env, DELIVERY_RUNS: books }),
  },
  {
    name: 'malformed',
    what: `${counted(calls)} malformed calls of the Open API, nothing moved`,
    run: (env) =>
      vitest('apps/gateway/src/modules/open-api/fuzz.test.ts', { ...env, FUZZ_CALLS: calls }),
  },
  {
    name: 'maker',
    what: `an unchanged ccxt makes a market in paper for ${minutes} minutes, its books are ours`,
    run: (env) =>
      run('node', ['--conditions=x-source', script('open-api-clients/nightly.mjs'), minutes], {
        env,
      }),
  },
  {
    name: 'products',
    what: `${counted(histories)} random histories of each product against a second implementation`,
    run: (env) =>
      vitest(['apps/gateway/src/exchange/products', 'apps/gateway/src/modules/referral'], {
        ...env,
        PRODUCT_HISTORIES: histories,
      }),
  },
  {
    name: 'futures',
    what:
      `${counted(contracts)} random histories of contracts against a naive second exchange, ` +
      `${counted(rounds)} kills in ladders and fundings`,
    run: (env) =>
      vitest(
        [
          'apps/gateway/src/exchange/futures/naiveFutures.property.test.ts',
          'apps/gateway/src/exchange/trading-core/futuresCrash.test.ts',
          'apps/gateway/src/exchange/trading-core/futuresRecovery.test.ts',
        ],
        { ...env, FUTURES_HISTORIES: contracts, CRASH_ROUNDS: rounds, RECOVERY_ROUNDS: rounds },
      ),
  },
  {
    name: 'margin',
    what:
      `${counted(loans)} random histories of margin accounts against a second implementation, ` +
      `${counted(rounds)} kills in the midst of liquidations`,
    run: (env) =>
      vitest(
        [
          'apps/gateway/src/exchange/margin',
          'apps/gateway/src/exchange/trading-core/marginRecovery.test.ts',
        ],
        { ...env, MARGIN_HISTORIES: loans, CRASH_ROUNDS: rounds },
      ),
  },
  {
    name: 'export',
    what: `a CSV of ${counted(rows)} lines, from the ledger and into the file, in a browser too`,
    prepare: buildApp,
    run: async (env) => {
      const sized = { ...env, CSV_ROWS: rows }
      await vitest('apps/gateway/src/modules/statement', sized)
      await vitest('apps/web/src/features/statement', sized, { project: 'dom' })
      await journeys(['records.e2e.ts', '--grep', 'the statement as files'], sized)
    },
  },
  {
    name: 'attack',
    what: `${counted(batches)} batches of hostile order calls, then a sound ledger`,
    run: (env) =>
      vitest('apps/gateway/src/modules/orders/concurrency.test.ts', {
        ...env,
        ATTACK_BATCHES: batches,
      }),
  },
  {
    name: 'decimal-comma',
    what: `${counted(commas)} random amounts in 26 languages, key by key and pasted`,
    run: (env) =>
      vitest('packages/locale/src/testing/decimalComma.property.test.ts', {
        ...env,
        DECIMAL_COMMA_CASES: commas,
      }),
  },
  {
    name: 'amount-edits',
    what: `${counted(edits)} random edits of the amount field`,
    run: (env) =>
      vitest(
        [
          'packages/ui/src/amount-field/amountText.test.ts',
          'packages/ui/src/amount-field/alteration.test.ts',
        ],
        { ...env, AMOUNT_EDITS: edits },
      ),
  },
  {
    name: 'styles',
    what: `each widget's computed styles in ${counted(orders)} random orders of the sheets`,
    run: (env) =>
      vitest('tooling/config/publishedStyles.test.ts', {
        ...env,
        STYLE_ORDERS: orders,
        PROPERTY_SEED: String(Date.now() % 2 ** 31),
      }),
  },
  {
    name: 'pseudo',
    what: 'every page in the pseudo-locales: translated, whole, in its direction',
    run: (env) => journeys(['pseudo.e2e.ts'], { ...env, PSEUDO_PAGES: 'all' }),
  },
  {
    name: 'views',
    what: 'every public page at four widths in two languages, touch targets in both directions',
    prepare: buildApp,
    run: (env) =>
      journeys(['pages.e2e.ts', 'touchTargets.e2e.ts', '--grep', 'cuts off|touch targets'], {
        ...env,
        PAGE_VIEWS: 'all',
      }),
  },
  {
    name: 'forms',
    what: 'the order forms in three languages, each at every size of a laptop',
    prepare: buildApp,
    run: (env) =>
      journeys(['terminal.e2e.ts', '--grep', 'fits the forms? of'], { ...env, FORM_VIEWS: 'all' }),
  },
  {
    name: 'tabs',
    what: 'one market socket for ten tabs of a terminal',
    prepare: buildApp,
    run: (env) => journeys(['tabs.e2e.ts'], { ...env, MARKET_TABS: '10' }),
  },
  {
    name: 'compiler',
    what: 'the tests of the widgets, compiled by the React Compiler',
    run: (env) => run('node', [script('react-compiler/main.mjs')], { env }),
  },
  {
    name: 'catalogue',
    what: 'every story and page of docs with two settings, without an error',
    run: (env) => run('node', [script('catalogue/main.mjs'), 'check'], { env }),
  },
  {
    name: 'site',
    what: 'every page of the documentation at two widths, and one of each kind without a network',
    run: (env) => run('node', [script('site/main.mjs'), 'check'], { env }),
  },
  {
    name: 'rehearsal',
    what: 'a release of all packages with a failure in between, built in two folders',
    run: () => run('node', [script('release/rehearse.mjs')]),
  },
  {
    name: 'examples',
    what: 'every app of examples/ from the tarballs, its pages in a browser',
    prepare: buildPackages,
    run: (env) => run('node', [script('release/examples.mjs')], { env }),
  },
  {
    name: 'recipes',
    what: 'the apps of three recipes, made by the built site’s commands and files alone',
    prepare: async () => {
      await buildPackages()
      await run('node', [script('site/main.mjs'), 'build'])
    },
    run: (env) => run('node', [script('release/recipes.mjs')], { env }),
  },
  {
    name: 'mutation',
    what: 'mutants of signing that the tests kill',
    run: () => run('pnpm', ['--filter', '@x/gateway-sign', 'mutation']),
    result: () => mutationScore('gateway-sign'),
  },
  {
    name: 'mutation-ui',
    what: 'mutants of the widgets’ rules that the tests kill',
    run: () => run('pnpm', ['--filter', '@x/ui', 'mutation'], { env: { AMOUNT_EDITS: '60' } }),
    result: () => mutationScore('ui'),
  },
  {
    name: 'narrow',
    what: 'every widget on a screen of 320 px in 26 languages',
    run: (env) =>
      run(
        bin('vitest'),
        ['run', '--project', 'browser', 'packages/ui/src/narrow.browser.test.tsx'],
        { env: { ...env, VITE_ALL_LOCALES: '1' } },
      ),
  },
  {
    name: 'leaks',
    what: `${counted(cycles)} openings and closings of each overlay`,
    run: (env) =>
      run(
        bin('vitest'),
        ['run', '--project', 'browser', 'packages/ui/src/leaks.browser.test.tsx'],
        { env: { ...env, VITE_LEAK_CYCLES: cycles } },
      ),
  },
  {
    name: 'cards',
    what: 'a list of 5,000 cards, scrolled through',
    run: (env) =>
      run(
        bin('vitest'),
        ['run', '--project', 'browser', 'apps/web/src/features/orders/CardList.browser.test.tsx'],
        { env: { ...env, VITE_CARDS_READ: '5000' } },
      ),
  },
  {
    name: 'chaos',
    what: `${counted(rounds)} kills of the gateway under load, as many of its trading side alone`,
    run: (env) =>
      run('node', [script('chaos/main.mjs'), rounds], {
        env: { ...env, WALLET_ROUNDS: '0', CLUSTER_CHAOS_ROUNDS: '0' },
      }),
  },
  {
    name: 'wallet',
    what:
      `${counted(walletRounds)} kills of gateway, signer and node under deposits, withdrawals ` +
      'and re-organisations, on EVM networks and on Litecoin each',
    run: (env) =>
      vitest(['apps/gateway/src/depositChaos.test.ts', 'apps/gateway/src/utxoChaos.test.ts'], {
        ...env,
        DEPOSIT_CHAOS_ROUNDS: walletRounds,
        UTXO_CHAOS_ROUNDS: walletRounds,
      }),
  },
  {
    name: 'reserves',
    what: `proofs of a tree of ${counted(owners)} users by the verifier in Python`,
    run: (env) =>
      vitest('packages/reserves/src/testing/secondVerifier.property.test.ts', {
        ...env,
        RESERVES_USERS: owners,
      }),
  },
  {
    name: 'cluster',
    what: `${counted(faults)} rounds of each fault of a cluster, its clients keep diaries`,
    run: (env) =>
      vitest('apps/gateway/src/clusterChaos.test.ts', { ...env, CLUSTER_CHAOS_ROUNDS: faults }),
  },
  {
    name: 'simulation',
    what:
      `${counted(seeds)} seeds of a whole cluster through kills, cuts, pauses and wrong clocks, ` +
      'and each of five faults found',
    run: (env) =>
      vitest(
        'apps/gateway/src/exchange/trading-core/clusterSimulation.isolated.test.ts',
        { ...env, SIMULATION_SEEDS: seeds, SIMULATION_FAULTS: tries },
        { project: 'isolated' },
      ),
  },
  {
    name: 'loaded',
    what: 'npm test three times in a row at a load of eight',
    run: () => testUnderLoad({ runs: 3, load: 8 }),
  },
  ...benchNames().map((name) => ({
    name: `bench:${name}`,
    what: `bench ${name}, its bars met`,
    run: (env) => run('node', [script('bench/main.mjs'), name, '--gate'], { env }),
  })),
]

/**
 * The names in the bench command's usage, so that a new bench is in the next nightly run.
 */
function benchNames() {
  const { stderr } = spawnSync(process.execPath, [script('bench/main.mjs')], { encoding: 'utf8' })
  const names = /<([a-z0-9|]+)>/.exec(stderr)?.[1]?.split('|')
  if (!names) throw new Plain(`The bench command does not list its benches: ${stderr}`)
  return names
}

/** The packages as they are published. */
function buildPackages() {
  return run(bin('turbo'), ['run', 'build', '--filter=./packages/*', '--output-logs=errors-only'])
}

/** The limits that end a hanging test of `npm test` are too short for the sizes of a night. */
const HOURS = ['--testTimeout=21600000', '--hookTimeout=21600000']

const vitest = (files, env, { project = 'node' } = {}) =>
  run(
    bin('vitest'),
    ['run', '--project', project, '--silent=passed-only', ...HOURS, ...[files].flat()],
    { env },
  )

/** Journeys on the packages' sources, which need no build. */
const journeys = (args, env) =>
  run(bin('playwright'), ['test', '--config', 'tooling/e2e/playwright.config.ts', ...args], {
    env: { ...env, NODE_OPTIONS: '--conditions=x-source' },
  })

function mutationScore(name) {
  const {
    mutants: all,
    noticed,
    score,
  } = JSON.parse(readFileSync(path.join(root, 'packages', name, 'mutation.json'), 'utf8'))
  return `${score} % (${counted(noticed)} of ${counted(all)})`
}

async function main(wanted) {
  const unknown = wanted.filter((name) => !STAGES.some((stage) => isWanted(stage, [name])))
  if (unknown.length > 0)
    throw new Plain(
      `Unknown: ${unknown.join(', ')}. Stages: ${STAGES.map(({ name }) => name).join(', ')}; ` +
        '"bench" is all benches.',
    )
  const recordings = path.resolve(root, process.env['RECORDINGS_DIR'] ?? '../shared/data')
  const env = {
    CHROMIUM_PATH: await findChromium(),
    ...(existsSync(recordings) ? { RECORDINGS_DIR: recordings } : {}),
  }
  await step('Compiling the messages', compileMessages)
  const rows = []
  for (const stage of STAGES)
    if (wanted.length === 0 || isWanted(stage, wanted)) rows.push(await runStage(stage, env))
  printTable(rows)
  return rows.every(({ holds }) => holds) ? 0 : 1
}

const isWanted = ({ name }, wanted) =>
  wanted.some((one) => name === one || name.startsWith(`${one}:`))

/** A failed stage does not stop the others. */
async function runStage({ name, what, prepare, run: work, result = () => 'ok' }, env) {
  const from = performance.now()
  const taken = () => `${((performance.now() - from) / 1000).toFixed(0)} s`
  try {
    await step(`Stage ${name}`, async () => (await prepare?.(), await work(env)))
    return { name, what, time: taken(), result: result(), holds: true }
  } catch (error) {
    console.error(error instanceof Plain ? error.message : error)
    return { name, what, time: taken(), result: 'FAILED', holds: false }
  }
}

function printTable(rows) {
  const columns = ['name', 'what', 'time', 'result']
  const widths = columns.map((column) =>
    Math.max(column.length, ...rows.map((row) => row[column].length)),
  )
  for (const row of [Object.fromEntries(columns.map((column) => [column, column])), ...rows])
    console.log(
      columns
        .map((column, index) => row[column].padEnd(widths[index]))
        .join('  ')
        .trimEnd(),
    )
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Plain ? error.message : error)
  process.exitCode = 1
}
