import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Book } from './Book.ts'
import { benchCommands } from '../../testing/matchingCommandGenerator.ts'
import { BUY, SELL } from './command.ts'
import { createEngine } from './createEngine.ts'
import { EventBuffer, toEvents } from './event.ts'
import { IdTable } from './IdTable.ts'
import { Ladder } from './Ladder.ts'

describe('the id table', () => {
  it('behaves as a map, also for collisions and many removals', () => {
    // Steps of the table's size share one home slot.
    const id = fc.oneof(
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 20 }).map((n) => n * 16 + 3),
      fc.integer({ min: 2 ** 40, max: 2 ** 40 + 30 }),
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(id, fc.boolean()), { maxLength: 300 }), (steps) => {
        const table = new IdTable(16)
        const model = new Map<number, number>()
        for (const [key, isAdd] of steps) {
          if (isAdd && !model.has(key)) {
            table.add(key, model.size)
            model.set(key, model.size)
          } else if (!isAdd && model.delete(key)) table.remove(key)
        }
        expect(table.size).toBe(model.size)
        for (const [key] of steps) expect(table.get(key)).toBe(model.get(key) ?? -1)
      }),
    )
  })
})

describe('the ladder', () => {
  it('keeps any set of prices sorted and finds each', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: -500, max: 500 }), fc.boolean()), { maxLength: 1_000 }),
        (steps) => {
          const ladder = new Ladder()
          const model = new Set<number>()
          for (const [key, isOpen] of steps) {
            if (isOpen) {
              ladder.open(key)
              model.add(key)
            } else if (model.delete(key)) ladder.close(key)
          }
          expect([...ladder.keys.subarray(0, ladder.count)]).toEqual(
            [...model].sort((a, b) => a - b),
          )
          for (const [key] of steps) expect(ladder.find(key) >= 0).toBe(model.has(key))
        },
      ),
    )
  })

  it('gives a level that was closed and opened again an empty queue', () => {
    const book = new Book()
    book.add({ id: 1, account: 0, party: 0, side: BUY, ticks: 10, lots: 5 })
    book.remove(book.slotOf(1))
    book.add({ id: 2, account: 0, party: 0, side: BUY, ticks: 10, lots: 3 })
    expect(book.lotsAt(BUY, 10)).toBe(3)
    expect([...book.inOrder()]).toHaveLength(1)
  })
})

describe('the event buffer', () => {
  it('grows and goes on counting', () => {
    const buffer = new EventBuffer()
    for (let at = 0; at < 200; at++) buffer.trade(at, 1, SELL, 5, 1)
    expect(toEvents(buffer).at(-1)).toEqual({
      seq: 200,
      kind: 'trade',
      makerId: 199,
      takerId: 1,
      side: SELL,
      ticks: 5,
      lots: 1,
    })
    buffer.clear()
    buffer.rested(7, BUY, 5, 1)
    expect(toEvents(buffer)).toEqual([
      { seq: 201, kind: 'rested', orderId: 7, side: BUY, ticks: 5, lots: 1 },
    ])
  })
})

describe('levels under load', () => {
  it("add up to their orders after the engine benchmark's mix", () => {
    const engine = createEngine()
    for (const command of benchCommands(30_000)) engine.submit(command)
    const { book } = engine
    const sums = new Map<string, number>()
    for (const slot of book.inOrder()) {
      const key = `${book.orders.side[slot]}:${book.orders.ticks[slot]}`
      sums.set(key, (sums.get(key) ?? 0) + book.orders.lots[slot]!)
    }
    const levels = new Map<string, number>()
    for (const side of [BUY, SELL] as const)
      book.eachLevel(side, (ticks, lots) => {
        levels.set(`${side}:${ticks}`, lots)
        return true
      })
    expect(levels).toEqual(sums)
    expect(book.best(BUY)).toBeLessThan(book.best(SELL))
  })
})
