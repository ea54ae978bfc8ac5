/**
 * A trading core that is going to be killed in the midst of a ladder or of a funding: `node
 * --conditions=x-source futuresCrashChild.ts <data folder> <round> <ladder|funding> <steps>`. It
 * writes `durable <seq>` for each step on disk, then of the pass that it is in `began <seq>` and
 * `next <the command that it does not get to>`, `hash <its state>` and `midst` where it waits for
 * the kill.
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

/**
 * Runs the commands of a pass. Once enough were run in all, and one more of the pass is left, it
 * waits for the kill.
 */
async function run(pass: Generator<ExchangeCommand>, isMidst: boolean): Promise<void> {
  let began = 0
  for (let now = pass.next(); !now.done;) {
    const executed = core.execute(now.value)
    if ('seq' in executed) {
      await core.durable(executed.seq)
      writeOut(`durable ${executed.seq}`)
      began ||= executed.seq
      done += isMidst ? 1 : 0
    }
    now = pass.next()
    if (!isMidst || now.done || began === 0 || done < Number(steps)) continue
    writeOut(`began ${began}`)
    writeOut(`next ${JSON.stringify(now.value)}`)
    const text = timelessText(changeableState(core.state))
    writeOut(`hash ${createHash('sha256').update(text).digest('hex')}`)
    writeOut('midst')
    await new Promise(() => void setInterval(() => {}, 1_000))
  }
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
  if (step % 3 === 0) await run(ladderPass(core.state, { at: step }), midst === 'ladder')
  const { mark = 0 } = core.state.futures.prices.get(BTC) ?? {}
  if (step % 60 !== 59 || mark === 0) continue
  const terms = { symbol: BTC, at: step, rate: 10_000, mark }
  await run(fundingCommands(core.state, terms), midst === 'funding')
}
