import { describe, expect, it } from 'vitest'
import { createKeyedAllowance } from './socketLimits.ts'

describe('an allowance for each key', () => {
  it('answers how long to wait once the bucket is empty', () => {
    let now = 0
    const allowance = createKeyedAllowance({ burst: 2, perSecond: 4 }, () => now)
    expect([allowance.spend('a', 1), allowance.spend('a', 1), allowance.spend('a', 1)]).toEqual([
      0, 0, 250,
    ])
    expect(allowance.spend('b', 2)).toBe(0)
    now = 250
    expect(allowance.spend('a', 1)).toBe(0)
  })

  it('takes back what was not needed, up to a full bucket', () => {
    const allowance = createKeyedAllowance({ burst: 2, perSecond: 1 }, () => 0)
    expect([allowance.spend('a', 2), allowance.spend('a', 1)]).toEqual([0, 1_000])
    allowance.giveBack('a', 5)
    expect([allowance.spend('a', 2), allowance.spend('a', 1)]).toEqual([0, 1_000])
  })

  it('drops keys whose bucket is full again', () => {
    let now = 0
    const allowance = createKeyedAllowance({ burst: 2, perSecond: 1 }, () => now)
    for (let key = 0; key < 1_024; key++) allowance.spend(`early ${key}`, 1)
    now = 500
    for (let key = 0; key < 1_024; key++) allowance.spend(`late ${key}`, 1)
    expect(allowance.size()).toBe(2_048)
    now = 1_000
    allowance.spend('another', 1)
    expect(allowance.size()).toBe(1_025)
  })
})
