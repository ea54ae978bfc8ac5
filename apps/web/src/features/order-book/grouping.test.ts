import { VIEW_DEPTH } from '@x/market'
import { describe, expect, it } from 'vitest'
import { decimalsOfStep } from './decimalsOfStep.ts'
import { groupedSides, groupingSteps } from './grouping.ts'

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
  const steps = (...[shown, known]: [Parameters<typeof groupingSteps>[1], string[]?]) =>
    groupingSteps('0.01', shown, known)

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
  it('keeps a known step in order where the book dropped it', () => {
    expect(steps(book(0.1), ['5'])).toEqual(['0.01', '0.1', '0.5', '5'])
  })
  it('reach further with the levels of a deep book', () => {
    expect(steps(book(0.1, 1_000))).toEqual(['0.01', '0.1', '0.5', '1', '5', '10'])
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
