import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { useStore } from '@x/kit/react'
import { useQuotesStore } from '@x/market/react'
import { createBookScript, type createManualFrame } from '@x/market/testing'
import { connectionLost } from '@x/request/testing'
import { NORMAL_UPDATES } from '../../lib/updateIntervals.ts'
import { createTestBrowser, ok, refused } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import EditOrder from './EditOrder.tsx'
import type { SpotOrder, SpotSymbol } from '../../data/spot/model.ts'

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
const order: SpotOrder = {
  orderId: '1',
  clientOid: 'w',
  symbol: 'BTCUSDT',
  side: 'buy',
  orderType: 'oco',
  price: '60000.00',
  size: '0.01000',
  sizeUnit: 'base',
  filled: '0',
  filledQuote: '0',
  avgPrice: null,
  fee: '0',
  feeAsset: 'BTC',
  status: 'open',
  createdAt: 0,
  triggers: [{ kind: 'stop', triggerPrice: '61000.00', direction: 'rises', price: '61100.00' }],
}
const trailing: SpotOrder = {
  ...order,
  orderType: 'trailing',
  price: null,
  status: 'waiting',
  triggers: [
    {
      kind: 'trailing',
      triggerPrice: null,
      activationPrice: '59000.00',
      callbackRate: '1.5',
      direction: 'rises',
      price: null,
    },
  ],
}
const exit: SpotOrder = {
  ...order,
  side: 'sell',
  orderType: 'tp_sl',
  price: null,
  status: 'waiting',
  triggers: [
    { kind: 'take_profit', triggerPrice: '66000.00', direction: 'rises', price: null },
    { kind: 'stop_loss', triggerPrice: '58000.00', direction: 'falls', price: '57900.00' },
  ],
}

async function setUp(edited: SpotOrder) {
  const browser = createTestBrowser()
  browser.signIn('7')
  browser.on('/spot/order/amend', () => ok({ orderId: '1' }))
  for (const list of ['open', 'trigger'])
    browser.on(`/spot/order/${list}`, () => ok({ items: [edited], next: null }))
  const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
  /** The book as the dialog hears it, and as often. */
  const BookStatus = () => (
    <output>
      {useStore(useQuotesStore(tab.services.market, spec.symbol, NORMAL_UPDATES)).book?.status}
    </output>
  )
  const { settle } = renderPage(
    <>
      <EditOrder order={edited} spec={spec} onClose={() => undefined} />
      <BookStatus />
    </>,
    { browser, tab },
  )
  await settle()
  await screen.findAllByRole('textbox')
  const inputs = () => screen.getAllByRole('textbox') as HTMLInputElement[]
  const write = (name: string, text: string, within_: HTMLElement = document.body) =>
    fireEvent.change(within(within_).getByRole('textbox', { name }), { target: { value: text } })
  const send = async () => {
    await act(async () => fireEvent.submit(document.querySelector('form')!))
    await settle()
    return browser
      .asked('/spot/order/amend')
      .map(({ data: { t: _t, languageType: _language, ...terms } }) => terms)
  }
  /** A message of the private stream about the order while the dialog is open. */
  const receive = (changed: Partial<SpotOrder>) =>
    act(async () =>
      tab.sockets.at(-1)?.deliver({
        topic: 'orders',
        type: 'snapshot',
        seq: 1,
        prevSeq: 0,
        ts: 0,
        data: [{ ...edited, ...changed }],
      }),
    )
  const script = createBookScript('BTCUSDT', { bids: [['60950', '1']], asks: [['61050', '1']] })
  const deliver = (message: object) =>
    act(async () => {
      tab.marketSockets.at(-1)?.deliver(message)
      ;(tab.services.frame as ReturnType<typeof createManualFrame>).draw()
    })
  await act(async () => tab.marketSockets.at(-1)?.open())
  await deliver(script.snapshot())
  await screen.findByText('live', { selector: 'output' })
  /** The line to the market is gone: the book on screen is as it was. */
  const loseMarket = async () => {
    await act(async () => {
      tab.marketSockets.at(-1)?.drop()
      ;(tab.services.frame as ReturnType<typeof createManualFrame>).draw()
    })
    await screen.findByText('stale', { selector: 'output' })
  }
  return { browser, tab, inputs, write, send, receive, loseMarket }
}

