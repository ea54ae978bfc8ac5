import type { MarginAccount, MarginMaximum, MarginRate } from '@x/api'
import { ok, type TestBrowser } from './createTestBrowser.ts'

export const CROSS: MarginAccount = {
  symbol: null,
  leverage: 3,
  level: '1.96',
  borrowLevel: '1.5',
  callLevel: '1.3',
  liquidationLevel: '1.1',
  isLiquidating: false,
  assetsValue: '2000.00',
  debtsValue: '1000.05',
  assets: [
    {
      asset: 'BTC',
      balance: '0.01',
      available: '0.01',
      principal: '0',
      interest: '0',
      reserved: '0',
    },
    {
      asset: 'USDT',
      balance: '1400',
      available: '1200',
      principal: '1000',
      interest: '0.05',
      reserved: '0',
    },
  ],
}
export const ISOLATED: MarginAccount = {
  ...CROSS,
  symbol: 'BTCUSDT',
  leverage: 10,
  level: null,
  borrowLevel: '1.111',
  callLevel: '1.0805',
  liquidationLevel: '1.05',
  assetsValue: '300.00',
  debtsValue: '0.00',
  assets: [
    {
      asset: 'USDT',
      balance: '300',
      available: '300',
      principal: '0',
      interest: '0',
      reserved: '0',
    },
  ],
}

/** What the margin endpoints answer; a test changes it. */
export interface MarginScript {
  accounts: MarginAccount[]
  maxima: MarginMaximum[]
  rates: MarginRate[]
}

export function scriptMargin(browser: TestBrowser): MarginScript {
  const script: MarginScript = {
    accounts: [CROSS, ISOLATED],
    maxima: [
      { asset: 'USDT', borrow: '500', leave: '150.5', limit: '750000' },
      { asset: 'BTC', borrow: '0.02', leave: '0.01', limit: '15' },
    ],
    rates: [
      {
        asset: 'USDT',
        dailyRate: '0.000126279',
        collateralRate: '1',
        limit: '500000',
        decimals: 8,
      },
      {
        asset: 'BTC',
        dailyRate: '0.000054795',
        collateralRate: '0.95',
        limit: '10',
        decimals: 8,
      },
    ],
  }
  browser.on('/margin/account', () => ok(script.accounts))
  browser.on('/margin/max', () => ok(script.maxima))
  browser.on('/margin/public/rates', () => ok(script.rates))
  browser.on('/margin/public/tiers', () =>
    ok(
      [10, 5, 3].map((leverage) => ({
        symbol: 'BTCUSDT',
        leverage,
        borrowLevel: '1.111',
        callLevel: '1.0805',
        liquidationLevel: '1.05',
        baseLimit: '9',
        quoteLimit: '70000',
      })),
    ),
  )
  for (const path of ['/margin/borrow', '/margin/repay', '/margin/leverage'])
    browser.on(path, () => ok(script.accounts[0]))
  return script
}
