import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createManualClock } from '@x/kit/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { SPOT_SYMBOLS } from '../../../exchange/instruments/symbols.ts'
import type { Log } from '../../../platform/log/Log.ts'
import { createDisplayedMarket, type WritableMarket } from '../book/createDisplayedMarket.ts'
import { createDisplayLadder } from '../book/displayLadder.ts'
import { createChance } from '../generator/random.ts'
import { createTapeBook } from './createTapeBook.ts'
import { createTapePlayer } from './createTapePlayer.ts'
import { openTape } from './openTape.ts'
import { parseTapeLine, scaled, type TapeEvent, tapeSymbol } from './parseTape.ts'
import { writeSampleTape } from '../../../testing/sampleTape.ts'

const recordings =
  process.env['RECORDINGS_DIR'] ??
  path.resolve(import.meta.dirname, '../../../../../../../shared/data')
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
  const naive = {
    bids: new Map<number, number>(),
    asks: new Map<number, number>(),
    from: Number.POSITIVE_INFINITY,
    early: [] as {
      last: number
      bids: readonly (readonly [number, number])[]
      asks: readonly (readonly [number, number])[]
    }[],
  }
  const put = (side: Map<number, number>, rows: readonly (readonly [number, number])[]) =>
    rows.forEach(([ticks, lots]) => (lots > 0 ? side.set(ticks, lots) : side.delete(ticks)))
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
  const rank = (side: Map<number, number>, sign: number) =>
    [...side].sort(([a], [b]) => (a - b) * sign)
  return {
    outcomes,
    book: { bids: bids.top(1e6), asks: asks.top(1e6) },
    naive: { bids: rank(naive.bids, -1), asks: rank(naive.asks, 1) },
  }
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
    const diff = (first: number, last: number, previous: number) =>
      book.take({ kind: 'diff', atNs: 0n, first, last, previous, bids: [], asks: [] })
    book.take({ kind: 'snapshot', atNs: 0n, lastUpdateId: 10, bids: [], asks: [] })
    expect([diff(5, 9, 4), diff(8, 12, 9), diff(20, 25, 12), diff(30, 31, 26)]).toEqual([
      'old',
      'applied',
      'applied',
      'gap',
    ])
  })

  it('applies a first difference that begins beyond the snapshot and names it (CR3)', () => {
    const book = createTapeBook({ snapshot() {}, diff() {} })
    book.take({ kind: 'snapshot', atNs: 0n, lastUpdateId: 5_123_107_856_276, bids: [], asks: [] })
    const first = { first: 5_123_107_856_317, last: 5_123_107_859_000, previous: 5_123_107_856_276 }
    expect(book.take({ kind: 'diff', atNs: 0n, ...first, bids: [], asks: [] })).toBe('applied')
  })
})

type BookEvent = Exclude<TapeEvent, { kind: 'trade' }>
type Diff = Extract<TapeEvent, { kind: 'diff' }>
const SIDES = ['bids', 'asks'] as const
/** Levels that are compared. */
const DEPTH = 100
const futuresFile = path.join(recordings, 'usdm-btcusdt_20240808.gz')
const tapes = [
  ['spot', tapeFile],
  ['futures', futuresFile],
].filter(([, file]) => existsSync(file ?? ''))

/** The first differences of a tape and the snapshot before them. */
function windowOf(file: string): readonly BookEvent[] {
  const found: BookEvent[] = []
  for (const event of openTape(file, SPOT_SYMBOLS).events()) {
    if (event.kind !== 'trade') found.push(event)
    if (found.length === 500) break
  }
  return found
}

/** The book after the first `count` events, by maps alone. */
function naiveBook(events: readonly BookEvent[], count: number, depth = DEPTH) {
  const book = { bids: new Map<number, number>(), asks: new Map<number, number>() }
  const at = events.findIndex(({ kind }) => kind === 'snapshot')
  const snapshot = events[at]
  if (snapshot?.kind !== 'snapshot') throw new Error('no snapshot')
  for (const side of SIDES) for (const [ticks, lots] of snapshot[side]) book[side].set(ticks, lots)
  for (const event of events.slice(0, count)) {
    if (event.kind !== 'diff' || event.last <= snapshot.lastUpdateId) continue
    for (const side of SIDES) {
      for (const [ticks, lots] of event[side]) {
        if (lots > 0) book[side].set(ticks, lots)
        else book[side].delete(ticks)
      }
    }
  }
  const rank = (side: Map<number, number>, sign: number) =>
    [...side].sort(([a], [b]) => (a - b) * sign).slice(0, depth)
  return { bids: rank(book.bids, -1), asks: rank(book.asks, 1) }
}

