import { act, cleanup } from '@testing-library/react'
import { createStore } from '@x/kit'
import { useStore } from '@x/kit/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { useAppSelector } from '../store/hooks.ts'
import { endSession } from '../session/thunks.ts'
import { selectUser } from '../store/slice.ts'
import { useCachedOpenOrders } from './accountData.ts'
import { useAvailable } from '../../features/order-ticket/useAvailable.ts'
import { AccountSync } from './AccountSync.tsx'

const PAIR = {
  symbol: 'BTCUSDT',
  base: 'BTC',
  quote: 'USDT',
  tickSize: '0.01',
  stepSize: '0.00001',
  minNotional: '5',
  pricePlace: 2,
  quantityPlace: 5,
}
const ORDER = {
  orderId: '1',
  clientOid: '1',
  symbol: 'BTCUSDT',
  side: 'buy',
  orderType: 'limit',
  price: '1',
  size: '1',
  sizeUnit: 'base',
  filled: '0',
  filledQuote: '0',
  avgPrice: null,
  fee: '0',
  feeAsset: 'BTC',
  status: 'open',
  createdAt: 1,
}

const seen: unknown[] = []
/** The panels of a terminal: lists always, the subscription with a user. */
function Panels() {
  const user = useAppSelector(selectUser)
  const available = useAvailable(PAIR)
  const orders = useCachedOpenOrders() ?? []
  seen.push([available, orders.length])
  return user ? <AccountSync /> : null
}

let browser: TestBrowser
let tab: TestTab
beforeEach(async () => {
  seen.length = 0
  browser = createTestBrowser()
  browser.on('/spot/account/assets', () => ok([{ asset: 'USDT', available: '80', held: '20' }]))
  browser.on('/spot/order/open', () => ok({ items: [ORDER], next: null }))
  browser.on('/spot/order/trigger', () => ok({ items: [], next: null }))
})
afterEach(cleanup)
const show = async () => {
  tab = await browser.openTab()
  // The manual clock does not wait for a file to be read.
  await vi.dynamicImportSettled()
  const { settle } = renderPage(<Panels />, { browser, tab })
  await settle()
  await settle()
}

describe('open orders and balances of the terminal', () => {
  it('fetches nothing for a guest', async () => {
    await show()
    expect([seen.at(-1), browser.asked('/spot/account/assets').length]).toEqual([[undefined, 0], 0])
  })
  it('shows free balances and live orders; an asset never held is 0', async () => {
    browser.signIn('7')
    await show()
    expect(seen.at(-1)).toEqual([{ base: '0', quote: '80' }, 1])
  })
  it('stays undefined while the balances cannot be fetched', async () => {
    browser.on('/spot/account/assets', () => refused('1'))
    browser.signIn('7')
    await show()
    expect(seen.at(-1)).toEqual([undefined, 1])
  })
  it('clears with the session', async () => {
    browser.signIn('7')
    await show()
    await act(async () => void (await tab.store.dispatch(endSession())))
    expect(seen.at(-1)).toEqual([undefined, 0])
  })
  it('stays when the pair changes', async () => {
    browser.signIn('7')
    tab = await browser.openTab()
    await vi.dynamicImportSettled()
    const pair = createStore('BTCUSDT')
    const Terminals = () => <Panels key={useStore(pair)} />
    const { settle } = renderPage(<Terminals />, { browser, tab })
    await settle()
    await settle()
    await act(async () => pair.setState('ETHUSDT'))
    expect(seen.at(-1)).toEqual([{ base: '0', quote: '80' }, 1])
  })
  it('applies messages of the account stream', async () => {
    browser.signIn('7')
    await show()
    await act(async () => {
      tab.sockets.at(-1)?.deliver({
        topic: 'balances',
        type: 'snapshot',
        seq: 1,
        prevSeq: 0,
        ts: 0,
        data: [{ asset: 'USDT', available: '60', held: '40' }],
      })
      await browser.clock.advance(0)
    })
    expect(seen.at(-1)).toEqual([{ base: '0', quote: '60' }, 1])
  })
})
