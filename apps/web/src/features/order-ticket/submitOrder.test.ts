import { RequestError } from '@x/request'
import { describe, expect, it } from 'vitest'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import { createTestBrowser, ok, refused } from '../../testing/createTestBrowser.ts'
import type { SpotSymbol } from '../../data/spot/model.ts'
import { restoreSession } from '../../data/session/thunks.ts'
import type { SpotTypes } from './spotRules.ts'
import { trading } from './spotTrading.ts'
import { createOrderSubmitter } from './submitOrder.ts'
import type { TicketTrading } from './ticketProduct.ts'
import { editAmount, editPrice, newDraft, type OrderDraft } from './orderDraft.ts'

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

async function setUp(part: Partial<Pick<TicketTrading<SpotTypes>, 'loadReport'>> = {}) {
  const browser = createTestBrowser()
  browser.signIn('7')
  const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
  const submitter = createOrderSubmitter({
    trading: { ...trading, ...part },
    spec,
    services: tab.services,
    pendingOrders: tab.services.pendingOrders,
    dispatch: tab.store.dispatch,
  })
  return { browser, tab, submitter }
}

it('reports an order whose code cannot be fetched', async () => {
  const { browser, tab, submitter } = await setUp({
    loadReport: () => Promise.reject(new TypeError('Failed to fetch')),
  })
  const refusal = await submitter.submit({} as OrderDraft)
  const text = 'Something went wrong. Nothing was changed.'
  expect([refusal, tab.toasts(), tab.services.log.getState().messages[0]?.text]).toEqual([
    { field: undefined, text },
    [text],
    text,
  ])
  expect(browser.asked('/spot/order/place')).toEqual([])
})

describe('what is said of an order follows the status that was answered (wire 10)', () => {
  const ioc = (amount: string): OrderDraft => ({
    ...editAmount(editPrice(newDraft('buy'), '60000', spec), amount),
    timeInForce: 'ioc',
  })
  const market: OrderDraft = { ...newDraft('buy'), type: 'market', total: '100' }
  const ended = (order: object) =>
    ok({
      order: {
        orderId: '5',
        status: 'cancelled',
        filled: '0.00000',
        filledQuote: '0',
        sizeUnit: 'base',
        ...order,
      },
      fills: { items: [], next: null },
    })

  it.each([
    [
      'an order that rests is placed',
      'open',
      undefined,
      ioc('0.01'),
      ['success', 'Buy order placed: 0.01 BTC at 60,000.00 USDT.'],
    ],
    [
      'an order that waits for its trigger is placed',
      'waiting',
      undefined,
      ioc('0.01'),
      ['success', 'Buy order placed: 0.01 BTC at 60,000.00 USDT.'],
    ],
    [
      'an order that traded in full is filled',
      'filled',
      undefined,
      ioc('0.01'),
      ['success', 'Buy order filled: 0.01 BTC at 60,000.00 USDT.'],
    ],
    [
      'an order that traded a part is partly filled, the rest is gone',
      'cancelled',
      ended({ filled: '0.40624' }),
      ioc('0.7'),
      [
        'warning',
        'Buy order partly filled: 0.40624 of 0.7 BTC at 60,000.00 USDT. The rest was cancelled.',
      ],
    ],
    [
      'a budget is reported in the quote asset',
      'cancelled',
      ended({ filled: '0.001', filledQuote: '60.5', sizeUnit: 'quote' }),
      market,
      [
        'warning',
        'Buy order partly filled: 60.5 of 100 USDT at the market price. The rest was cancelled.',
      ],
    ],
    [
      'a sale by value is reported in quote, though its record is in coin',
      'cancelled',
      ended({ filled: '0.001', filledQuote: '60.5' }),
      { ...newDraft('sell'), type: 'market', sellUnit: 'quote', total: '100' },
      [
        'warning',
        'Sell order partly filled: 60.5 of 100 USDT at the market price. The rest was cancelled.',
      ],
    ],
    [
      'locale, numbers: an amount stands as trading surfaces write it',
      'filled',
      undefined,
      { ...market, total: '20000.5' },
      ['success', 'Buy order filled: 20,000.5 USDT at the market price.'],
    ],
    [
      'locale, numbers: so does what of it was filled',
      'cancelled',
      ended({ filled: '0.1', filledQuote: '6000.25', sizeUnit: 'quote' }),
      { ...market, total: '20000' },
      [
        'warning',
        'Buy order partly filled: 6,000.25 of 20,000 USDT at the market price. ' +
          'The rest was cancelled.',
      ],
    ],
    [
      'an order that traded nothing is no success',
      'cancelled',
      ended({}),
      ioc('0.01'),
      ['warning', 'Buy order not filled and cancelled: 0.01 BTC at 60,000.00 USDT.'],
    ],
    [
      'an order whose record cannot be read is reported by its status',
      'cancelled',
      refused('40401'),
      ioc('0.01'),
      ['warning', 'Buy order placed: 0.01 BTC at 60,000.00 USDT. Status: Cancelled'],
    ],
  ] as const)('%s', async (_what, status, detail, draft, said) => {
    const { browser, tab, submitter } = await setUp()
    browser.on('/spot/order/place', () => ok({ orderId: '5', clientOid: 'w', status }))
    browser.on('/spot/order/detail', () => detail ?? refused('40401'))
    const refusal = await submitter.submit(draft)
    const text = `\u2068BTC/USDT\u2069 · ${said[1]}`
    expect(tab.services.toasts.getState().map((toast) => [toast.kind, toast.text])).toEqual([
      [said[0], text],
    ])
    expect(tab.services.log.getState().messages.map((message) => message.text)).toEqual([text])
    expect(refusal).toEqual(text.includes('not filled') ? { field: undefined, text } : undefined)
    expect(browser.asked('/spot/order/detail')).toMatchObject(
      detail ? [{ data: { orderId: '5' } }] : [],
    )
  })
})

