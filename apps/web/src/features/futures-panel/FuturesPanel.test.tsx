import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { connectionLost } from '@x/request/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sessionKey } from '../../data/session/captureSession.ts'
import { createPendingOrders } from '../../data/submissions/createPendingOrders.ts'
import { PHONE } from '../../lib/media/useMedia.ts'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import { BTC_LONG, ETH_SHORT, OPEN_ORDER } from '../../testing/futuresFixtures.ts'
import { type FuturesState, scriptFutures } from '../../testing/futuresGateway.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { orderEventsOf } from '../orders/index.ts'
import { FuturesPanel } from './FuturesPanel.tsx'

/** What the line of the panel says. */
const said = () => orderEventsOf(tab.services.toasts).getState()?.text

let browser: TestBrowser
let tab: TestTab
let futures: FuturesState
let settle: (ms?: number) => Promise<void>

beforeEach(() => {
  browser = createTestBrowser()
  browser.signIn('7')
  futures = scriptFutures(browser)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const AT = '/en/futures/usdt/BTCUSDT'

async function open(product: 'usdt' | 'coin' = 'usdt') {
  tab = await browser.openTab(`http://app${AT}`)
  const panel = <FuturesPanel product={product} symbol="BTCUSDT" />
  settle = renderPage(panel, { browser, tab, at: AT }).settle
  await settle()
  await screen.findByRole('tablist')
  await settle()
}

const press = async (name: string | RegExp) => {
  fireEvent.click(screen.getByRole('button', { name }))
  await settle()
}
const chooseTab = async (name: RegExp) => {
  fireEvent.click(screen.getByRole('tab', { name }))
  await settle()
  await act(() => import('./FuturesOrderLists.tsx'))
  await settle()
}
const question = () => tab.services.dialogs.getState().current?.options
const answer = async (action: 'confirm' | 'cancel') => {
  await act(() => tab.services.dialogs.answer(action))
  await settle()
}
const rowOf = (symbol: string) => {
  const row = screen.getAllByRole('row').find((each) => within(each).queryByText(symbol) !== null)
  if (!row) throw new Error(`No row of ${symbol}`)
  return row
}
const textOf = (element: HTMLElement) => element.textContent.replaceAll(/\s+/g, ' ')
const dataOf = (path: string) => browser.asked(path).map(({ data }) => data)

/** What the private stream says of a topic. */
const deliver = async (
  topic: string,
  type: 'snapshot' | 'delta',
  data: object[],
  seq = 1,
): Promise<void> => {
  const message = { topic, type, seq, prevSeq: seq - 1, ts: 0, data }
  act(() => tab.sockets.at(-1)?.deliver(message))
  await settle()
}

describe('the panel of futures', () => {
  it('asks a guest to log in', async () => {
    browser = createTestBrowser()
    tab = await browser.openTab(`http://app${AT}`)
    settle = renderPage(<FuturesPanel product="usdt" symbol="BTCUSDT" />, {
      browser,
      tab,
      at: AT,
    }).settle
    await settle()
    expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy()
    expect(browser.asked('/futures/position/list')).toEqual([])
  })

  it('finds out what became of an order without an answer', async () => {
    browser.on('/futures/order/detail', ({ data }) =>
      ok({ order: { clientOid: data['clientOid'], status: 'open' } }),
    )
    await open('coin')
    const { services, store } = tab
    const { session: storage, serverClock } = services
    createPendingOrders({
      kind: 'futuresOrders',
      storage,
      serverClock,
      owner: () => sessionKey(store.dispatch),
    }).add({ symbol: 'BTCUSD', side: 'buy', size: '10', price: '54000' }, 'w1')
    // The panel of the next visit, or of a stream that is live again, asks.
    cleanup()
    const panel = <FuturesPanel product="coin" symbol="BTCUSD" />
    await renderPage(panel, { browser, tab, at: AT }).settle()
    await expect
      .poll(() => tab.toasts())
      .toContainEqual(expect.stringMatching(/Buy 10 Cont\. at 54,000\.0 USD.*Open/))
    expect(dataOf('/futures/order/detail')).toMatchObject([{ clientOid: 'w1' }])
  })

  it('counts positions and orders of its product', async () => {
    await open()
    expect(screen.getAllByRole('tab').map(textOf)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Positions ?2$/),
        expect.stringMatching(/^Open orders ?1$/),
        expect.stringMatching(/^Trigger orders ?1$/),
      ]),
    )
  })

  it('shows the contracts of its product only', async () => {
    await open('coin')
    expect(screen.queryByText('ETHUSDT')).toBeNull()
    expect(textOf(rowOf('BTCUSD'))).toContain('+0.001818')
  })

  it('shows the icon of the coin beside each contract', async () => {
    await open()
    const letters = ['BTCUSDT', 'ETHUSDT'].map(
      (symbol) => rowOf(symbol).querySelector<HTMLElement>('[data-letter]')?.dataset['letter'],
    )
    expect(letters).toEqual(['B', 'E'])
  })

  it('shows every figure of a position (futures 12)', async () => {
    await open()
    const row = textOf(rowOf('BTCUSDT'))
    for (const figure of [
      'Long',
      '20×',
      'Cross',
      '0.500 BTC',
      '30,250.00',
      '60,000.0',
      '60,072.1',
      '60,500.0',
      '51,234.5',
      '1,500.00',
      '12.34%',
      '+250.00',
      '16.53%',
      '-18.00',
      '65,000.0',
    ])
      expect(row, figure).toContain(figure)
  })

  it('names the lights of auto-deleveraging', async () => {
    await open()
    expect(
      within(rowOf('BTCUSDT')).getByRole('img', { name: 'Auto-deleveraging queue: 3 of 5' }),
    ).toBeTruthy()
  })

  it('marks the lights as simulated for paper funds (futures 8)', async () => {
    browser.signIn('7', { realm: 'paper' })
    await open()
    expect(screen.getAllByRole('img', { name: /simulated/ })).toHaveLength(2)
  })

  it('shows two dashes where there is no liquidation price (spec section 9)', async () => {
    futures.positions = [{ ...BTC_LONG, liquidationPrice: null }]
    await open()
    expect(textOf(rowOf('BTCUSDT'))).toContain('--')
  })

  it('moves PnL and ROE with the mark', async () => {
    await open()
    futures.marks = { ...futures.marks, BTCUSDT: '61000.0' }
    await settle(1_000)
    const row = textOf(rowOf('BTCUSDT'))
    expect([row.includes('+500.00'), row.includes('32.79%')]).toEqual([true, true])
  })

  it('says that figures wait while the mark is stale', async () => {
    futures.marks = { ...futures.marks, BTCUSDT: null }
    await open()
    expect(screen.getByText('Some figures wait for a fresh index price.').role).toBe('status')
  })

  it('says so where nothing is open', async () => {
    futures.positions = []
    await open()
    expect(screen.getByText('No open positions.')).toBeTruthy()
  })

  it('offers to try again where positions could not be read', async () => {
    browser.on('/futures/position/list', () => refused('40301'))
    await open()
    expect(screen.getByText('This list could not be loaded.')).toBeTruthy()
    browser.on('/futures/position/list', () => ok([BTC_LONG]))
    await press(/again|Retry/i)
    expect(rowOf('BTCUSDT')).toBeTruthy()
  })

  it('is a list of cards on a phone', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (media) =>
        ({
          matches: media === PHONE,
          media,
          addEventListener() {},
          removeEventListener() {},
        }) as unknown as MediaQueryList,
    )
    await open()
    const cards = within(screen.getByRole('list', { name: 'Positions' })).getAllByRole('listitem')
    expect(cards).toHaveLength(2)
    for (const name of ['Margin ratio', 'Liq. price', 'Break-even', 'Realised PnL', 'Funding'])
      expect(within(cards[0] as HTMLElement).getByText(name)).toBeTruthy()
  })
})

