import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { useStore } from '@x/kit/react'
import { useQuotesStore } from '@x/market/react'
import { createBookScript, type createManualFrame } from '@x/market/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { NORMAL_UPDATES } from '../../lib/updateIntervals.ts'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import { createTestBrowser, ok, type TestBrowser } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import type { SpotSymbol } from '../../data/spot/model.ts'
import { createTerminalStore } from '../spot/index.ts'
import { SpotOrderTicket } from './SpotOrderTicket.tsx'

afterEach(cleanup)

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

async function setUp(confirms: 'all' | 'none', roles?: readonly string[]) {
  const browser = createTestBrowser()
  browser.signIn('7')
  if (roles) browser.on('/user/overview/userinfo', () => ok({ userId: '7', realm: 'live', roles }))
  browser.on('/spot/order/place', () => ok({ orderId: '5', clientOid: 'w', status: 'open' }))
  const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
  tab.services.storage.set(STORAGE_KEYS.confirmOrders, confirms)
  const { settle, unmount } = renderPage(
    <SpotOrderTicket spec={spec} terminal={createTerminalStore()} />,
    {
      browser,
      tab,
      at: '/en/spot/BTCUSDT',
    },
  )
  const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
  const write = (name: string, text: string) =>
    fireEvent.change(field(name), { target: { value: text } })
  await screen.findByRole('textbox', { name: 'Amount' })
  await settle()
  // A current book in which the order rests: nothing else is asked about.
  await act(async () => {
    tab.marketSockets.at(-1)?.open()
    tab.marketSockets
      .at(-1)
      ?.deliver(
        createBookScript('BTCUSDT', { bids: [['59000', '1']], asks: [['61000', '1']] }).snapshot(),
      )
    ;(tab.services.frame as ReturnType<typeof createManualFrame>).draw()
  })
  await settle()
  write('Price', '60000')
  write('Amount', '0.01')
  const button = () => screen.getByRole('button', { name: /^Buy .*BTC/ })
  if (!roles?.includes('viewer'))
    await expect.poll(() => button().getAttribute('aria-disabled')).toBeNull()
  const press = () => fireEvent.submit(screen.getByRole('form', { name: 'Order form' }))
  const sent = () => browser.asked('/spot/order/place').length
  const placed = () => browser.asked('/spot/order/place').at(-1)?.data
  return { tab, settle, unmount, press, sent, placed, button, field, write }
}

