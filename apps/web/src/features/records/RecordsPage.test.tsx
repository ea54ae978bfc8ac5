import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { PHONE } from '../../lib/media/useMedia.ts'
import { switchRealm } from '../../data/session/switchRealm.ts'
import { RecordsPage } from './RecordsPage.tsx'

const HISTORY = '/spot/order/history'
const PAIR = {
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
  createdAt: Date.UTC(2026, 10, 1) - id * 1_000,
  triggers: [],
  firedAt: null,
  ...more,
})
/** 250 orders; every fiftieth is a sale. */
const ALL = Array.from({ length: 250 }, (_, at) =>
  order(250 - at, at % 50 === 49 ? { side: 'sell' } : {}),
)

/** What the server has. */
let stored = ALL

let browser: TestBrowser
let tab: TestTab
let settle: (ms?: number) => Promise<void>
beforeEach(() => {
  browser = createTestBrowser()
  browser.signIn('7')
  browser.on('/spot/public/symbols', () => ok([PAIR]))
  browser.on('/spot/order/open', () => ok({ items: [], next: null }))
  browser.on('/spot/order/trigger', () => ok({ items: [], next: null }))
  browser.on(HISTORY, ({ data }) => {
    const from = Number(data['cursor'] ?? 0)
    const to = from + Number(data['limit'])
    const rows = stored.filter(
      ({ side, status }) =>
        side === (data['side'] ?? side) && status === (data['status'] ?? status),
    )
    return ok({ items: rows.slice(from, to), next: to < rows.length ? String(to) : null })
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

async function openPage() {
  tab = await browser.openTab('http://app/en/record/exchange')
  settle = renderPage(<RecordsPage />, { browser, tab, at: '/en/record/exchange' }).settle
  await settle()
}

const choose = async (label: string, option: string) => {
  fireEvent.click(screen.getByRole('combobox', { name: label }))
  await settle()
  fireEvent.click(within(await screen.findByRole('listbox')).getByText(option))
  await settle()
}
const rows = () => Number(screen.getByRole('table').getAttribute('aria-rowcount')) - 1

/** What was saved, with its name. */
function savedFiles() {
  const files: { readonly blob: Blob; name?: string }[] = []
  URL.createObjectURL = (blob) => `blob:${files.push({ blob: blob as Blob })}`
  URL.revokeObjectURL = () => undefined
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    Object.assign(files.at(-1) ?? {}, { name: this.download })
  })
  return files
}

describe('the records of orders', () => {
  beforeEach(openPage)

  it('come page by page', async () => {
    expect([rows(), browser.asked(HISTORY).length]).toEqual([100, 1])
    fireEvent.click(screen.getByRole('button', { name: 'Load more' }))
    await settle()
    expect([rows(), browser.asked(HISTORY).at(-1)?.data['cursor']]).toEqual([200, '100'])
  })
  it('filters on the server, so that pages are full', async () => {
    await choose('Side', 'Sell')
    expect([
      rows(),
      browser.asked(HISTORY).at(-1)?.data['side'],
      screen.queryByRole('button', { name: 'Load more' }),
    ]).toEqual([5, 'sell', null])
  })
  it('exports every row of the filter, not only visible ones', async () => {
    const files = savedFiles()
    fireEvent.click(screen.getByRole('button', { name: 'Export CSV' }))
    await settle()
    const lines = (await files[0]?.blob.text())?.split('\r\n') ?? []
    expect([files[0]?.name, lines.length, lines[1]]).toEqual([
      'spot-history.csv',
      252,
      '2026-10-31T23:55:50.000Z,250,BTCUSDT,buy,limit,filled,100.5,1,base,,1,100.5,100.5,0.001' +
        ',BTC,,,,,,,,,c250,,',
    ])
  })
  it('are exported as they are filtered', async () => {
    const files = savedFiles()
    await choose('Side', 'Sell')
    fireEvent.click(screen.getByRole('button', { name: 'Export CSV' }))
    await settle()
    const lines = (await files[0]?.blob.text())?.trimEnd().split('\r\n') ?? []
    expect([lines.length, browser.asked(HISTORY).at(-1)?.data]).toEqual([
      6,
      expect.objectContaining({ side: 'sell', limit: '200' }),
    ])
  })
})

describe('a few records of orders', () => {
  // A hundred rows around them would only take time to be drawn and searched.
  beforeAll(() => void (stored = ALL.slice(0, 3)))
  afterAll(() => void (stored = ALL))
  beforeEach(openPage)

  it('say so when none passes, and all come back', async () => {
    await choose('Status', 'Cancelled')
    expect(screen.getByText('No record matches these filters.')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    await settle()
    expect(rows()).toBe(3)
  })
  it('are narrowed to a pair by the server', async () => {
    await choose('Pair', 'BTC/USDT')
    expect(browser.asked(HISTORY).at(-1)?.data).toMatchObject({ symbol: 'BTCUSDT' })
  })
  it('filters between two local days, both included', async () => {
    const asked = browser.asked(HISTORY).length
    const day = new Date(browser.clock.now() - 3 * 86_400_000).toISOString().slice(0, 10)
    const [first, last] = [screen.getByLabelText('Start date'), screen.getByLabelText('End date')]
    fireEvent.change(first, { target: { value: day.replaceAll('-', '/') } })
    fireEvent.keyDown(first, { key: 'Enter' })
    await settle()
    expect(browser.asked(HISTORY)).toHaveLength(asked)
    fireEvent.change(last, { target: { value: day } })
    fireEvent.keyDown(last, { key: 'Enter' })
    await settle()
    const { from, to } = browser.asked(HISTORY).at(-1)?.data ?? {}
    expect(Number(to) - Number(from)).toBe(86_399_999)
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    await settle()
    expect([(first as HTMLInputElement).value, rows()]).toEqual(['', 3])
  })
  it('are not exported in part: a failure says so and saves nothing', async () => {
    const files = savedFiles()
    browser.on(HISTORY, () => refused('40301'))
    fireEvent.click(screen.getByRole('button', { name: 'Export CSV' }))
    await settle()
    expect([files, tab.toasts()]).toEqual([[], ['This account may not do that.']])
  })
  it('exports nothing when the realm changes meanwhile', async () => {
    const files = savedFiles()
    const [first] = ALL
    browser.on(
      '/user/sub-account/switchTradeDemo',
      () => (browser.signIn('7', { realm: 'paper', token: 'paper' }), ok({ realm: 'paper' })),
    )
    browser.on(HISTORY, async ({ data: { cursor } }) => {
      if (cursor === undefined) await tab.store.dispatch(switchRealm({ to: 'paper' })).unwrap()
      return ok({ items: [first], next: cursor === undefined ? '1' : null })
    })
    fireEvent.click(screen.getByRole('button', { name: 'Export CSV' }))
    await settle()
    expect([files, tab.session().user?.realm, tab.toasts()]).toEqual([
      [],
      'paper',
      [tab.services.translate('error.realm')],
    ])
  })
  it('exports live orders from the server, not from the cache', async () => {
    const files = savedFiles()
    const pressExport = async () => {
      fireEvent.click(screen.getByRole('tab', { name: 'Open orders' }))
      await settle()
      fireEvent.click(screen.getByRole('button', { name: 'Export CSV' }))
      await settle()
    }
    browser.on('/spot/order/open', () => refused('40301'))
    await pressExport()
    // The list has said so, and the export.
    expect([files, tab.toasts()]).toEqual([[], Array(2).fill('This account may not do that.')])
    browser.on('/spot/order/open', () =>
      ok({ items: [order(900, { status: 'open' })], next: null }),
    )
    await pressExport()
    expect([
      files.at(-1)?.name,
      (await files.at(-1)?.blob.text())
        ?.trimEnd()
        .split('\r\n')
        .map((line) => line.split(',')[1]),
    ]).toEqual(['spot-open.csv', ['orderId', '900']])
  })
})

describe('records of paper seasons (trading 5)', () => {
  const account = (season: number) =>
    ok({
      season,
      topUpLeft: {},
      topUpRenewsAt: 0,
      seasons: Array.from({ length: Math.min(season, 20) }, (_, back) => ({
        season: season - back,
        startedAt: 0,
      })),
    })
  const open = async ({ seasons = 2, isPhone = false } = {}) => {
    if (isPhone)
      vi.spyOn(window, 'matchMedia').mockImplementation((media) => ({
        matches: media === PHONE,
        media,
        addEventListener() {},
        removeEventListener() {},
        addListener() {},
        removeListener() {},
        onchange: null,
        dispatchEvent: () => false,
      }))
    browser = createTestBrowser()
    browser.signIn('7', { realm: 'paper' })
    browser.on('/spot/public/symbols', () => ok([PAIR]))
    browser.on('/spot/order/open', () => ok({ items: [], next: null }))
    browser.on('/spot/order/trigger', () => ok({ items: [], next: null }))
    browser.on('/spot/paper/account', () => account(seasons))
    browser.on(HISTORY, ({ data }) =>
      ok({
        items: [2, 1, 1]
          .filter((season) => String(season) === (data['season'] ?? String(season)))
          .map((season, at) => order(3 - at, { season })),
        next: null,
      }),
    )
    await openPage()
  }
  const cellsOf = (header: string) => {
    const at = screen
      .getAllByRole('columnheader')
      .findIndex(({ textContent }) => textContent === header)
    return screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('cell')[at]?.textContent)
  }

  it('say which season is theirs, all of them at first', async () => {
    await open()
    expect([cellsOf('Season'), browser.asked(HISTORY)[0]?.data['season']]).toEqual([
      ['2', '1', '1'],
      undefined,
    ])
  })
  it('filters and exports a season on the server (trading 5)', async () => {
    await open()
    const files = savedFiles()
    await choose('Season', '1')
    expect([rows(), browser.asked(HISTORY).at(-1)?.data['season']]).toEqual([2, '1'])
    fireEvent.click(screen.getByRole('button', { name: 'Export CSV' }))
    await settle()
    const lines = (await files[0]?.blob.text())?.trimEnd().split('\r\n') ?? []
    expect(lines.map((line) => line.split(',').at(-1))).toEqual(['season', '1', '1'])
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    await settle()
    expect(rows()).toBe(3)
  })
  it('filters by the oldest season, whose dates are gone', async () => {
    await open({ seasons: 23 })
    await choose('Season', '1')
    expect(browser.asked(HISTORY).at(-1)?.data['season']).toBe('1')
  })
  it('hides the season filter before the first reset and for live funds', async () => {
    await open({ seasons: 1 })
    expect([
      screen.queryByRole('columnheader', { name: 'Season' }),
      screen.queryByRole('combobox', { name: 'Season' }),
    ]).toEqual([null, null])
  })
  it('stand below the name of their season on a phone', async () => {
    await open({ isPhone: true })
    expect(
      screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent),
    ).toEqual(['Season 2', 'Season 1'])
    expect(
      screen
        .getAllByRole('list', { name: /history/i })
        .map((list) => within(list).getAllByRole('listitem').length),
    ).toEqual([1, 2])
  })
})

describe('one record', () => {
  beforeAll(() => void (stored = ALL.slice(0, 3)))
  afterAll(() => void (stored = ALL))
  beforeEach(openPage)

  const fill = (id: number, more: object = {}) => ({
    fillId: String(id),
    orderId: '250',
    symbol: 'BTCUSDT',
    side: 'buy',
    role: 'taker',
    price: '100.5',
    size: '0.5',
    value: '50.25',
    fee: '0.0005',
    feeAsset: 'BTC',
    createdAt: Date.UTC(2026, 10, 1),
    ...more,
  })
  const open = async (fills: object[], next: string | null = null, more: object = {}) => {
    browser.on('/spot/order/detail', ({ data }) =>
      ok({ order: order(Number(data['orderId'])), fills: { items: fills, next }, ...more }),
    )
    fireEvent.click(screen.getByRole('button', { name: 'Order 250' }))
    const dialog = await screen.findByRole('dialog', { name: 'Order 250' })
    await settle()
    return dialog
  }

  it('shows the terms of an order and each of its fills', async () => {
    const dialog = await open([fill(2), fill(1)])
    expect(browser.asked('/spot/order/detail')[0]?.data).toMatchObject({ orderId: '250' })
    expect([
      within(dialog).getAllByText('Average')[0]?.parentElement?.textContent,
      within(dialog).queryByText(/^All frictions/),
    ]).toEqual(['Average100.50 USDT', null])
    expect(within(dialog).getAllByRole('row')).toHaveLength(3)
  })
  it('adds up what paper fills cost beyond the middle price (trading 5)', async () => {
    const dialog = await open([
      fill(2, { spread: '0.25', impact: '0.1', latency: '-0.05', latencyMs: 30 }),
      fill(1, { spread: '0.25', impact: '0' }),
    ])
    expect(within(dialog).getByText('All frictions (USDT)').parentElement?.textContent).toContain(
      '0.5500',
    )
  })
  it('sums the costs of all fills, not of the first page (trading 5)', async () => {
    const dialog = await open([fill(2, { spread: '0.25', impact: '0.1' })], '2', {
      executionCosts: { spread: '12.5', impact: '0.5', latency: '-1' },
    })
    expect(within(dialog).getByText('All frictions (USDT)').parentElement?.textContent).toContain(
      '12.0000',
    )
  })
  it('shows no sum where the gateway sends none (trading 5)', async () => {
    const dialog = await open([fill(2, { spread: '0.25', impact: '0.1' })], '2')
    expect(within(dialog).queryByText('All frictions (USDT)')).toBeNull()
  })
  it('says when there are more fills than it shows', async () => {
    const dialog = await open([fill(2)], '2')
    expect(within(dialog).getByText('Only the latest fill is shown.')).toBeTruthy()
  })
  it('says what went wrong and lets it be tried again', async () => {
    browser.on('/spot/order/detail', () => refused('40401'))
    fireEvent.click(screen.getByRole('button', { name: 'Order 250' }))
    expect(await screen.findByRole('button', { name: /again|Retry/i })).toBeTruthy()
  })
})

describe('records that come while a page of them is open', () => {
  const table = () => screen.getByRole('table')
  const fresh = () => screen.queryByRole('button', { name: /^New records/ })
  const idsOf = () =>
    within(table())
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.getAttribute('data-row'))
  let seq = 1
  const deliver = (topic: string, type: string, data: object[]) =>
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
  /** So many orders end, at once or one after the other. */
  const trade = async (count: number, { everyMs = 0 } = {}) => {
    for (let each = 0; each < count; each++) {
      const done = order(Number(stored[0]?.orderId) + 1)
      stored = [done, ...stored]
      deliver('orders', 'delta', [done])
      if (everyMs) await settle(everyMs)
    }
  }
  const more = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Load more' }))
    await settle()
  }
  const scroll = (top: number) => {
    Object.assign(table(), { scrollTop: top })
    fireEvent.scroll(table())
  }

  beforeEach(async () => {
    // Cursors of what has ended stay true, whatever comes before them.
    browser.on(HISTORY, ({ data }) => {
      const rows = stored.filter(({ side }) => side === (data['side'] ?? side))
      const from = rows.findIndex(({ orderId }) => orderId === data['cursor']) + 1
      const items = rows.slice(from, from + Number(data['limit']))
      return ok({ items, next: from + items.length < rows.length ? items.at(-1)?.orderId : null })
    })
    stored = ALL
    await openPage()
    act(() => tab.sockets.at(-1)?.open())
    deliver('orders', 'snapshot', [])
    await settle(5_000)
  })
  afterEach(() => (stored = ALL))

  it('batches forty new records into few requests', async () => {
    await more()
    await more()
    expect(rows()).toBe(250)
    const before = browser.asked(HISTORY).length
    await trade(40, { everyMs: 250 })
    await settle(5_000)
    const asked = browser.asked(HISTORY).slice(before)
    expect(asked.length).toBeGreaterThan(1)
    expect(asked.length).toBeLessThanOrEqual(5)
    expect(asked.filter(({ data }) => data['cursor'] !== undefined)).toEqual([])
    expect([rows(), idsOf().slice(0, 3)]).toEqual([290, ['290', '289', '288']])
  })
  it('holds new rows back while the user has scrolled', async () => {
    await more()
    scroll(500)
    await trade(2)
    await settle(5_000)
    expect([rows(), fresh()?.textContent]).toEqual([200, 'New records: 2'])
    await trade(1)
    await settle(5_000)
    expect([rows(), fresh()?.textContent]).toEqual([200, 'New records: 3'])
    fireEvent.click(fresh()!)
    expect([rows(), fresh(), table().scrollTop, idsOf()[0]]).toEqual([203, null, 0, '253'])
    await trade(1)
    await settle(5_000)
    expect([rows(), fresh()]).toEqual([204, null])
  })
  it('let later pages be loaded where they ended', async () => {
    await trade(7)
    await settle(5_000)
    await more()
    await more()
    expect([rows(), screen.queryByRole('button', { name: 'Load more' })]).toEqual([257, null])
  })
  it('reads pages until they meet the list, without a gap', async () => {
    await more()
    stored = [...Array.from({ length: 150 }, (_, at) => order(400 - at)), ...stored]
    deliver('orders', 'snapshot', [])
    await settle(5_000)
    expect([rows(), idsOf()[0]]).toEqual([350, '400'])
    stored = [...Array.from({ length: 600 }, (_, at) => order(1000 - at)), ...stored]
    deliver('orders', 'snapshot', [])
    await settle(5_000)
    expect([rows(), idsOf()[0]]).toEqual([500, '1000'])
    for (let page = 0; page < 5; page++) await more()
    expect([rows(), screen.queryByRole('button', { name: 'Load more' })]).toEqual([1000, null])
  })
  it('ignores new records that do not match the filter', async () => {
    await choose('Side', 'Sell')
    scroll(500)
    await trade(3)
    await settle(5_000)
    expect([rows(), fresh()]).toEqual([5, null])
  })
  it('are not lost to a page that is on its way', async () => {
    let arrive = () => {}
    const page = new Promise<void>((resolve) => (arrive = resolve))
    const usual = stored
    browser.on(HISTORY, async ({ data }) => {
      if (data['cursor'] !== undefined) await page
      const from = stored.findIndex(({ orderId }) => orderId === data['cursor']) + 1
      return ok({ items: stored.slice(from, from + 100), next: stored[from + 99]?.orderId ?? null })
    })
    fireEvent.click(screen.getByRole('button', { name: 'Load more' }))
    await settle()
    await trade(1)
    await settle(3_000)
    arrive()
    await settle(10_000)
    expect([rows(), idsOf()[0], usual.length]).toEqual([201, '251', 250])
  })
  it('are exported to the last one, seen or not', async () => {
    const files = savedFiles()
    scroll(500)
    await trade(2)
    await settle(5_000)
    fireEvent.click(screen.getByRole('button', { name: 'Export CSV' }))
    await settle()
    expect((await files[0]?.blob.text())?.trimEnd().split('\r\n')).toHaveLength(253)
  })
  it('are asked for no more once the page is left', async () => {
    await trade(1)
    cleanup()
    const before = browser.asked(HISTORY).length
    await trade(3)
    await browser.clock.advance(10_000)
    expect(browser.asked(HISTORY)).toHaveLength(before)
  })
})