describe('the private stream of positions (futures 11)', () => {
  const sent = () => tab.sockets.at(-1)?.sent.join('\n') ?? ''

  it('is asked for the topics of futures once they are shown', async () => {
    await open()
    act(() => tab.sockets.at(-1)?.open())
    for (const topic of ['positions', 'futuresAccount', 'futuresOrders'])
      expect(sent()).toContain(`"topic":"${topic}"`)
  })

  it('removes a position that was closed', async () => {
    await open()
    act(() => tab.sockets.at(-1)?.open())
    await deliver('positions', 'snapshot', [BTC_LONG, ETH_SHORT])
    await deliver('positions', 'delta', [{ ...ETH_SHORT, positionsCount: '0.000' }], 2)
    expect([screen.queryByText('ETHUSDT'), rowOf('BTCUSDT') !== undefined]).toEqual([null, true])
  })

  it('shows what a fill made of a position', async () => {
    await open()
    act(() => tab.sockets.at(-1)?.open())
    await deliver('positions', 'snapshot', [BTC_LONG, ETH_SHORT])
    await deliver('positions', 'delta', [{ ...BTC_LONG, positionsCount: '0.750' }], 2)
    expect(textOf(rowOf('BTCUSDT'))).toContain('0.750 BTC')
  })

  it('asks for a snapshot after a gap', async () => {
    await open()
    act(() => tab.sockets.at(-1)?.open())
    await deliver('positions', 'snapshot', [BTC_LONG])
    const before = sent().split('"positions"').length
    await deliver('positions', 'delta', [{ ...BTC_LONG, positionsCount: '9' }], 5)
    expect(sent().split('"positions"').length).toBe(before + 1)
    expect(textOf(rowOf('BTCUSDT'))).toContain('0.500 BTC')
  })

  it('shows a new order and removes a filled one', async () => {
    await open()
    act(() => tab.sockets.at(-1)?.open())
    await chooseTab(/^Open orders/)
    await deliver('futuresOrders', 'snapshot', [OPEN_ORDER])
    await deliver(
      'futuresOrders',
      'delta',
      [
        { ...OPEN_ORDER, status: 'filled' },
        { ...OPEN_ORDER, orderId: '103', symbol: 'ETHUSDT', status: 'open' },
      ],
      2,
    )
    expect([screen.queryByText('BTCUSDT'), screen.getByText('ETHUSDT').tagName]).toEqual([
      null,
      'BDI',
    ])
  })
})

