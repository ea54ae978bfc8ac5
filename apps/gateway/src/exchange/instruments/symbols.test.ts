import { describe, expect, it } from 'vitest'
import { COIN_CONTRACTS, CONTRACTS, USDT_CONTRACTS } from './contracts.ts'
import { contractTerms, magnitudeOf, tierOf, valueOf } from './contractTerms.ts'
import {
  ASSET_SCALES,
  requireSymbol,
  scaleOf,
  SPOT_SYMBOLS,
  symbolOfBase,
  symbolSpec,
} from './symbols.ts'

describe('the listed pairs (trading 7)', () => {
  it.each([
    ['BTCUSDT', '0.01', '0.00001'],
    ['ETHUSDT', '0.01', '0.0001'],
    ['DOGEUSDT', '0.00001', '1'],
    ['SHIBUSDT', '0.00000001', '1'],
  ])('have of %s a tick of %s and a step of %s', (symbol, tickSize, stepSize) => {
    expect(requireSymbol(symbol)).toMatchObject({ id: symbol, tickSize, stepSize, product: 'spot' })
  })

  it('have a tick and a step of the places that they name', () => {
    for (const { tickSize, stepSize, pricePlace, quantityPlace } of SPOT_SYMBOLS) {
      expect(Number(tickSize)).toBeCloseTo(10 ** -pricePlace, 12)
      expect(Number(stepSize)).toBeCloseTo(10 ** -quantityPlace, 12)
    }
  })

  it('are found by their symbol and by their base', () => {
    expect(symbolSpec('BTCUSDT')?.base).toBe('BTC')
    expect([symbolSpec('btcusdt'), symbolSpec('constructor')]).toEqual([undefined, undefined])
    expect([symbolOfBase('SOL'), symbolOfBase('USDT')]).toEqual(['SOLUSDT', undefined])
    expect(() => requireSymbol('NOPE')).toThrow('The symbol NOPE is not listed.')
  })

  it('have scales for both of their assets', () => {
    expect([scaleOf('BTC'), scaleOf('ETH'), scaleOf('USDT')]).toEqual([8, 18, 8])
    expect(() => scaleOf('NOPE')).toThrow('The asset NOPE is not listed.')
    for (const { base, quote } of SPOT_SYMBOLS)
      expect([base in ASSET_SCALES, quote in ASSET_SCALES]).toEqual([true, true])
  })
})

describe('the listed contracts (futures 1)', () => {
  it('have ids apart from pairs of the same symbol', () => {
    const ids = [...SPOT_SYMBOLS, ...CONTRACTS].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(USDT_CONTRACTS.every(({ id, symbol }) => id === `usdt/${symbol}`)).toBe(true)
    expect(COIN_CONTRACTS.every(({ id, symbol }) => id === `coin/${symbol}`)).toBe(true)
  })

  it('have tiers that rise in notional and maintenance, and fall in leverage', () => {
    for (const { tiers } of CONTRACTS)
      for (const [at, { upTo, maintenance, maxLeverage }] of tiers.entries()) {
        const next = tiers[at + 1]
        if (!next) continue
        expect(Number(next.upTo)).toBeGreaterThan(Number(upTo))
        expect(Number(next.maintenance)).toBeGreaterThan(Number(maintenance))
        expect(next.maxLeverage).toBeLessThan(maxLeverage)
      }
  })

  it('have a maintenance without a jump between tiers (futures 1)', () => {
    for (const contract of CONTRACTS) {
      const { tiers } = contractTerms(contract)
      for (const [at, { upTo, maintenancePpm, cum }] of tiers.entries()) {
        const next = tiers[at + 1]
        if (!next) continue
        // Notional times rate less the amount of the tier, in millionths of an atom.
        expect(upTo * maintenancePpm - cum * 1_000_000n).toBe(
          upTo * next.maintenancePpm - next.cum * 1_000_000n,
        )
      }
    }
  })
})

describe('the value of a position', () => {
  const [linear, inverse] = [USDT_CONTRACTS[0], COIN_CONTRACTS[0]].map((each) => {
    if (!each) throw new RangeError('There is no contract.')
    return contractTerms(each)
  })
  if (!linear || !inverse) throw new RangeError('There is no contract.')

  it('is lots times price of a linear contract', () => {
    // 0.003 BTC at 60,000.1 USDT.
    expect(magnitudeOf(linear, 3, 600_001)).toBe(18_000_030_000n)
    expect([valueOf(linear, 3, 600_001), valueOf(linear, -3, 600_001)]).toEqual([
      18_000_030_000n,
      -18_000_030_000n,
    ])
  })

  it('is lots over price of an inverse one, rounded up', () => {
    // 3 lots of 100 USD at 60,000.0: 0.005 BTC.
    expect(magnitudeOf(inverse, 3, 600_000)).toBe(500_000n)
    expect(magnitudeOf(inverse, 1, 700_000)).toBe(142_858n)
    expect([valueOf(inverse, 3, 600_000), valueOf(inverse, -3, 600_000)]).toEqual([
      -500_000n,
      500_000n,
    ])
  })

  it('is nothing without lots, or before there is a price', () => {
    expect([magnitudeOf(linear, 0, 5), magnitudeOf(inverse, 5, 0)]).toEqual([0n, 0n])
  })

  it('belongs to the tier whose end it reaches', () => {
    const USDT = 10n ** 8n
    expect(
      [0n, 50_000n * USDT, 50_000n * USDT + 1n, 10n ** 30n].map(
        (notional) => tierOf(linear, notional).maxLeverage,
      ),
    ).toEqual([125, 125, 100, 20])
    expect(() => tierOf({ ...linear, tiers: [] }, 1n)).toThrow(RangeError)
  })
})
