import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StoredAlert } from './alertRows.ts'
import { createAlertIndex } from './createAlertIndex.ts'

const alert = (fields: Partial<StoredAlert> = {}): StoredAlert => ({
  alertId: 'a1',
  userId: '7',
  symbol: 'BTCUSDT',
  ticks: 100,
  direction: 'rise',
  createdAt: 0,
  ...fields,
})
function filled(...alerts: readonly StoredAlert[]) {
  const index = createAlertIndex()
  for (const each of alerts) index.add(each)
  return index
}

describe('alerts that a price reaches', () => {
  it.each([
    ['rise', 99, false],
    ['rise', 100, true],
    ['rise', 101, true],
    ['fall', 101, false],
    ['fall', 100, true],
    ['fall', 99, true],
  ] as const)('wait for a %s to 100: at %i reached %s', (direction, ticks, isReached) => {
    const own = alert({ direction })
    expect(filled(own).reached('BTCUSDT', ticks)).toEqual(isReached ? [own] : [])
  })

  it('are all of those between the former price and the new one', () => {
    const alerts = [100, 110, 120].map((ticks) => alert({ ticks, alertId: `a${ticks}` }))
    const index = filled(...alerts)
    expect(index.reached('BTCUSDT', 115).map(({ ticks }) => ticks)).toEqual([100, 110])
  })

  it('are of their instrument alone', () => {
    const index = filled(alert({ symbol: 'usdt/BTCUSDT' }))
    expect(index.reached('BTCUSDT', 1_000)).toEqual([])
    expect(index.reached('ETHUSDT', 1_000)).toEqual([])
    expect(index.reached('usdt/BTCUSDT', 1_000)).toHaveLength(1)
  })

  it('are found again until they are taken out', () => {
    const own = alert()
    const index = filled(own)
    expect([index.reached('BTCUSDT', 100), index.reached('BTCUSDT', 100)]).toEqual([[own], [own]])
    expect([index.remove(own), index.remove(own), index.reached('BTCUSDT', 100)]).toEqual([
      true,
      false,
      [],
    ])
  })

  it('leave those behind them in reach of the next price', () => {
    const [near, far] = [alert({ ticks: 100 }), alert({ alertId: 'a2', ticks: 110 })]
    const index = filled(near, far)
    index.remove(near)
    expect([index.reached('BTCUSDT', 109), index.reached('BTCUSDT', 110)]).toEqual([[], [far]])
  })
})

describe('the alerts of a user', () => {
  it('are shown with the newest first', () => {
    const alerts = ['a1', 'a2', 'a3'].map((alertId) => alert({ alertId }))
    const index = filled(...alerts, alert({ userId: '8', alertId: 'b1' }))
    expect(index.ofUser('7').map(({ alertId }) => alertId)).toEqual(['a3', 'a2', 'a1'])
    expect(index.ofUser('9')).toEqual([])
  })

  it('are gone for who has taken out all of them', () => {
    const own = alert()
    const index = filled(own)
    index.remove(own)
    expect([index.ofUser('7'), index.symbols()]).toEqual([[], []])
  })
})

describe('the instruments that are watched', () => {
  it('are those that an alert waits for, each once', () => {
    const [one, other] = [alert(), alert({ alertId: 'a2', direction: 'fall' })]
    const index = filled(one, other, alert({ alertId: 'a3', symbol: 'ETHUSDT' }))
    expect(index.symbols()).toEqual(['BTCUSDT', 'ETHUSDT'])
    index.remove(one)
    expect(index.symbols()).toEqual(['BTCUSDT', 'ETHUSDT'])
    index.remove(other)
    expect(index.symbols()).toEqual(['ETHUSDT'])
  })
})

describe('the index of alerts', () => {
  it('agrees with a list that is searched from end to end', () => {
    const change = fc.record({
      symbol: fc.constantFrom('BTCUSDT', 'ETHUSDT'),
      userId: fc.constantFrom('7', '8'),
      ticks: fc.integer({ min: 1, max: 20 }),
      direction: fc.constantFrom('rise' as const, 'fall' as const),
    })
    const step = fc.oneof(
      fc.record({ add: change }),
      fc.record({ removeAt: fc.nat(9) }),
      fc.record({ price: fc.integer({ min: 1, max: 20 }) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const index = createAlertIndex()
        const list: StoredAlert[] = []
        for (const [at, each] of steps.entries()) {
          if ('add' in each) {
            const added = alert({ ...each.add, alertId: `a${at}` })
            index.add(added)
            list.push(added)
          } else if ('removeAt' in each) {
            const [removed] = list.splice(each.removeAt % Math.max(1, list.length), 1)
            if (removed) expect(index.remove(removed)).toBe(true)
          } else
            for (const symbol of ['BTCUSDT', 'ETHUSDT'])
              expect(index.reached(symbol, each.price)).toEqual(
                list.filter(
                  (own) =>
                    own.symbol === symbol &&
                    (own.direction === 'rise' ? each.price >= own.ticks : each.price <= own.ticks),
                ),
              )
        }
        for (const userId of ['7', '8'])
          expect(index.ofUser(userId)).toEqual(
            list.filter((own) => own.userId === userId).toReversed(),
          )
        expect(new Set(index.symbols())).toEqual(new Set(list.map(({ symbol }) => symbol)))
      }),
      { numRuns: 100 },
    )
  })
})
