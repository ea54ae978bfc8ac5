import { describe, expect, it } from 'vitest'
import { addPremium, NO_PREMIUMS } from '@x/trading/futures'
import { createFundingInterval, type KnownPremiums } from './createFundingInterval.ts'

const HOUR = 3_600_000
const EIGHT = Date.UTC(2026, 0, 5, 8)
const BTC = { maxLeverage: '125', maintenance: '0.004', fundingHours: 8 }
const open = (startedAt = EIGHT - HOUR, known?: KnownPremiums, contract = BTC) =>
  createFundingInterval({ contract, startedAt, known })
const sumOf = (...premiums: readonly string[]) => premiums.reduce(addPremium, NO_PREMIUMS)

describe('the rate of an interval (futures 5)', () => {
  it('is the interest alone before any premium', () => {
    expect(open().predicted(EIGHT - HOUR)).toEqual({
      rate: '0.00010000',
      nextAt: EIGHT,
      msLeft: HOUR,
    })
  })

  it.each([
    // Within 0.05 % of the interest the rate is the interest.
    [['0.0001'], '0.00010000'],
    [['0.0006'], '0.00010000'],
    [['-0.0004'], '0.00010000'],
    // Beyond it the premium counts but for those 0.05 %.
    [['0.0007'], '0.00020000'],
    [['-0.0005'], '0.00000000'],
    [['0.001'], '0.00050000'],
    [['-0.001'], '-0.00050000'],
    // (1 · 0.001 + 2 · 0.004) / 3 = 0.003
    [['0.001', '0.004'], '0.00250000'],
    // The cap of 0.3 %.
    [['0.9'], '0.00300000'],
    [['-0.9'], '-0.00300000'],
  ])('is for the premiums %j %s', (premiums, rate) => {
    const interval = open()
    for (const premium of premiums) interval.add(premium)
    expect(interval.predicted(EIGHT - 1).rate).toBe(rate)
  })

  it('is half of it for an interval of half the length', () => {
    const interval = open(EIGHT - HOUR, undefined, { ...BTC, fundingHours: 4 })
    interval.add('0.001')
    expect(interval.predicted(EIGHT - HOUR)).toMatchObject({ rate: '0.00025000', nextAt: EIGHT })
  })

  it('goes on with the premiums from before a restart', () => {
    const whole = open()
    for (const premium of ['0.001', '0.004']) whole.add(premium)
    const resumed = open(EIGHT - HOUR, { running: sumOf('0.001') })
    resumed.add('0.004')
    expect(resumed.predicted(0).rate).toBe(whole.predicted(0).rate)
  })
})

describe('the end of an interval (futures 5)', () => {
  it.each([
    [EIGHT - 1, EIGHT],
    [EIGHT, EIGHT + 8 * HOUR],
    [EIGHT + 1, EIGHT + 8 * HOUR],
    [Date.UTC(2026, 0, 5, 23, 59), Date.UTC(2026, 0, 6)],
  ])('is for a start at %d at %d', (startedAt, nextAt) =>
    expect(open(startedAt).predicted(startedAt).nextAt).toBe(nextAt),
  )

  it('comes at its time, not before', () => {
    const interval = open()
    interval.add('0.001')
    interval.passTo(EIGHT - 1)
    expect(interval.ended()).toBeUndefined()
    interval.passTo(EIGHT)
    expect(interval.ended()).toEqual({ rate: '0.00050000', at: EIGHT })
    expect(interval.predicted(EIGHT)).toEqual({
      rate: '0.00010000',
      nextAt: EIGHT + 8 * HOUR,
      msLeft: 8 * HOUR,
    })
  })

  it('comes once, however often the time passes', () => {
    const interval = open()
    interval.add('0.001')
    interval.passTo(EIGHT)
    interval.passTo(EIGHT + 1)
    interval.endedIsPaid()
    expect(interval.ended()).toBeUndefined()
  })

  it('brings no funding of an interval without a premium', () => {
    const interval = open()
    interval.passTo(EIGHT)
    expect(interval.ended()).toBeUndefined()
  })

  it('counts a premium after it for the next', () => {
    const interval = open()
    interval.add('0.001')
    interval.passTo(EIGHT)
    interval.add('-0.001')
    interval.passTo(EIGHT + 8 * HOUR)
    expect(interval.ended()).toMatchObject({ rate: '0.00050000', at: EIGHT })
    interval.endedIsPaid()
    expect(interval.ended()).toEqual({ rate: '-0.00050000', at: EIGHT + 8 * HOUR })
  })

  it('is dated when it was due, however late it is noticed', () => {
    const interval = open()
    interval.add('0.001')
    interval.passTo(EIGHT + 30 * HOUR)
    expect(interval.ended()?.at).toBe(EIGHT)
    expect(interval.predicted(EIGHT + 30 * HOUR).nextAt).toBe(EIGHT + 32 * HOUR)
  })

  it('never counts down below zero', () => {
    expect(open().predicted(EIGHT + HOUR).msLeft).toBe(0)
  })
})

describe('fundings from before a restart (futures 5)', () => {
  it('are paid in their order, before the running one', () => {
    const unpaid = [
      { premiums: sumOf('0.001'), at: EIGHT - 16 * HOUR },
      { premiums: sumOf('-0.001'), at: EIGHT - 8 * HOUR },
    ]
    const interval = open(EIGHT - HOUR, { unpaid, running: sumOf('0.9') })
    interval.passTo(EIGHT)
    const paid: unknown[] = []
    for (let due = interval.ended(); due; due = interval.ended()) {
      paid.push(due)
      interval.endedIsPaid()
    }
    expect(paid).toEqual([
      { rate: '0.00050000', at: EIGHT - 16 * HOUR },
      { rate: '-0.00050000', at: EIGHT - 8 * HOUR },
      { rate: '0.00300000', at: EIGHT },
    ])
  })

  it('are not paid again at a clock that was set back', () => {
    const interval = open(EIGHT - HOUR, { paidTo: EIGHT })
    interval.add('0.001')
    interval.passTo(EIGHT)
    expect(interval.ended()).toBeUndefined()
  })
})