/** Plays events through the player into a displayed market, and looks at it after each event. */
function playInto(
  events: readonly BookEvent[],
  onEvent: (event: BookEvent, displayed: WritableMarket) => void,
) {
  const displayed = createDisplayedMarket({ symbols: [spec.symbol], liveTrading: false })
  const warnings: string[] = []
  const log: Log = {
    info() {},
    warn: (message) => void warnings.push(message),
    error: (message) => void warnings.push(message),
  }
  const statuses: string[] = []
  displayed.subscribe({ status: (_symbol, status) => void statuses.push(status) })
  function* each() {
    for (const event of events) {
      // Played at once: one moment for all.
      yield { ...event, atNs: 0n }
      onEvent(event, displayed)
    }
  }
  const tape = { spec, startTicks: 1, events: each }
  createTapePlayer({ tape, displayed, clock: createManualClock(), log }).start()
  return { warnings, statuses }
}

describe.each(tapes)('a gap in a %s tape (CR3)', (_name, file = '') => {
  const events = windowOf(file)
  const snapshotAt = events.findIndex(({ kind }) => kind === 'snapshot')
  const snapshot = events[snapshotAt] as Extract<TapeEvent, { kind: 'snapshot' }>
  const firstAt = events.findIndex(
    (event, index) =>
      event.kind === 'diff' && index > snapshotAt && event.last > snapshot.lastUpdateId,
  )
  const whole = naiveBook(events, events.length)
  const shown = (displayed: WritableMarket) => displayed.book(spec.symbol, DEPTH)

  it('is none while every line is there, be it twice (CR3)', () => {
    const twice: BookEvent[] = events.flatMap((event): BookEvent[] =>
      event.kind === 'diff' ? [event, event] : [event],
    )
    expect(playInto(twice, () => {})).toEqual({ warnings: [], statuses: ['trading', 'paused'] })
  })

  it('pauses the pair until the next snapshot, with the last sound book (CR3)', () => {
    const chance = createChance(`gaps of ${file.length}`)
    for (let trial = 0; trial < 60; trial++) {
      const lostAt = firstAt + Math.floor(chance.uniform() * (events.length - firstAt - 40))
      const healedAt = lostAt + 1 + Math.floor(chance.uniform() * 30)
      const healed = naiveBook(events, healedAt + 1, Number.MAX_SAFE_INTEGER)
      const healing: BookEvent = {
        kind: 'snapshot',
        atNs: 0n,
        lastUpdateId: (events[healedAt] as Diff).last,
        ...healed,
      }
      // Recorders write a snapshot down some differences after the state it is of.
      const played = [
        ...events.slice(0, lostAt),
        ...events.slice(lostAt + 1, healedAt + 4),
        healing,
        ...events.slice(healedAt + 4),
      ]
      const sound = naiveBook(events, lostAt)
      const lost = new Set(played.slice(lostAt, played.indexOf(healing)))
      const end = played.at(-1)
      let ended: unknown
      const { warnings, statuses } = playInto(played, (event, displayed) => {
        if (lost.has(event))
          expect([displayed.status(spec.symbol), shown(displayed)]).toEqual(['paused', sound])
        if (event === healing)
          expect([displayed.status(spec.symbol), shown(displayed)]).toEqual([
            'trading',
            naiveBook(events, healedAt + 4),
          ])
        if (event === end) ended = shown(displayed)
      })
      expect(ended).toEqual(whole)
      expect(warnings).toEqual(['The tape has a gap; the pair is paused until its next snapshot'])
      expect(statuses).toEqual(['trading', 'paused', 'trading', 'paused'])
    }
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
