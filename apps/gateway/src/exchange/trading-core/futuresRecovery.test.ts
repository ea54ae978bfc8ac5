import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { browserClock } from '@x/kit/browser'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../platform/db/Database.ts'
import { silentLog } from '../../platform/log/Log.ts'
import { changeableState } from '../../testing/changeableState.ts'
import { createFlow } from '../../testing/matchingCommandGenerator.ts'
import { openTestDatabase } from '../../testing/openTestDatabase.ts'
import { timelessText } from '../../testing/stateText.ts'
import { checkFuturesInvariants } from '../futures/testing/checkFuturesInvariants.ts'
import { createFuturesFlow } from '../futures/testing/futuresCommandGenerator.ts'
import { FUTURES_INSTRUMENTS, BTC } from '../futures/testing/futuresFixture.ts'
import { ladderPass } from '../futures/liquidation.ts'
import { checkLedger } from '../ledger/invariants.ts'
import { openTradingCore } from './openTradingCore.ts'

let db: Database
let dataDir: string
beforeAll(async () => {
  db = await openTestDatabase()
  dataDir = await mkdtemp(path.join(tmpdir(), 'futures-recovery-'))
}, 600_000)
afterAll(async () => {
  await db.close()
  await rm(dataDir, { recursive: true })
})

const ROUNDS = Number(process.env['RECOVERY_ROUNDS'] ?? 8)

const open = () =>
  openTradingCore({
    db,
    clock: browserClock(),
    dataDir,
    instruments: FUTURES_INSTRUMENTS,
    log: silentLog,
  })

async function removeSnapshots(): Promise<void> {
  const dir = path.join(dataDir, 'journal')
  for (const name of await readdir(dir))
    if (name.startsWith('snapshot')) await rm(path.join(dir, name))
}

it('comes back from its journal, mid-ladder and mid-funding as well (futures F11)', async () => {
  const next = createFuturesFlow(91, { jump: 0.15 })
  const chance = createFlow(92)
  let interrupted = 0
  for (let round = 0; round < ROUNDS; round++) {
    const core = await open()
    for (let step = 0; step < 120; step++) {
      core.execute(next(changeableState(core.state)))
      if (step % 3 === 0)
        for (const command of ladderPass(core.state, { at: round * 1_000 + step })) {
          core.execute(command)
          // The ladder is left where it is.
          if (chance() < 0.1) {
            interrupted++
            break
          }
        }
      if (step % 40 === 39) {
        const { mark = 0 } = core.state.futures.prices.get(BTC) ?? {}
        core.execute({ kind: 'funding', at: step, symbol: BTC, rate: 10_000, mark, part: 0 })
      }
    }
    await core.settled()
    const before = timelessText(changeableState(core.state))
    const sound = checkFuturesInvariants(changeableState(core.state), { midTurn: true })
    expect(sound).toEqual([])
    await core.stop()
    // The first start replays the whole journal, later ones begin with a snapshot.
    if (round === 0) await removeSnapshots()
    const again = await open()
    expect(timelessText(changeableState(again.state)) === before).toBe(true)
    expect(await checkLedger(db)).toEqual([])
    await again.stop()
  }
  expect(interrupted).toBeGreaterThan(0)
}, 3_600_000)
