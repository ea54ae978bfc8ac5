import { describe, expect, it } from 'vitest'
import { sumExecutionCosts } from './executionCosts.ts'

describe('frictions of several fills (trading 5)', () => {
  it('are added up exactly, a latency in the trader’s favour taken away', () => {
    expect(
      sumExecutionCosts([
        { spread: '0.1', impact: '0.2', latency: '-0.05' },
        { spread: '0.2', impact: '0' },
      ]),
    ).toEqual({ spread: '0.3', impact: '0.2', latency: '-0.05', total: '0.45' })
  })
  it('are none where no fill has any', () => {
    expect([sumExecutionCosts([]), sumExecutionCosts([{}, {}])]).toEqual([undefined, undefined])
  })
  it('counts only fills with execution costs; a maker has none', () => {
    expect(sumExecutionCosts([{}, { spread: '1', impact: '2' }])?.total).toBe('3')
  })
})
