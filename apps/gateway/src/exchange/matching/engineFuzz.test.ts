import { describe, expect, it } from 'vitest'
import type { BookDump } from './bookDump.ts'
import { BUY } from './command.ts'
import {
  randomCommands,
  type RandomCommandsOptions,
} from '../../testing/matchingCommandGenerator.ts'
import { createEngine } from './createEngine.ts'
import { toEvents, type EngineEvent } from './event.ts'
import { createReferenceEngine } from '../../testing/referenceEngine.ts'

const operations = Number(process.env['ENGINE_FUZZ_OPERATIONS'] ?? 50_000)
/** A million operations take a minute where nothing else runs, and twenty where much does. */
const timeout = 30_000 + operations

const markets: Record<string, Omit<RandomCommandsOptions, 'length' | 'seed'>> = {
  'a tight book of few parties': { parties: 4, mid: 50, width: 5, maxLots: 20 },
  'a wide book of many parties': { parties: 50, mid: 10_000, width: 400, maxLots: 1_000 },
  'a price near zero': { parties: 6, mid: 3, width: 4, maxLots: 50 },
  'huge sizes': { parties: 10, mid: 2_000, width: 30, maxLots: 2 ** 40 },
  'prices near the limit': { parties: 10, mid: 2 ** 31 - 60, width: 50, maxLots: 2 ** 18 },
}

/** Nearer to zero on the same side, or where it was. */
const isReduced = (before: number, after: number) =>
  before * after >= 0 && Math.abs(after) <= Math.abs(before)

const tradedLots = (events: readonly EngineEvent[]) =>
  events.reduce((sum, event) => sum + (event.kind === 'trade' ? event.lots : 0), 0)

/**
 * Reduce-only orders that go beyond the position of their account, or stand on the side that would
 * make it larger.
 */
function excessOrders({ orders, positions = [], reduceOnly = [] }: BookDump): number[] {
  const left = new Map<number, number>(positions)
  const reducing = new Set(reduceOnly)
  const beyond = orders.filter(([id, , side, , lots, account = 0]) => {
    if (!reducing.has(id)) return false
    const before = left.get(account) ?? 0
    left.set(account, before + (side === BUY ? lots : -lots))
    return !isReduced(before, left.get(account)!)
  })
  return beyond.map(([id]) => id)
}

describe('the engine against the naive reference engine', () => {
  const allKinds = [
    'cancelled:amended',
    'cancelled:requested',
    'cancelled:self_trade',
    'cancelled:unfilled',
    'reduced',
    'rejected:invalid',
    'rejected:not_fillable',
    'rejected:unknown_order',
    'rejected:would_cross',
    'rested',
    'trade',
  ]

  it.each(Object.entries(markets))(
    'agrees event by event and order by order on %s (trading 3)',
    { timeout },
    (_, market) => {
      const length = Math.ceil(operations / Object.keys(markets).length)
      const engine = createEngine()
      const referenceEngine = createReferenceEngine()
      const seen = new Set<string>()
      randomCommands({ ...market, seed: length + market.mid, length }).forEach((command, at) => {
        const got = toEvents(engine.submit(command))
        const wanted = referenceEngine.submit(command)
        if (JSON.stringify(got) !== JSON.stringify(wanted))
          expect({ at, command, events: got }).toEqual({ at, command, events: wanted })
        for (const event of wanted)
          seen.add('reason' in event ? `${event.kind}:${event.reason}` : event.kind)
        if (at % 250 === 0) expect(engine.dump().orders).toEqual(referenceEngine.orders())
      })
      expect(engine.dump().orders).toEqual(referenceEngine.orders())
      expect([...seen].sort()).toEqual(allKinds)
    },
  )

  it.each(Object.entries(markets))(
    'agrees on reduce-only orders, which never open or turn positions, on %s (trading 3)',
    { timeout },
    (_, market) => {
      const length = Math.ceil(operations / Object.keys(markets).length)
      let engine = createEngine(undefined, { withPositions: true })
      const referenceEngine = createReferenceEngine({ withPositions: true })
      const seen = new Set<string>()
      randomCommands({
        ...market,
        seed: length + market.mid,
        length,
        reducing: 0.4,
        accounts: 2,
      }).forEach((command, at) => {
        const reducing = command.kind === 'place' && command.reduceOnly ? command.account : null
        const before = reducing === null ? 0 : engine.position(reducing)
        const expected = command.kind === 'place' ? engine.preview(command).lots : null
        const got = toEvents(engine.submit(command))
        const wanted = referenceEngine.submit(command)
        if (JSON.stringify(got) !== JSON.stringify(wanted))
          expect({ at, command, events: got }).toEqual({ at, command, events: wanted })
        if (expected !== null && got.every(({ kind }) => kind !== 'rejected'))
          expect(tradedLots(got)).toBe(expected)
        if (reducing !== null) expect(isReduced(before, engine.position(reducing))).toBe(true)
        for (const event of wanted)
          seen.add('reason' in event ? `${event.kind}:${event.reason}` : event.kind)
        if (at % 100 !== 0 && at !== length - 1) return
        const dump = engine.dump()
        expect(dump).toMatchObject({
          orders: referenceEngine.orders(),
          positions: referenceEngine.positions(),
        })
        expect([...dump.reduceOnly!].sort((a, b) => a - b)).toEqual(referenceEngine.reduceOnly())
        expect(excessOrders(dump)).toEqual([])
        if (at % 1_000 !== 0) return
        const hash = engine.hash()
        engine = createEngine(JSON.parse(JSON.stringify(dump)))
        expect(engine.hash()).toBe(hash)
      })
      expect([...seen].sort()).toEqual(
        [
          ...allKinds,
          'cancelled:reduce_only',
          'cut:reduce_only',
          'reduced:reduce_only',
          'rejected:reduce_only',
        ].sort(),
      )
    },
  )

  it('changes no event by positions without reduce-only orders (trading 3)', () => {
    const plain = createEngine()
    const counting = createEngine(undefined, { withPositions: true })
    for (const command of randomCommands({
      parties: 8,
      mid: 500,
      width: 60,
      maxLots: 40,
      seed: 5,
      length: 4_000,
    }))
      expect(toEvents(counting.submit(command))).toEqual(toEvents(plain.submit(command)))
    const { nextSeq, orders } = counting.dump()
    const rows = orders.map(([id, party, side, ticks, lots]) => [id, party, side, ticks, lots])
    expect({ nextSeq, orders: rows }).toEqual(plain.dump())
    expect(Object.keys(plain.dump())).toEqual(['nextSeq', 'orders'])
    expect(counting.dump().positions!.reduce((sum, [, lots]) => sum + lots, 0)).toBe(0)
  })

  it('gives the same hash across a dump and load midway (trading 3)', () => {
    const commands = randomCommands({
      parties: 8,
      mid: 500,
      width: 60,
      maxLots: 40,
      seed: 11,
      length: 6_000,
    })
    const whole = createEngine()
    let broken = createEngine()
    commands.forEach((command, at) => {
      whole.submit(command)
      broken.submit(command)
      if (at % 1_000 === 999) broken = createEngine(JSON.parse(JSON.stringify(broken.dump())))
    })
    expect(broken.hash()).toBe(whole.hash())
  })
})
