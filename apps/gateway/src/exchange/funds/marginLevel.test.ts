import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SPOT_SYMBOLS } from '../instruments/symbols.ts'
import { debtOwner, marginOwner, openMarginAccount } from '../state/marginState.ts'
import { emptyState } from '../state/state.ts'
import {
  allows,
  compareLevel,
  isMarginDue,
  isPriced,
  isRecovered,
  levelOf,
  levelsOf,
  linesOf,
  ONE_USDT,
  owedOf,
  rateIn,
  valueOf,
  worthOf,
} from './marginLevel.ts'

const NOW = 1_000_000
const BTC = 10n ** 8n
const ETH = 10n ** 18n
const USDT = 10n ** 8n
const CROSS = { realm: 'live', userId: '7' } as const
const ISOLATED = { ...CROSS, symbol: 'BTCUSDT' } as const

/** Prices: BTC 60,000, ETH 3,000 and USDT 1, a moment ago. */
function open() {
  const state = emptyState(SPOT_SYMBOLS, () => undefined)
  const { margin, accounts } = state
  for (const [asset, price] of [
    ['BTC', 60_000n],
    ['ETH', 3_000n],
    ['USDT', 1n],
  ] as const)
    margin.prices.set(asset, price * 10n ** 8n)
  margin.pricesAt = NOW
  const give = (asset: string, amount: bigint, names: typeof CROSS = CROSS) =>
    void (accounts.of('live', marginOwner(names), asset).balance += amount)
  const owe = (asset: string, amount: bigint, names: typeof CROSS = CROSS) => {
    accounts.of('live', debtOwner(names), asset).balance -= amount
    openMarginAccount(margin, names).loans.set(asset, { interest: 0n, hour: 0 })
  }
  return { state, margin, give, owe, account: openMarginAccount(margin, CROSS) }
}

describe('the value of an amount', () => {
  it('counts an atom of every asset in the same unit', () => {
    const { state } = open()
    expect(valueOf(state, { asset: 'BTC', atoms: BTC })).toBe(60_000n * ONE_USDT)
    expect(valueOf(state, { asset: 'ETH', atoms: ETH })).toBe(3_000n * ONE_USDT)
    expect(valueOf(state, { asset: 'USDT', atoms: USDT })).toBe(ONE_USDT)
    expect(valueOf(state, { asset: 'ETH', atoms: 1n })).toBe(3_000n * 10n ** 8n)
  })

  it('is nothing of an asset without a price', () => {
    expect(valueOf(open().state, { asset: 'SOL', atoms: 10n ** 9n })).toBe(0n)
  })

  it.each([
    ['USDT', CROSS, 100n],
    ['BTC', CROSS, 95n],
    ['DOGE', CROSS, 80n],
    ['DOGE', ISOLATED, 100n],
    ['BTC', ISOLATED, 100n],
  ] as const)('counts of %s in %o as %s per cent', (asset, names, rate) => {
    expect(rateIn(names, asset)).toBe(rate)
  })
})

describe('what an account has and owes', () => {
  it('counts assets less their cut, and debts whole (futures 7)', () => {
    const { state, give, owe } = open()
    give('BTC', BTC)
    owe('USDT', 10_000n * USDT)
    // 60,000 x 95 % over 10,000.
    expect(worthOf(state, CROSS)).toEqual({
      assets: 57_000n * ONE_USDT * 100n,
      debts: 10_000n * ONE_USDT * 100n,
    })
    expect(levelOf(worthOf(state, CROSS))).toBe(57_000n)
  })

  it('keeps an isolated account apart from the cross one', () => {
    const { state, give, owe } = open()
    give('BTC', BTC, ISOLATED)
    owe('USDT', 50_000n * USDT, ISOLATED)
    expect(worthOf(state, CROSS)).toEqual({ assets: 0n, debts: 0n })
    expect(levelOf(worthOf(state, ISOLATED))).toBe(12_000n)
    expect(owedOf(state, CROSS, 'USDT')).toBe(0n)
    expect(owedOf(state, ISOLATED, 'USDT')).toBe(50_000n * USDT)
  })

  it('counts what orders reserve in the pool as if it were drawn', () => {
    const { state, give } = open()
    give('USDT', 3_000n * USDT)
    state.orderLines.add({
      realm: 'live',
      owner: marginOwner(CROSS),
      asset: 'BTC',
      amount: BTC / 20n,
    })
    expect([...linesOf(state, CROSS)]).toEqual([['BTC', BTC / 20n]])
    // 3,000 of its own and 95 % of 3,000 drawn, over 3,000 owed.
    expect(levelOf(worthOf(state, CROSS))).toBe(19_500n)
  })

  it('counts what is added before it is', () => {
    const { state, give } = open()
    give('USDT', 1_000n * USDT)
    const after = worthOf(state, CROSS, [
      { asset: 'USDT', assets: 500n * USDT, debts: 500n * USDT },
      { asset: 'USDT', assets: -300n * USDT },
    ])
    expect(levelOf(after)).toBe(24_000n)
  })

  it('has no level without debts, which is above every other', () => {
    const { state, give } = open()
    give('USDT', 1n)
    const worth = worthOf(state, CROSS)
    expect([levelOf(worth), compareLevel(worth, 10 ** 9)]).toEqual([undefined, 1])
    expect(compareLevel({ assets: 0n, debts: 0n }, 1)).toBe(1)
  })
})

