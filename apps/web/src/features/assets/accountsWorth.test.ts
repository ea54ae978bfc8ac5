import { describe, expect, it } from 'vitest'
import type { EarnPosition } from '../../data/earn/api.ts'
import type { FuturesWallet } from '../../data/futures/accountApi.ts'
import type { FuturesPosition } from '../../data/futures/positionsApi.ts'
import type { MarginAccount } from '../../data/margin/api.ts'
import { earnParts, futuresParts, marginParts, mergeParts, sumOf } from './accountsWorth.ts'

const priceOf = (asset: string) => ({ BTC: '50000', ETH: '2000' })[asset]

const wallet = (marginCoin: string, equity: string | null, isolatedMargin = '0') =>
  ({ marginCoin, equity, isolatedMargin }) as FuturesWallet
const position = (marginMode: 1 | 2, unrealisedPnl: string | null, marginCoin = 'USDT') =>
  ({ marginMode, unrealisedPnl, marginCoin }) as FuturesPosition

describe('what a futures account is worth', () => {
  it('is the equity of each wallet at the price of its coin', () => {
    const wallets = [wallet('USDT', '100.5'), wallet('BTC', '0.02')]
    expect(futuresParts({ wallets, positions: [] }, priceOf)).toEqual({
      value: '1100.50000000',
      parts: [
        { asset: 'USDT', value: '100.50000000' },
        { asset: 'BTC', value: '1000.00000000' },
      ],
    })
  })

  it('counts isolated positions, and cross ones once', () => {
    const wallets = [wallet('USDT', '100', '40')]
    const positions = [position(1, '-15'), position(2, '77'), position(1, '9', 'BTC')]
    expect(futuresParts({ wallets, positions }, priceOf).value).toBe('125.00000000')
  })

  it('is unknown while a mark is stale', () => {
    expect(futuresParts({ wallets: [wallet('USDT', null)], positions: [] }, priceOf).value).toBe(
      undefined,
    )
    const wallets = [wallet('USDT', '1')]
    expect(futuresParts({ wallets, positions: [position(1, null)] }, priceOf).value).toBe(undefined)
  })

  it('needs no price for a coin that it has none of', () => {
    const wallets = [wallet('SOL', '0'), wallet('USDT', '3')]
    expect(futuresParts({ wallets, positions: [] }, priceOf).value).toBe('3.00000000')
    expect(futuresParts({ wallets: [wallet('SOL', '1')], positions: [] }, priceOf).value).toBe(
      undefined,
    )
  })
})

describe('what margin accounts are worth', () => {
  it('is what they hold less what they owe, debts too', () => {
    const asset = (name: string, balance: string, principal = '0', interest = '0') => ({
      asset: name,
      balance,
      available: balance,
      principal,
      interest,
    })
    const accounts = [
      { assets: [asset('USDT', '500', '200', '1.5')] },
      { assets: [asset('ETH', '0', '0.1', '0.01')] },
    ] as unknown as MarginAccount[]
    expect(marginParts(accounts, priceOf)).toEqual({
      value: '78.50000000',
      parts: [
        { asset: 'USDT', value: '298.50000000' },
        { asset: 'ETH', value: '-220.00000000' },
      ],
    })
  })

  it('is nothing without accounts', () => {
    expect(marginParts([], priceOf)).toEqual({ value: '0.00000000', parts: [] })
  })
})

describe('what earn positions are worth', () => {
  it('is the principal of those that are not closed', () => {
    const held = (status: EarnPosition['status'], principal: string) =>
      ({ asset: 'ETH', status, principal }) as EarnPosition
    const positions = [held('earning', '1'), held('closed', '5'), held('redeeming', '0.5')]
    expect(earnParts(positions, priceOf).value).toBe('3000.00000000')
  })
})

describe('all accounts together', () => {
  it('have a sum only when each is known', () => {
    expect([sumOf(['1', '2.5']), sumOf(['1', undefined]), sumOf([])]).toEqual([
      '3.50000000',
      undefined,
      '0.00000000',
    ])
  })

  it('show each asset once, without a value if one part has none', () => {
    expect(
      mergeParts([
        [
          { asset: 'USDT', value: '10' },
          { asset: 'X', value: '1' },
        ],
        [
          { asset: 'USDT', value: '-2.5' },
          { asset: 'X', value: undefined },
        ],
      ]),
    ).toEqual([
      { asset: 'USDT', value: '7.50000000' },
      { asset: 'X', value: undefined },
    ])
  })
})
