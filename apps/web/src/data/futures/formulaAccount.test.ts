import { describe, expect, it } from 'vitest'
import { liquidationPrice } from '@x/trading/futures'
import {
  BTC_CONTRACT,
  BTC_INVERSE,
  BTC_LONG,
  BTC_TIERS,
  ETH_CONTRACT,
  ETH_SHORT,
  EXIT_ORDER,
  FUTURES_ACCOUNT,
  INVERSE_LONG,
  OPEN_ORDER,
} from '../../testing/futuresFixtures.ts'
import type { Contract } from './contracts.ts'
import { settingsOf } from './contractSettings.ts'
import { type AccountState, formulaView } from './formulaAccount.ts'

const [BTC, ETH, INVERSE] = [BTC_CONTRACT, ETH_CONTRACT, BTC_INVERSE].map(
  ({ symbol, ...rules }): Contract => ({
    ...rules,
    name: symbol,
    symbol: `${rules.product}/${symbol}`,
  }),
) as [Contract, Contract, Contract]

const state = (part: Partial<AccountState> = {}): AccountState => ({
  account: FUTURES_ACCOUNT,
  positions: [BTC_LONG],
  orders: [],
  contracts: [BTC, ETH, INVERSE],
  tiersOf: () => BTC_TIERS,
  markOf: () => undefined,
  ...part,
})
const ISOLATED = {
  symbol: 'ETHUSDT',
  marginMode: 1,
  longLeverage: 10,
  shortLeverage: 20,
  autoMargin: false,
} as const

describe('the account of the formulas (futures 3)', () => {
  it('has the wallet without unrealised PnL, and the exact cost', () => {
    const view = formulaView(state(), { contract: BTC, side: 'long' })
    expect(view?.account).toMatchObject({
      wallet: '5000.00000000',
      symbols: [
        {
          contract: 'linear',
          mode: 'one-way',
          leverage: '20',
          markPrice: '60500.0',
          legs: [{ side: 'long', count: '0.500', cost: '30000.00000000' }],
        },
      ],
    })
  })

  it('takes the mark that runs on screen', () => {
    const view = formulaView(state({ markOf: () => '61000.0' }), { contract: BTC, side: 'long' })
    expect(view?.account.symbols[0]?.markPrice).toBe('61000.0')
  })

  it('holds all cross contracts of the coin, the asked one first', () => {
    const positions = [BTC_LONG, { ...ETH_SHORT, marginMode: 2 as const }, INVERSE_LONG]
    const view = formulaView(state({ positions }), { contract: ETH, side: 'short' })
    expect(view?.names).toEqual(['ETHUSDT', 'BTCUSDT'])
  })

  it('is the margin of one position where that is isolated', () => {
    const account = { ...FUTURES_ACCOUNT, contracts: [ISOLATED] }
    const isolated = state({
      account,
      positions: [BTC_LONG, ETH_SHORT],
      markOf: () => '3100.00',
    })
    const view = formulaView(isolated, { contract: ETH, side: 'short' })
    expect([view?.names, view?.account.wallet]).toEqual([['ETHUSDT'], '300.00000000'])
    expect(view?.account.symbols[0]?.leverage).toBe('20')
    expect(formulaView(isolated, { contract: ETH, side: 'long' })?.account.wallet).toBe('0')
  })

  it('leaves the orders out of an isolated margin (futures 3)', () => {
    const account = { ...FUTURES_ACCOUNT, contracts: [{ ...ISOLATED, symbol: 'BTCUSDT' }] }
    const view = formulaView(state({ account, orders: [OPEN_ORDER] }), {
      contract: BTC,
      side: 'long',
    })
    expect(view?.account.symbols[0]?.orders).toEqual([])
    expect(view?.asking.orders).toHaveLength(1)
  })

  it('counts nominal values and coin where the contract is inverse', () => {
    const view = formulaView(state({ positions: [INVERSE_LONG] }), {
      contract: INVERSE,
      side: 'long',
    })
    expect(view?.account).toMatchObject({
      wallet: '0.50000000',
      symbols: [{ contract: 'inverse', legs: [{ count: '1000', cost: '0.02000000' }] }],
    })
  })

  it('counts what resting orders may fill, not what waits', () => {
    const view = formulaView(state({ orders: [OPEN_ORDER, EXIT_ORDER] }), {
      contract: BTC,
      side: 'long',
    })
    expect(view?.account.symbols[0]?.orders).toEqual([
      { side: 'buy', price: '59000.0', count: '0.075', reduceOnly: false },
    ])
  })

  it('is unknown without tiers or marks', () => {
    const contract = { contract: BTC, side: 'long' } as const
    expect(formulaView(state({ tiersOf: () => undefined }), contract)).toBe(undefined)
    expect(formulaView(state({ positions: [] }), contract)).toBe(undefined)
  })

  it('gives the liquidation price of the worked example (futures 3)', () => {
    const positions = [
      {
        ...BTC_LONG,
        positionsCount: '1.000',
        markPrice: '60000.0',
        unrealisedPnl: '0.00000000',
      },
    ]
    const account = {
      ...FUTURES_ACCOUNT,
      wallets: FUTURES_ACCOUNT.wallets.map((wallet) => ({
        ...wallet,
        equity: '1000',
        unrealisedPnl: '0',
      })),
    }
    const view = formulaView(state({ positions, account }), { contract: BTC, side: 'long' })
    expect(view && liquidationPrice(view.account, { symbol: 0, tick: '0.1' })).toMatchObject({
      price: '59282.0',
    })
  })
})

it('trades a contract that was never set cross at 20 times', () => {
  expect(settingsOf(FUTURES_ACCOUNT, BTC)).toMatchObject({ marginMode: 2, longLeverage: 20 })
  expect(settingsOf(FUTURES_ACCOUNT, { ...BTC, maxLeverage: 10 }).longLeverage).toBe(10)
})
