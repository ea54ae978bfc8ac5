import { act, cleanup, screen } from '@testing-library/react'
import { createBookScript, createManualFrame } from '@x/market/testing'
import { afterEach, expect, it } from 'vitest'
import { createTestBrowser } from '../../../testing/createTestBrowser.ts'
import { renderPage } from '../../../testing/renderPage.tsx'
import { DataLight } from './DataLight.tsx'

afterEach(cleanup)

it('is not live for a trader whose account stream is not live', async () => {
  const browser = createTestBrowser()
  browser.signIn('7')
  const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
  const { settle } = renderPage(<DataLight symbol="BTCUSDT" />, {
    browser,
    tab,
    at: '/en/spot/BTCUSDT',
  })
  await settle()
  const light = () => screen.getByRole('status').textContent
  const deliver = () =>
    act(() => {
      const own = tab.sockets.at(-1)
      own?.open()
      for (const topic of ['orders', 'fills', 'balances'])
        own?.deliver({ topic, type: 'snapshot', seq: 1, prevSeq: 0, ts: 0, data: [] })
    })
  act(() => {
    tab.marketSockets.at(-1)?.open()
    tab.marketSockets
      .at(-1)
      ?.deliver(
        createBookScript('BTCUSDT', { bids: [['100', '1']], asks: [['101', '1']] }).snapshot(),
      )
    ;(tab.services.frame as ReturnType<typeof createManualFrame>).draw()
  })
  deliver()
  expect(light()).toBe('Live')
  act(() => tab.sockets.at(-1)?.drop())
  expect(light()).toBe('Connecting')
  await settle(1_000)
  expect(light()).toBe('Connecting')
  deliver()
  expect(light()).toBe('Live')
})

it('is not live while the development market is paused', async () => {
  const browser = createTestBrowser()
  const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
  const { settle } = renderPage(<DataLight symbol="BTCUSDT" />, {
    browser,
    tab,
    at: '/en/spot/BTCUSDT',
  })
  await settle()
  const deliver = (message: object) =>
    act(() => {
      tab.marketSockets.at(-1)?.deliver(message)
      ;(tab.services.frame as ReturnType<typeof createManualFrame>).draw()
    })
  const figures = {
    symbol: 'BTCUSDT',
    last: '100.5',
    open24h: '100',
    high24h: '101',
    low24h: '99',
    volumeBase: '1',
    volumeQuote: '100',
    changePercent: '0.50',
    ts: 1,
  }
  let seq = 0
  const ticker = (part: object = {}) =>
    deliver({
      topic: 'ticker@250ms',
      symbol: 'BTCUSDT',
      type: seq === 0 ? 'snapshot' : 'delta',
      seq,
      prevSeq: Math.max(0, seq++ - 1),
      ts: 1,
      ticker: { ...figures, ...part },
    })
  act(() => tab.marketSockets.at(-1)?.open())
  deliver(createBookScript('BTCUSDT', { bids: [['100', '1']], asks: [['101', '1']] }).snapshot())
  const light = () => screen.getByRole('status').textContent
  const said = [light()]
  for (const part of [{}, { paused: true }, {}]) {
    ticker(part)
    said.push(light())
    await new Promise((resolve) => setTimeout(resolve, 600))
  }
  expect(said).toEqual(['Live', 'Live', 'Market paused', 'Live'])
})
