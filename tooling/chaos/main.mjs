// Kills under load with SIGKILL, again and again on the same data, and checks that nothing
// acknowledged is lost: orders, cancels, fills and balances as their owner read them, paper resets
// and top-ups. Every ledger invariant is checked at the end. Five runs:
// - the gateway itself (apps/gateway/src/main.ts) over HTTP, with sessions, signed requests and the
//   private socket, and its generated market;
// - its trading side alone (engine, journal, ledger, routes) over a test's market, without HTTP,
//   sessions and signatures: far more orders between two kills, amendments, triggers, trailing
//   orders and exits among them, as there are in the first. With TEST_DATABASE_URL the first runs
//   on a database of its own on that Postgres server, where each start takes the lease of the
//   killed one.
// - the wallet: deposits, withdrawals and re-organisations while the gateway, its signer or the
//   node of the chain is killed; W1 to W6 after each kill, a scan of the chain that shares no code
//   with the gateway at the end, and no key of the signer is in the gateway's memory.
// - with TEST_DATABASE_URL the trading side on a shared log, where a follower takes over at each
//   kill.
// - three cores, two edges, two NATS servers and a Postgres server that syncs, where the machine
//   has both programs: each of the faults that the file names, with 100 market sockets
//   (CLUSTER_CHAOS_SOCKETS), two tabs and a bot; CLUSTER_CHAOS_FAULTS chooses by parts of names.
// None simulates a power cut: what the operating system has received outlives the process.
// node tooling/chaos/main.mjs [rounds]: of each, 5 by default, 100 for a nightly run. WALLET_ROUNDS
// are those of the wallet, on EVM networks and on Litecoin each; 0 leaves them out: a stage of the
// nightly run has them.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const rounds = Number(process.argv[2] ?? 5)
if (!Number.isInteger(rounds) || rounds < 1) {
  process.stderr.write('The number of rounds is a whole number above zero.\n')
  process.exit(2)
}
const root = fileURLToPath(new URL('../..', import.meta.url))
const walletRounds = process.env['WALLET_ROUNDS'] ?? String(rounds)
const vitest = fileURLToPath(new URL('node_modules/vitest/vitest.mjs', `file://${root}`))
const run = spawn(
  process.execPath,
  [
    vitest,
    'run',
    '--project',
    'node',
    '--no-file-parallelism',
    'apps/gateway/src/chaos.test.ts',
    'apps/gateway/src/clusterChaos.test.ts',
    ...(walletRounds === '0'
      ? []
      : ['apps/gateway/src/depositChaos.test.ts', 'apps/gateway/src/utxoChaos.test.ts']),
    'apps/gateway/src/exchange/trading-core/crash.test.ts',
    'apps/gateway/src/exchange/trading-core/marginRecovery.test.ts',
    'apps/gateway/src/exchange/trading-core/takeover.test.ts',
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      CHAOS_ROUNDS: String(rounds),
      CLUSTER_CHAOS_ROUNDS: process.env['CLUSTER_CHAOS_ROUNDS'] ?? String(rounds),
      CRASH_ROUNDS: String(rounds),
      TAKEOVER_ROUNDS: String(rounds),
      DEPOSIT_CHAOS_ROUNDS: walletRounds,
      UTXO_CHAOS_ROUNDS: walletRounds,
    },
  },
)
run.on('exit', (code) => process.exit(code ?? 1))