describe('the gauge of the account (futures 12)', () => {
  const ratioOf = (marginRatio: string) => {
    const [usdt, ...others] = futures.account.wallets
    if (usdt)
      futures.account = { ...futures.account, wallets: [{ ...usdt, marginRatio }, ...others] }
  }

  it('shows ratio, equity and what is available', async () => {
    await open()
    const bar = screen.getByRole('progressbar', { name: 'Margin ratio USDT' })
    const gauge = textOf(bar.closest('[data-level]') as HTMLElement)
    for (const figure of ['12.34%', '5,050.00 USDT', '3,537.50 USDT'])
      expect(gauge).toContain(figure)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it.each(['80.00', '90.00', '95.00'])('calls for margin at %s per cent', async (ratio) => {
    ratioOf(ratio)
    await open()
    const gauge = screen.getByRole('progressbar').closest('[data-level]') as HTMLElement
    expect(textOf(gauge)).toContain(
      `The margin ratio is ${ratio}%. At 100% positions are liquidated`,
    )
  })

  it('is not there while nothing is at risk', async () => {
    const [usdt] = futures.account.wallets
    if (usdt) futures.account = { ...futures.account, wallets: [{ ...usdt, requirement: '0' }] }
    await open()
    expect(screen.queryByRole('progressbar')).toBeNull()
  })
})

describe('closing everything', () => {
  beforeEach(() => browser.on('/futures/position/closeAll', () => ok({ closed: [], left: [] })))

  it('asks first, with what is closed', async () => {
    await open()
    await press('Close all')
    await act(() => import('./closeAll.ts'))
    expect(question()).toMatchObject({
      message:
        'Positions that are closed at the market: 2. Their orders are cancelled. ' +
        'BTCUSDT Long 0.500 BTC · ETHUSDT Short 2.000 ETH',
      initialFocus: 'cancel',
    })
    await answer('cancel')
    expect(browser.asked('/futures/position/closeAll')).toEqual([])
  })

  it('sends one command for the product', async () => {
    await open()
    await press('Close all')
    await act(() => import('./closeAll.ts'))
    await answer('confirm')
    expect(dataOf('/futures/position/closeAll')).toEqual([
      expect.objectContaining({
        product: 'usdt',
        clientOid: expect.stringMatching(/^w[\da-f]{24}$/),
      }),
    ])
    expect(said()).toBe('All positions were closed.')
  })

  it('says how many are left', async () => {
    browser.on('/futures/position/closeAll', () =>
      ok({
        closed: [],
        left: [{ symbol: 'BTCUSDT', positionSide: 1, size: '0.1' }],
      }),
    )
    await open()
    await press('Close all')
    await act(() => import('./closeAll.ts'))
    await answer('confirm')
    expect(said()).toBe('Positions that could not be closed in full: 1.')
  })

  it('says a refusal in words of futures', async () => {
    browser.on('/futures/position/closeAll', () => refused('40215'))
    await open()
    await press('Close all')
    await act(() => import('./closeAll.ts'))
    await answer('confirm')
    expect(said()).toBe('This account is being liquidated.')
  })
})

describe('orders of futures', () => {
  it('shows those in the book with what is filled', async () => {
    await open()
    await chooseTab(/^Open orders/)
    const row = textOf(rowOf('BTCUSDT'))
    for (const figure of ['Buy', 'Limit', '59,000.0', '0.100 BTC', '25.0%'])
      expect(row, figure).toContain(figure)
  })

  it('shows exits of a position among those that wait', async () => {
    await open()
    await chooseTab(/^Trigger orders/)
    const row = textOf(rowOf('BTCUSDT'))
    for (const figure of ['Sell', 'Reduce-only', 'TP/SL', '65,000.0', 'Market', 'All'])
      expect(row, figure).toContain(figure)
  })

  it('cancels one', async () => {
    browser.on('/futures/order/cancel', () => ok({ orderId: '101', status: 'cancelled' }))
    await open()
    await chooseTab(/^Open orders/)
    await press('Cancel')
    expect(dataOf('/futures/order/cancel')).toEqual([expect.objectContaining({ orderId: '101' })])
  })

  it('says why one could not be cancelled', async () => {
    browser.on('/futures/order/cancel', () => refused('40401'))
    await open()
    await chooseTab(/^Open orders/)
    await press('Cancel')
    expect(said()).toBe('It does not exist, or no longer.')
  })
})

describe('the tools for orders of futures', () => {
  const ETH_ORDER = { ...OPEN_ORDER, orderId: '103', symbol: 'ETHUSDT', price: '2900.00' }
  const contracts = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => /BTCUSDT|ETHUSDT/.exec(textOf(row))?.[0])
  const select = async (orderId: string) => {
    const row = document.querySelector<HTMLElement>(`[data-row="${orderId}"]`)
    fireEvent.click(within(row!).getByRole('checkbox'))
    await settle()
  }
  beforeEach(() => {
    futures.orders = [OPEN_ORDER, ETH_ORDER]
  })

  it('sorts by a column', async () => {
    await open()
    await chooseTab(/^Open orders/)
    await press(/^Price/)
    expect(contracts()).toEqual(['ETHUSDT', 'BTCUSDT'])
    await press(/^Price/)
    expect(contracts()).toEqual(['BTCUSDT', 'ETHUSDT'])
  })

  it('shows this contract alone where that is chosen', async () => {
    await open()
    await chooseTab(/^Open orders/)
    fireEvent.click(screen.getByRole('checkbox', { name: 'This pair only' }))
    await settle()
    expect([contracts(), screen.getByRole('tab', { name: /^Open orders/ }).textContent]).toEqual([
      ['BTCUSDT'],
      'Open orders1',
    ])
  })

  it('hides a column that is not wanted', async () => {
    await open()
    await chooseTab(/^Open orders/)
    await press('Columns')
    fireEvent.click(screen.getByRole('checkbox', { name: 'Type' }))
    await settle()
    expect(screen.queryByRole('columnheader', { name: 'Type' })).toBeNull()
  })

  it('cancels those that are selected after a question', async () => {
    browser.on('/futures/order/cancel', () => ok({}))
    await open()
    await chooseTab(/^Open orders/)
    await select('101')
    await press('Cancel selected (1)')
    await answer('confirm')
    expect(dataOf('/futures/order/cancel')).toEqual([expect.objectContaining({ orderId: '101' })])
  })

  it('cancels all of a product by one request', async () => {
    browser.on('/futures/order/cancelAll', () => ok({ cancelled: ['101', '103'] }))
    await open()
    await chooseTab(/^Open orders/)
    await press('Cancel all')
    fireEvent.click(screen.getByRole('menuitem', { name: /All pairs/ }))
    await settle()
    await answer('confirm')
    expect(dataOf('/futures/order/cancelAll')).toMatchObject([{ product: 'usdt' }])
  })

  it('moves the prices of those that are selected', async () => {
    browser.on('/futures/order/amend', () => ok({ orderId: '101', status: 'open' }))
    await open()
    await chooseTab(/^Open orders/)
    await select('101')
    await select('103')
    await press('Change selected (2)')
    await act(() => import('../orders/EditOrders.tsx'))
    await settle()
    fireEvent.change(await screen.findByRole('textbox'), { target: { value: '-1' } })
    await press('Change order')
    expect(dataOf('/futures/order/amend')).toMatchObject([
      { orderId: '103', price: '2871.00' },
      { orderId: '101', price: '58410.0' },
    ])
  })

  it('changes price and size of one order', async () => {
    browser.on('/futures/order/amend', () => ok({ orderId: '101', status: 'open' }))
    futures.orders = [OPEN_ORDER]
    await open()
    await chooseTab(/^Open orders/)
    await press(/^Change: Buy/)
    await act(() => import('../orders/EditOrder.tsx'))
    await settle()
    const price = screen.getByRole('textbox', { name: /^Price/ })
    fireEvent.change(price, { target: { value: '58500.5' } })
    await press('Change order')
    // Without a book the page asks first.
    await answer('confirm')
    expect(dataOf('/futures/order/amend')).toMatchObject([{ orderId: '101', price: '58500.5' }])
  })

  it('shows what happened in one line at its foot', async () => {
    futures.orders = [OPEN_ORDER]
    browser.on('/futures/order/cancel', () => ok({}))
    await open()
    await chooseTab(/^Open orders/)
    await press('Cancel')
    expect([said(), tab.toasts()]).toEqual([
      expect.stringMatching(/BTCUSDT. · Order cancelled: Buy 0.100 BTC at 59,000.0 USDT/),
      [],
    ])
  })
})

describe('reversing a position', () => {
  const reverse = async (symbol: string) => {
    fireEvent.click(within(rowOf(symbol)).getByRole('button', { name: 'Reverse' }))
    await settle()
  }
  const receipt = { orderId: '9', clientOid: 'w', status: 'filled' }
  beforeEach(() =>
    browser.on('/futures/position/reverse', () => ok({ closed: receipt, opened: receipt })),
  )

  it('explains itself once (spec section 3)', async () => {
    await open()
    await reverse('BTCUSDT')
    const first = question()?.message as string
    await answer('confirm')
    await reverse('BTCUSDT')
    const second = question()?.message as string
    await answer('cancel')
    expect([first.includes('two market orders in one'), second.includes('two market')]).toEqual([
      true,
      false,
    ])
    expect(second).toContain('0.500 BTC is closed at the market.')
  })

  it('names no side in one-way mode', async () => {
    await open()
    await reverse('BTCUSDT')
    await answer('confirm')
    expect(dataOf('/futures/position/reverse')[0]).toMatchObject({
      symbol: 'BTCUSDT',
      positionSide: null,
    })
    expect(said()).toBe('The position was reversed.')
  })

  it('names the side in two-way mode', async () => {
    await open()
    await reverse('ETHUSDT')
    await answer('confirm')
    expect(dataOf('/futures/position/reverse')[0]).toMatchObject({
      symbol: 'ETHUSDT',
      positionSide: 2,
    })
  })

  it('keeps its key until it was answered', async () => {
    browser.on('/futures/position/reverse', () => {
      throw connectionLost()
    })
    await open()
    const turn = async () => {
      await reverse('BTCUSDT')
      await answer('confirm')
      await settle(10_000)
    }
    await turn()
    await turn()
    browser.on('/futures/position/reverse', () => ok({ closed: receipt, opened: receipt }))
    await turn()
    await turn()
    const keys = dataOf('/futures/position/reverse').map(({ clientOid }) => clientOid)
    const [first] = keys
    expect(keys.at(-2)).toBe(first)
    expect(keys.at(-1)).not.toBe(first)
    expect(new Set(keys).size).toBe(2)
  })

  it('says so where the other side was not opened', async () => {
    browser.on('/futures/position/reverse', () => ok({ closed: receipt, opened: null }))
    await open()
    await reverse('BTCUSDT')
    await answer('confirm')
    expect(said()).toBe('The position was closed; the other side was not opened.')
  })

  it.each([
    ['40210', 'There is no position that this order could reduce.'],
    ['40212', 'The position would be above its limit.'],
    ['40213', 'The position would be liquidated at once.'],
    ['40216', 'The price is beyond the bankruptcy price of the position.'],
    ['40217', 'Open positions need this margin.'],
    ['40205', 'There is no fresh mark price yet. Try again in a few seconds.'],
  ])('says refusal %s in words', async (code, text) => {
    browser.on('/futures/position/reverse', () => refused(code))
    await open()
    await reverse('BTCUSDT')
    await answer('confirm')
    expect(said()).toBe(text)
  })
})
