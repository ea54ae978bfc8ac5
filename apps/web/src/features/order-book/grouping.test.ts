import { VIEW_DEPTH } from '@x/market'
import { describe, expect, it } from 'vitest'
import { decimalsOfStep, groupedSides, type GroupingOptions, groupingSteps } from './grouping.ts'

describe('the steps of a book', () => {
  const ladder = (best: number, away: number, levels = VIEW_DEPTH) =>
    Array.from({ length: levels }, (_, index) => ({
      price: (best + index * away).toFixed(2),
      size: '1',
      total: '1',
    }))
  const book = (spacing: number, levels = VIEW_DEPTH) => ({
    asks: ladder(62000.01, spacing, levels),
    bids: ladder(62000, -spacing, levels),
  })
  const steps = (shown: GroupingOptions['book'], chosen = '0.01') =>
    groupingSteps('0.01', { book: shown, chosen })

  it('are tick multiples that fill at least eight rows a side', () => {
    expect(steps(book(0.01))).toEqual(['0.01'])
    expect(steps(book(0.1))).toEqual(['0.01', '0.1', '0.5'])
    expect(steps(book(2))).toEqual(['0.01', '0.1', '0.5', '1', '5', '10'])
    for (const spacing of [0.01, 0.07, 0.5, 3, 40]) {
      for (const step of steps(book(spacing)).slice(1)) {
        expect(
          Object.values(groupedSides(book(spacing), step)).map((levels) => levels.length >= 8),
        ).toEqual([true, true])
      }
    }
  })
  it('are as coarse as the thinner side bears', () => {
    expect(steps({ asks: book(2).asks, bids: book(0.1).bids })).toEqual(['0.01', '0.1', '0.5'])
  })
  it('includes the tick itself without a book or with few levels', () => {
    expect(steps(undefined)).toEqual(['0.01'])
    expect(steps({ asks: [], bids: [] })).toEqual(['0.01'])
    expect(steps(book(1, 5))).toEqual(['0.01'])
  })
  it('keeps the chosen step in order where the book dropped it', () => {
    expect(steps(book(0.1), '5')).toEqual(['0.01', '0.1', '0.5', '5'])
  })
  it('leave a row of a side that has shrunk since', () => {
    expect(Object.values(groupedSides(book(0.01), '100')).map((levels) => levels.length)).toEqual([
      1, 1,
    ])
  })
  it('need no decimals finer than themselves', () => {
    expect([decimalsOfStep('0.01'), decimalsOfStep('0.5'), decimalsOfStep('10')]).toEqual([2, 1, 0])
  })
})
