import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { createBookScript, type createManualFrame } from '@x/market/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createTestBrowser } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import DepthChart from './DepthChart.tsx'

afterEach(cleanup)

const spec = {
  symbol: 'BTCUSDT',
  base: 'BTC',
  quote: 'USDT',
  tickSize: '0.01',
  stepSize: '0.00001',
  minNotional: '5',
  pricePlace: 2,
  quantityPlace: 5,
}

type Rows = readonly (readonly [price: string, size: string])[]

async function show(deep: { readonly bids: Rows; readonly asks: Rows } = { bids: [], asks: [] }) {
  const browser = createTestBrowser()
  const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
  const { settle } = renderPage(<DepthChart spec={spec} />, {
    browser,
    tab,
    at: '/en/spot/BTCUSDT',
  })
  await settle()
  const levels = {
    bids: [
      ['59900', '1'],
      ['59000', '2'],
    ],
    asks: [
      ['60100', '1'],
      ['61000', '4'],
    ],
  }
  await act(async () => {
    tab.marketSockets.at(-1)?.open()
    for (const [topic, sides] of [
      ['books50@100ms', levels],
      ['books1000@1s', deep],
    ] as const)
      tab.marketSockets
        .at(-1)
        ?.deliver(createBookScript('BTCUSDT', { ...sides, topic } as never).snapshot())
    ;(tab.services.frame as ReturnType<typeof createManualFrame>).draw()
  })
  await settle(1_000)
  const plot = await screen.findByTestId('depth')
  vi.spyOn(plot, 'getBoundingClientRect').mockReturnValue({ left: 0, width: 100 } as DOMRect)
  return { plot, settle }
}

describe('the depth chart', () => {
  it('reads price, distance and total under the pointer', async () => {
    const { plot } = await show()
    fireEvent.pointerMove(plot, { clientX: 100 })
    expect(screen.getByRole('status').textContent).toContain('61,000.00 +1.67% · 5.00 BTC')
    fireEvent.pointerLeave(plot)
    expect(screen.getByRole('status').textContent).toBe('')
  })

  it('reaches as far as the deep book, behind the streamed levels', async () => {
    const { plot } = await show({
      bids: [
        ['59000', '9'],
        ['57000', '5'],
      ],
      asks: [
        ['61500', '1'],
        ['63000', '2'],
      ],
    })
    expect(await screen.findByText('±5.00%')).toBeTruthy()
    fireEvent.pointerMove(plot, { clientX: 0 })
    expect(screen.getByRole('status').textContent).toContain('57,000.00 -5.00% · 8.00 BTC')
    fireEvent.pointerMove(plot, { clientX: 100 })
    expect(screen.getByRole('status').textContent).toContain('63,000.00 +5.00% · 8.00 BTC')
  })

  it('names five prices below and shows a narrower range', async () => {
    await show()
    expect(screen.getByText('59,500.00')).toBeTruthy()
    fireEvent.click(screen.getAllByRole('radio')[1] as HTMLElement)
    expect(screen.queryByText('59,000.00')).toBeNull()
    expect(screen.getByText('59,750.00')).toBeTruthy()
  })
})