describe('a change of a limit order', () => {
  const plain: SpotOrder = {
    ...order,
    orderType: 'limit',
    price: '60900.00',
    size: '0.02000',
    triggers: [],
  }

  it('says what stands now and what stood before (OT3)', async () => {
    const { tab, write, send } = await setUp(plain)
    write('Amount', '0.03')
    write('Price', '61000')
    expect(await send()).toEqual([{ orderId: '1', price: '61000', size: '0.03' }])
    const [notice] = tab.toasts()
    expect(notice).toBe(
      '\u2068BTC/USDT\u2069 · Order changed: Buy 0.03 BTC at 61,000.00 USDT ' +
        '(before: 0.02000 BTC at 60,900.00 USDT).',
    )
  })
})

describe('a change that the market may answer at once', () => {
  const resting: SpotOrder = {
    ...order,
    orderType: 'limit',
    price: '60900.00',
    size: '0.02000',
    triggers: [],
  }

  it('is refused where a post-only order would trade (OT2)', async () => {
    const { write, send } = await setUp({ ...resting, timeInForce: 'post_only' })
    write('Price', '61050')
    expect(await send()).toEqual([])
    expect(screen.getAllByText(/post.only|would trade at once/i)[0]).toBeTruthy()
    write('Price', '61049.99')
    expect(await send()).toEqual([{ orderId: '1', price: '61049.99' }])
  })

  it('is asked about while the book is stale (OT11)', async () => {
    const { tab, write, send, loseMarket } = await setUp(resting)
    await loseMarket()
    write('Price', '60800')
    expect(await send()).toEqual([])
    expect(await screen.findByText(/The order book on screen is not current/)).toBeTruthy()
    await act(() => tab.services.dialogs.answer('confirm'))
    await expect
      .poll(() => tab.toasts())
      .toEqual([expect.stringContaining('Order changed: Buy 0.02000 BTC at 60,800.00 USDT')])
  })
})