describe('a level', () => {
  it.each([
    [15_000n, 0],
    [14_999n, -1],
    [15_001n, 1],
  ] as const)('is with assets %s to debts 10,000 to 1.5 %i', (assets, expected) => {
    expect(compareLevel({ assets, debts: 10_000n }, 15_000)).toBe(expected)
  })

  it('is compared exactly, where the rounded one is equal', () => {
    const worth = { assets: 10n ** 30n + 1n, debts: 10n ** 30n }
    expect([levelOf(worth), compareLevel(worth, 10_000)]).toEqual([10_000n, 1])
  })

  it('agrees with the fraction, whatever both are', () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 40n })
    fc.assert(
      fc.property(amount, amount, fc.integer({ min: 1, max: 30_000 }), (assets, debts, level) => {
        const compared = compareLevel({ assets, debts }, level)
        const rounded = levelOf({ assets, debts })
        // Below the level exactly where the level rounded down is.
        expect(compared < 0).toBe(rounded !== undefined && rounded < BigInt(level))
      }),
    )
  })

  it('leaves a cross account above it and an isolated one at it (futures 7)', () => {
    const at = { assets: 15_000n, debts: 10_000n }
    expect([allows(at, CROSS, 15_000), allows(at, ISOLATED, 15_000)]).toEqual([false, true])
    expect([allows(at, CROSS, 14_999), allows(at, ISOLATED, 15_001)]).toEqual([true, false])
  })

  it.each([
    [{ leverage: 3 }, 11_000],
    [{ symbol: 'BTCUSDT', leverage: 10 }, 10_500],
    [{ symbol: 'BTCUSDT', leverage: 5 }, 11_500],
    [{ symbol: 'BTCUSDT', leverage: 3 }, 11_800],
    // A leverage of former times has the levels of a cross account.
    [{ symbol: 'BTCUSDT', leverage: 7 }, 11_000],
  ])('is for a liquidation of %o %i', (account, liquidation) => {
    expect(levelsOf(account).liquidation).toBe(liquidation)
  })
})

describe('whether an account has its prices', () => {
  it('asks for one of each asset that it has or owes', () => {
    const { state, give } = open()
    give('BTC', 1n)
    expect(isPriced(state, CROSS, NOW)).toBe(true)
    give('SOL', 1n)
    expect(isPriced(state, CROSS, NOW)).toBe(false)
    expect(isPriced(state, ISOLATED, NOW)).toBe(true)
  })

  it('asks for none of an asset of which nothing is left', () => {
    const { state, give } = open()
    give('SOL', 0n)
    expect(isPriced(state, CROSS, NOW)).toBe(true)
  })

  it('asks for the price of a debt too', () => {
    const { state, owe } = open()
    owe('SOL', 1n)
    expect(isPriced(state, CROSS, NOW)).toBe(false)
  })

  it('takes none that is older than ten seconds', () => {
    const { state, give } = open()
    give('BTC', 1n)
    expect([NOW + 10_000, NOW + 10_001].map((at) => isPriced(state, CROSS, at))).toEqual([
      true,
      false,
    ])
  })
})

describe('a liquidation', () => {
  /** Debts of 10,000 USDT and as many USDT as make the level. */
  function at(level: number, { isLiquidating = false } = {}) {
    const { state, give, owe, account } = open()
    give('USDT', BigInt(level) * USDT)
    owe('USDT', 10_000n * USDT)
    account.isLiquidating = isLiquidating
    return { state, account }
  }

  it.each([
    [11_001, false, false],
    [11_000, false, true],
    [10_999, false, true],
    [11_001, true, true],
    [12_999, true, true],
    [13_000, true, false],
  ])('is due at a level of %i, begun: %s: %s', (level, isLiquidating, expected) => {
    const { state, account } = at(level, { isLiquidating })
    expect(isMarginDue(state, account, NOW)).toBe(expected)
  })

  it('is never due without loans or without prices', () => {
    const { state, account } = at(10_000)
    expect(isMarginDue(state, account, NOW + 10_001)).toBe(false)
    account.loans.clear()
    expect(isMarginDue(state, account, NOW)).toBe(false)
  })

  it.each([
    [12_999, false],
    [13_000, true],
  ])('is over at a level of %i: %s', (level, expected) => {
    const { state, account } = at(level, { isLiquidating: true })
    expect(isRecovered(state, account, NOW)).toBe(expected)
  })

  it('is over once nothing is owed, not without a price', () => {
    const { state, account } = at(20_000, { isLiquidating: true })
    expect(isRecovered(state, account, NOW + 10_001)).toBe(false)
    account.loans.clear()
    expect(isRecovered(state, account, NOW + 10_001)).toBe(true)
  })
})
