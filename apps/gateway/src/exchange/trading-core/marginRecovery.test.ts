import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { browserClock } from '@x/kit/browser'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../platform/db/openDatabase.ts'
import { silentLog } from '../../platform/log/Log.ts'
import { changeableState } from '../../testing/changeableState.ts'
import { SPOT_SYMBOLS } from '../instruments/symbols.ts'
import { checkLedger } from '../ledger/invariants.ts'
import { brokenMarginRules } from '../margin/testing/marginFixture.ts'
import { openTradingCore } from './openTradingCore.ts'

const rounds = Number(process.env['CRASH_ROUNDS'] ?? 2)
const child = fileURLToPath(new URL('../../testing/marginCrashChild.ts', import.meta.url))

let dataDir: string
beforeAll(async () => void (dataDir = await mkdtemp(path.join(tmpdir(), 'margin-crash-'))))
afterAll(() => rm(dataDir, { recursive: true }))

/** Lets a core liquidate, and kills it without a warning between two steps of the ladder. */
async function killMidLadder(round: number, steps: number): Promise<void> {
  const core = spawn(process.execPath, ['--conditions=x-source', child, dataDir, String(round)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(core, 'exit')
  let output = ''
  await new Promise<void>((resolve, reject) => {
    core.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (output.split('step\n').length > steps) resolve()
    })
    core.on('exit', () => reject(new Error(`The core ended: ${output.slice(-500)}`)))
  })
  core.kill('SIGKILL')
  await exit
}

it('comes back after a kill in the midst of a liquidation (futures F10, futures F11)', async () => {
  for (let round = 1; round <= rounds; round++) {
    await killMidLadder(round, 1 + (round % 7))
    const db = await openDatabase({ dataDir })
    const core = await openTradingCore({
      db,
      clock: browserClock(),
      dataDir,
      instruments: SPOT_SYMBOLS,
      log: silentLog,
    })
    await core.settled()
    expect(brokenMarginRules(changeableState(core.state))).toEqual([])
    expect(core.state.margin.accounts.size).toBeGreaterThan(0)
    expect(await checkLedger(db)).toEqual([])
    const [counts] = await db.query<{ steps: number }>(
      'select count(*)::int as steps from margin_liquidation',
    )
    expect(counts?.steps).toBeGreaterThan(0)
    await core.stop()
    await db.close()
  }
}, 600_000)
