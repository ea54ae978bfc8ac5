import type { createManualFrame } from '@x/market/testing'
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { useLocation } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import { createTestBrowser, ok, refused } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { MarketsPage } from './MarketsPage.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const pairOf = (base: string) => ({
  symbol: `${base}USDT`,
  base,
  quote: 'USDT',
  tickSize: '0.01',
  stepSize: '0.001',
  minNotional: '5',
  pricePlace: 2,
  quantityPlace: 3,
})
const PAIRS = ['BTC', 'ETH', 'DOGE', 'XRP'].map(pairOf)
/** Last price, change in percent and volume of 24 hours. */
const FIGURES = {
  BTC: ['60000.00', '-1.20', '900000'],
  ETH: ['3000.00', '2.50', '500000'],
  DOGE: ['0.10', '12.00', '700000'],
  XRP: ['0.50', '0.00', '100'],
} as const

interface OpenOptions {
  readonly favourites?: string
  readonly answer?: () => ReturnType<typeof ok>
}

async function open({ favourites = '', answer = () => ok(PAIRS) }: OpenOptions = {}) {
  const browser = createTestBrowser()
  browser.on('/spot/public/symbols', () => answer())
  browser.on('/mix/notice/list', () => ok({ items: [] }))
  browser.storage.set(STORAGE_KEYS.favourites, favourites)
  const tab = await browser.openTab('http://app/en/markets')
  let path = ''
  const Address = () => {
    path = useLocation().pathname
    return null
  }
  const { settle } = renderPage(
    <>
      <Address />
      <MarketsPage />
    </>,
    { browser, tab, at: '/en/markets' },
  )
  await settle()
  const deliver = async () => {
    await act(async () => {
      const socket = tab.marketSockets.at(-1)
      socket?.open()
      for (const [base, [last, changePercent, volumeQuote]] of Object.entries(FIGURES))
        socket?.deliver({
          topic: 'ticker@250ms',
          symbol: `${base}USDT`,
          type: 'snapshot',
          seq: 1,
          prevSeq: 0,
          ts: 1,
          ticker: {
            symbol: `${base}USDT`,
            last,
            open24h: last,
            high24h: last,
            low24h: last,
            volumeBase: '1',
            volumeQuote,
            changePercent,
            ts: 1,
          },
        })
      ;(tab.services.frame as ReturnType<typeof createManualFrame>).draw()
    })
    await settle(1_000)
  }
  return {
    browser,
    settle,
    deliver,
    path: () => path,
    async view(name: string) {
      await act(async () => fireEvent.click(screen.getByRole('tab', { name })))
      await settle()
    },
    stored: () => browser.storage.get(STORAGE_KEYS.favourites),
  }
}

const rows = () =>
  within(screen.getByRole('table', { name: 'Markets' }))
    .getAllByRole('row')
    .flatMap((row) => /([A-Z]+)\/USDT/.exec(row.textContent ?? '')?.[1] ?? [])

describe('the page of markets', () => {
  it('lists every pair, the most traded first, and fewer on tabs', async () => {
    const { deliver, view } = await open()
    expect(rows()).toHaveLength(4)
    expect(screen.getAllByText('--').length, 'no figure is known yet').toBeGreaterThanOrEqual(4)
    await deliver()
    expect(rows()).toEqual(['BTC', 'DOGE', 'ETH', 'XRP'])
    for (const [name, expected] of [
      ['Gainers', ['DOGE', 'ETH']],
      ['Losers', ['BTC']],
      ['Meme', ['DOGE']],
      ['Layer 1', ['BTC', 'ETH']],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop
      await view(name)
      expect(rows(), name).toEqual(expected)
    }
  })

  it('keeps a pair that is starred, without leaving the page', async () => {
    const { view, stored, path, settle } = await open()
    await view('Favourites')
    expect(screen.getByText('Star a pair to find it here.')).toBeTruthy()
    await view('All')
    const star = await screen.findByRole('button', { name: 'Add ETHUSDT to favourites' })
    await act(async () => fireEvent.click(star))
    await settle()
    expect([stored(), path()]).toEqual(['ETHUSDT', '/en/markets'])
    await view('Favourites')
    expect(rows()).toEqual(['ETH'])
    const remove = screen.getByRole('button', { name: 'Remove ETHUSDT from favourites' })
    expect(remove.getAttribute('aria-pressed')).toBe('true')
  })

  it('has the favourites of earlier visits', async () => {
    const { view } = await open({ favourites: 'XRPUSDT,GONEUSDT' })
    await view('Favourites')
    expect(rows()).toEqual(['XRP'])
  })

  it('leads to a terminal by its row or its link', async () => {
    const { path, settle } = await open()
    const link = (await screen.findByText('ETH')).closest('a')
    expect(link?.getAttribute('href')).toBe('/en/spot/ETHUSDT')
    fireEvent.click(screen.getByText('XRP'))
    await settle()
    expect(path()).toBe('/en/spot/XRPUSDT')
  })

  it('offers another try where pairs could not be had', async () => {
    let isDown = true
    const { browser, settle } = await open({ answer: () => (isDown ? refused('500') : ok(PAIRS)) })
    expect(await screen.findByText('The markets could not be loaded.')).toBeTruthy()
    isDown = false
    const before = browser.asked('/spot/public/symbols').length
    await act(async () => fireEvent.click(screen.getByRole('button', { name: /again|retry/i })))
    await settle()
    await settle()
    expect(browser.asked('/spot/public/symbols').length).toBeGreaterThan(before)
    expect(rows()).toContain('BTC')
  })
})
