import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createManualClock } from '@x/kit/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { CONTRACTS } from '../../../exchange/instruments/contracts.ts'
import { SPOT_SYMBOLS } from '../../../exchange/instruments/symbols.ts'
import { createDisplayedMarket } from '../book/createDisplayedMarket.ts'
import { createTapePlayer } from './createTapePlayer.ts'
import { openTape } from './openTape.ts'
import { tapeProduct } from './parseTape.ts'

const recordings =
  process.env['RECORDINGS_DIR'] ??
  path.resolve(import.meta.dirname, '../../../../../../../shared/data')
const folder = mkdtempSync(path.join(os.tmpdir(), 'x-futures-tape-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const instruments = [...SPOT_SYMBOLS, ...CONTRACTS]
const quiet = { debug() {}, info() {}, warn() {}, error() {} }

/** Two differences, a snapshot and a trade in the recorded format, of futures. */
function shortTape(): string {
  const stream = (name: string, data: object) =>
    JSON.stringify({ stream: `btcusdt@${name}`, data: { ...data, s: 'BTCUSDT' } })
  const diff = (U: number, u: number, pu: number, b: readonly (readonly string[])[]) =>
    stream('depth@0ms', { e: 'depthUpdate', U, u, pu, b, a: [['61800.30', '3.330']] })
  const lines = [
    `1000000000 ${diff(11, 15, 9, [['61800.10', '1.000']])}`,
    `1100000000 ${JSON.stringify({
      lastUpdateId: 12,
      bids: [['61800.00', '2.000']],
      asks: [['61800.50', '1.000']],
    })}`,
    `1200000000 ${diff(17, 20, 15, [['61800.20', '2.507']])}`,
    `1300000000 ${stream('trade', { e: 'trade', p: '61800.30', q: '0.006', m: false })}`,
  ]
  const file = path.join(folder, 'usdm')
  writeFileSync(file, lines.join('\n'))
  return file
}

async function play(file: string) {
  const clock = createManualClock()
  const tape = openTape(file, instruments)
  const { id } = tape.spec
  const displayed = createDisplayedMarket({
    symbols: instruments.map((one) => one.id),
    liveTrading: false,
  })
  let trades = 0
  displayed.subscribe({ trade: () => void trades++ })
  const player = createTapePlayer({
    tape,
    displayed,
    clock,
    log: quiet,
    speed: Number.POSITIVE_INFINITY,
  })
  player.start()
  await clock.advance(1_000)
  player.stop()
  return { tape, displayed, trades, id }
}

describe('a recording of futures', () => {
  it('plays under the contract, not under the pair (futures 9)', async () => {
    const { displayed, id, trades, tape } = await play(shortTape())
    expect(id).toBe('usdt/BTCUSDT')
    expect(tape.startTicks).toBe(618_003)
    expect(displayed.book(id, 2)).toEqual({
      bids: [
        [618_002, 2_507],
        [618_001, 1_000],
      ],
      asks: [
        [618_003, 3_330],
        [618_005, 1_000],
      ],
    })
    expect(displayed.lastTicks(id)).toBe(618_003)
    expect(trades).toBe(1)
    expect(displayed.lastTicks('BTCUSDT')).toBeUndefined()
  })

  it('differs from spot by the update before a difference (futures 9)', () => {
    expect(tapeProduct(['1 {"e":"depthUpdate","U":1,"u":2,"pu":0}'])).toBe('futures')
    expect(tapeProduct(['1 {"e":"trade"}', '1 {"e":"depthUpdate","U":1,"u":2}'])).toBe('spot')
  })

  const recorded = path.join(recordings, 'usdm-btcusdt_20240808.gz')
  it.skipIf(!existsSync(recorded))(
    'plays the recording with an uncrossed book to its end (futures 9)',
    async () => {
      const { displayed, id, trades } = await play(recorded)
      const { bids, asks } = displayed.book(id, 1)
      expect(bids[0]?.[0]).toBeLessThan(asks[0]?.[0] ?? 0)
      expect(Math.abs((bids[0]?.[0] ?? 0) - 618_000)).toBeLessThan(20_000)
      expect(trades).toBeGreaterThan(100)
    },
  )
})
