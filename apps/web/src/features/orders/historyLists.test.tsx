import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectionLost } from '@x/request/testing'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import type { SpotSymbol } from '../../data/spot/model.ts'
import { Fills, OrderHistory } from './historyLists.tsx'

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
const order = (id: number, more: object = {}) => ({
  orderId: String(id),
  clientOid: `c${id}`,
  symbol: 'BTCUSDT',
  side: 'buy',
  orderType: 'limit',
  price: '100.5',
  size: '1',
  sizeUnit: 'base',
  filled: '1',
  filledQuote: '100.5',
  avgPrice: '100.5',
  fee: '0.001',
  feeAsset: 'BTC',
  status: 'filled',
  createdAt: id,
  triggers: [],
  firedAt: null,
  ...more,
})
const fill = (id: number) => ({
  fillId: String(id),
  orderId: String(id),
  symbol: 'BTCUSDT',
  side: 'buy',
  role: 'taker',
  price: '100.5',
  size: '0.5',
  value: '50.25',
  fee: '0.0005',
  feeAsset: 'BTC',
  createdAt: id,
})
const LISTS = [
  { list: 'fills', path: '/spot/order/fills', topic: 'fills', make: fill, List: Fills },
  {
    list: 'past orders',
    path: '/spot/order/history',
    topic: 'orders',
    make: order,
    List: OrderHistory,
  },
] as const

afterEach(cleanup)

describe.each(LISTS)('the list of $list below the terminal', ({ path, topic, make, List }) => {
  let browser: TestBrowser
  let tab: TestTab
  let settle: (ms?: number) => Promise<void>
  /** What the server has, the latest first. */
  let stored: { readonly id: number }[]
  /** How many it has at first: two pages. */
  let begun = 70
  let usual: Parameters<TestBrowser['on']>[1]
  let seq = 0

  const ids = () =>
    [...document.querySelectorAll('[data-row]')].map((row) => Number(row.getAttribute('data-row')))
  const deliver = (type: 'snapshot' | 'delta', data: object[]) =>
    act(() =>
      tab.sockets.at(-1)?.deliver({
        topic,
        type,
        seq: type === 'snapshot' ? (seq = 1) : ++seq,
        prevSeq: seq - 1,
        ts: 0,
        data,
      }),
    )
  const happen = (count: number) =>
    (stored = [
      ...Array.from({ length: count }, (_, at) => ({ id: (stored[0]?.id ?? 0) + count - at })),
      ...stored,
    ])
  /** Delivers this many records, one after the other. */
  const deliverMany = async (count: number, { everyMs = 0 } = {}) => {
    for (let each = 0; each < count; each++) {
      happen(1)
      deliver('delta', [make(stored[0]!.id)])
      if (everyMs) await settle(everyMs)
    }
  }
  const more = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Load more' }))
    await settle()
  }
  const down = (from: number, to: number) =>
    Array.from({ length: from - to + 1 }, (_, at) => from - at)

  beforeEach(async () => {
    stored = down(begun, 1).map((id) => ({ id }))
    browser = createTestBrowser()
    browser.signIn('7')
    browser.on('/spot/public/symbols', () => ok([spec]))
    for (const open of ['open', 'trigger'])
      browser.on(`/spot/order/${open}`, () => ok({ items: [], next: null }))
    // Cursors of what has ended stay true, whatever comes before them.
    usual = ({ data }) => {
      const from = stored.findIndex(({ id }) => String(id) === data['cursor']) + 1
      const items = stored.slice(from, from + Number(data['limit']))
      return ok({
        items: items.map(({ id }) => make(id)),
        next: from + items.length < stored.length ? String(items.at(-1)?.id) : null,
      })
    }
    browser.on(path, usual)
    tab = await browser.openTab()
    settle = renderPage(<List spec={spec} prices={undefined} />, { browser, tab }).settle
    await settle()
    act(() => tab.sockets.at(-1)?.open())
    deliver('snapshot', [])
    await settle(5_000)
  })

  it('batches forty new records into few requests', async () => {
    await more()
    expect(ids()).toHaveLength(70)
    const before = browser.asked(path).length
    await deliverMany(40, { everyMs: 250 })
    await settle(5_000)
    const asked = browser.asked(path).slice(before)
    expect([asked.length, asked.filter(({ data }) => data['cursor'] !== undefined).length]).toEqual(
      [5, 0],
    )
    expect(ids(), 'nothing lost, nothing twice').toEqual(down(110, 1))
  })

  it('shows one that is alone at once', async () => {
    await deliverMany(1)
    await settle()
    expect(ids()[0]).toBe(71)
  })

  it('goes on where its last page ended, whatever has come on top', async () => {
    await deliverMany(7)
    await settle(5_000)
    await more()
    expect([ids(), screen.queryByRole('button', { name: 'Load more' })]).toEqual([
      down(77, 1),
      null,
    ])
  })

  it('keeps rows in place while scrolled and counts new ones', async () => {
    const fresh = () => screen.queryByRole('button', { name: /^New records/ })
    const list = screen.getByRole('table').parentElement!
    list.scrollTo = (({ top }: { top: number }) =>
      void (list.scrollTop = top)) as typeof list.scrollTo
    list.scrollTop = 200
    fireEvent.scroll(list)
    await deliverMany(2)
    await settle(5_000)
    expect([ids()[0], fresh()?.textContent]).toEqual([70, 'New records: 2'])
    fireEvent.click(fresh()!)
    expect([ids()[0], fresh(), list.scrollTop]).toEqual([72, null, 0])
  })

  describe('of three pages', () => {
    beforeAll(() => void (begun = 120))
    afterAll(() => void (begun = 70))

    // More than five pages begin the list anew.
    it.each([
      [3, 100],
      [80, 100],
      [260, 250 - 260],
    ])('fetches all %i records missed while disconnected', async (count, kept) => {
      await more()
      tab.sockets.at(-1)?.drop()
      happen(count)
      await settle(1_000)
      act(() => tab.sockets.at(-1)?.open())
      deliver('snapshot', [])
      await settle(5_000)
      expect(ids()).toEqual(down(120 + count, 121 - kept))
      await more()
      expect(ids()).toEqual(down(120 + count, Math.max(1, 71 - kept)))
    })
  })

  it('retries failed loads, but not refused ones', async () => {
    browser.on(path, () => Promise.reject(connectionLost()))
    await deliverMany(1)
    await settle(1_000)
    browser.on(path, usual)
    await settle(10_000)
    expect(ids()[0]).toBe(71)
    browser.on(path, () => refused('40301'))
    const before = browser.asked(path).length
    await deliverMany(1)
    await settle(20_000)
    expect(browser.asked(path)).toHaveLength(before + 1)
  })

  it('requests nothing once closed and refetches when reopened', async () => {
    cleanup()
    const before = browser.asked(path).length
    await deliverMany(3)
    await browser.clock.advance(10_000)
    expect(browser.asked(path)).toHaveLength(before)
    settle = renderPage(<List spec={spec} prices={undefined} />, { browser, tab }).settle
    await settle()
    expect(ids()[0]).toBe(73)
  })
})
