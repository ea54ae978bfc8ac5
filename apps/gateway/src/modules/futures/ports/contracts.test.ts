import { describe, expect, it } from 'vitest'
import { CONTRACTS } from '../../../exchange/instruments/contracts.ts'
import { GatewayError } from '../../../platform/http/route.ts'
import {
  contractNamed,
  contractsNamed,
  contractView,
  isContract,
  marginText,
  priceText,
  sizeText,
  tierViews,
} from './contracts.ts'

const symbolsOf = (named: Parameters<typeof contractsNamed>[0]) =>
  contractsNamed(named).map(({ symbol }) => symbol)
function refusalOf(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    return [error.code, error.data]
  }
}

describe('the contract of a symbol', () => {
  it('is found by its name on the wire', () => {
    expect(contractNamed('BTCUSDT').id).toBe('usdt/BTCUSDT')
    expect(contractNamed('BTCUSD').id).toBe('coin/BTCUSD')
    expect(isContract('1000SHIBUSDT')).toBe(true)
  })

  it.each(['', 'btcusdt', 'usdt/BTCUSDT', 'BTC', 'BTCUSDT ', 'toString', '__proto__'])(
    'is none for %j, which is refused with 40401',
    (symbol) => {
      expect(isContract(symbol)).toBe(false)
      expect(refusalOf(() => contractNamed(symbol))).toEqual(['40401', { symbol }])
    },
  )
})

describe('the contracts that a list is about', () => {
  it.each([{}, { symbol: null, product: null }, { symbol: '', product: '' }])(
    'are all of them for %j',
    (named) => expect(contractsNamed(named)).toEqual(CONTRACTS),
  )

  it('are those of a product', () => {
    expect(symbolsOf({ product: 'coin' })).toEqual(['BTCUSD', 'ETHUSD'])
    expect(symbolsOf({ product: 'usdt' })).not.toContain('BTCUSD')
  })

  it('are one by its symbol, in its own product only', () => {
    expect(symbolsOf({ symbol: 'BTCUSDT' })).toEqual(['BTCUSDT'])
    expect(symbolsOf({ symbol: 'BTCUSDT', product: 'usdt' })).toEqual(['BTCUSDT'])
    expect(symbolsOf({ symbol: 'BTCUSDT', product: 'coin' })).toEqual([])
  })

  it('are none of an unknown symbol, whatever the product', () => {
    expect(refusalOf(() => contractsNamed({ symbol: 'NO', product: 'usdt' }))).toEqual([
      '40401',
      { symbol: 'NO' },
    ])
  })
})

describe('a contract on the wire (futures 1)', () => {
  it('has the rules of a linear one', () => {
    expect(contractView(contractNamed('BTCUSDT'))).toEqual({
      symbol: 'BTCUSDT',
      product: 'usdt',
      base: 'BTC',
      quote: 'USDT',
      marginCoin: 'USDT',
      tickSize: '0.1',
      stepSize: '0.001',
      minNotional: '5',
      contractValue: null,
      pricePlace: 1,
      quantityPlace: 3,
      marginPlace: 8,
      maxLeverage: 125,
      priceBand: '0.05',
      liquidationFeeRate: '0.0006',
      fundingHours: 8,
      // min(0.75 · (1/125 − 0.4 %), 0.4 %)
      fundingCap: expect.stringMatching(/^0\.0030*$/),
    })
  })

  it('has the value of an inverse one, and its coin as margin', () => {
    expect(contractView(contractNamed('ETHUSD'))).toMatchObject({
      product: 'coin',
      quote: 'USD',
      marginCoin: 'ETH',
      contractValue: '10',
      stepSize: '1',
      quantityPlace: 0,
    })
  })

  it.each([
    ['BTCUSDT', '0.05'],
    ['ETHUSDT', '0.05'],
    ['SOLUSDT', '0.1'],
    ['DOGEUSDT', '0.1'],
  ])('lets prices of %s be %s off the mark', (symbol, band) =>
    expect(contractView(contractNamed(symbol)).priceBand).toBe(band),
  )

  it.each([
    ['BTCUSDT', ['0', '50', '950', '11450', '131450', '481450']],
    // 0.15 % of 20000, 0.35 % of 100000, 1 % of 800000, 0.5 % of 4M, 2.5 % of 8M, summed up.
    ['SOLUSDT', ['0', '30', '380', '8380', '28380', '228380']],
  ])('has the maintenance amounts of %s', (symbol, amounts) => {
    const numbers = tierViews(contractNamed(symbol)).map(({ maintenanceAmount }) =>
      Number(maintenanceAmount),
    )
    expect(numbers).toEqual(amounts.map(Number))
  })

  it('joins its tiers without a gap, from zero to its position limit', () => {
    for (const contract of CONTRACTS) {
      const tiers = tierViews(contract)
      expect(tiers[0]?.notionalFrom).toBe('0')
      for (const [at, tier] of tiers.entries()) {
        expect(tier.tier).toBe(at + 1)
        if (at > 0) expect(tier.notionalFrom).toBe(tiers[at - 1]?.notionalTo)
        expect(Number(tier.notionalTo)).toBeGreaterThan(Number(tier.notionalFrom))
      }
    }
  })

  it('asks the same on both sides of the end of a tier', () => {
    for (const contract of CONTRACTS) {
      const tiers = tierViews(contract)
      const askedAt = (at: number, notional: number) =>
        notional * Number(tiers[at]?.maintenanceRate) - Number(tiers[at]?.maintenanceAmount)
      for (const [at, { notionalTo }] of tiers.slice(0, -1).entries()) {
        const end = Number(notionalTo)
        expect(askedAt(at, end)).toBeCloseTo(askedAt(at + 1, end), 6)
      }
    }
  })

  it('lowers the leverage and raises the margin with the size', () => {
    for (const contract of CONTRACTS) {
      const tiers = tierViews(contract)
      for (const [at, tier] of tiers.slice(1).entries()) {
        expect(tier.maxLeverage).toBeLessThan(tiers[at]?.maxLeverage ?? 0)
        expect(Number(tier.maintenanceRate)).toBeGreaterThan(Number(tiers[at]?.maintenanceRate))
      }
    }
  })
})

describe('amounts of a contract as text', () => {
  const [btc, shib, coin] = ['BTCUSDT', '1000SHIBUSDT', 'BTCUSD'].map(contractNamed)
  if (!btc || !shib || !coin) throw new Error('no contract')

  it('have every place of a price and a size', () => {
    expect([priceText(600_000, btc), priceText(1, btc), priceText(0, btc)]).toEqual([
      '60000.0',
      '0.1',
      '0.0',
    ])
    expect(priceText(12_345, shib)).toBe('0.012345')
    expect([sizeText(1, btc), sizeText(7, coin)]).toEqual(['0.001', '7'])
  })

  it('have no more places of money than it needs', () => {
    expect([0n, 1n, -150_000_000n, 10n ** 20n].map((atoms) => marginText(atoms, btc))).toEqual([
      '0',
      '0.00000001',
      '-1.5',
      '1000000000000',
    ])
  })
})