describe('an order that is being written', () => {
  async function written(browser: TestBrowser) {
    browser.signIn('7')
    const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
    const terminal = createTerminalStore()
    const show = async () => {
      const page = renderPage(<SpotOrderTicket spec={spec} terminal={terminal} />, {
        browser,
        tab,
        at: '/en/spot/BTCUSDT',
      })
      await screen.findByRole('textbox', { name: 'Amount' })
      await page.settle()
      return page
    }
    return { terminal, tab, show }
  }
  const valueOf = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name }).value
  const write = (name: string, text: string) =>
    fireEvent.change(screen.getByRole('textbox', { name }), { target: { value: text } })

  it('keeps the draft across layouts', async () => {
    const { terminal, show } = await written(createTestBrowser())
    const { unmount } = await show()
    act(() => terminal.prices.pick('59000'))
    write('Price', '60000.5')
    write('Amount', '0.02')
    unmount()
    await show()
    expect([valueOf('Price'), valueOf('Amount')]).toEqual(['60,000.5', '0.02'])
  })

  it('saves no draft that was not edited', async () => {
    const { terminal, show } = await written(createTestBrowser())
    const { unmount } = await show()
    unmount()
    expect(terminal.savedDraft.getState()).toBeUndefined()
  })

  /** A form whose empty price field has the focus by the time the market's first price comes. */
  async function inPrice(browser: TestBrowser) {
    const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
    /** The price as the form hears it, and as often. */
    const Price = () => (
      <output>
        {useStore(useQuotesStore(tab.services.market, spec.symbol, NORMAL_UPDATES)).ticker?.last}
      </output>
    )
    const { settle } = renderPage(
      <>
        <SpotOrderTicket spec={spec} terminal={createTerminalStore()} />
        <Price />
      </>,
      { browser, tab, at: '/en/spot/BTCUSDT' },
    )
    const price = await screen.findByRole('textbox', { name: 'Price' })
    await settle()
    act(() => price.focus())
    const ticker = {
      symbol: 'BTCUSDT',
      last: '60000',
      open24h: '60000',
      high24h: '60000',
      low24h: '60000',
      volumeBase: '1',
      volumeQuote: '1',
      changePercent: '0',
      ts: 1,
    }
    act(() => {
      tab.marketSockets.at(-1)?.open()
      tab.marketSockets.at(-1)?.deliver({
        topic: 'ticker@250ms',
        symbol: 'BTCUSDT',
        type: 'snapshot',
        seq: 0,
        prevSeq: 0,
        ts: 1,
        ticker,
      })
      ;(tab.services.frame as ReturnType<typeof createManualFrame>).draw()
    })
    await expect.poll(() => screen.getByText('60000', { selector: 'output' })).toBeTruthy()
    return { price, settle }
  }

  it('leaves a focused empty price field alone', async () => {
    const { price } = await inPrice(createTestBrowser())
    expect(valueOf('Price')).toBe('')
    act(() => price.blur())
    await expect.poll(() => valueOf('Price')).toBe('60,000.00')
  })

  it('does not send at a price the user has not seen', async () => {
    const browser = createTestBrowser()
    browser.signIn('7')
    browser.on('/spot/order/place', () => ok({ orderId: '5', clientOid: 'w', status: 'open' }))
    const { price, settle } = await inPrice(browser)
    write('Amount', '0.01')
    act(() => price.blur())
    await settle()
    fireEvent.submit(screen.getByRole('form', { name: 'Order form' }))
    await settle()
    expect([valueOf('Price'), valueOf('Amount'), browser.asked('/spot/order/place')]).toEqual([
      '',
      '0.01',
      [],
    ])
  })

  it('closes its question when the pair changes', async () => {
    const { tab, settle, press, sent, unmount } = await setUp('all')
    press()
    const { dialogs } = tab.services
    await expect.poll(() => dialogs.getState().current).toBeDefined()
    unmount()
    await settle()
    expect([dialogs.getState().current, sent()]).toEqual([undefined, 0])
  })

  it('asks nothing after its form unmounted', async () => {
    const { tab, settle, press, sent, unmount } = await setUp('all')
    press()
    unmount()
    await vi.dynamicImportSettled()
    await settle()
    expect([tab.services.dialogs.getState().current, sent()]).toEqual([undefined, 0])
  })
})

describe('what stands in the form is in the order, or the order is not sent', () => {
  it('focuses an unreadable stop loss and sends it once corrected', async () => {
    const { settle, press, sent, placed, button, field, write } = await setUp('none')
    fireEvent.click(screen.getByRole('checkbox', { name: 'Take profit / stop loss' }))
    await screen.findByRole('textbox', { name: 'Take profit at' })
    write('Take profit at', '66000')
    // Key by key: a paste that cannot be read leaves nothing in the field.
    for (const text of ['5', '55', '55,', '55,5']) write('Stop loss at', text)
    expect(field('Stop loss at').value).toBe('55,5')
    expect(button().getAttribute('aria-disabled')).toBe('true')
    press()
    await settle()
    expect([sent(), document.activeElement]).toEqual([0, field('Stop loss at')])
    write('Stop loss at', '55.5')
    press()
    await expect.poll(sent).toBe(1)
    expect(placed()).toMatchObject({
      takeProfitTriggerPrice: '66000',
      stopLossTriggerPrice: '55.5',
    })
    await settle()
  })
})

