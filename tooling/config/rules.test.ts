import { describe, expect, it } from 'vitest'
import { faultsOf, judge, readRatchet, readRules, ruleOf } from './rules.mjs'

describe('the list of rules', () => {
  it('takes a part of a widget rule for a citation of the rule', () => {
    expect(['U8.41', 'U8', 'spec 5.3'].map(ruleOf)).toEqual(['U8', 'U8', 'spec 5.3'])
    expect(judge({ U8: 'select' }, new Set(['U8.1', 'U9.1']))).toEqual({
      total: 1,
      bySection: [],
      uncited: [],
      unknown: ['U9'],
    })
  })

  it('tells cited rules from lines cited by their section, and from the rest', () => {
    const rules = { 'spec 5.1': 'a', 'spec 5.2': 'b', 'spec 6.1': 'c', D1: 'd', D2: 'e' }
    expect(judge(rules, new Set(['spec 5', 'spec 5.2', 'D2', 'D9']))).toEqual({
      total: 5,
      bySection: ['spec 5.1'],
      uncited: ['spec 6.1', 'D1'],
      unknown: ['D9'],
    })
  })

  it('lets a number of open rules pass that is not above the ratchet, lines cited by their section among them', () => {
    const verdict = { total: 5, bySection: ['spec 5.1'], uncited: ['D1'], unknown: [] }
    expect(faultsOf(verdict, { open: 2 })).toEqual([])
    expect(faultsOf(verdict, { open: 3 })).toEqual([])
  })

  it('fails one open rule too many, and a citation of nothing', () => {
    expect(
      faultsOf({ total: 5, bySection: ['spec 5.1'], uncited: ['D1'], unknown: [] }, { open: 1 }),
    ).toHaveLength(1)
    expect(
      faultsOf({ total: 5, bySection: [], uncited: [], unknown: ['D99'] }, { open: 0 }),
    ).toEqual([expect.stringContaining('D99')])
  })

  it('has a ratchet that is a whole number within the list', () => {
    const { open } = readRatchet() as { open: number }
    expect(
      Number.isInteger(open) && open >= 0 && open <= Object.keys(readRules() as object).length,
    ).toBe(true)
  })
})
