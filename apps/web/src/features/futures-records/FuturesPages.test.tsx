import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import {
  BTC_TIERS,
  CLOSED_POSITION,
  FUNDING_BILL,
  FUTURES_FILL,
  COIN_LIQUIDATION,
  LIQUIDATION,
  OPEN_ORDER,
  PUBLIC_CANCELLATION,
  PUBLIC_LIQUIDATION,
} from '../../testing/futuresFixtures.ts'
import { scriptFutures } from '../../testing/futuresGateway.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { FuturesPages } from './FuturesPages.tsx'

let browser: TestBrowser
let tab: TestTab
let settle: (ms?: number) => Promise<void>
const pageOf = (...items: object[]) => ok({ items, next: null })

beforeEach(() => {
  browser = createTestBrowser()
  browser.signIn('7')
  scriptFutures(browser)
  browser.on('/futures/order/fills', () => pageOf(FUTURES_FILL))
  browser.on('/futures/order/history', () => pageOf({ ...OPEN_ORDER, status: 'filled' }))
  browser.on('/futures/position/history', () => pageOf(CLOSED_POSITION))
  browser.on('/futures/bills', () => pageOf(FUNDING_BILL))
  browser.on('/futures/liquidation/list', () => pageOf(LIQUIDATION))
  browser.on('/futures/liquidation/detail', () => ok(LIQUIDATION))
  browser.on('/futures/public/liquidations', () => pageOf(PUBLIC_LIQUIDATION))
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

async function open(path: string) {
  tab = await browser.openTab(`http://app/en${path}`)
  settle = renderPage(<FuturesPages />, { browser, tab, at: `/en${path}` }).settle
  await settle()
}
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const press = async (name: string | RegExp) => {
  fireEvent.click(screen.getByRole('button', { name }))
  await settle()
}
const choose = async (filter: string, option: string) => {
  fireEvent.click(screen.getByRole('combobox', { name: filter }))
  await settle()
  fireEvent.click(await screen.findByRole('option', { name: option }))
  await settle()
}
const chooseTab = async (name: string) => {
  fireEvent.click(screen.getByRole('tab', { name }))
  await settle()
  await act(() => import('../futures-panel/RecordList.tsx'))
  await settle()
}
const chooseDay = async (day: string) => {
  for (const name of ['Start date', 'End date']) {
    const field = screen.getByLabelText(name)
    fireEvent.change(field, { target: { value: day } })
    fireEvent.keyDown(field, { key: 'Enter' })
    await settle()
  }
}
const textOf = (element: HTMLElement) => element.textContent.replaceAll(/\s+/g, ' ')
const row = (text: string) => {
  const found = screen.getAllByRole('row').find((each) => textOf(each).includes(text))
  if (!found) throw new Error(`No row with ${text}`)
  return textOf(found)
}
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

describe('the pages of futures', () => {
  it.each(['/asset/futures', '/order/mcp', '/record/mcp', '/record/mcp/31'])(
    'asks a guest of %s to log in',
    async (path) => {
      browser = createTestBrowser()
      await open(path)
      expect(await screen.findByRole('link', { name: 'Log in' })).toBeTruthy()
    },
  )
})

describe('the futures assets', () => {
  it('shows each wallet with what may leave it', async () => {
    await open('/asset/futures')
    await heading('Futures assets')
    await settle()
    const usdt = textOf(screen.getByRole('region', { name: 'USDT' }))
    for (const figure of ['5,050.00', '5,000.00', '3,537.50', '3,487.50', '623.20'])
      expect(usdt, figure).toContain(figure)
  })

  it('hides amounts where the trader hides them', async () => {
    tab = await browser.openTab('http://app/en/asset/futures')
    tab.services.preferences.set({ showAsset: false })
    settle = renderPage(<FuturesPages />, { browser, tab, at: '/en/asset/futures' }).settle
    await settle()
    await heading('Futures assets')
    await settle()
    expect(textOf(screen.getByRole('region', { name: 'USDT' }))).not.toContain('5,050')
  })

  it('shows positions of both products', async () => {
    await open('/asset/futures')
    await heading('Futures assets')
    await settle()
    expect([row('BTCUSDT'), row('ETHUSDT'), row('BTCUSDLong')]).toHaveLength(3)
  })

  it('offers to try again where the account could not be read', async () => {
    browser.on('/futures/account', () => refused('40301'))
    await open('/asset/futures')
    await heading('Futures assets')
    await settle()
    expect(screen.getByText('This account may not do that.')).toBeTruthy()
  })
})

describe('the futures orders', () => {
  it('shows positions first, of both products', async () => {
    await open('/order/mcp')
    await heading('Futures orders')
    await settle()
    expect(row('BTCUSDLong')).toContain('0.001')
  })

  it('shows past orders with what they realised', async () => {
    await open('/order/mcp')
    await heading('Futures orders')
    await chooseTab('Order history')
    for (const figure of ['Buy', 'Limit', 'Filled', '59,000.0', '0.100'])
      expect(row('BTCUSDT'), figure).toContain(figure)
  })

  it('narrows open and trigger orders by contract, side and days', async () => {
    await open('/order/mcp')
    await heading('Futures orders')
    expect(screen.queryByRole('combobox', { name: 'Side' })).toBeNull()
    const rows = () => screen.getAllByRole('row').length - 1
    for (const [list, has, lacks] of [
      ['Open orders', 'Buy', 'Sell'],
      ['Trigger orders', 'Sell', 'Buy'],
    ] as const) {
      await chooseTab(list)
      expect(screen.queryByRole('combobox', { name: 'Status' }), list).toBeNull()
      await choose('Side', has)
      expect(rows(), list).toBe(1)
      await choose('Side', lacks)
      expect(screen.getByText('No record matches these filters.'), list).toBeTruthy()
      await press('Clear filters')
      await choose('Contract', 'ETHUSDT')
      expect(screen.getByText('No record matches these filters.'), list).toBeTruthy()
      await press('Clear filters')
      await chooseDay('2020-01-01')
      expect(screen.getByText('No record matches these filters.'), list).toBeTruthy()
      await press('Clear filters')
      expect(rows(), list).toBe(1)
    }
  })

  it('asks for past orders of one side and state', async () => {
    await open('/order/mcp')
    await heading('Futures orders')
    await chooseTab('Order history')
    const asked = () => browser.asked('/futures/order/history').at(-1)?.data
    await choose('Side', 'Sell')
    await choose('Status', 'Cancelled')
    expect(asked()).toMatchObject({ side: 'sell', status: 'cancelled' })
    await choose('Side', 'All')
    expect(asked()).not.toHaveProperty('side')
    await press('Clear filters')
    expect(asked()).not.toHaveProperty('status')
  })
})

describe('the futures records', () => {
  const openRecords = async () => {
    await open('/record/mcp')
    await heading('Futures records')
    await act(() => import('../futures-panel/RecordList.tsx'))
    await settle()
  }

  it('shows fills with fee and result', async () => {
    await openRecords()
    for (const figure of ['Sell', 'Market', 'Taker', '60,500.0', '0.100', '3.63', '+50.00'])
      expect(row('BTCUSDT'), figure).toContain(figure)
  })

  it('asks for a side of fills only', async () => {
    await openRecords()
    await choose('Side', 'Buy')
    expect(browser.asked('/futures/order/fills').at(-1)?.data).toMatchObject({ side: 'buy' })
    expect(screen.queryByRole('combobox', { name: 'Status' })).toBeNull()
    await chooseTab('Account log')
    expect(browser.asked('/futures/bills').at(-1)?.data).not.toHaveProperty('side')
    expect(screen.queryByRole('combobox', { name: 'Side' })).toBeNull()
    await chooseTab('Fills')
    expect(screen.getByRole('combobox', { name: 'Side' }).textContent).not.toBe('All')
  })

  it('shows closed positions with how they ended', async () => {
    await openRecords()
    await chooseTab('Position history')
    for (const figure of ['Short', '61,000.0', '60,000.0', '+231.85', 'Close'])
      expect(row('BTCUSDT'), figure).toContain(figure)
  })

  it('shows what changed the wallet', async () => {
    await openRecords()
    await chooseTab('Account log')
    for (const figure of ['Funding', 'BTCUSDT', '-3.025']) expect(row('BTCUSDT')).toContain(figure)
  })

  it('says that there are no rates yet, as nothing narrows them', async () => {
    browser.on('/futures/public/funding', () => pageOf())
    await openRecords()
    await chooseTab('Funding history')
    expect(screen.getByText('No entries yet.')).toBeTruthy()
  })

  it('shows funding rates of one contract', async () => {
    browser.on('/futures/public/funding', () =>
      pageOf({ symbol: 'BTCUSDT', rate: '0.0001', markPrice: '60000.0', at: 28_800_000 }),
    )
    await openRecords()
    await chooseTab('Funding history')
    expect(row('BTCUSDT')).toContain('0.0100%')
    expect(browser.asked('/futures/public/funding')[0]?.data).toMatchObject({ symbol: 'BTCUSDT' })
  })

  it('leads from a liquidation to its report', async () => {
    await openRecords()
    await chooseTab('Liquidations')
    expect(row('15.57')).toContain('Liquidation')
    expect(screen.getByRole('link', { name: 'Liquidation report' }).getAttribute('href')).toBe(
      '/en/record/mcp/31',
    )
  })

  it('narrows every list to the chosen days, both included', async () => {
    browser.on('/futures/public/funding', () => pageOf())
    await openRecords()
    const day = new Date(browser.clock.now() - 3 * 86_400_000).toISOString().slice(0, 10)
    await chooseDay(day)
    for (const [name, path] of [
      ['Fills', '/futures/order/fills'],
      ['Position history', '/futures/position/history'],
      ['Account log', '/futures/bills'],
      ['Liquidations', '/futures/liquidation/list'],
      ['Funding history', '/futures/public/funding'],
    ] as const) {
      await chooseTab(name)
      expect(screen.getByLabelText<HTMLInputElement>('Start date').value, name).not.toBe('')
      const { from, to } = browser.asked(path).at(-1)?.data ?? {}
      expect(Number(to) - Number(from), name).toBe(86_399_999)
    }
  })

  it('reads on where a page of the list is not full (U16)', async () => {
    browser.on('/futures/order/fills', ({ data: { cursor } }) =>
      cursor === undefined
        ? ok({ items: [FUTURES_FILL], next: '501' })
        : pageOf({ ...FUTURES_FILL, fillId: '500', symbol: 'ETHUSDT' }),
    )
    await openRecords()
    await settle()
    expect([row('BTCUSDT'), row('ETHUSDT')]).toHaveLength(2)
    expect(browser.asked('/futures/order/fills')).toHaveLength(2)
  })

  it('narrows to a contract on the server', async () => {
    await openRecords()
    fireEvent.click(screen.getByRole('combobox', { name: 'Contract' }))
    await settle()
    fireEvent.click(within(await screen.findByRole('listbox')).getByText('ETHUSDT'))
    await settle()
    expect(browser.asked('/futures/order/fills').at(-1)?.data).toMatchObject({ symbol: 'ETHUSDT' })
    await press('Clear filters')
    expect(browser.asked('/futures/order/fills').at(-1)?.data).not.toHaveProperty('symbol')
  })

  it('says so where no record passes', async () => {
    browser.on('/futures/order/fills', ({ data: { symbol } }) =>
      symbol === undefined ? pageOf(FUTURES_FILL) : pageOf(),
    )
    await openRecords()
    fireEvent.click(screen.getByRole('combobox', { name: 'Contract' }))
    await settle()
    fireEvent.click(within(await screen.findByRole('listbox')).getByText('ETHUSDT'))
    await settle()
    expect(screen.getByText('No record matches these filters.')).toBeTruthy()
  })

  it('exports every page', async () => {
    const files = savedFiles()
    browser.on('/futures/order/fills', ({ data: { cursor } }) =>
      cursor === undefined
        ? ok({ items: [FUTURES_FILL], next: '501' })
        : pageOf({ ...FUTURES_FILL, fillId: '500' }),
    )
    await openRecords()
    await press('Export CSV')
    const lines = (await files[0]?.blob.text())?.trimEnd().split('\r\n') ?? []
    expect([files[0]?.name, lines.length]).toEqual(['futures-fills.csv', 3])
  })

  it('exports nothing where a page fails', async () => {
    const files = savedFiles()
    await openRecords()
    browser.on('/futures/order/fills', () => refused('40301'))
    await press('Export CSV')
    expect([files, tab.toasts()]).toEqual([[], ['This account may not do that.']])
  })
})

describe('the report of a liquidation (futures 12)', () => {
  const openReport = async () => {
    await open('/record/mcp/31')
    await heading('Liquidation report')
    await settle()
  }

  it('asks for the liquidation of its address', async () => {
    await openReport()
    expect(browser.asked('/futures/liquidation/detail')[0]?.data).toMatchObject({
      liquidationId: '31',
    })
  })

  it('says that it found the same', async () => {
    await openReport()
    expect(screen.getByRole('status').textContent).toBe(
      'Recomputed in this page: equity and requirement match.',
    )
  })

  it('says that it found something else', async () => {
    browser.on('/futures/liquidation/detail', () =>
      ok({ ...LIQUIDATION, inputs: { ...LIQUIDATION.inputs, equity: '281.8' } }),
    )
    await openReport()
    expect(screen.getByRole('status').textContent).toBe(
      'Recomputed in this page: equity or requirement do not match.',
    )
  })

  it('finds the same of a coin contract, whose size is in contracts', async () => {
    browser.on('/futures/liquidation/detail', () => ok(COIN_LIQUIDATION))
    await openReport()
    expect(screen.getByRole('status').textContent).toBe(
      'Recomputed in this page: equity and requirement match.',
    )
    const step = textOf(screen.getByRole('region', { name: 'Part of the position closed' }))
    expect(step).toContain('273 Cont.')
    expect(step).not.toContain('273 BTC')
  })

  it('says that an older record cannot be recomputed', async () => {
    const { inputs } = LIQUIDATION
    const exposures = [...inputs.exposures, { symbol: 'ETHUSDT', exposure: '2900' }]
    browser.on('/futures/liquidation/detail', () =>
      ok({ ...LIQUIDATION, inputs: { ...inputs, exposures } }),
    )
    await openReport()
    expect(screen.getByRole('status').textContent).toBe(
      'Cannot be recomputed in this page: an older record lacks figures.',
    )
  })

  it('has a dash for what a deleveraging was not decided by', async () => {
    const step = { ...LIQUIDATION.steps[1], step: 5, markPrice: undefined, indexPrice: undefined }
    browser.on('/futures/liquidation/detail', () =>
      ok({ ...LIQUIDATION, kind: 'deleveraged', steps: [step], inputs: null }),
    )
    await openReport()
    const shown = textOf(screen.getByRole('region', { name: 'Auto-deleveraging' }))
    expect(shown).toContain('Mark price--Index price--')
  })

  it('judges nothing where the inputs are not kept', async () => {
    browser.on('/futures/liquidation/detail', () => ok({ ...LIQUIDATION, inputs: null }))
    await openReport()
    expect(screen.queryByRole('status')).toBeNull()
  })

  it('shows each step with its row of the price log', async () => {
    await openReport()
    const step = textOf(screen.getByRole('region', { name: 'Part of the position closed' }))
    for (const figure of ['0.219', '59,281.9', '266.32071668', '7.78964166', 'b'.repeat(64)])
      expect(step, figure).toContain(figure)
    expect(screen.getByRole('region', { name: 'Orders cancelled' })).toBeTruthy()
  })

  it('shows the public record with the way to the proof', async () => {
    await openReport()
    const record = screen.getByRole('region', { name: 'Public record' })
    expect(textOf(record)).toContain('281.97864')
    expect(
      within(record).getByRole('link', { name: 'Proof of futures prices' }).getAttribute('href'),
    ).toBe('/en/futures/proof?liquidation=32&realm=live')
  })

  it('asks for the public record of every step', async () => {
    await openReport()
    expect(browser.asked('/futures/public/liquidations').map(({ data }) => data)).toEqual([
      expect.objectContaining({ liquidationId: '31', realm: 'live' }),
      expect.objectContaining({ liquidationId: '32', realm: 'live' }),
    ])
  })

  it('says why there is none', async () => {
    browser.on('/futures/liquidation/detail', () => refused('40401'))
    await openReport()
    expect(screen.getByText('It does not exist, or no longer.')).toBeTruthy()
  })
})

describe('the public proof (futures 14)', () => {
  const sha = (text: string) => createHash('sha256').update(text).digest('hex')
  const line = '1000|BTCUSDT,59281.9,59280.0'
  const previousHash = '0'.repeat(64)
  const hash = sha(`${previousHash}\n${line}`)
  const row = { at: 1_000, line, hash, previousHash }
  const treeRoot = createHash('sha256')
    .update(Buffer.from([0]))
    .update(Buffer.from(hash, 'hex'))
    .digest('hex')
  const rootOf = (day: string, before: string) => ({
    day,
    hash,
    rows: 1,
    treeRoot,
    previousRoot: before,
    root: sha(`${before}\n${day}\n1\n${treeRoot}`),
  })
  const first = rootOf('1970-01-01', previousHash)
  const second = rootOf('1970-01-02', first.root)
  const sample = { at: 1, index: '60000', impactBid: '59990', impactAsk: '60010', premium: '0' }
  const payment = { symbol: 'BTCUSDT', rate: '0.0001', markPrice: '59281.9', at: 28_800_000 }
  const step = { ...PUBLIC_LIQUIDATION, priceHash: hash }
  const cancelled = { ...PUBLIC_CANCELLATION, priceHash: hash }
  beforeEach(() => {
    browser.on('/futures/public/prices', () => pageOf(row))
    browser.on('/futures/public/prices/proof', () => ok({ row, index: 0, path: [], root: second }))
    browser.on('/futures/public/funding', () => pageOf(payment))
    browser.on('/futures/public/funding/samples', () =>
      ok({ symbol: 'BTCUSDT', from: 0, to: 28_800_000, samples: [sample] }),
    )
    browser.on('/futures/public/prices/roots', () => pageOf(second))
    browser.on('/futures/public/tiers', () => ok(BTC_TIERS))
    browser.on('/futures/public/liquidations', ({ data: { liquidationId } }) =>
      liquidationId === '31' ? pageOf(cancelled) : pageOf(step),
    )
    browser.on('/futures/public/fund', () =>
      ok([
        {
          product: 'usdt',
          asset: 'USDT',
          balance: '1000007.5',
          seed: '1000000',
          received: '7.5',
          paid: '0',
        },
      ]),
    )
  })
  const settleAll = async () => {
    // Each round reads or hashes what the one before it has brought.
    for (let round = 0; round < 8; round++) {
      // oxlint-disable-next-line no-await-in-loop
      await act(() => new Promise<void>((resolve) => void setImmediate(resolve)))
      // oxlint-disable-next-line no-await-in-loop
      await settle()
    }
  }
  const verify = async () => {
    await heading('Proof of futures prices')
    await settle()
    await press('Verify')
    await settleAll()
  }
  const openVerified = async (path = '/futures/proof') => {
    await open(path)
    await verify()
  }
  const section = (name: string) => screen.getByRole('region', { name })
  const article = (name: string) => screen.getByRole('article', { name })

  it('is there for a guest', async () => {
    browser.on('/user/overview/userinfo', () => refused('401'))
    await open('/futures/proof')
    await heading('Proof of futures prices')
    await settle()
    expect(screen.getByText('1,000,007.50')).toBeTruthy()
  })

  it('verifies prices and funding in the browser', async () => {
    await openVerified()
    expect(textOf(section('Chain of the price log'))).toContain(
      'Rows verified: 1. The chain holds.',
    )
    const funding = textOf(section('Funding payments'))
    expect(funding).toContain('From 1 samples this page computes a rate of 0.00010000')
    expect(funding).toContain('The mark price of the payment, 59281.9, is in the log.')
  })

  it('finds a price that was changed', async () => {
    browser.on('/futures/public/prices', () =>
      pageOf({ ...row, line: line.replace('59281.9', '59282.0') }),
    )
    await openVerified()
    expect(screen.getByText(/^The chain breaks at/)).toBeTruthy()
    expect(textOf(article('Part of the position closed 32'))).toContain('Does not agree')
  })

  it.each([
    ['a rate that was not paid', { rate: '0.0009' }, /the exchange paid 0\.0009/],
    ['another mark', { markPrice: '59281.8' }, /59281\.8, is not that of the log/],
  ])('finds %s', async (_what, more, said) => {
    browser.on('/futures/public/funding', () => pageOf({ ...payment, ...more }))
    await openVerified()
    expect(screen.getByText(said)).toBeTruthy()
  })

  it('finds a sample that its impact prices do not make', async () => {
    browser.on('/futures/public/funding/samples', () =>
      ok({ symbol: 'BTCUSDT', from: 0, to: 1, samples: [{ ...sample, premium: '0.001' }] }),
    )
    await openVerified()
    expect(screen.getByText('A sample does not follow from its impact prices.')).toBeTruthy()
  })

  it('recomputes every public step of a liquidation (futures 6)', async () => {
    browser.on('/futures/public/liquidations', () => pageOf(step, cancelled))
    await openVerified()
    for (const name of ['Part of the position closed 32', 'Orders cancelled 31']) {
      const found = within(article(name))
      expect(textOf(found.getByRole('status')), name).toBe('Agrees')
      expect(found.queryByText('Does not agree'), name).toBeNull()
      expect(textOf(article(name)), name).toContain(hash)
    }
    expect(textOf(article('Orders cancelled 31'))).toContain('Cancelled orders2')
    expect(browser.asked('/futures/public/prices/proof')).toHaveLength(1)
  })

  it('says of a step what does not agree', async () => {
    browser.on('/futures/public/liquidations', () => pageOf({ ...step, fee: '7' }, cancelled))
    await openVerified()
    const found = within(article('Part of the position closed 32'))
    expect(textOf(found.getByRole('status'))).toBe('Does not agree')
    expect(textOf(found.getByText('Fees and payments').parentElement as HTMLElement)).toBe(
      'Fees and paymentsDoes not agreeComputed here: 7.78964166 / 7.78964166 / 0 / 0 / 0; ' +
        'published: 7 / 7.78964166 / 0 / 0 / 0.',
    )
  })

  it('shows older steps, rows, payments and days page by page', async () => {
    const older = { at: 500, line: '500|BTCUSDT,1.0,1.0', hash: previousHash, previousHash }
    const paged =
      (newest: object, oldest: object) =>
      ({ data }: { readonly data: Readonly<Record<string, unknown>> }) =>
        ok(
          data['cursor'] === undefined
            ? { items: [newest], next: 'c' }
            : { items: [oldest], next: null },
        )
    browser.on('/futures/public/liquidations', paged(step, cancelled))
    browser.on('/futures/public/prices', paged(row, older))
    browser.on('/futures/public/funding', paged(payment, { ...payment, at: 1 }))
    browser.on('/futures/public/prices/roots', paged(second, first))
    await openVerified()
    for (const name of [
      'Liquidations',
      'Chain of the price log',
      'Funding payments',
      'Daily roots of the price log',
    ]) {
      fireEvent.click(within(section(name)).getByRole('button', { name: /older/ }))
      // oxlint-disable-next-line no-await-in-loop
      await settleAll()
      expect(within(section(name)).queryByRole('button', { name: /older/ }), name).toBeNull()
    }
    expect(screen.getByRole('article', { name: 'Orders cancelled 31' })).toBeTruthy()
    // The older row has a wrong hash.
    expect(textOf(section('Chain of the price log'))).toContain('The chain breaks at')
    expect(within(section('Funding payments')).getAllByRole('listitem')).toHaveLength(2)
    const days = textOf(section('Daily roots of the price log'))
    expect(days).toContain('1970-01-02Matches the logNames the root of the day before')
  })

  it('begins with the step that a report names, in its realm', async () => {
    await open('/futures/proof?liquidation=32&realm=paper')
    await heading('Proof of futures prices')
    await settleAll()
    expect(textOf(within(article('Part of the position closed 32')).getByRole('status'))).toBe(
      'Agrees',
    )
    expect(browser.asked('/futures/public/liquidations').map(({ data }) => data)).toEqual([
      expect.objectContaining({ liquidationId: '32', realm: 'paper' }),
      expect.objectContaining({ liquidationId: '31', realm: 'paper' }),
    ])
  })

  const roots = () => section('Daily roots of the price log')

  it('shows the root of each day, recomputed', async () => {
    await openVerified()
    expect(textOf(roots())).toContain(`1970-01-02Matches the logRows: 1${second.root}`)
    expect(browser.asked('/futures/public/prices').map(({ data }) => data)).toContainEqual(
      expect.objectContaining({ from: '86400000', to: '172799999', limit: '1' }),
    )
  })

  it.each([
    ['is no row of the log', { hash: 'f'.repeat(64) }],
    ['was changed', { root: 'f'.repeat(64) }],
  ])('finds a root that %s', async (_what, more) => {
    browser.on('/futures/public/prices/roots', () => pageOf({ ...second, ...more }))
    await openVerified()
    expect(textOf(roots())).toContain('Does not match the log')
  })

  it('finds a day that names another root', async () => {
    const other = rootOf('1970-01-02', 'e'.repeat(64))
    browser.on('/futures/public/prices/roots', () => pageOf(other, first))
    await openVerified()
    expect(textOf(roots())).toContain('Does not name the root of the day before')
  })

  it('judges no day whose rows are not kept', async () => {
    browser.on('/futures/public/prices', ({ data: { from } }) =>
      from === undefined ? pageOf(row) : ok({ items: [], next: null }),
    )
    await openVerified()
    expect(textOf(roots())).toContain('1970-01-02--')
  })

  it('says why it could not verify', async () => {
    browser.on('/futures/public/prices', () => refused('40401'))
    await openVerified()
    expect(textOf(within(section('Chain of the price log')).getByRole('alert'))).toBe(
      'It does not exist, or no longer.',
    )
  })
})
