import { cleanup, fireEvent, screen } from '@testing-library/react'
import { useLocation } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { SearchButton } from '../../app/shell/SearchButton.tsx'
import { createTestBrowser, ok } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'

afterEach(cleanup)

const pairOf = (base: string) => ({
  symbol: `${base}USDT`,
  base,
  quote: 'USDT',
  tickSize: '0.01',
  stepSize: '0.00001',
  minNotional: '5',
  pricePlace: 2,
  quantityPlace: 5,
})

const Place = () => <output>{useLocation().pathname}</output>

async function open() {
  const browser = createTestBrowser()
  browser.on('/spot/public/symbols', () => ok(['BTC', 'ETH'].map(pairOf)))
  browser.on('/futures/public/symbols', () => ok([]))
  const tab = await browser.openTab('http://app/en/markets')
  const { settle } = renderPage(
    <>
      <SearchButton />
      <Place />
    </>,
    { browser, tab, at: '/en/markets' },
  )
  await settle()
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  const field = await screen.findByRole('combobox', { name: 'Search pairs, pages and help' })
  await settle()
  const type = async (text: string) => {
    fireEvent.change(field, { target: { value: text } })
    await settle()
  }
  return { field, type, settle }
}

const at = () => screen.getByRole('status', { hidden: true }).textContent

describe('the search', () => {
  it('opens a pair by Control-K, letters and Enter', async () => {
    const { field, type, settle } = await open()
    await type('eth')
    expect(screen.getByRole('option', { selected: true }).textContent).toContain('ETH/USDT')
    fireEvent.keyDown(field, { key: 'Enter' })
    await settle()
    await vi.waitFor(() => expect(at()).toBe('/en/spot/ETHUSDT'))
    expect(screen.queryByRole('combobox')).toBeNull()
  })

  it('leads to a page that an arrow has chosen', async () => {
    const { field, type, settle } = await open()
    await type('fees')
    fireEvent.keyDown(field, { key: 'ArrowDown' })
    fireEvent.keyDown(field, { key: 'Enter' })
    await settle()
    await vi.waitFor(() => expect(at()).toBe('/en/fee'))
  })

  it('shows a help text in full where it stands', async () => {
    const { type } = await open()
    await type('oco')
    const option = screen.getByRole('option', { name: /^OCO/ })
    fireEvent.click(option)
    expect(option.dataset['read']).toBe('true')
    expect(at()).toBe('/en/markets')
  })

  it('says that nothing was found', async () => {
    const { type } = await open()
    await type('zzzz')
    expect(screen.getByText('Nothing was found.')).toBeTruthy()
  })
})
