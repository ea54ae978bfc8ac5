import { act, cleanup } from '@testing-library/react'
import type { Chart, OverlayCreate } from 'klinecharts'
import { afterEach, describe, expect, it } from 'vitest'
import { restoreSession } from '../../../data/session/thunks.ts'
import type { SpotSymbol } from '../../../data/spot/model.ts'
import { createTestBrowser, ok } from '../../../testing/createTestBrowser.ts'
import { BTC_CONTRACT } from '../../../testing/futuresFixtures.ts'
import { renderPage } from '../../../testing/renderPage.tsx'
import FuturesFills from './FuturesFills.tsx'
import SpotFills from './SpotFills.tsx'

afterEach(cleanup)

const spec: SpotSymbol = {
  symbol: 'BTCUSDT',
  base: 'BTC',
  quote: 'USDT',
  tickSize: '0.01',
  stepSize: '0.00001',
  minNotional: '5',
  pricePlace: 2,
  quantityPlace: 5,
}
const MINUTE = 60_000
const fill = (fillId: string, side: 'buy' | 'sell', at: number) => ({
  fillId,
  side,
  price: '60000.00',
  size: '0.10000',
  createdAt: at,
})

async function open(kind: 'spot' | 'futures', items: readonly object[]) {
  const browser = createTestBrowser()
  browser.signIn('7')
  const path = kind === 'spot' ? '/spot/order/fills' : '/futures/order/fills'
  browser.on(path, () => ok({ items, next: null }))
  const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
  await tab.store.dispatch(restoreSession())
  let laid: OverlayCreate[] = []
  const changed: unknown[] = []
  const chart = {
    createOverlay: (overlay: OverlayCreate) => void laid.push(overlay),
    removeOverlay: () => void (laid = []),
    overrideOverlay: (overlay: unknown) => void changed.push(overlay),
    getDom: () => document.body,
  } as unknown as Chart
  const Fills = kind === 'spot' ? SpotFills : FuturesFills
  const { unmount, settle } = renderPage(
    <Fills
      chart={chart}
      interval="15m"
      spec={kind === 'spot' ? spec : { ...BTC_CONTRACT, symbol: 'usdt/BTCUSDT' }}
    />,
    { browser, tab },
  )
  await settle()
  await expect.poll(() => laid.length).toBe(items.length === 0 ? 0 : 2)
  return { browser, path, laid: () => laid, changed, unmount, tab, settle }
}

const BOTH = [fill('1', 'buy', 20 * MINUTE), fill('2', 'sell', 31 * MINUTE)]

describe('the user’s own trades on a chart', () => {
  it.each(['spot', 'futures'] as const)('are marked at their candles: %s', async (kind) => {
    const { laid, browser, path } = await open(kind, BOTH)
    expect(laid()).toMatchObject([
      { lock: true, points: [{ timestamp: 15 * MINUTE, value: 60_000 }] },
      { lock: true, points: [{ timestamp: 30 * MINUTE, value: 60_000 }] },
    ])
    expect(laid().map(({ extendData }) => (extendData as { side: string }).side)).toEqual([
      'buy',
      'sell',
    ])
    expect(browser.asked(path).at(-1)?.data).toMatchObject({ symbol: 'BTCUSDT' })
  })

  it('say what was traded while the pointer is on one', async () => {
    const { laid, changed } = await open('spot', BOTH)
    const [mark] = laid()
    act(() => {
      mark?.onMouseEnter?.({ overlay: { id: 'a' } } as never)
      mark?.onMouseLeave?.({ overlay: { id: 'a' } } as never)
    })
    expect(changed).toMatchObject([
      { id: 'a', extendData: { isOpen: true, text: 'Buy 0.10000 BTC · 60,000.00' } },
      { id: 'a', extendData: { isOpen: false } },
    ])
  })

  it('stay under a press of the second button', async () => {
    const { laid, unmount } = await open('spot', BOTH)
    let isPrevented = false
    laid()[0]?.onRightClick?.({ preventDefault: () => (isPrevented = true) } as never)
    expect(isPrevented).toBe(true)
    unmount()
    expect(laid()).toEqual([])
  })
})
