/**
 * A trading core that is going to be killed in the midst of a ladder or of a funding: `node
 * --conditions=x-source futuresCrashChild.ts <data folder> <round> <ladder|funding> <steps>`. It
 * writes `durable <seq>` for each step on disk, then `hash <its state>` and `midst` where it waits
 * for the kill.
 */
import { createHash } from 'node:crypto'
import { browserClock } from '@x/kit/browser'
import { FUNDING_PART, fundingCommands } from '../exchange/futures/funding.ts'
import { ladderPass } from '../exchange/futures/liquidation.ts'
import { createFuturesFlow } from '../exchange/futures/testing/futuresCommandGenerator.ts'
import { BTC, FUTURES_INSTRUMENTS } from '../exchange/futures/testing/futuresFixture.ts'
import type { ExchangeCommand } from '../exchange/state/command.ts'
import { openTradingCore } from '../exchange/trading-core/openTradingCore.ts'
import { openDatabase } from '../platform/db/openDatabase.ts'
import { silentLog } from '../platform/log/Log.ts'
import { changeableState } from './changeableState.ts'
import { timelessText } from './stateText.ts'
import { writeOut } from './writeOut.ts'

const [dataDir = '', round = '0', midst = 'ladder', steps = '1'] = process.argv.slice(2)
const db = await openDatabase({ dataDir })
const core = await openTradingCore({
  db,
  clock: browserClock(),
  dataDir,
  instruments: FUTURES_INSTRUMENTS,
  log: silentLog,
})
let done = 0

async function run(command: ExchangeCommand, isStep: boolean): Promise<void> {
  const executed = core.execute(command)
  if (!('seq' in executed)) return
  await core.durable(executed.seq)
  writeOut(`durable ${executed.seq}`)
  done += isStep ? 1 : 0
  if (done < Number(steps)) return
  const text = timelessText(changeableState(core.state))
  writeOut(`hash ${createHash('sha256').update(text).digest('hex')}`)
  writeOut('midst')
  await new Promise(() => void setInterval(() => {}, 1_000))
}

// Accounts before those of the flow, so that these are in two parts of a funding.
if (core.state.futures.accounts.size === 0)
  for (let user = 4; user < FUNDING_PART; user++) {
    const of = { at: 1, realm: 'live', userId: `e${user}` } as const
    core.execute({ kind: 'futuresPositionMode', ...of, mode: 'two_way' })
  }
const next = createFuturesFlow(Number(round), { jump: 0.15 })
for (let step = 0; ; step++) {
  core.execute(next(changeableState(core.state)))
  if (step % 3 === 0)
    for (const command of ladderPass(core.state, { at: step }))
      await run(command, midst === 'ladder')
  const { mark = 0 } = core.state.futures.prices.get(BTC) ?? {}
  if (step % 60 !== 59 || mark === 0) continue
  const terms = { symbol: BTC, at: step, rate: 10_000, mark }
  for (const command of fundingCommands(core.state, terms))
    await run(command, midst === 'funding' && command.part === 0)
}
