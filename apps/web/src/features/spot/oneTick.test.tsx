import { act, cleanup, screen } from '@testing-library/react'
import { useNumbers } from '@x/locale/react'
import type { createManualFrame } from '@x/market/testing'
import type { Chart } from 'klinecharts'
import { afterEach, expect, it } from 'vitest'
import { createTestBrowser, ok } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { SpreadRow } from '../order-book/index.ts'
import { spec } from '../order-ticket/testing/ticketFixture.ts'
import { openLastTag } from '../chart/lastTag.ts'
import PairList from './strip/PairList.tsx'
import { PairTitle } from './PairTitle.tsx'
import { PairStrip } from './strip/PairStrip.tsx'

afterEach(cleanup)

function Book() {
  return <SpreadRow spec={spec} numbers={useNumbers('trading')} />
}

/** The colours that the chart library draws a tag with; the chart itself needs a canvas. */
function createStyledChart() {
  const last = { upColor: 'up', downColor: 'down', noChangeColor: 'quiet' }
  const styles = {
    candle: { priceMark: { last } },
    indicator: { ohlc: { upColor: 'up', downColor: 'down', noChangeColor: 'quiet' } },
  }
  return {
    last,
    chart: { getStyles: () => styles } as unknown as Pick<Chart, 'getStyles'>,
  }
}

const TWO_DIGITS = { minimumFractionDigits: 2, maximumFractionDigits: 2 }

it('shows one colour of each price everywhere for 1,000 ticks', async () => {
  const browser = createTestBrowser()
  browser.on('/spot/public/symbols', () => ok([spec]))
  const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
  const { settle } = renderPage(
    <>
      <PairStrip spec={spec} />
      <Book />
      <PairTitle spec={spec} />
      <PairList selected="BTCUSDT" onChosen={() => {}} isDocked />
    </>,
    { browser, tab, at: '/en/spot/BTCUSDT' },
  )
  await settle()
  const frame = tab.services.frame as ReturnType<typeof createManualFrame>
  const priceOf = (text: string | null) => /[\d,]+\.\d+/.exec(text ?? '')?.[0]
  const shown = () =>
    [
      ...document.querySelectorAll<HTMLElement>('[class*=last]'),
      ...(screen
        .queryByRole('row', { selected: true })
        ?.querySelectorAll<HTMLElement>('[data-x-part=number]') ?? []),
    ].map(({ dataset, textContent }) => `${dataset['tone']} ${priceOf(textContent)}`)
  const { chart, last: tag } = createStyledChart()
  const drawn = openLastTag(chart, { market: tab.services.market, symbol: 'BTCUSDT' })
  // Parts come late, and with them the connection.
  await expect
    .poll(async () => {
      await settle()
      return [shown().length, tab.marketSockets.length]
    })
    .toEqual([3, 1])
  act(() => tab.marketSockets.at(-1)?.open())
  const conflicts: string[][] = []
  const seen = new Set<string>()
  /** Each price comes once, so that it has one colour wherever it is shown. */
  const toneOf = new Map<string, string>()
  const note = (text: string) => {
    const [tone = '', price = ''] = text.split(' ')
    if ((toneOf.get(price) ?? tone) !== tone) conflicts.push([text, toneOf.get(price) ?? ''])
    toneOf.set(price, tone)
  }
  const observer = new MutationObserver(() => {
    const all = shown()
    const [strip = ''] = all
    seen.add(strip)
    note(strip)
    if (all.some((each) => each !== strip)) conflicts.push(all)
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
    // As the chart does with each candle.
    drawn.tint()
    if (seq > 1) note(`${tag.upColor} ${Number(price).toLocaleString('en', TWO_DIGITS)}`)
    expect(tag.downColor).toBe(tag.upColor)
    if (seq === 1) expect(tag.upColor).toBe('quiet')
  }
  // The title runs once a second.
  await expect
    .poll(async () => {
      await settle()
      return [document.title, ...shown()].map(priceOf)
    })
    .toEqual(Array(4).fill('60,000.00'))
  observer.disconnect()
  drawn.stop()
  expect(conflicts).toEqual([])
  expect(toneOf.size).toBeGreaterThan(990)
  expect(seen.size, 'the price ran').toBeGreaterThan(5)
}, 600_000)
