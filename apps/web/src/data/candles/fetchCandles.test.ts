import { expect, it } from 'vitest'
import { createTestBrowser, ok } from '../../testing/createTestBrowser.ts'
import { fetchCandles } from './fetchCandles.ts'

it('asks for the page before a moment, otherwise the latest', async () => {
  const browser = createTestBrowser()
  browser.on('/spot/public/candles', () => ok([]))
  const { store } = await browser.openTab()
  const { signal } = new AbortController()
  const page = { symbol: 'BTCUSDT', interval: '1m' } as const
  await store.dispatch(fetchCandles({ ...page, before: null }, { signal }))
  await store.dispatch(fetchCandles({ ...page, before: 60_000 }, { signal }))
  const asked = browser.asked('/spot/public/candles')
  expect(asked.map(({ data }) => data)).toMatchObject([
    { symbol: 'BTCUSDT', interval: '1m', limit: '500' },
    { symbol: 'BTCUSDT', interval: '1m', limit: '500', endTime: '60000' },
  ])
  expect(asked[0]?.data).not.toHaveProperty('endTime')
})

it('asks for candles of a contract by its own endpoint (futures 11)', async () => {
  const browser = createTestBrowser()
  browser.on('/futures/public/candles', () => ok([]))
  const { store } = await browser.openTab()
  const { signal } = new AbortController()
  const page = { symbol: 'usdt/BTCUSDT', interval: '1m', before: null } as const
  await store.dispatch(fetchCandles(page, { signal }))
  expect(browser.asked('/futures/public/candles').map(({ data }) => data)).toMatchObject([
    { symbol: 'BTCUSDT', interval: '1m' },
  ])
  expect(browser.asked('/spot/public/candles')).toEqual([])
})
