import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { createTestBrowser } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { useTradingModule } from './useTradingModule.ts'

afterEach(cleanup)

function Shown({
  isNeeded,
  fetchModule,
}: {
  readonly isNeeded: boolean
  readonly fetchModule: () => Promise<unknown>
}) {
  const { module, isUnavailable } = useTradingModule({ isNeeded, fetchModule })
  return <output>{isUnavailable ? 'unavailable' : module ? 'there' : 'waiting'}</output>
}

async function show(isNeeded: boolean, failures: number) {
  let left = failures
  const fetchModule = vi.fn(() =>
    left-- > 0 ? Promise.reject(new TypeError('Failed to fetch')) : import('./spotTrading.ts'),
  )
  const browser = createTestBrowser()
  const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
  const { settle } = renderPage(<Shown isNeeded={isNeeded} fetchModule={fetchModule} />, {
    browser,
    tab,
  })
  await settle()
  return { settle, fetchModule, text: () => screen.getByRole('status').textContent }
}

it('retries a failed fetch of the trading module every three seconds', async () => {
  const { settle, fetchModule, text } = await show(true, 2)
  expect([text(), fetchModule.mock.calls.length]).toEqual(['unavailable', 1])
  await settle(3000)
  expect([text(), fetchModule.mock.calls.length]).toEqual(['unavailable', 2])
  await settle(3000)
  await expect.poll(text).toBe('there')
  await settle(10_000)
  expect(fetchModule.mock.calls.length).toBe(3)
})

it('does not fetch the trading module for a guest', async () => {
  const { fetchModule, text } = await show(false, 0)
  expect([text(), fetchModule.mock.calls.length]).toEqual(['waiting', 0])
})
