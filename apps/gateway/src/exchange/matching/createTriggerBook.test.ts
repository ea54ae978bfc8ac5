import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTriggerBook, type Reached } from './createTriggerBook.ts'
import { firingTicks, triggerStep, type PriceKind, type Trigger } from './trigger.ts'

const plain: Trigger = {
  kind: 'stop',
  by: 'last',
  rises: true,
  ticks: 100,
  limit: 0,
  bound: 0,
  callback: 0,
  extreme: 0,
}
const rising = (ticks: number): Trigger => ({ ...plain, ticks })
const falling = (ticks: number): Trigger => ({ ...plain, rises: false, ticks })
const trailing = (fields: Partial<Trigger> = {}): Trigger => ({
  ...plain,
  kind: 'trailing',
  rises: false,
  ticks: 0,
  callback: 500,
  ...fields,
})

describe('a trigger (trading 3)', () => {
  it('fires at its price and beyond it', () => {
    expect([99, 100, 101].map((price) => triggerStep(rising(100), price))).toEqual([
      'waits',
      'fires',
      'fires',
    ])
    expect([99, 100, 101].map((price) => triggerStep(falling(100), price))).toEqual([
      'fires',
      'fires',
      'waits',
    ])
  })

  it('fires a rising trail when the price returns by its rate', () => {
    expect(triggerStep(trailing(), 1000)).toBe('trails')
    expect(
      [1001, 1000, 951, 950, 949].map((price) => triggerStep(trailing({ extreme: 1000 }), price)),
    ).toEqual(['trails', 'waits', 'waits', 'fires', 'fires'])
    expect(firingTicks(trailing({ extreme: 1001 }))).toBe(950)
  })

  it('fires a falling trail on the way up', () => {
    const buying = trailing({ rises: true, extreme: 1000 })
    expect([999, 1000, 1049, 1050].map((price) => triggerStep(buying, price))).toEqual([
      'trails',
      'waits',
      'waits',
      'fires',
    ])
    expect(firingTicks({ ...buying, extreme: 1001 })).toBe(1052)
  })

  it('trails from its activation price on, not before', () => {
    expect([999, 1000].map((price) => triggerStep(trailing({ ticks: 1000 }), price))).toEqual([
      'waits',
      'trails',
    ])
    expect(
      [1001, 1000].map((price) => triggerStep(trailing({ ticks: 1000, rises: true }), price)),
    ).toEqual(['waits', 'trails'])
    expect(firingTicks(trailing({ ticks: 1000 }))).toBe(0)
  })
})

describe('the trigger book (trading 3)', () => {
  it('gives triggers in the order the price reaches them', () => {
    const book = createTriggerBook()
    book.put(1, [rising(120)])
    book.put(2, [rising(110)])
    book.put(3, [rising(110)])
    book.put(4, [rising(131)])
    expect(book.reached('last', 130).map(({ orderId }) => orderId)).toEqual([2, 3, 1])
  })

  it('keeps the two prices apart', () => {
    const book = createTriggerBook()
    book.put(1, [{ ...rising(100), by: 'mark' }])
    expect([book.reached('last', 100), book.waitsFor('last'), book.waitsFor('mark')]).toEqual([
      [],
      false,
      true,
    ])
    expect(book.reached('mark', 100)).toMatchObject([{ orderId: 1, which: 0 }])
  })

  it('names the reached trigger and forgets both with the order', () => {
    const book = createTriggerBook()
    book.put(1, [rising(120), falling(80)])
    expect(book.reached('last', 80)).toMatchObject([{ orderId: 1, which: 1 }])
    book.drop(1)
    expect([book.reached('last', 80), book.reached('last', 120)]).toEqual([[], []])
    book.drop(1)
  })

  it('puts new triggers in the place of the old', () => {
    const book = createTriggerBook()
    book.put(1, [rising(120)])
    book.put(1, [rising(140)])
    expect(book.reached('last', 130)).toEqual([])
    book.put(1, [])
    expect(book.waitsFor('last')).toBe(false)
  })

  it('agrees with a linear search over any operations', () => {
    const trigger = fc.record({
      kind: fc.constant('stop' as const),
      by: fc.constantFrom<PriceKind>('last', 'mark'),
      rises: fc.boolean(),
      ticks: fc.integer({ min: 1, max: 40 }),
      limit: fc.constant(0),
      bound: fc.constant(0),
      callback: fc.constantFrom(0, 0, 0, 500, 2000),
      extreme: fc.integer({ min: 0, max: 40 }),
    })
    const put = fc.record({
      orderId: fc.integer({ min: 1, max: 12 }),
      triggers: fc.array(trigger, { maxLength: 2 }),
    })
    const see = fc.record({
      by: fc.constantFrom<PriceKind>('last', 'mark'),
      price: fc.integer({ min: 1, max: 40 }),
    })
    fc.assert(
      fc.property(fc.array(fc.oneof(put, see), { maxLength: 60 }), (steps) => {
        const book = createTriggerBook()
        const list = new Map<number, readonly Trigger[]>()
        for (const step of steps) {
          if ('triggers' in step) {
            book.put(step.orderId, step.triggers)
            list.set(step.orderId, step.triggers)
            continue
          }
          const all = [...list]
            .flatMap(([orderId, triggers]) =>
              triggers.map((own, which) => ({ orderId, which, own })),
            )
            .filter(({ own }) => own.by === step.by)
          const rank = ({ own }: { own: Trigger }) => (own.callback > 0 ? 2 : own.rises ? 0 : 1)
          const reach = ({ own }: { own: Trigger }) =>
            own.callback > 0 ? 0 : own.rises ? own.ticks : -own.ticks
          const sorted = all.sort(
            (a, b) =>
              rank(a) - rank(b) ||
              reach(a) - reach(b) ||
              a.orderId - b.orderId ||
              a.which - b.which,
          )
          const named = ({ orderId, which }: Reached) => ({ orderId, which })
          const that = (what: 'fires' | 'trails') =>
            sorted.filter(({ own }) => triggerStep(own, step.price) === what).map(named)
          expect(book.reached(step.by, step.price).map(named)).toEqual(that('fires'))
          expect(book.trailing(step.by, step.price).map(named)).toEqual(that('trails'))
          expect(book.waitsFor(step.by)).toBe(all.length > 0)
        }
      }),
      { numRuns: 500 },
    )
  })
})
