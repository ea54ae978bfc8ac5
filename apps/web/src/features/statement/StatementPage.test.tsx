import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { PHONE } from '../../lib/media/useMedia.ts'
import { spec } from '../order-ticket/testing/ticketFixture.ts'
import { csvLine } from './csvLines.ts'
import { plainName } from './kindNames.ts'
import { wantedOf } from './statementFilter.ts'
import { StatementPage } from './StatementPage.tsx'

const LINES = '/asset/statement'
const EXPORT = '/asset/statement/export'
const YEAR = '/asset/statement/year'
const AT = Date.UTC(2026, 4, 3, 12)

const line = (changes: object = {}) => ({
  lineId: '7.0.0.1',
  at: AT,
  account: 'spot',
  symbol: null,
  asset: 'USDT',
  kind: 'trade',
  amount: '-30.5',
  balance: '969.5',
  reference: '12',
  ...changes,
})
const gain = {
  symbol: 'ETHUSDT',
  quote: 'USDT',
  proceeds: '3100',
  cost: '3000',
  fees: '3.1',
  gain: '96.9',
  uncovered: '0',
  openShort: '0',
}

/** The value that is announced and copied, not the one that is drawn. */
const EXACT = { ignore: '[aria-hidden]' }

let browser: TestBrowser
let tab: TestTab
let settle: (ms?: number) => Promise<void>
let asked: Record<string, unknown>[]
let saved: Blob[]

const open = async () => {
  browser.signIn('1000000001')
  tab = await browser.openTab('http://app/en/transac')
  settle = renderPage(<StatementPage />, { browser, tab, at: '/en/transac' }).settle
  await settle()
  await settle()
}
const press = async (name: string | RegExp) => {
  fireEvent.click(screen.getByRole('button', { name }))
  await settle()
  await settle()
}

