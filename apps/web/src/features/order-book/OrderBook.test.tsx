import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { createTestBrowser } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { spec } from '../order-ticket/testing/ticketFixture.ts'
import { OrderBook } from './OrderBook.tsx'

afterEach(cleanup)

it('writes its steps as the other figures on screen', async () => {
  const browser = createTestBrowser()
  const tab = await browser.openTab('http://app/de/spot/BTCUSDT')
  const page = renderPage(<OrderBook spec={spec} onPick={() => {}} />, {
    browser,
    tab,
    at: '/de/spot/BTCUSDT',
  })
  await page.settle()
  const step = screen.getByRole<HTMLInputElement>('combobox')
  expect(step.value).toBe('0.01')
  act(() => tab.services.preferences.set({ tradingNumbers: 'locale' }))
  await page.settle()
  expect(step.value).toBe('0,01')
})
