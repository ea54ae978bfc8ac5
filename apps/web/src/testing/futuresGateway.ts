import type { FuturesAccount, FuturesOrder, FuturesPosition } from '@x/api'
import { ok, type TestBrowser } from './createTestBrowser.ts'
import {
  BTC_CONTRACT,
  BTC_INVERSE,
  BTC_LONG,
  ETH_CONTRACT,
  ETH_SHORT,
  EXIT_ORDER,
  FUTURES_ACCOUNT,
  INVERSE_LONG,
  OPEN_ORDER,
  tickerAt,
} from './futuresFixtures.ts'

/** What the futures side of the gateway has; a test changes it as it goes. */
export interface FuturesState {
  positions: readonly FuturesPosition[]
  account: FuturesAccount
  orders: readonly FuturesOrder[]
  marks: Readonly<Record<string, string | null>>
}

/** Answers every read of futures in the test browser; commands are scripted by each test. */
export function scriptFutures(browser: TestBrowser): FuturesState {
  const state: FuturesState = {
    positions: [BTC_LONG, ETH_SHORT, INVERSE_LONG],
    account: FUTURES_ACCOUNT,
    orders: [OPEN_ORDER, EXIT_ORDER],
    marks: { BTCUSDT: '60500.0', ETHUSDT: '3100.00', BTCUSD: '55000.0' },
  }
  const ordersThat = (isWanted: (order: FuturesOrder) => boolean) =>
    ok({ items: state.orders.filter(isWanted), next: null })
  browser.on('/futures/public/symbols', () => ok([BTC_CONTRACT, ETH_CONTRACT, BTC_INVERSE]))
  browser.on('/futures/public/tickers', () =>
    ok(Object.entries(state.marks).map(([symbol, mark]) => tickerAt(symbol, mark))),
  )
  browser.on('/futures/position/list', () => ok(state.positions))
  browser.on('/futures/account', () => ok(state.account))
  browser.on('/futures/order/open', () => ordersThat(({ triggers }) => triggers.length === 0))
  browser.on('/futures/order/trigger', () => ordersThat(({ triggers }) => triggers.length > 0))
  browser.on('/spot/account/assets', () =>
    ok([
      { asset: 'USDT', available: '10000', held: '0' },
      { asset: 'BTC', available: '1.5', held: '0' },
    ]),
  )
  return state
}