describe('an order is its writer’s and of the funds it was written for', () => {
  const order = editAmount(editPrice(newDraft('buy'), '60000', spec), '0.01')
  const changes = [
    ['the other funds', '7', 'paper'],
    ['another user', '8', 'live'],
  ] as const

  it.each(changes)('drops an order written before %s', async (_what, userId, realm) => {
    const { browser, tab, submitter } = await setUp({
      async loadReport() {
        browser.signIn(userId, { realm })
        await tab.store.dispatch(restoreSession({ realm }))
        return trading.loadReport()
      },
    })
    browser.on('/spot/order/place', () => ok({ orderId: '5', clientOid: 'w', status: 'open' }))
    expect(await submitter.submit(order)).toEqual({
      field: undefined,
      text: 'Something went wrong. Nothing was changed.',
    })
    expect(browser.asked('/spot/order/place')).toEqual([])
  })
  it.each(changes)('does not report an order once %s came', async (_what, userId, realm) => {
    const { browser, tab, submitter } = await setUp()
    browser.on('/spot/order/place', async () => {
      browser.signIn(userId, { realm })
      await tab.store.dispatch(restoreSession({ realm }))
      return ok({ orderId: '5', clientOid: 'w', status: 'open' })
    })
    expect(await submitter.submit(order)).toBeUndefined()
    expect([
      tab.services.toasts
        .getState()
        .filter(({ text }) => typeof text === 'string' && text.includes('0.01 BTC')),
      tab.services.log.getState().messages,
    ]).toEqual([[], []])
  })
})

it('explains a refused trailing order beyond the limit', async () => {
  const { browser, tab, submitter } = await setUp()
  browser.on('/spot/order/place', () =>
    refused('40010', { msg: 'A parameter is not valid.', data: { field: 'orderType' } }),
  )
  const text = 'No more trailing stops can wait in this pair. Cancel one of them first.'
  expect(
    await submitter.submit({ ...newDraft('sell'), type: 'trailing', rate: '2', amount: '0.01' }),
  ).toEqual({ field: undefined, text })
  expect(tab.services.log.getState().messages[0]?.text).toBe(text)
})