describe('an amount that the amount rule would make another number of', () => {
  /** Key by key, as a keyboard writes it at the end of what is shown. */
  function type(field: HTMLInputElement, keys: string) {
    act(() => field.focus())
    fireEvent.change(field, { target: { value: '' } })
    for (const key of keys) fireEvent.change(field, { target: { value: field.value + key } })
  }

  it.each([
    ['.01', '01', 'Put a digit before the decimal point. Write 0.01'],
    ['-1', '1', 'The value cannot be negative.'],
    ['1e5', '15', 'Write the number out in digits.'],
    ['0.123456', '0.12345', 'Decimal places: at most 5. Write 0.12345'],
  ])('blocks the button with the reason: %s (OT1)', async (keys, shown, reason) => {
    const { settle, press, sent, button, field } = await setUp('none')
    type(field('Amount'), keys)
    await settle()
    expect([field('Amount').value, button().getAttribute('aria-disabled')]).toEqual([shown, 'true'])
    expect(
      document.getElementById(button().getAttribute('aria-describedby') ?? '')?.textContent,
    ).toBe(reason)
    press()
    await settle()
    expect([sent(), document.activeElement]).toEqual([0, field('Amount')])
  })

  it('is sent as corrected after one press (OT1)', async () => {
    const { press, sent, placed, button, field } = await setUp('none')
    type(field('Amount'), '.01')
    fireEvent.click(screen.getByRole('button', { name: 'Write 0.01' }))
    await expect.poll(() => button().getAttribute('aria-disabled')).toBeNull()
    press()
    await expect.poll(sent).toBe(1)
    expect(placed()).toMatchObject({ size: '0.01' })
  })

  it('blocks the button for an optional field while it shows (OT1)', async () => {
    const { settle, button, field } = await setUp('none')
    const box = screen.getByRole('checkbox', { name: 'Take profit / stop loss' })
    fireEvent.click(box)
    await screen.findByRole('textbox', { name: 'Take profit at' })
    type(field('Take profit at'), '66000')
    type(field('Stop loss at'), '.5')
    await settle()
    expect(button().getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(box)
    await settle()
    expect(button().getAttribute('aria-disabled')).toBeNull()
  })
})

it('keeps the other fields while exits are shown and hidden', async () => {
  const { settle, field } = await setUp('none')
  // As browsers do since scrolling can be waited for.
  const scroll = vi
    .spyOn(Element.prototype, 'scrollIntoView')
    .mockImplementation(() => Promise.resolve() as never)
  const box = screen.getByRole('checkbox', { name: 'Take profit / stop loss' })
  fireEvent.click(box)
  await screen.findByRole('textbox', { name: 'Stop loss at' })
  expect(scroll).toHaveBeenCalled()
  fireEvent.click(box)
  await settle()
  expect([screen.queryByRole('textbox', { name: 'Stop loss at' }), field('Amount').value]).toEqual([
    null,
    '0.01',
  ])
  scroll.mockRestore()
})

describe('one press is one order (wire 10)', () => {
  it('opens one dialog for repeated presses', async () => {
    const { tab, settle, press, sent, button } = await setUp('all')
    press()
    expect(button().getAttribute('aria-busy')).toBe('true')
    press()
    press()
    const { dialogs } = tab.services
    await expect.poll(() => dialogs.getState().current).toBeDefined()
    await settle()
    expect(dialogs.getState().waiting).toBe(0)
    await act(() => dialogs.answer('confirm'))
    await expect.poll(sent).toBe(1)
    await settle()
    expect([sent(), dialogs.getState().current]).toEqual([1, undefined])
  })

  it('keeps the draft when the dialog is cancelled', async () => {
    const { tab, settle, press, sent, button, field } = await setUp('all')
    press()
    const { dialogs } = tab.services
    await expect.poll(() => dialogs.getState().current).toBeDefined()
    await act(() => dialogs.answer('cancel'))
    await settle()
    expect([sent(), field('Amount').value, button().getAttribute('aria-busy')]).toEqual([
      0,
      '0.01',
      null,
    ])
  })

  it('sends once for repeated presses without a dialog', async () => {
    const { settle, press, sent } = await setUp('none')
    press()
    press()
    await expect.poll(sent).toBe(1)
    await settle()
    expect(sent()).toBe(1)
  })

  it('focuses the form after an order placed from a field', async () => {
    const { press, field } = await setUp('none')
    act(() => field('Amount').focus())
    press()
    await expect.poll(() => field('Amount').value).toBe('')
    await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Order form')
  })
})

it('posts an order through four files of the app', async () => {
  const { tab, press, sent } = await setUp('none')
  const { client } = tab.services
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 50
  let stack = ''
  const post = vi.spyOn(client, 'post').mockImplementation((...args) => {
    stack = new Error('posted').stack ?? ''
    post.mockRestore()
    return client.post(...args)
  })
  press()
  await expect.poll(sent).toBe(1)
  Error.stackTraceLimit = stackTraceLimit
  const files = [...stack.matchAll(/apps\/web\/src\/([^:?)]+)/g)].map(([, file]) => file)
  expect([...new Set(files)].filter((file) => !file?.includes('.test.')).toReversed()).toEqual([
    'features/order-ticket/OrderTicket.tsx',
    'features/order-ticket/createOrderTicket.ts',
    'features/order-ticket/submitOrder.ts',
    'data/submissions/createSubmitter.ts',
  ])
})