beforeEach(() => {
  asked = []
  saved = []
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}`,
      revokeObjectURL: () => undefined,
    }),
  )
  browser = createTestBrowser()
  browser.on('/spot/account/assets', () => ok([{ asset: 'USDT', available: '1', held: '0' }]))
  browser.on(LINES, ({ data }) => {
    asked.push(data as Record<string, unknown>)
    return ok({
      items: [
        line(),
        line({ lineId: '6.0.0.0', account: 'futures', symbol: 'BTCUSDT', kind: 'staking_reward' }),
      ],
      next: null,
    })
  })
  browser.on(YEAR, ({ data }) =>
    ok({
      year: Number((data as { year: string }).year),
      from: 0,
      to: 1,
      assets: [
        {
          asset: 'ETH',
          opening: '0',
          closing: '1',
          kinds: [{ kind: 'trade', received: '2', paid: '1' }],
        },
      ],
      gains: [gain],
    }),
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** The page asks for no more than the width of a phone. */
function onPhone(): void {
  const media = window.matchMedia.bind(window)
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.defineProperty(media(query), 'matches', { value: query === PHONE }),
  )
}

describe('the statement page', () => {
  it('shows each line with its account, amount and balance', async () => {
    await open()
    const row = screen.getByText('Trade', {
      selector: '[role="cell"] *, [role="gridcell"] *, td *, td, [role="cell"], [role="gridcell"]',
    })
    expect(row).toBeTruthy()
    expect(screen.getAllByText('969.5', EXACT)).toHaveLength(2)
    // As many decimals in each row, so that they lie below each other.
    expect(
      screen.getAllByText('969.5', { ignore: 'span:not([aria-hidden])' })[0]?.textContent,
    ).toBe('969.50000000')
    expect(screen.getByText('Futures BTCUSDT')).toBeTruthy()
  })

  it.each(['table', 'list'])('names the pair of a margin account, in its %s', async (kind) => {
    if (kind === 'list') onPhone()
    browser.on('/spot/public/symbols', () => ok([spec]))
    browser.on(LINES, () =>
      ok({
        items: [
          line({ account: 'margin', symbol: 'BTCUSDT' }),
          line({ lineId: '6.0.0.0', account: 'loan', symbol: 'BTCUSDT' }),
        ],
        next: null,
      }),
    )
    await open()
    const lines = within(screen.getByRole(kind, { name: 'Account statement' }))
    expect(lines.getByText('Margin BTC/USDT')).toBeTruthy()
    expect(lines.getByText('Loan BTC/USDT')).toBeTruthy()
  })

  it.each(['table', 'list'])('writes times as every record does, in its %s', async (kind) => {
    if (kind === 'list') onPhone()
    await open()
    const lines = screen.getByRole(kind, { name: 'Account statement' })
    const time = within(lines).getAllByText(/^2026-05-0\d \d\d:00$/)[0]
    // Left to right in every language, so that no mark of a language turns it.
    expect(time?.closest('[data-x-part="number"]')?.getAttribute('title')).toMatch(/:00:00$/)
  })

  it('shows a kind of a later version by its name', async () => {
    await open()
    expect(screen.getByText('Staking reward')).toBeTruthy()
    expect(plainName('p2p_fee')).toBe('P2p fee')
  })

  it('shows ten lines a page, and as many as are chosen (U16)', async () => {
    browser.on(LINES, () =>
      ok({
        items: Array.from({ length: 35 }, (_, at) => line({ lineId: `${at}`, balance: `${at}` })),
        next: null,
      }),
    )
    await open()
    const shown = () => Number(screen.getByRole('table').getAttribute('aria-rowcount')) - 1
    expect(shown()).toBe(10)
    await press('Page 2')
    expect(screen.getByText('19', EXACT)).toBeTruthy()
    const sizes = screen.getByRole<HTMLSelectElement>('combobox', { name: /per page/i })
    expect([...sizes.options].map(({ value }) => Number(value))).toEqual([10, 20, 30, 40, 50, 100])
    fireEvent.change(sizes, { target: { value: '50' } })
    await settle()
    expect(shown()).toBe(35)
  })

  it('says that there are no movements yet', async () => {
    browser.on(LINES, () => ok({ items: [], next: null }))
    await open()
    expect(screen.getByText('There are no movements yet.')).toBeTruthy()
  })

  it('offers another try when the server refuses', async () => {
    browser.on(LINES, () => refused('00006', { msg: 'Please try again' }))
    await open()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  })

  it('asks a guest to log in', async () => {
    tab = await browser.openTab('http://app/en/transac')
    settle = renderPage(<StatementPage />, { browser, tab, at: '/en/transac' }).settle
    await settle()
    expect(screen.queryByRole('tablist')).toBeNull()
  })

  it('adds up a year and its gains', async () => {
    await open()
    fireEvent.click(screen.getByRole('tab', { name: 'Tax year (UTC)' }))
    await settle()
    await settle()
    expect(screen.getByText('96.9', EXACT)).toBeTruthy()
    expect(screen.getByText('Opening balance')).toBeTruthy()
    const closing = screen.getByText('Closing balance').closest('[role=row]')
    const figures = closing?.querySelectorAll('[data-x-part="number"]')
    // A balance is neither received nor paid.
    expect([...(figures ?? [])].map((each) => each.getAttribute('title') ?? '')).toEqual(['1'])
    expect(closing?.lastElementChild?.contains(figures?.[0] ?? null)).toBe(true)
    // Another year is asked for: six of them, the current one first.
    const current = new Date(browser.clock.now()).getUTCFullYear()
    fireEvent.click(screen.getByRole('combobox', { name: 'Tax year (UTC)' }))
    await settle()
    const years = await screen.findAllByRole('option')
    expect(years.map(({ textContent }) => textContent)).toEqual(
      Array.from({ length: 6 }, (_, back) => String(current - back)),
    )
    fireEvent.click(screen.getByRole('option', { name: String(current - 2) }))
    await settle()
    expect(browser.asked(YEAR).at(-1)?.data).toMatchObject({ year: String(current - 2) })
  })

  const openYear = async () => {
    await open()
    fireEvent.click(screen.getByRole('tab', { name: 'Tax year (UTC)' }))
    await settle()
    await settle()
  }

  it.each([
    ['uncovered', 'no trade of this account had bought'],
    ['openShort', 'counts in the year in which a purchase closes it'],
  ])('says what is in no gain, %s', async (sum, text) => {
    await openYear()
    expect(screen.queryByRole('note')).toBeNull()
    cleanup()
    browser.on(YEAR, ({ data }) =>
      ok({
        year: Number(data['year']),
        from: 0,
        to: 1,
        assets: [],
        gains: [gain, { ...gain, symbol: 'BTCUSDT', [sum]: '40250.5' }],
      }),
    )
    await openYear()
    expect(screen.getByText('40,250.5')).toBeTruthy()
    expect(screen.getByRole('note').textContent).toContain(text)
  })

  it('saves every line of the chosen year', async () => {
    browser.on(EXPORT, () => ok({ items: [line()], next: null, total: 1 }))
    await openYear()
    await press('Export CSV')
    await settle()
    const year = new Date(browser.clock.now()).getUTCFullYear()
    const { from, to } = browser.asked(EXPORT).at(-1)?.data ?? {}
    expect([from, to].map((at) => new Date(Number(at)).toISOString())).toEqual([
      `${year}-01-01T00:00:00.000Z`,
      `${year}-12-31T23:59:59.999Z`,
    ])
    expect(saved).toHaveLength(1)
  })

  it('saves the summary of the year as one table', async () => {
    await openYear()
    await press('Save the summary (CSV)')
    const [names, ...lines] = (await saved[0]!.text()).trim().split(/\r?\n/)
    expect(names).toMatch(
      /record,name,kind,received,paid,proceeds,cost,fees,gain,uncovered,openShort$/,
    )
    expect(lines).toEqual([
      'gain,ETHUSDT,,,,3100,3000,3.1,96.9,0,0',
      'balance,ETH,opening,0,,,,,,,',
      'movement,ETH,trade,2,1,,,,,,',
      'balance,ETH,closing,1,,,,,,,',
    ])
  })

  it('says that nothing happened in a year, and offers another try', async () => {
    browser.on(YEAR, ({ data }) =>
      ok({ year: Number(data['year']), from: 0, to: 1, assets: [], gains: [] }),
    )
    await open()
    const toYear = async () => {
      fireEvent.click(screen.getByRole('tab', { name: 'Tax year (UTC)' }))
      await settle()
      await settle()
    }
    await toYear()
    expect(screen.getAllByText('Nothing happened in this year.')).toHaveLength(2)
    cleanup()
    browser.on(YEAR, () => refused('00006', { msg: 'Please try again' }))
    await open()
    await toYear()
    expect(screen.getAllByRole('button', { name: 'Try again' }).length).toBeGreaterThan(0)
  })
})

describe('the statement on a phone', () => {
  const day = (back: number) =>
    new Date(browser.clock.now() - back * 86_400_000).toISOString().slice(0, 10)
  const tap = async (name: string) => {
    await expect.poll(() => document.querySelector(`[data-day="${name}"]`)).not.toBeNull()
    await act(async () => fireEvent.click(document.querySelector(`[data-day="${name}"]`)!))
  }

  it('narrows to the days of a calendar in a sheet (U13)', async () => {
    onPhone()
    await open()
    await press('Filters')
    await press('Dates')
    const sheet = await screen.findByRole('dialog', { name: 'Dates' })
    // Nothing is recorded for days to come.
    await tap(day(1))
    await tap(day(0))
    fireEvent.click(within(sheet).getByRole('button', { name: 'Confirm' }))
    await settle()
    await expect
      .poll(() => asked.at(-1))
      .toMatchObject({
        from: String(Date.parse(`${day(1)}T00:00:00Z`)),
        to: String(Date.parse(`${day(-1)}T00:00:00Z`) - 1),
      })
    expect(screen.getByRole('button', { name: 'Dates' }).textContent).toContain(day(1))
    await press('Clear filters')
    await expect.poll(() => asked.at(-1)).not.toHaveProperty('from')
  })

  it('chooses the tax year by a wheel in a sheet (U12)', async () => {
    onPhone()
    await open()
    fireEvent.click(screen.getByRole('tab', { name: 'Tax year (UTC)' }))
    await settle()
    await press('Tax year (UTC)')
    const wheel = await screen.findByRole('spinbutton', { name: 'Tax year (UTC)' })
    const current = new Date(browser.clock.now()).getUTCFullYear()
    expect(wheel.getAttribute('aria-valuetext')).toBe(String(current))
    expect(wheel.getAttribute('aria-valuemax')).toBe('6')
    fireEvent.keyDown(wheel, { key: 'ArrowDown' })
    await expect
      .poll(async () => {
        await settle()
        return browser.asked(YEAR).at(-1)?.data
      })
      .toMatchObject({ year: String(current - 1) })
    expect(screen.getByText('96.9', EXACT)).toBeTruthy()
  })
})

describe('the export', () => {
  it('saves all pages in one file', async () => {
    browser.on(EXPORT, ({ data }) => {
      const { cursor } = data as { cursor?: string }
      return cursor
        ? ok({ items: [line({ lineId: '1.0.0.0' })], next: null, total: null })
        : ok({ items: [line()], next: '7.0.0.1', total: 2 })
    })
    await open()
    await press('Export CSV')
    await settle()
    const text = await saved[0]!.text()
    expect(text.trim().split(/\r?\n/)).toHaveLength(3)
    expect(text).toContain('2026-05-03T12:00:00.000Z')
    expect(screen.getByRole('button', { name: 'Export CSV' })).toBeTruthy()
  })

  it('saves many thousand lines, and says how far it is', async () => {
    const [rows, piece] = [Number(process.env['CSV_ROWS'] ?? 20_000), 5_000]
    let goOn = () => {}
    const isSeen = new Promise<void>((resolve) => (goOn = resolve))
    browser.on(EXPORT, async ({ data }) => {
      const from = Number((data as { cursor?: string }).cursor ?? 0)
      if (from === piece) await isSeen
      const count = Math.min(piece, rows - from)
      return ok({
        items: Array.from({ length: count }, (_, at) => line({ lineId: `${from + at}` })),
        next: from + count < rows ? String(from + count) : null,
        total: from === 0 ? rows : null,
      })
    })
    await open()
    await press('Export CSV')
    await expect
      .poll(() => document.body.textContent)
      .toMatch(new RegExp(`${piece} of ${rows} lines`))
    goOn()
    await expect.poll(() => saved.length, { timeout: 60_000 }).toBe(1)
    const lines = (await saved[0]!.text()).trimEnd().split('\r\n')
    expect(lines).toHaveLength(rows + 1)
    expect(new Set(lines).size).toBe(rows + 1)
    expect(lines.at(-1)).toContain(`${rows - 1},2026-05-03`)
  })

  it('goes on while another page is open, and says how far', async () => {
    let go = () => {}
    browser.on(EXPORT, async ({ data }) => {
      if ((data as { cursor?: string }).cursor === undefined)
        return ok({ items: [line()], next: 'on', total: 2 })
      await new Promise<void>((resolve) => (go = resolve))
      return ok({ items: [line({ lineId: '1' })], next: null, total: null })
    })
    await open()
    await press('Export CSV')
    await expect.poll(() => document.body.textContent).toContain('1 of 2 lines')
    cleanup()
    // The same tab comes back to the page.
    settle = renderPage(<StatementPage />, { browser, tab, at: '/en/transac' }).settle
    await settle()
    await settle()
    expect(document.body.textContent).toContain('1 of 2 lines')
    cleanup()
    go()
    await expect.poll(() => saved.length).toBe(1)
    expect((await saved[0]!.text()).trim().split(/\r?\n/)).toHaveLength(3)
  })

  it('asks again for a piece that did not come in time', async () => {
    let tries = 0
    browser.on(EXPORT, ({ data }) => {
      if (data['cursor'] === undefined) return ok({ items: [line()], next: 'on', total: 2 })
      tries += 1
      if (tries === 1) return new Promise(() => {})
      return ok({ items: [line({ lineId: '1' })], next: null, total: null })
    })
    await open()
    await press('Export CSV')
    await settle(60_000)
    await settle(1_000)
    await expect.poll(() => saved.length).toBe(1)
    expect((await saved[0]!.text()).trim().split(/\r?\n/)).toHaveLength(3)
  })

  it('can be stopped, and saves nothing then', async () => {
    let go = () => {}
    browser.on(EXPORT, async () => {
      await new Promise<void>((resolve) => (go = resolve))
      return ok({ items: [line()], next: 'on', total: 2 })
    })
    await open()
    await press('Export CSV')
    await press('Cancel')
    go()
    await settle()
    await settle()
    expect(saved).toEqual([])
    expect(screen.getByRole('button', { name: 'Export CSV' })).toBeTruthy()
  })

  it('reports a failure and can begin again', async () => {
    browser.on(EXPORT, () => refused('00006', { msg: 'Please try again' }))
    await open()
    await press('Export CSV')
    expect(saved).toEqual([])
    expect(within(document.body).getByRole('button', { name: 'Export CSV' })).toBeTruthy()
  })

  it('writes amounts as they are', () => {
    expect(csvLine(line({ symbol: 'BTCUSDT', amount: '0.00000001' }))).toEqual([
      '7.0.0.1',
      '2026-05-03T12:00:00.000Z',
      'spot',
      'BTCUSDT',
      'trade',
      'USDT',
      '0.00000001',
      '969.5',
      '12',
    ])
  })
})

describe('the filter in the words of the server', () => {
  const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

  it('turns days into moments, both days included', () => {
    expect(wantedOf({ from: '2026-05-01', to: '2026-05-02', kind: 'fee' }, { dayOf })).toEqual({
      kind: 'fee',
      from: String(Date.UTC(2026, 4, 1)),
      to: String(Date.UTC(2026, 4, 3) - 1),
    })
  })

  it('leaves out what narrows nothing', () => {
    expect(wantedOf({}, { dayOf })).toEqual({})
  })
})