it('sends nothing for a pair that the URL has left', async () => {
  const browser = createTestBrowser()
  browser.signIn('7')
  const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
  let path = '/en/spot/ETHUSDT'
  const submitter = createOrderSubmitter({
    trading,
    spec,
    services: { ...tab.services, location: { ...tab.services.location, path: () => path } },
    pendingOrders: tab.services.pendingOrders,
    dispatch: tab.store.dispatch,
  })
  const order = editAmount(editPrice(newDraft('buy'), '60000', spec), '0.01')
  const options = {
    book: () => ({ status: 'live', asks: [], bids: [] }) as never,
    figures: {} as SpotTypes['figures'],
    submitText: 'Buy BTC',
  }
  const isSent = [await submitter.confirm(order, options)]
  for (path of ['/en/asset', '/en/spot/BTCUSDT'])
    isSent.push(await submitter.confirm(order, options))
  expect(isSent).toEqual([false, true, true])
})

describe('sending a draft (wire 10)', () => {
  const draft = editAmount(editPrice(newDraft('buy'), '60000', spec), '0.01')
  const placed = () => ok({ orderId: '5', clientOid: 'w', status: 'open' })
  const sent = (browser: Awaited<ReturnType<typeof setUp>>['browser']) =>
    browser.asked('/spot/order/place').map(({ data }) => data)
  const keys = (browser: Awaited<ReturnType<typeof setUp>>['browser']) =>
    sent(browser).map(({ clientOid }) => clientOid)

  it('sends the pair, the terms and a new key each time', async () => {
    const { browser, submitter } = await setUp()
    browser.on('/spot/order/place', placed)
    expect([await submitter.submit(draft), await submitter.submit(draft)]).toEqual([
      undefined,
      undefined,
    ])
    expect(sent(browser)[0]).toMatchObject({
      symbol: 'BTCUSDT',
      side: 'buy',
      orderType: 'limit',
      price: '60000',
      size: '0.01',
    })
    expect(new Set(keys(browser)).size).toBe(2)
  })

  it.each([
    ['maker', 'maker'],
    ['both', 'both'],
    ['none', undefined],
    ['taker', undefined],
    [undefined, undefined],
    ['of another version', undefined],
  ])('sends the self-trade prevention %s as %s', async (stored, expected) => {
    const { browser, tab, submitter } = await setUp()
    browser.on('/spot/order/place', placed)
    if (stored !== undefined) tab.services.storage.set(STORAGE_KEYS.selfTrade, stored)
    await submitter.submit(draft)
    expect(sent(browser)[0]?.['selfTradePrevention']).toBe(expected)
  })

  it('keeps the key while the outcome is unknown', async () => {
    const { browser, submitter } = await setUp()
    let isDown = true
    browser.on('/spot/order/place', () =>
      isDown ? Promise.reject(new RequestError('timeout', { message: 'x' })) : placed(),
    )
    const first = submitter.submit(draft)
    let refusal: Awaited<typeof first> | 'none' = 'none'
    void first.then((value) => (refusal = value))
    await expect
      .poll(async () => (await browser.clock.advance(1_000), refusal))
      .toMatchObject({ field: undefined, pendingOid: expect.any(String) })
    isDown = false
    await submitter.submit(draft)
    expect(new Set(keys(browser)).size).toBe(1)
  })

  it('takes a new key after an order that the gateway never took', async () => {
    const { browser, submitter } = await setUp()
    browser.on('/spot/order/place', () => refused('00006', { data: { taken: false } }))
    const refusals = [await submitter.submit(draft), await submitter.submit(draft)]
    expect(refusals.map((refusal) => refusal?.pendingOid)).toEqual([undefined, undefined])
    expect(new Set(keys(browser)).size).toBe(2)
  })

  it.each([
    ['40202', 'price'],
    ['40201', 'amount'],
  ])('names the field of refusal %s: %s', async (code, field) => {
    const { browser, submitter } = await setUp()
    browser.on('/spot/order/place', () => refused(code))
    expect(await submitter.submit(draft)).toMatchObject({ field })
  })
})
