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
import { type AccountState, formulaView, isolatedLeg } from './formulaAccount.ts'

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

describe('what the formulas are given (futures 3)', () => {
  const at = (part: Partial<AccountState>, contract = BTC, side: 'long' | 'short' = 'long') =>
    formulaView(state(part), { contract, side })

  it.each([
    ['rests', { status: 'open', filled: '0.000' }, '0.100'],
    ['is filled in part', { status: 'partially_filled', filled: '0.025' }, '0.075'],
    ['is new', { status: 'new', filled: '0.000' }, '0.100'],
  ] as const)('has the open rest of an order that %s', (_what, order, count) => {
    const orders = [{ ...OPEN_ORDER, ...order }] as AccountState['orders']
    expect(at({ orders })?.account.symbols[0]?.orders).toMatchObject([{ count }])
  })

  it.each([
    ['waits', { status: 'waiting' }],
    ['has no limit', { price: null }],
    ['is done', { status: 'filled' }],
    ['is cancelled', { status: 'cancelled' }],
    ['is of another contract', { symbol: 'ETHUSDT' }],
  ] as const)('has no order that %s', (_what, order) => {
    const orders = [{ ...OPEN_ORDER, ...order }] as AccountState['orders']
    const markOf = () => '60500.0'
    expect(at({ orders, markOf })?.account.symbols[0]?.orders).toEqual([])
  })

  it('has a contract with orders alone among those of its wallet', () => {
    const orders = [{ ...OPEN_ORDER, symbol: 'ETHUSDT' }]
    const markOf = () => '3000.00'
    expect(at({ orders, markOf })?.names).toEqual(['BTCUSDT', 'ETHUSDT'])
    const ended = orders.map((order) => ({ ...order, status: 'cancelled' as const }))
    expect(at({ orders: ended, markOf })?.names).toEqual(['BTCUSDT'])
  })

  it('leaves out contracts whose margin is isolated, and those of another coin', () => {
    const account = { ...FUTURES_ACCOUNT, contracts: [ISOLATED] }
    const positions = [BTC_LONG, ETH_SHORT, INVERSE_LONG]
    expect(at({ account, positions })?.names).toEqual(['BTCUSDT'])
  })

  it('leaves the last tier open upwards', () => {
    const tiers = at({})?.account.symbols[0]?.tiers
    expect(tiers?.map(({ upTo }) => upTo)).toEqual(['50000', null])
  })

  it('has the cost of a short above its value in profit', () => {
    const short = { ...BTC_LONG, positionSide: 2 as const, unrealisedPnl: '250.00000000' }
    expect(at({ positions: [short] })?.account.symbols[0]?.legs).toMatchObject([
      { side: 'short', cost: '30500.00000000' },
    ])
  })

  it('takes the average price while the server has no mark', () => {
    const blind = { ...BTC_LONG, markPrice: null, unrealisedPnl: null }
    const view = at({ positions: [blind], markOf: () => '61000.0' })
    expect(view?.account.symbols[0]?.legs).toMatchObject([{ cost: '30000.0000' }])
  })

  it('has both legs in two-way mode, and the leverage of the side', () => {
    const contracts = [
      { ...ISOLATED, symbol: 'BTCUSDT', marginMode: 2, longLeverage: 7, shortLeverage: 9 },
    ] as const
    const account = { ...FUTURES_ACCOUNT, positionMode: 2, contracts } as const
    const positions = [
      { ...BTC_LONG, positionMode: 2 as const },
      { ...BTC_LONG, positionMode: 2 as const, positionSide: 2 as const },
    ]
    const [long, short] = (['long', 'short'] as const).map(
      (side) => at({ account, positions }, BTC, side)?.account.symbols[0],
    )
    expect(long).toMatchObject({ mode: 'two-way', leverage: '7' })
    expect(short).toMatchObject({ leverage: '9' })
    expect(long?.legs.map(({ side }) => side)).toEqual(['long', 'short'])
  })

  it('takes what is settled out of an isolated margin', () => {
    const account = { ...FUTURES_ACCOUNT, contracts: [{ ...ISOLATED, symbol: 'BTCUSDT' }] }
    const held = { ...BTC_LONG, positionsOpenMarginCount: '1500', settled: '-20.5' }
    expect(at({ account, positions: [held] })?.account.wallet).toBe('1520.5')
  })

  it.each([
    ['equity', { equity: null }],
    ['PnL', { unrealisedPnl: null }],
  ])('has the balance where the %s is not known', (_what, part) => {
    const wallets = FUTURES_ACCOUNT.wallets.map((wallet) => ({ ...wallet, ...part }))
    expect(at({ account: { ...FUTURES_ACCOUNT, wallets } })?.account.wallet).toBe('5000.00000000')
  })

  it('has nothing of a coin without a wallet', () => {
    const account = { ...FUTURES_ACCOUNT, wallets: [] }
    expect(at({ account })?.account.wallet).toBe('0')
  })

  it('is unknown where another contract of the wallet has no tiers', () => {
    const positions = [BTC_LONG, { ...ETH_SHORT, marginMode: 2 as const }]
    const tiersOf = (name: string) => (name === 'BTCUSDT' ? BTC_TIERS : [])
    expect(at({ positions, tiersOf })).toBeUndefined()
  })

  it('takes the isolated leg of the side in two-way mode alone', () => {
    const positions = [{ ...ETH_SHORT, positionMode: 1 as const, positionSide: 1 as const }]
    const sides = (of: readonly (typeof ETH_SHORT)[]) =>
      (['long', 'short'] as const).map(
        (side) => isolatedLeg({ positions: of }, { contract: ETH, side })?.orderNo,
      )
    expect(sides(positions)).toEqual(['12', '12'])
    expect(sides([ETH_SHORT])).toEqual([undefined, '12'])
  })
})