describe('an order of a sub-account (products 7)', () => {
  it('blocks the button of one that only looks on, with the reason', async () => {
    const { settle, press, sent, button } = await setUp('none', ['sub-account', 'viewer'])
    expect(button().getAttribute('aria-disabled')).toBe('true')
    const reason = document.getElementById(button().getAttribute('aria-describedby') ?? '')
    expect(reason?.textContent).toBe('This account may not do that.')
    expect(screen.getAllByText('This account may not do that.').length).toBeGreaterThan(1)
    press()
    await settle()
    expect(sent()).toBe(0)
  })

  it('is sent by one that may trade', async () => {
    const { press, sent } = await setUp('none', ['sub-account'])
    press()
    await expect.poll(sent).toBe(1)
  })
})

describe('a form for each side', () => {
  async function sides() {
    const browser = createTestBrowser()
    browser.signIn('7')
    const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
    const terminal = createTerminalStore()
    const { settle } = renderPage(
      <>
        <SpotOrderTicket spec={spec} terminal={terminal} initialSide="buy" isSideFixed />
        <SpotOrderTicket
          spec={spec}
          terminal={createTerminalStore()}
          initialSide="sell"
          isSideFixed
        />
      </>,
      { browser, tab, at: '/en/spot/BTCUSDT' },
    )
    await settle()
    await screen.findAllByRole('textbox', { name: 'Amount' })
    return { terminal, settle }
  }

  it('names each form by its side, which cannot be changed', async () => {
    await sides()
    const names = screen.getAllByRole('form').map((form) => form.getAttribute('aria-label'))
    expect(names).toEqual(['Order form: Buy', 'Order form: Sell'])
    expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
      'Buy',
      'Sell',
    ])
    expect(screen.queryByRole('radio', { name: 'Buy' })).toBeNull()
  })

  it('sends each form by its own button', async () => {
    await sides()
    const buttons = screen.getAllByRole('button', { name: /^(Buy|Sell) BTC/ })
    expect(buttons.map(({ textContent }) => textContent?.slice(0, 4).trim())).toEqual([
      'Buy',
      'Sell',
    ])
  })

  it('keeps what is written in one form out of the other', async () => {
    await sides()
    const [buy, sell] = screen.getAllByRole<HTMLInputElement>('textbox', { name: 'Amount' })
    fireEvent.change(buy!, { target: { value: '0.5' } })
    expect([buy?.value, sell?.value]).toEqual(['0.5', ''])
  })
})

describe('quick amounts', () => {
  const open = async () => fireEvent.click(await screen.findByRole('button', { name: '⋯' }))

  it('size the order at one press', async () => {
    const { settle, field } = await setUp('none')
    await open()
    fireEvent.click(await screen.findByRole('button', { name: /^500\s*USDT$/ }))
    await settle()
    expect([field('Total').value, field('Amount').value]).toEqual(['500', '0.00833'])
    expect(screen.queryByRole('button', { name: /^500\s*USDT$/ })).toBeNull()
  })

  it('are not saved while one of them is no amount', async () => {
    const { write, tab } = await setUp('none')
    await open()
    fireEvent.click(await screen.findByRole('button', { name: 'Change amounts' }))
    write('2', '0')
    fireEvent.click(screen.getByRole('button', { name: 'Save amounts' }))
    expect(screen.getByText('Enter an amount.')).toBeTruthy()
    expect(tab.services.storage.get(STORAGE_KEYS.quickAmounts)).toBeNull()
    write('2', '250')
    expect(screen.queryByText('Enter an amount.')).toBeNull()
  })

  it('are those that the trader has set', async () => {
    const { settle, field, write, tab } = await setUp('none')
    await open()
    fireEvent.click(await screen.findByRole('button', { name: 'Change amounts' }))
    write('2', '250')
    fireEvent.click(screen.getByRole('button', { name: 'Save amounts' }))
    expect(tab.services.storage.get(STORAGE_KEYS.quickAmounts)).toBe('100,250,1000,5000')
    fireEvent.click(screen.getByRole('button', { name: /^250\s*USDT$/ }))
    await settle()
    expect(field('Total').value).toBe('250')
  })
})
