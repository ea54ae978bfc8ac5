import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { createBookScript, type createManualFrame } from '@x/market/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { PHONE, TABLET } from '../../lib/media/useMedia.ts'
import { createTestBrowser } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { spec } from '../order-ticket/testing/ticketFixture.ts'
import { OrderBook } from './OrderBook.tsx'
import { TradeList } from './TradeList.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

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

/** A pair whose book and trades are shown. */
async function live() {
  const browser = createTestBrowser()
  const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
  const page = renderPage(
    <>
      <OrderBook spec={spec} onPick={() => {}} />
      <TradeList spec={spec} />
    </>,
    { browser, tab, at: '/en/spot/BTCUSDT' },
  )
  await page.settle()
  const deliver = async (message: object) => {
    await act(async () => {
      const socket = tab.marketSockets.at(-1)
      socket?.open()
      socket?.deliver(message)
      ;(tab.services.frame as ReturnType<typeof createManualFrame>).draw()
    })
    await page.settle(1_000)
  }
  const topics = () =>
    tab.marketSockets.flatMap(({ sent }) =>
      sent.flatMap((text) => {
        const { args = [] } = JSON.parse(text) as { args?: { topic: string }[] }
        return args.map(({ topic }) => topic)
      }),
    )
  return { deliver, topics }
}

it('shows how much of what is offered are bids', async () => {
  const { deliver } = await live()
  const bids: [string, string][] = [
    ['100', '1'],
    ['99', '2'],
  ]
  await deliver(createBookScript('BTCUSDT', { bids, asks: [['101', '1']] }).snapshot())
  expect(screen.getByTitle('Bids 75%').style.getPropertyValue('--bids')).toBe('75')
})

it.each([
  ['a phone', [PHONE, TABLET]],
  ['a tablet', [TABLET]],
])('shows bids next to asks on %s, best prices on top', async (_name, matching) => {
  const media = (query: string) =>
    Object.assign(new EventTarget(), { matches: matching.includes(query) })
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => media(query) as MediaQueryList)
  // As high as two rows of a phone.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(50)
  const { deliver } = await live()
  const levels = (from: number, step: number): [string, string][] =>
    [0, 1].map((at) => [String(from + at * step), '1'])
  await deliver(
    createBookScript('BTCUSDT', { bids: levels(100, -1), asks: levels(101, 1) }).snapshot(),
  )
  for (const name of ['Asks', 'Bids']) {
    const rows = within(screen.getByRole('list', { name })).getAllByRole('button')
    expect(rows).toHaveLength(2)
    act(() => rows[0]?.focus())
    fireEvent.keyDown(rows[0] as HTMLElement, { key: 'ArrowDown' })
    expect(document.activeElement).toBe(rows[1])
  }
  expect(screen.getAllByText('Amount (BTC)')).toHaveLength(2)
})

it('marks trades of five times the mean size', async () => {
  const { deliver } = await live()
  const trade = (id: string, size: string) => ({
    id,
    price: '100',
    size,
    takerSide: 'buy',
    ts: 1,
  })
  const trades = [...Array.from({ length: 9 }, (_, at) => trade(`t${at}`, '1')), trade('big', '20')]
  await deliver({
    topic: 'trade',
    symbol: 'BTCUSDT',
    type: 'snapshot',
    seq: 1,
    prevSeq: 0,
    ts: 1,
    trades,
  })
  const rows = within(screen.getByRole('list', { name: 'Trades' })).getAllByRole('listitem')
  expect(rows).toHaveLength(10)
  expect(rows.filter((row) => row.dataset['large'] !== undefined)).toEqual([rows[0]])
})

it('groups by steps that only the deep book fills', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400)
  const { deliver, topics } = await live()
  const levels = (from: number, step: number, count: number): [string, string][] =>
    Array.from({ length: count }, (_, at) => [(from + at * step).toFixed(2), '1'])
  const sides = (count: number) => ({
    bids: levels(60_000, -0.01, count),
    asks: levels(60_000.01, 0.01, count),
  })
  await deliver(createBookScript('BTCUSDT', sides(50)).snapshot())
  expect(topics()).not.toContain('books1000@1s')
  const grouping = screen.getByRole('combobox')
  fireEvent.focus(grouping)
  await vi.waitFor(() => expect(topics()).toContain('books1000@1s'))
  await deliver(createBookScript('BTCUSDT', { ...sides(1_000), topic: 'books1000@1s' }).snapshot())
  fireEvent.click(grouping)
  const options = await screen.findAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual(['0.01', '0.1', '0.5', '1'])
  fireEvent.click(options[3] as HTMLElement)
  const rows = within(screen.getByRole('list', { name: 'Bids' })).getAllByRole('button')
  expect(rows.map((row) => row.firstElementChild?.textContent)).toEqual(
    [60_000, 59_999, 59_998, 59_997, 59_996, 59_995, 59_994, 59_993, 59_992, 59_991].map((price) =>
      price.toLocaleString('en'),
    ),
  )
})
