// Kills a gateway under load with SIGKILL, again and again on the same data, and looks whether anything it acknowledged is gone.
// node tooling/chaos/main.mjs [rounds]: 5 by default, 100 for a nightly run. Every ledger invariant is checked at the end.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const rounds = Number(process.argv[2] ?? 5)
if (!Number.isInteger(rounds) || rounds < 1) {
  process.stderr.write('The number of rounds is a whole number above zero.\n')
  process.exit(2)
}
const root = fileURLToPath(new URL('../..', import.meta.url))
const vitest = fileURLToPath(new URL('node_modules/vitest/vitest.mjs', `file://${root}`))
const run = spawn(process.execPath, [vitest, 'run', '--project', 'node', 'apps/gateway/src/spot/crash.test.ts'], { cwd: root, stdio: 'inherit', env: { ...process.env, CRASH_ROUNDS: String(rounds) } })
run.on('exit', (code) => process.exit(code ?? 1))
