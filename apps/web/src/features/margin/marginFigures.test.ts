import { describe, expect, it } from 'vitest'
import { CROSS } from '../../testing/marginGateway.ts'
import { freeOf, isPositive, lesser, levelTone, netOf, owedOf, riskOf } from './marginFigures.ts'

describe('the level of a margin account', () => {
  it.each([
    ['2.4', 'calm'],
    ['1.51', 'calm'],
    ['1.5', 'warned'],
    ['1.31', 'warned'],
    ['1.3', 'danger'],
    ['1.05', 'danger'],
    [null, 'calm'],
  ])('%s is %s (futures 7)', (level, tone) => {
    expect(levelTone({ ...CROSS, level })).toBe(tone)
  })

  it('is in danger while the account is liquidated', () => {
    expect(levelTone({ ...CROSS, level: '1.4', isLiquidating: true })).toBe('danger')
  })

  it.each([
    ['2.2', 50],
    ['1.1', 100],
    ['0.9', 100],
    ['11', 10],
    [null, 0],
  ])('%s is %s per cent of the way to the liquidation', (level, risk) => {
    expect(riskOf({ ...CROSS, level })).toBe(risk)
  })
})

describe('figures of a margin account', () => {
  it('count interest among what is owed', () => {
    expect(owedOf(CROSS, 'USDT')).toBe('1000.05')
    expect(owedOf(CROSS, 'BTC')).toBe('0')
    expect(owedOf(CROSS, 'DOGE')).toBe('0')
    expect(owedOf(undefined, 'USDT')).toBe('0')
  })

  it('leave out what orders hold', () => {
    expect(freeOf(CROSS, 'USDT')).toBe('1200')
    expect(freeOf(undefined, 'USDT')).toBe('0')
  })

  it('compare amounts as decimals, not as text', () => {
    expect(lesser('9', '10')).toBe('9')
    expect(lesser('0.100000001', '0.1')).toBe('0.1')
    expect(isPositive('0.00000001')).toBe(true)
    expect(isPositive('0.0')).toBe(false)
  })

  it('are worth assets less debts, or nothing known', () => {
    expect(netOf(CROSS)).toBe('999.95')
    expect(netOf({ assetsValue: null, debtsValue: '1' })).toBeNull()
    expect(netOf({ assetsValue: '1', debtsValue: null })).toBeNull()
  })
})
