import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createTestBrowser,
  ok,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import { FUNDING_BILL, FUTURES_ACCOUNT } from '../../testing/futuresFixtures.ts'
import { type FuturesState, scriptFutures } from '../../testing/futuresGateway.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { FuturesPanel } from './FuturesPanel.tsx'
import { newBills } from './useFuturesNotices.ts'

let browser: TestBrowser
let tab: TestTab
let futures: FuturesState
let bills: readonly object[]
let settle: (ms?: number) => Promise<void>

beforeEach(async () => {
  browser = createTestBrowser()
  browser.signIn('7')
  futures = scriptFutures(browser)
  bills = [FUNDING_BILL]
  browser.on('/futures/bills', () => ok({ items: bills, next: null }))
  tab = await browser.openTab('http://app/en/futures/usdt/BTCUSDT')
  settle = renderPage(<FuturesPanel product="usdt" symbol="BTCUSDT" />, { browser, tab }).settle
  await settle()
  await screen.findByRole('tablist')
  await settle()
  act(() => tab.sockets.at(-1)?.open())
})
afterEach(cleanup)

let seq = 0
/** The exchange did something to the wallet. */
async function walletChanges(...happened: object[]) {
  bills = [...happened, ...bills]
  const send = (type: string, data: object[]) =>
    tab.sockets.at(-1)?.deliver({
      topic: 'futuresAccount',
      type,
      seq: type === 'snapshot' ? (seq = 1) : ++seq,
      prevSeq: seq - 1,
      ts: 0,
      data,
    })
  act(() => {
    send('snapshot', [...FUTURES_ACCOUNT.wallets])
    send('delta', FUTURES_ACCOUNT.wallets.slice(0, 1))
  })
  await settle()
}
const bill = (billId: string, kind: string, more: object = {}) => ({
  ...FUNDING_BILL,
  billId,
  kind,
  ...more,
})

describe('notices of what the exchange did (futures 12)', () => {
  it('says nothing of what happened before', () => {
    expect(tab.toasts()).toEqual([])
  })

  it('says what funding took', async () => {
    await walletChanges(bill('7002', 'funding', { amount: '-1.5' }))
    expect(tab.toasts()).toEqual(['Funding of BTCUSDT: -1.5 USDT.'])
  })

  it('says what funding gave', async () => {
    await walletChanges(bill('7002', 'funding', { amount: '2.25' }))
    expect(tab.toasts()).toEqual(['Funding of BTCUSDT: +2.25 USDT.'])
  })

  it('says each step of a liquidation', async () => {
    await walletChanges(bill('7003', 'fund_payment'), bill('7002', 'liquidation_fee'))
    expect(tab.toasts()).toEqual(Array(2).fill('Liquidation in BTCUSDT: see the report.'))
  })

  it('says that a position was deleveraged', async () => {
    await walletChanges(bill('7002', 'adl'))
    expect(tab.toasts()).toEqual(['Auto-deleveraging in BTCUSDT: see the report.'])
  })

  it('keeps quiet of what the trader did', async () => {
    await walletChanges(bill('7002', 'fee'), bill('7003', 'transfer_in'))
    expect(tab.toasts()).toEqual([])
  })

  it('keeps them in the message log', async () => {
    await walletChanges(bill('7002', 'adl'))
    expect(tab.services.log.getState().messages.map(({ text }) => text)).toEqual([
      'Auto-deleveraging in BTCUSDT: see the report.',
    ])
  })

  it('calls for margin once at each step on the way up', async () => {
    const ratio = async (marginRatio: string) => {
      futures.account = {
        ...FUTURES_ACCOUNT,
        wallets: FUTURES_ACCOUNT.wallets.map((wallet) =>
          wallet.marginCoin === 'USDT' ? { ...wallet, marginRatio } : wallet,
        ),
      }
      await settle(5_000)
    }
    const calls = () => tab.services.log.getState().messages.length
    const counts: number[] = []
    for (const next of ['81.00', '82.00', '91.00', '96.00', '50.00', '80.00']) {
      // One after the other: each is an answer of its own.
      // oxlint-disable-next-line no-await-in-loop
      await ratio(next)
      counts.push(calls())
    }
    expect(counts).toEqual([1, 1, 2, 3, 3, 4])
  })
})

describe('bills that are new', () => {
  const all = [bill('3', 'adl'), bill('2', 'fee'), bill('1', 'fee')] as (typeof FUNDING_BILL)[]
  it('are none at the first sight', () => {
    expect(newBills(all, undefined)).toEqual([])
  })
  it('are those after the newest, the oldest first', () => {
    expect(newBills(all, 1).map(({ billId }) => billId)).toEqual(['2', '3'])
  })
  it('are none where nothing came', () => {
    expect(newBills(all, 3)).toEqual([])
  })
})
