import { describe, expect, it } from 'vitest'
import { faultsOf, judge, readRatchet, readRules, ruleOf } from './rules.mjs'

describe('rules', () => {
  it('counts a part of a widget rule as the rule', () => {
    expect(['U8.41', 'U8', 'spec 5.3'].map(ruleOf)).toEqual(['U8', 'U8', 'spec 5.3'])
    expect(judge({ U8: 'select' }, new Set(['U8.1', 'U9.1']))).toEqual({
      total: 1,
      bySection: [],
      uncited: [],
      unknown: ['U9'],
    })
  })

  it('separates cited rules, rules cited by section and uncited rules', () => {
    const rules = { 'spec 5.1': 'a', 'spec 5.2': 'b', 'spec 6.1': 'c', D1: 'd', D2: 'e' }
    expect(judge(rules, new Set(['spec 5', 'spec 5.2', 'D2', 'D9']))).toEqual({
      total: 5,
      bySection: ['spec 5.1'],
      uncited: ['spec 6.1', 'D1'],
      unknown: ['D9'],
    })
  })

  it('passes while open rules do not exceed the ratchet', () => {
    const verdict = { total: 5, bySection: ['spec 5.1'], uncited: ['D1'], unknown: [] }
    expect(faultsOf(verdict, { open: 2 })).toEqual([])
    expect(faultsOf(verdict, { open: 3 })).toEqual([])
  })

  it('fails one open rule too many and an unknown rule', () => {
    expect(
      faultsOf({ total: 5, bySection: ['spec 5.1'], uncited: ['D1'], unknown: [] }, { open: 1 }),
    ).toHaveLength(1)
    expect(
      faultsOf({ total: 5, bySection: [], uncited: [], unknown: ['D99'] }, { open: 0 }),
    ).toEqual([expect.stringContaining('D99')])
  })

  it('has a ratchet between zero and the number of rules', () => {
    const { open } = readRatchet() as { open: number }
    expect(
      Number.isInteger(open) && open >= 0 && open <= Object.keys(readRules() as object).length,
    ).toBe(true)
  })
})
