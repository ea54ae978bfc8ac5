import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { createTestBrowser } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import type { SpotSymbol } from '../../data/spot/model.ts'
import { useOwnForm } from './useOwnForm.ts'

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

function Shown({
  isNeeded,
  fetchOwn,
}: {
  readonly isNeeded: boolean
  readonly fetchOwn: () => Promise<typeof import('./ownForm.ts')>
}) {
  const { own, isLost } = useOwnForm({ spec, isNeeded, fetchOwn })
  return <output>{isLost ? 'lost' : own ? 'there' : 'waiting'}</output>
}

async function show(isNeeded: boolean, failures: number) {
  let left = failures
  const fetchOwn = vi.fn(() =>
    left-- > 0 ? Promise.reject(new TypeError('Failed to fetch')) : import('./ownForm.ts'),
  )
  const browser = createTestBrowser()
  const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
  const { settle } = renderPage(<Shown isNeeded={isNeeded} fetchOwn={fetchOwn} />, { browser, tab })
  await settle()
  return { settle, fetchOwn, face: () => screen.getByRole('status').textContent }
}

it('what judges orders is asked for again by itself while it cannot be had, and that is known', async () => {
  const { settle, fetchOwn, face } = await show(true, 2)
  expect([face(), fetchOwn.mock.calls.length]).toEqual(['lost', 1])
  await settle(3000)
  expect([face(), fetchOwn.mock.calls.length]).toEqual(['lost', 2])
  await settle(3000)
  await expect.poll(face).toBe('there')
  await settle(10_000)
  expect(fetchOwn.mock.calls.length).toBe(3)
})

it('a guest fetches nothing of it', async () => {
  const { fetchOwn, face } = await show(false, 0)
  expect([face(), fetchOwn.mock.calls.length]).toEqual(['waiting', 0])
})
