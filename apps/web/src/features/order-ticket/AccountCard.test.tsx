import { act, cleanup, screen, within } from '@testing-library/react'
import type { createManualFrame } from '@x/market/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { createTestBrowser, ok } from '../../testing/createTestBrowser.ts'
import { scriptMargin } from '../../testing/marginGateway.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { createTerminalStore } from '../spot/index.ts'
import { SpotOrderTicket } from './SpotOrderTicket.tsx'
import { spec } from './testing/ticketFixture.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

interface Opened {
  readonly isTall?: boolean
  readonly isUser?: boolean
  readonly isSideFixed?: boolean
}

async function open({ isTall = true, isUser = true, isSideFixed = false }: Opened = {}) {
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.assign(new EventTarget(), {
      matches: isTall && query.includes('height >='),
    } as MediaQueryList),
  )
  const browser = createTestBrowser()
  scriptMargin(browser)
  browser.on('/spot/account/assets', () =>
    ok([
      { asset: 'BTC', available: '0.5', held: '0.25' },
      { asset: 'USDT', available: '1000', held: '20.5' },
    ]),
  )
  if (isUser) browser.signIn('7')
  const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
  const { settle } = renderPage(
    <SpotOrderTicket spec={spec} terminal={createTerminalStore()} isSideFixed={isSideFixed} />,
    { browser, tab, at: '/en/spot/BTCUSDT' },
  )
  await screen.findByRole('textbox', { name: 'Amount' })
  await settle(200)
  return { tab, settle }
}

it('shows both assets of the pair, their values and two links', async () => {
  const { tab, settle } = await open()
  const card = await screen.findByRole('region', { name: 'Assets' })
  await act(async () => {
    const socket = tab.marketSockets.at(-1)
    socket?.open()
    socket?.deliver({
      topic: 'ticker@250ms',
      symbol: 'BTCUSDT',
      type: 'snapshot',
      seq: 1,
      prevSeq: 0,
      ts: 1,
      ticker: {
        symbol: 'BTCUSDT',
        last: '60000',
        open24h: '60000',
        high24h: '61000',
        low24h: '59000',
        volumeBase: '1',
        volumeQuote: '1',
        changePercent: '0',
        ts: 1,
      },
    })
    ;(tab.services.frame as ReturnType<typeof createManualFrame>).draw()
  })
  await settle()
  const cells = () =>
    within(card)
      .getAllByRole('row')
      .map((row) =>
        [...row.querySelectorAll('td')].map(
          (cell) => cell.querySelector('[aria-hidden]')?.textContent ?? cell.textContent,
        ),
      )
  expect(cells().slice(1)).toEqual([
    ['0.50000', '1,000.00'],
    ['0.25000', '20.50'],
    ['45,000.00', '1,020.50'],
  ])
  const ways = await within(card).findAllByRole('link')
  expect(ways.map((way) => way.getAttribute('href'))).toEqual([
    '/en/asset/deposit',
    '/en/asset/transfer',
  ])
  act(() => tab.services.preferences.set({ showAsset: false }))
  await settle()
  expect(card.textContent).not.toMatch(/\d/)
})

it.each([
  ['a low screen', { isTall: false }],
  ['a guest', { isUser: false }],
  ['a form of one side', { isSideFixed: true }],
])('is left out for %s', async (_name, options) => {
  await open(options)
  expect(screen.queryByRole('region', { name: 'Assets' })).toBeNull()
})
