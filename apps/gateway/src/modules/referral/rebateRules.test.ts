import { describe, expect, it } from 'vitest'
import { readRebatePlan, rulesOn, type RebatePlan } from './rebateRules.ts'

const rules = { from: '2026-12-01', percent: 20, days: 365 }
/** Days since the epoch. */
const DAY = 20_788

describe('rebates of a configuration (products 5)', () => {
  it('begin on a UTC day', () => {
    expect(readRebatePlan([rules])).toEqual([{ from: DAY, percent: 20, days: 365 }])
  })

  it.each<[string, object]>([
    ['nothing', { percent: 0 }],
    ['all', { percent: 100 }],
    ['no day', { days: 0 }],
    ['a hundred years', { days: 36_500 }],
  ])('may be of %s', (_, changes) => {
    expect(readRebatePlan([{ ...rules, ...changes }])).toEqual([
      { from: DAY, percent: 20, days: 365, ...changes },
    ])
  })

  it('take a leap day, where there is one', () => {
    expect(readRebatePlan([{ ...rules, from: '2028-02-29' }])).toHaveLength(1)
    expect(() => readRebatePlan([{ ...rules, from: '2027-02-29' }])).toThrow('"from"')
  })

  it.each<[string, unknown, string]>([
    ['no list', {}, 'list'],
    ['nothing', null, 'list'],
    ['an empty list', [], 'list'],
    ['no rules', [null], '"from"'],
    ['no day', [{ ...rules, from: undefined }], '"from"'],
    ['a day that no month has', [{ ...rules, from: '2026-02-30' }], '"from"'],
    ['a month that no year has', [{ ...rules, from: '2026-13-01' }], '"from"'],
    ['a day with an hour', [{ ...rules, from: '2026-12-01T00:00:00Z' }], '"from"'],
    ['a day in another order', [{ ...rules, from: '01-12-2026' }], '"from"'],
    ['a day as a number', [{ ...rules, from: DAY }], '"from"'],
    ['more than all', [{ ...rules, percent: 101 }], '"percent"'],
    ['less than nothing', [{ ...rules, percent: -1 }], '"percent"'],
    ['half a percent', [{ ...rules, percent: 0.5 }], '"percent"'],
    ['a percentage as text', [{ ...rules, percent: '20' }], '"percent"'],
    ['days below zero', [{ ...rules, days: -1 }], '"days"'],
    ['more than a hundred years', [{ ...rules, days: 36_501 }], '"days"'],
    ['days without an end', [{ ...rules, days: Infinity }], '"days"'],
    ['a day twice', [rules, rules], 'order'],
    ['days in the wrong order', [rules, { ...rules, from: '2026-11-30' }], 'order'],
  ])('are refused with %s', (_, given, message) => {
    expect(() => readRebatePlan(given)).toThrow(message)
  })
})

describe('the rebate of a day (products 5)', () => {
  const plan: RebatePlan = [
    { from: 10, percent: 20, days: 365 },
    { from: 20, percent: 5, days: 30 },
  ]

  it.each([
    [9, 0],
    [10, 20],
    [19, 20],
    [20, 5],
    [5_000, 5],
  ])('is on day %i %i percent', (day, percent) => {
    expect(rulesOn(plan, day).percent).toBe(percent)
  })

  it('is nothing without rules', () => {
    expect(rulesOn([], 10)).toEqual({ percent: 0, days: 0 })
  })
})
