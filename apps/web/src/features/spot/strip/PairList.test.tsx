import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { useLocation } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { createTestBrowser, ok } from '../../../testing/createTestBrowser.ts'
import { scriptFutures } from '../../../testing/futuresGateway.ts'
import { renderPage } from '../../../testing/renderPage.tsx'
import type { SpotSymbol } from '../../../data/spot/model.ts'
import PairList from './PairList.tsx'
import { PairSwitcher } from './PairSwitcher.tsx'

afterEach(cleanup)

const specOf = (base: string): SpotSymbol => ({
  symbol: `${base}USDT`,
  base,
  quote: 'USDT',
  tickSize: '0.01',
  stepSize: '0.001',
  minNotional: '5',
  pricePlace: 2,
  quantityPlace: 3,
})

it('searches and picks a pair by keyboard (product Spot, keyboard trading)', async () => {
  const browser = createTestBrowser()
  browser.on('/spot/public/symbols', () => ok(['BTC', 'ETH', 'SOL'].map(specOf)))
  const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
  const chosen: number[] = []
  const { settle } = renderPage(<PairList selected="BTCUSDT" onChosen={() => chosen.push(1)} />, {
    browser,
    tab,
  })
  await settle()
  const search = await screen.findByRole('searchbox', { name: 'Search pairs' })
  expect(document.activeElement).toBe(search)
  fireEvent.change(search, { target: { value: 'so' } })
  await act(() => new Promise((resolve) => setTimeout(resolve, 350)))
  expect(
    screen.getAllByRole('row').map(({ textContent }) => /^[A-Z]+/.exec(textContent ?? '')?.[0]),
  ).toContain('SOL')
  expect(screen.queryByText('ETH')).toBeNull()
  fireEvent.keyDown(search, { key: 'ArrowDown' })
  expect(document.activeElement?.textContent).toMatch(/^SOL/)
  search.focus()
  for (const of of [{ isComposing: true }, { keyCode: 229 }])
    fireEvent.keyDown(search, { key: 'Enter', ...of })
  expect(chosen, 'the Enter that ends a composition').toEqual([])
  for (const [text, taken] of [
    ['none', 0],
    ['', 0],
    ['索', 0],
    ['ｓｏ', 1],
    ['so', 2],
  ] as const) {
    fireEvent.change(search, { target: { value: text } })
    fireEvent.keyDown(search, { key: 'Enter' })
    expect(chosen, text).toHaveLength(taken)
  }
})

async function dock() {
  const browser = createTestBrowser()
  browser.on('/spot/public/symbols', () => ok(['BTC', 'ETH'].map(specOf)))
  const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
  const { settle } = renderPage(
    <PairList selected="BTCUSDT" onChosen={() => {}} withFavourites isDocked />,
    { browser, tab },
  )
  await settle()
  return { search: await screen.findByRole('searchbox', { name: 'Search pairs' }), settle }
}

it('filters by favourites in the list of the switcher', async () => {
  const browser = createTestBrowser()
  browser.on('/spot/public/symbols', () => ok(['BTC', 'ETH'].map(specOf)))
  const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
  const { settle } = renderPage(<PairSwitcher spec={specOf('BTC')} />, { browser, tab })
  await settle()
  fireEvent.click(screen.getByRole('button', { name: 'BTC/USDT, switch pair' }))
  fireEvent.click(await screen.findByRole('button', { name: 'ETH/USDT, favourite' }))
  fireEvent.click(screen.getByRole('radio', { name: 'Favourites' }))
  await settle()
  expect(screen.queryByRole('button', { name: 'BTC/USDT, favourite' })).toBeNull()
  expect(screen.getByRole('button', { name: 'ETH/USDT, favourite' })).toBeDefined()
})

it('takes no focus beside the terminal', async () => {
  const { search } = await dock()
  expect(document.activeElement).not.toBe(search)
})

it('shows the icon of each coin beside the terminal', async () => {
  await dock()
  // No picture loads here.
  const letters = [...document.querySelectorAll<HTMLElement>('[data-letter]')]
  expect(letters.map(({ dataset }) => dataset['letter'])).toEqual(['B', 'E'])
})

it('filters by favourites beside the terminal', async () => {
  const { settle } = await dock()
  fireEvent.click(screen.getByRole('button', { name: /ETH\/USDT/ }))
  fireEvent.click(screen.getByRole('radio', { name: 'Favourites' }))
  await settle()
  expect(screen.getByRole('button', { name: /ETH\/USDT/ }).getAttribute('aria-pressed')).toBe(
    'true',
  )
  expect(screen.queryByRole('button', { name: /BTC\/USDT/ })).toBeNull()
})

it('lists contracts beside pairs and leads to one (futures 12)', async () => {
  const browser = createTestBrowser()
  scriptFutures(browser)
  browser.on('/spot/public/symbols', () => ok(['BTC', 'SOL'].map(specOf)))
  const tab = await browser.openTab('http://app/en/futures/usdt/BTCUSDT')
  const at: string[] = []
  const Address = () => {
    at.push(useLocation().pathname)
    return null
  }
  const { settle } = renderPage(
    <>
      <Address />
      <PairList selected="usdt/BTCUSDT" onChosen={() => {}} />
    </>,
    { browser, tab },
  )
  await settle()
  const shown = () =>
    screen.getAllByRole('row').flatMap((row) => /^[A-Z]+\/[A-Z]+/.exec(row.textContent ?? '') ?? [])
  expect(shown()).toEqual(['BTC/USDT', 'ETH/USDT'])
  fireEvent.click(screen.getByRole('radio', { name: 'Coin futures' }))
  expect(shown()).toEqual(['BTC/USD'])
  fireEvent.click(screen.getByRole('radio', { name: 'Spot' }))
  expect(shown()).toEqual(['BTC/USDT', 'SOL/USDT'])
  fireEvent.click(screen.getByRole('radio', { name: 'USDT futures' }))
  fireEvent.click(screen.getByText('ETH'))
  expect(at.at(-1)).toBe('/en/futures/usdt/ETHUSDT')
})
