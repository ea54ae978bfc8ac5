import { act, cleanup } from '@testing-library/react'
import { useNumbers } from '@x/locale/react'
import type { createManualFrame } from '@x/market/testing'
import { afterEach, expect, it } from 'vitest'
import { createTestBrowser } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { SpreadRow } from '../order-book/index.ts'
import { spec } from '../order-ticket/testing/ticketFixture.ts'
import { PairStrip } from './strip/PairStrip.tsx'

afterEach(cleanup)

function Book() {
  return <SpreadRow spec={spec} numbers={useNumbers('trading')} />
}

it('shows one price and direction in strip and book for 1,000 ticks', async () => {
  const browser = createTestBrowser()
  const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
  const { settle } = renderPage(
    <>
      <PairStrip spec={spec} />
      <Book />
    </>,
    { browser, tab, at: '/en/spot/BTCUSDT' },
  )
  await settle()
  const frame = tab.services.frame as ReturnType<typeof createManualFrame>
  const shown = () =>
    [...document.querySelectorAll<HTMLElement>('[class*=last]')].map(
      ({ dataset, textContent }) => `${dataset['tone']} ${/[\d,]+\.\d+/.exec(textContent)?.[0]}`,
    )
  // Parts of both come late, and with them the connection.
  await expect
    .poll(async () => {
      await settle()
      return [shown().length, tab.marketSockets.length]
    })
    .toEqual([2, 1])
  act(() => tab.marketSockets.at(-1)?.open())
  const conflicts: string[][] = []
  const seen = new Set<string>()
  const observer = new MutationObserver(() => {
    const [strip, book] = shown()
    seen.add(strip ?? '')
    if (strip !== book) conflicts.push(shown())
  })
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
  })
  let last = '60000'
  for (let seq = 1; seq <= 1_000; seq++) {
    const price = (60_000 + ((seq * 7_919) % 1_000) / 100).toFixed(2)
    const common = { symbol: 'BTCUSDT', type: seq === 1 ? 'snapshot' : 'delta', seq, ts: seq }
    await act(async () => {
      const socket = tab.marketSockets.at(-1)
      const trade = {
        id: `t${seq}`,
        price,
        size: '1',
        takerSide: seq % 3 ? 'buy' : 'sell',
        ts: seq,
      }
      socket?.deliver({ ...common, topic: 'trade', prevSeq: seq - 1, trades: [trade] })
      // The ticker comes later than its trades.
      socket?.deliver({
        ...common,
        topic: 'ticker@250ms',
        prevSeq: seq - 1,
        ticker: {
          symbol: 'BTCUSDT',
          last,
          open24h: '60000',
          high24h: '61000',
          low24h: '59000',
          volumeBase: '1',
          volumeQuote: '1',
          changePercent: '-1',
          ts: seq,
        },
      })
      last = price
      frame.draw()
      await new Promise((resolve) => setTimeout(resolve, 2))
    })
  }
  observer.disconnect()
  expect(conflicts).toEqual([])
  expect(seen.size, 'the price ran').toBeGreaterThan(5)
}, 600_000)
