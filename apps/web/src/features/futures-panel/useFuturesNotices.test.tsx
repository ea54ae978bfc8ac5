import { act, cleanup, screen } from '@testing-library/react'
import { useLocation } from 'react-router'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createTestBrowser,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import { scriptFutures } from '../../testing/futuresGateway.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { orderEventsOf } from '../orders/index.ts'
import { FuturesPanel } from './FuturesPanel.tsx'

/** What the line of the panel says. */
const said = () => orderEventsOf(tab.services.toasts).getState()?.text

let browser: TestBrowser
let tab: TestTab
let settle: (ms?: number) => Promise<void>

const Address = () => <output data-testid="address">{useLocation().pathname}</output>

beforeEach(async () => {
  browser = createTestBrowser()
  browser.signIn('7')
  scriptFutures(browser)
  tab = await browser.openTab('http://app/en/futures/usdt/BTCUSDT')
  settle = renderPage(
    <>
      <FuturesPanel product="usdt" symbol="BTCUSDT" />
      <Address />
    </>,
    { browser, tab },
  ).settle
  await settle()
  await screen.findByRole('tablist')
  await settle()
  act(() => tab.sockets.at(-1)?.open())
})
afterEach(cleanup)

const send = (type: 'snapshot' | 'delta', seq: number, data: readonly object[]) =>
  tab.sockets.at(-1)?.deliver({ topic: 'risk', type, seq, prevSeq: seq - 1, ts: 0, data })
const EVENT = {
  marginCoin: 'USDT',
  symbol: 'BTCUSDT',
  marginMode: 2,
  marginRatio: null,
  step: null,
  liquidationId: null,
  amount: null,
  at: 1,
}
/** The exchange did something to the account. */
async function happens(...events: readonly object[]) {
  act(() => {
    send('snapshot', 1, [])
    send(
      'delta',
      2,
      events.map((event) => ({ ...EVENT, ...event })),
    )
  })
  await settle()
}
const call = (marginRatio: string) => ({
  ...EVENT,
  kind: 'margin_call',
  symbol: null,
  marginRatio,
})
const logged = () => tab.services.log.getState().messages.map(({ text }) => text)

describe('notices of what the exchange did (futures 12)', () => {
  it('says nothing before anything happened', () => {
    expect(tab.toasts()).toEqual([])
  })

  it('says what funding took', async () => {
    await happens({ kind: 'funding', amount: '-1.5' })
    expect(said()).toBe('Funding of BTCUSDT: -1.5 USDT.')
  })

  it('says what funding gave', async () => {
    await happens({ kind: 'funding', amount: '2.25' })
    expect(said()).toBe('Funding of BTCUSDT: +2.25 USDT.')
  })

  it('says each step of a liquidation, with the way to its report', async () => {
    await happens(
      { kind: 'liquidation', step: 1, symbol: null, liquidationId: '31' },
      { kind: 'liquidation', step: 3, liquidationId: '32' },
    )
    expect(tab.toasts()).toEqual([
      'Orders cancelled · Liquidation in USDT: see the report.',
      'Part of the position closed · Liquidation in BTCUSDT: see the report.',
    ])
    const { action } = tab.services.toasts.getState().at(-1) ?? {}
    expect(action?.label).toBe('Liquidation report')
    act(() => action?.run())
    await settle()
    expect(screen.getByTestId('address').textContent).toBe('/en/record/mcp/32')
  })

  it('says that a position was deleveraged', async () => {
    await happens({ kind: 'deleveraged', amount: '12', liquidationId: 'adl7' })
    expect(tab.toasts()).toEqual(['Auto-deleveraging in BTCUSDT: see the report.'])
  })

  it('keeps quiet of the other product', async () => {
    await happens({ kind: 'funding', symbol: 'BTCUSD', marginCoin: 'BTC', amount: '1' })
    expect(tab.toasts()).toEqual([])
  })

  it('keeps them in the message log', async () => {
    await happens({ kind: 'deleveraged', liquidationId: 'adl7' })
    expect(logged()).toEqual(['Auto-deleveraging in BTCUSDT: see the report.'])
  })

  it('calls for margin with the ratio', async () => {
    await happens(call('81.00'), call('91.00'))
    expect(logged()).toEqual([
      expect.stringContaining('The margin ratio is 91.00%'),
      expect.stringContaining('The margin ratio is 81.00%'),
    ])
  })

  it('repeats no call that stands when the stream comes back', async () => {
    await happens(call('81.00'))
    act(() => send('snapshot', 1, [call('82.00')]))
    await settle()
    expect(logged()).toHaveLength(1)
    act(() => send('snapshot', 1, [call('90.50')]))
    await settle()
    expect(logged()).toHaveLength(2)
    act(() => send('snapshot', 1, []))
    act(() => send('snapshot', 1, [call('82.00')]))
    await settle()
    expect(logged()).toHaveLength(3)
  })
})