describe('the dialog that changes an order (wire 10)', () => {
  it.each([
    [
      'an OCO order',
      order,
      [
        ['price', '60000.00'],
        ['triggerPrice', '61000.00'],
        ['stopPrice', '61100.00'],
        ['size', '0.01000'],
      ],
    ],
    [
      'a trailing order',
      trailing,
      [
        ['triggerPrice', '59000.00'],
        ['callbackRate', '1.5'],
        ['size', '0.01000'],
      ],
    ],
    [
      'an exit',
      exit,
      [
        ['takeProfitTriggerPrice', '66000.00'],
        ['takeProfitPrice', ''],
        ['stopLossTriggerPrice', '58000.00'],
        ['stopLossPrice', '57900.00'],
        ['size', '0.01000'],
      ],
    ],
  ] as const)(
    'shows the current terms of %s and focuses the first field',
    async (_what, edited, shown) => {
      const { inputs } = await setUp(edited)
      expect(inputs().map(({ dataset, value }) => [dataset['name'], value])).toEqual(shown)
      expect(document.activeElement).toBe(inputs()[0])
    },
  )
  it('sends the stop limit of an OCO order', async () => {
    const { write, send } = await setUp(order)
    write('Stop limit price', '61200')
    expect(await send()).toEqual([{ orderId: '1', stopPrice: '61200' }])
  })
  it('accepts quote amounts as fine as the ticket does', async () => {
    const { write, send } = await setUp({
      ...order,
      orderType: 'stop_market',
      price: null,
      size: '22199.5571831',
      sizeUnit: 'quote',
      status: 'waiting',
      triggers: [{ kind: 'stop', triggerPrice: '61000.00', direction: 'rises', price: null }],
    })
    write('Total', '32199.5571831')
    expect(await send()).toEqual([{ orderId: '1', size: '32199.5571831' }])
  })
  it('sends another callback rate, and none out of its bounds', async () => {
    const { write, send } = await setUp(trailing)
    write('Callback rate', '11')
    expect(await send()).toEqual([])
    expect(screen.getAllByText('Between 0.1 and 10 percent, two decimals at most.')[0]).toBeTruthy()
    write('Callback rate', '2.25')
    expect(await send()).toEqual([{ orderId: '1', callbackRate: '2.25' }])
  })
  it('refuses an unreadable limit and sends nothing', async () => {
    const { inputs, write, send } = await setUp(exit)
    write('Amount', '0.005')
    for (const text of ['6', '65', '65,', '65,9'])
      write('Limit price', text, screen.getByRole('group', { name: 'Take profit at' }))
    expect(await send()).toEqual([])
    expect(document.activeElement).toBe(inputs()[1])
    write('Limit price', '65900', screen.getByRole('group', { name: 'Take profit at' }))
    expect(await send()).toEqual([{ orderId: '1', size: '0.005', takeProfitPrice: '65900' }])
  })
  it('sends no amount that lost a leading dot, and takes the correction (OT1)', async () => {
    const { inputs, write, send } = await setUp(order)
    for (const text of ['', '.', '0', '02']) write('Amount', text)
    expect(inputs()[3]?.value).toBe('02')
    expect(await send()).toEqual([])
    expect(document.activeElement).toBe(inputs()[3])
    expect(screen.getByRole('button', { name: 'Change order' }).getAttribute('aria-disabled')).toBe(
      'true',
    )
    fireEvent.click(screen.getByRole('button', { name: 'Write 0.02' }))
    expect(await send()).toEqual([{ orderId: '1', size: '0.02' }])
  })
  it.each([
    ['without an answer', () => Promise.reject(connectionLost())],
    ['that a proxy answered for the gateway', () => ({ status: 504, body: {} })],
    ['that the gateway stopped in', () => refused('00006')],
  ])('does not know whether a change %s has arrived, and says so', async (_what, answer) => {
    const { browser, write, send } = await setUp(order)
    browser.on('/spot/order/amend', answer)
    write('Stop limit price', '61200')
    await send()
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toContain(
      'It is not known whether the change arrived. The list of orders shows what stands.',
    )
  })
  it('keeps the size of an exit that grew meanwhile', async () => {
    const { inputs, write, send, receive } = await setUp(exit)
    write('Limit price', '65900', screen.getByRole('group', { name: 'Take profit at' }))
    await receive({ size: '0.03000' })
    expect(inputs().map(({ value }) => value)).toEqual([
      '66000.00',
      '65900',
      '58000.00',
      '57900.00',
      '0.03000',
    ])
    expect(await send()).toEqual([{ orderId: '1', takeProfitPrice: '65900' }])
  })
  it('sends only the fields that were edited here', async () => {
    const { write, send, receive } = await setUp(order)
    write('Amount', '0.02')
    write('Stop limit price', '61200')
    write('Stop limit price', '61100.0')
    await receive({ price: '60500.00', triggers: [{ ...order.triggers![0]!, price: '61300.00' }] })
    expect(await send()).toEqual([{ orderId: '1', size: '0.02' }])
  })
  it('keeps typed text that equals the current value', async () => {
    const { inputs, send, receive } = await setUp(order)
    const price = () => inputs()[0]!
    act(() => price().focus())
    for (const text of ['60000.0', '60000.']) {
      fireEvent.change(price(), { target: { value: text } })
      expect(price().value).toBe(text)
    }
    act(() => price().blur())
    expect(await send()).toEqual([])
    await receive({ price: '60500.00' })
    expect(price().value).toBe('60500.00')
  })
  it('labels the limits of two exits by their exit', async () => {
    const { write, send } = await setUp(exit)
    write('Limit price', '65900', screen.getByRole('group', { name: 'Take profit at' }))
    write('Limit price', '57800', screen.getByRole('group', { name: 'Stop loss at' }))
    expect(await send()).toEqual([
      { orderId: '1', takeProfitPrice: '65900', stopLossPrice: '57800' },
    ])
  })
})
