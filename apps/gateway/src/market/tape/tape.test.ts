import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { SPOT_SYMBOLS } from '../../spot/symbols.ts'
import { createDisplayLadder } from '../book/displayLadder.ts'
import { createTapeBook } from './createTapeBook.ts'
import { openTape } from './openTape.ts'
import { parseTapeLine, scaled, tapeSymbol } from './parseTape.ts'
import { writeSampleTape } from './sampleTape.ts'

const recordings = process.env['RECORDINGS_DIR'] ?? path.resolve(import.meta.dirname, '../../../../../../shared/data')
const recorded = path.join(recordings, 'spot-btcusdt_20240808.gz')
const folder = mkdtempSync(path.join(os.tmpdir(), 'x-tape-'))
/** The real recording; where it is absent, a generated one in the same raw format. */
const tapeFile = existsSync(recorded) ? recorded : writeSampleTape(path.join(folder, 'sample'))
const spec = SPOT_SYMBOLS[0] ?? raise()

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Plays a tape's book by the sequence rule, and beside it by the plainest means. */
function playBoth(events: Iterable<ReturnType<typeof parseTapeLine> & object>) {
  const bids = createDisplayLadder({ descending: true })
  const asks = createDisplayLadder({ descending: false })
  const naive = { bids: new Map<number, number>(), asks: new Map<number, number>(), from: Number.POSITIVE_INFINITY, early: [] as { last: number; bids: readonly (readonly [number, number])[]; asks: readonly (readonly [number, number])[] }[] }
  const put = (side: Map<number, number>, rows: readonly (readonly [number, number])[]) => rows.forEach(([ticks, lots]) => (lots > 0 ? side.set(ticks, lots) : side.delete(ticks)))
  const apply = (diff: (typeof naive.early)[number]) => {
    if (diff.last <= naive.from) return
    put(naive.bids, diff.bids)
    put(naive.asks, diff.asks)
  }
  const outcomes: Record<string, number> = {}
  const book = createTapeBook({
    snapshot(b, a) {
      bids.clear()
      asks.clear()
      for (const [ticks, lots] of b) bids.set(ticks, lots)
      for (const [ticks, lots] of a) asks.set(ticks, lots)
    },
    diff(b, a) {
      for (const [ticks, lots] of b) bids.set(ticks, lots)
      for (const [ticks, lots] of a) asks.set(ticks, lots)
    },
  })
  for (const event of events) {
    if (event.kind === 'trade') continue
    const outcome = book.take(event)
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    if (event.kind === 'snapshot') {
      naive.from = event.lastUpdateId
      naive.bids = new Map(event.bids)
      naive.asks = new Map(event.asks)
      for (const diff of naive.early) apply(diff)
    } else if (naive.from === Number.POSITIVE_INFINITY) naive.early.push(event)
    else apply(event)
  }
  const rank = (side: Map<number, number>, sign: number) => [...side].sort(([a], [b]) => (a - b) * sign)
  return { outcomes, book: { bids: bids.top(1e6), asks: asks.top(1e6) }, naive: { bids: rank(naive.bids, -1), asks: rank(naive.asks, 1) } }
}

describe('a recorded tape (trading 6)', () => {
  const events = [...openTape(tapeFile, SPOT_SYMBOLS).events()]

  it('plays without a gap into the book that a naive replay gives', () => {
    const { outcomes, book, naive } = playBoth(events)
    expect(outcomes['gap']).toBeUndefined()
    expect(outcomes['applied']).toBeGreaterThan(100)
    expect(book.bids.length).toBeGreaterThan(50)
    expect(book.bids).toEqual(naive.bids)
    expect(book.asks).toEqual(naive.asks)
    expect(book.bids[0]?.[0]).toBeLessThan(book.asks[0]?.[0] ?? 0)
  })

  it('shows a lost line as a gap, and as one only', () => {
    const diffs = events.filter(({ kind }) => kind === 'diff')
    const lost = diffs[Math.floor(diffs.length / 2)]
    expect(playBoth(events.filter((event) => event !== lost)).outcomes['gap']).toBe(1)
  })

  it('names the pair and where the price stood', () => {
    const tape = openTape(tapeFile, SPOT_SYMBOLS)
    expect(tape.spec.symbol).toBe('BTCUSDT')
    expect(tape.startTicks).toBeGreaterThan(1_000_000)
  })
})

describe('the futures rule', () => {
  it('follows pu instead of U', () => {
    const book = createTapeBook({ snapshot() {}, diff() {} })
    const diff = (first: number, last: number, previous: number) => book.take({ kind: 'diff', atNs: 0n, first, last, previous, bids: [], asks: [] })
    book.take({ kind: 'snapshot', atNs: 0n, lastUpdateId: 10, bids: [], asks: [] })
    expect([diff(5, 9, 4), diff(8, 12, 9), diff(20, 25, 12), diff(30, 31, 26)]).toEqual(['old', 'applied', 'applied', 'gap'])
  })
})

describe('reading a line', () => {
  it('is exact about decimals', () => {
    expect(scaled('61837.63000000', 2)).toBe(6_183_763)
    expect(scaled('0.00001', 5)).toBe(1)
    expect(scaled('7', 2)).toBe(700)
    expect(() => scaled('0.001', 2)).toThrow(RangeError)
    expect(() => scaled('1e3', 2)).toThrow(RangeError)
  })

  it('names the line that is not of the format', () => {
    expect(() => parseTapeLine('17 {"data":', { spec, lineNumber: 12 })).toThrow(/Line 12/)
    expect(() => tapeSymbol('nothing')).toThrow(/names no stream/)
    expect(() => openTape(path.join(folder, 'absent'), SPOT_SYMBOLS)).toThrow(/could not be read/)
  })
})

function raise(): never {
  throw new Error('no pairs')
}
