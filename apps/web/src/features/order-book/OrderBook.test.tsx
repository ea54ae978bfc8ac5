import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { createBookScript, type createManualFrame } from '@x/market/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { PHONE, TABLET } from '../../lib/media/useMedia.ts'
import { createTestBrowser } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { spec } from '../order-ticket/testing/ticketFixture.ts'
import type { OnPick } from './BookSide.tsx'
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
async function live({ onPick = () => {} }: { readonly onPick?: OnPick } = {}) {
  const browser = createTestBrowser()
  const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
  const page = renderPage(
    <>
      <OrderBook spec={spec} onPick={onPick} />
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
  const drop = async () => {
    await act(async () => tab.marketSockets.at(-1)?.drop())
    await page.settle(1_000)
  }
  return { deliver, topics, drop, settle: page.settle }
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

const book = (bids: [string, string][], asks: [string, string][]) =>
  createBookScript('BTCUSDT', { bids, asks })
/** As many rows as a side may need. */
const highBox = () => vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400)
const pricesOf = (name: string) =>
  within(screen.getByRole('list', { name }))
    .queryAllByRole('button')
    .map((row) => row.firstElementChild?.textContent)

it('says how far the sides are apart, in price and percent', async () => {
  const { deliver } = await live()
  await deliver(book([['59999.50', '1']], [['60000.00', '1']]).snapshot())
  expect(screen.getByText('Spread').parentElement?.textContent).toBe('Spread 0.50 0.001%')
})

it('says nothing of a spread while a side is empty', async () => {
  const { deliver } = await live()
  await deliver(book([['100', '1']], []).snapshot())
  expect(screen.queryByText('Spread')).toBeNull()
  expect(screen.getByTitle('Bids 100%')).toBeTruthy()
})

it('says so where nobody offers anything', async () => {
  highBox()
  const { deliver } = await live()
  await deliver(book([], []).snapshot())
  expect(screen.getByText('No orders on either side.')).toBeTruthy()
})

it('shows one side alone, and both again', async () => {
  highBox()
  const { deliver } = await live()
  await deliver(book([['100', '1']], [['101', '1']]).snapshot())
  expect([pricesOf('Asks'), pricesOf('Bids')]).toEqual([['101.00'], ['100.00']])
  fireEvent.click(screen.getByRole('radio', { name: 'Bids' }))
  expect([pricesOf('Asks'), pricesOf('Bids')]).toEqual([[], ['100.00']])
  fireEvent.click(screen.getByRole('radio', { name: 'Asks' }))
  expect([pricesOf('Asks'), pricesOf('Bids')]).toEqual([['101.00'], []])
  fireEvent.click(screen.getByRole('radio', { name: 'Both sides' }))
  expect([pricesOf('Asks'), pricesOf('Bids')]).toEqual([['101.00'], ['100.00']])
})

it('follows the changes of the book, level by level', async () => {
  highBox()
  const { deliver } = await live()
  const script = book([['100', '1']], [['101', '1']])
  await deliver(script.snapshot())
  await deliver(
    script.delta({
      bids: [
        ['100', '0'],
        ['99.5', '2'],
      ],
      asks: [['100.5', '3']],
    }),
  )
  expect([pricesOf('Asks'), pricesOf('Bids')]).toEqual([['100.50', '101.00'], ['99.50']])
})

it('picks the price as sent, with what is offered up to it', async () => {
  highBox()
  const picked: unknown[] = []
  const { deliver } = await live({ onPick: (...all) => picked.push(all) })
  await deliver(
    book(
      [
        ['100', '1'],
        ['99.5', '2.5'],
      ],
      [['101', '1']],
    ).snapshot(),
  )
  const [, second] = within(screen.getByRole('list', { name: 'Bids' })).getAllByRole('button')
  fireEvent.click(second?.children[0] as Element)
  fireEvent.click(second?.children[1] as Element)
  const [ask] = within(screen.getByRole('list', { name: 'Asks' })).getAllByRole('button')
  fireEvent.click(ask as Element)
  expect(picked).toEqual([
    ['99.5', {}, 'buy'],
    ['99.5', { size: '3.5' }, 'buy'],
    ['101', {}, 'sell'],
  ])
})

it('has no trades to show before there are any', async () => {
  await live()
  expect(screen.getByText('No trades yet.')).toBeTruthy()
})

it('says of each trade whether it was bought or sold', async () => {
  const { deliver } = await live()
  const trade = (id: string, takerSide: string) => ({
    id,
    price: '100',
    size: '1',
    takerSide,
    ts: 1,
  })
  await deliver({
    topic: 'trade',
    symbol: 'BTCUSDT',
    type: 'snapshot',
    seq: 1,
    prevSeq: 0,
    ts: 1,
    trades: [trade('1', 'buy'), trade('2', 'sell')],
  })
  const rows = within(screen.getByRole('list', { name: 'Trades' })).getAllByRole('listitem')
  expect(rows.map((row) => [row.dataset['side'], row.firstChild?.textContent])).toEqual([
    ['sell', '100.00 sold'],
    ['buy', '100.00 bought'],
  ])
})
