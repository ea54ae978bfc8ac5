import { describe, expect, it } from 'vitest'
import { decimalsOfStep, groupingSteps } from './grouping.ts'

describe('the steps of a book', () => {
  it('are multiples of the tick up to 2 % of the price', () => {
    expect(groupingSteps('0.01', { price: '62000' })).toEqual(['0.01', '0.1', '0.5', '1', '5', '10', '100'])
    expect(groupingSteps('0.01', { price: '61' })).toEqual(['0.01', '0.1', '0.5', '1'])
  })
  it('always hold the tick itself', () => {
    expect(groupingSteps('0.01', { price: '0.02' })).toEqual(['0.01'])
  })
  it('need no decimals finer than themselves', () => {
    expect([decimalsOfStep('0.01'), decimalsOfStep('0.5'), decimalsOfStep('10')]).toEqual([2, 1, 0])
  })
})
