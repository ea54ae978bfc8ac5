/**
 * A trading core in the midst of liquidations that is going to be killed: `node
 * --conditions=x-source marginCrashChild.ts <data folder> <round> [steps]`. It writes a line to
 * standard output after each step of the ladder; after so many `steps` it stands still in the midst
 * of the next ladder, with all of it on disk, and writes `held`.
 */
import { browserClock } from '@x/kit/browser'
import { createMarginFlow } from '../exchange/margin/testing/marginCommandGenerator.ts'
import { SPOT_SYMBOLS } from '../exchange/instruments/symbols.ts'
import { createBelow } from '../exchange/products/testing/productFlow.ts'
import { openTradingCore } from '../exchange/trading-core/openTradingCore.ts'
import { openDatabase } from '../platform/db/openDatabase.ts'
import { silentLog } from '../platform/log/Log.ts'
import { changeableState } from './changeableState.ts'
import { writeOut } from './writeOut.ts'

const [dataDir = '', round = '0', heldAfter] = process.argv.slice(2)
const db = await openDatabase({ dataDir })
const core = await openTradingCore({
  db,
  clock: browserClock(),
  dataDir,
  instruments: SPOT_SYMBOLS,
  log: silentLog,
})
const startsAt = Number(round) * 1_000 * 3_600_000
const next = createMarginFlow(createBelow(Number(round)), changeableState(core.state), { startsAt })
let durable: Promise<void> | undefined
let steps = 0
for (;;) {
  const command = next()
  const { outcome } = core.execute(command)
  if (command.kind !== 'marginLiquidate' || 'refused' in outcome) continue
  // One step at least is on disk; the kill comes while the ledger settles and the ladder goes on.
  await (durable ??= core.durable())
  writeOut('step')
  steps++
  const isBusy = [...core.state.margin.accounts.values()].some((each) => each.isLiquidating)
  if (heldAfter !== undefined && steps >= Number(heldAfter) && isBusy) break
  await new Promise((resolve) => void setImmediate(resolve))
}
await core.durable()
writeOut('held')
// Until it is killed.
setInterval(() => {}, 60_000)
