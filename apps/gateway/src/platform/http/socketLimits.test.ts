import { describe, expect, it } from 'vitest'
import { createAllowance, createConnectionCount, createKeyedAllowance } from './socketLimits.ts'

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

describe('an allowance', () => {
  it('refills with time up to its burst, never above', () => {
    let now = 0
    const { spend } = createAllowance({ burst: 3, perSecond: 1 }, () => now)
    expect([spend(2), spend(2), spend(1)]).toEqual([true, false, true])
    now = 1_500
    expect([spend(1), spend(1)]).toEqual([true, false])
    now = 3_600_000
    expect([spend(3), spend(0.1)]).toEqual([true, false])
  })

  it('gives nothing for a clock that was set back', () => {
    let now = 10_000
    const { spend } = createAllowance({ burst: 1, perSecond: 1 }, () => now)
    spend(1)
    now = 0
    expect(spend(1)).toBe(false)
    now = 1_000
    expect(spend(1)).toBe(true)
  })

  it('spends nothing where it refuses', () => {
    const { spend } = createAllowance({ burst: 2, perSecond: 1 }, () => 0)
    expect([spend(3), spend(2)]).toEqual([false, true])
  })
})

describe('open sockets', () => {
  it('are as many of an address as it may have', () => {
    const count = createConnectionCount(2)
    const enter = () => count.enter('192.0.2.1')
    expect([enter(), enter(), enter()]).toEqual([true, true, false])
    expect(count.enter('192.0.2.2')).toBe(true)
    count.leave('192.0.2.1')
    expect([enter(), enter()]).toEqual([true, false])
  })

  it('count an IPv4 address alike over an IPv6 socket', () => {
    const count = createConnectionCount(1)
    count.enter('192.0.2.1')
    expect(count.enter('::ffff:192.0.2.1')).toBe(false)
  })

  it('are sixteen times as many of a site of IPv6 networks', () => {
    const count = createConnectionCount(1)
    const entered = Array.from({ length: 20 }, (_, network) =>
      count.enter(`2001:db8:1:${network}::1`),
    )
    expect(entered.filter(Boolean)).toHaveLength(16)
    // A refused one took no place of its network.
    count.leave('2001:db8:1:0::1')
    expect(count.enter('2001:db8:1:19::1')).toBe(true)
  })

  it('never count below none', () => {
    const count = createConnectionCount(1)
    count.leave('192.0.2.1')
    count.leave('192.0.2.1')
    expect([count.enter('192.0.2.1'), count.enter('192.0.2.1')]).toEqual([true, false])
  })
})

describe('an allowance for each key that gets something back', () => {
  it('stays as it is for a key that spent nothing', () => {
    const allowance = createKeyedAllowance({ burst: 1, perSecond: 1 }, () => 0)
    allowance.giveBack('a', 5)
    expect(allowance.size()).toBe(0)
    expect([allowance.spend('a', 1), allowance.spend('a', 1)]).toEqual([0, 1_000])
  })
})
