import { cp, mkdtemp, rm } from 'node:fs/promises'
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
import { accountLadder } from '../margin/ladder.ts'
import { brokenMarginRules, FEES } from '../margin/testing/marginFixture.ts'
import type { MarginSlice } from '../state/marginCommand.ts'
import { openTradingCore, type TradingCore } from './openTradingCore.ts'

const rounds = Number(process.env['CRASH_ROUNDS'] ?? 2)
const child = fileURLToPath(new URL('../../testing/marginCrashChild.ts', import.meta.url))

/** Rounds that follow each other on one data folder: each checks all that those before left. */
const ROUNDS_OF_A_FOLDER = 5

let home: string
/** A data folder with empty tables, which take longer to create than to copy. */
const empty = () => path.join(home, 'empty')
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'margin-crash-'))
  const db = await openDatabase({ dataDir: empty() })
  await db.close()
}, 600_000)
afterAll(() => rm(home, { recursive: true }))

/** The data folder of a round. */
async function folderOf(round: number): Promise<string> {
  const place = (round - 1) % ROUNDS_OF_A_FOLDER
  const dataDir = path.join(home, String(round - place))
  if (place > 0) return dataDir
  await rm(path.join(home, String(round - ROUNDS_OF_A_FOLDER)), { recursive: true, force: true })
  await cp(empty(), dataDir, { recursive: true })
  return dataDir
}

/**
 * Lets a core liquidate, and kills it without a warning between two steps of the ladder: while it
 * goes on, or `held` in the midst of one.
 */
async function killMidLadder(round: number, { dataDir, steps, isHeld }: Ladder): Promise<void> {
  const names = [dataDir, String(round), ...(isHeld ? [String(steps)] : [])]
  const flags = ['--liftoff-only', '--conditions=x-source']
  const core = spawn(process.execPath, [...flags, child, ...names], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(core, 'exit')
  let output = ''
  await new Promise<void>((resolve, reject) => {
    core.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const isThere = isHeld ? output.includes('held\n') : output.split('step\n').length > steps
      if (isThere) resolve()
    })
    core.on('exit', () => reject(new Error(`The core ended: ${output.slice(-500)}`)))
  })
  core.kill('SIGKILL')
  await exit
}

interface Ladder {
  readonly dataDir: string
  readonly steps: number
  readonly isHeld: boolean
}

const liquidating = (core: Pick<TradingCore, 'state'>) =>
  [...core.state.margin.accounts.values()].filter((account) => account.isLiquidating)

/** The ladder as the driver runs it, at the prices of before, until nobody is due any more. */
function finishLadder(core: TradingCore): void {
  const { state } = core
  const at = state.margin.pricesAt
  const quotes = SPOT_SYMBOLS.flatMap(({ symbol, base, pricePlace }) => {
    const index = Number(state.margin.prices.get(base) ?? 0n) * 10 ** (pricePlace - 8)
    return index === 0
      ? []
      : (['blg', 'slg'] as const).map((way) => {
          const ticks = Math.round(index * (way === 'blg' ? 0.995 : 1.005))
          return [symbol, `end-${at}-${symbol}-${way}`, way, ticks, 10_000_000] as const
        })
  })
  core.execute({ kind: 'house', at, rows: quotes })
  const paperOf = (_: unknown, { ticks, lots }: MarginSlice) => ({
    fills: [[ticks, lots] as const],
    bid: 0,
    ask: 0,
  })
  for (let run = 0; run < 100 && liquidating(core).length > 0; run++)
    for (const account of state.margin.accounts.values())
      for (const command of accountLadder(state, account, { at, fees: FEES, paperOf }))
        core.execute(command)
}

it(
  'comes back after a kill in the midst of a liquidation (futures F10, futures F11)',
  async () => {
    for (let round = 1; round <= rounds; round++) {
      const isHeld = round % 2 === 0
      const dataDir = await folderOf(round)
      await killMidLadder(round, { dataDir, steps: 1 + (round % 7), isHeld })
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
      if (isHeld) {
        expect(liquidating(core).length).toBeGreaterThan(0)
        finishLadder(core)
        expect(liquidating(core)).toEqual([])
        await core.settled()
        expect(brokenMarginRules(changeableState(core.state))).toEqual([])
        expect(await checkLedger(db)).toEqual([])
      }
      await core.stop()
      await db.close()
    }
  },
  // It only ends what hangs.
  Math.max(600_000, rounds * 300_000),
)
