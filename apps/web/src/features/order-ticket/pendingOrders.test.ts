import { RequestError } from '@x/request'
import { describe, expect, it } from 'vitest'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import type { SpotSymbol } from '../../data/spot/model.ts'
import { SUBMISSION_KEYS } from '../../data/submissions/pendingSubmissions.ts'
import { restoreSession } from '../../data/session/thunks.ts'
import type { SpotTypes } from './spotRules.ts'
import { trading } from './spotTrading.ts'
import { createOrderSubmitter, type OrderSubmitter } from './submitOrder.ts'
import { editAmount, editPrice, newDraft, type OrderDraft } from './orderDraft.ts'

/** Nobody offers anything, and that is known. */
const currentBook = () => ({ status: 'live', asks: [], bids: [] }) as never
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
const other: SpotSymbol = { ...spec, symbol: 'ETHUSDT', base: 'ETH' }
const order = (amount = '0.01', price = '60000'): OrderDraft =>
  editAmount(editPrice(newDraft('buy'), price, spec), amount)
const placed = '\u2068BTC/USDT\u2069 · Buy order placed: 0.01 BTC at 60,000.00 USDT.'
const PROMISE = 'It is not known whether the order arrived. Try again: it will not be placed twice.'

async function setUp() {
  const browser = createTestBrowser()
  browser.signIn('7')
  const closed = { items: [] as object[], next: null }
  for (const list of ['open', 'trigger'])
    browser.on(`/spot/order/${list}`, () => ok({ items: [], next: null }))
  browser.on('/spot/order/history', () => ok(closed))
  const tab = await browser.openTab()
  /** The form of a pair, which the address names. */
  const form = (of = spec, { services, store }: TestTab = tab) =>
    createOrderSubmitter({
      trading,
      spec: of,
      services: {
        ...services,
        location: { ...services.location, path: () => `/en/spot/${of.symbol}` },
      },
      pendingOrders: services.pendingOrders,
      dispatch: store.dispatch,
    })
  return { browser, tab, closed, form }
}
const answers = (browser: TestBrowser) =>
  browser.on('/spot/order/place', () => ok({ orderId: '5', clientOid: 'w', status: 'open' }))
const silent = (browser: TestBrowser) =>
  browser.on('/spot/order/place', () =>
    Promise.reject(new RequestError('network', { message: 'x' })),
  )
const keys = (browser: TestBrowser) => [
  ...new Set(browser.asked('/spot/order/place').map(({ data }) => data['clientOid'])),
]

/** Presses the button of a form; `answer` is what is done with a question, which is handed back. */
async function press(
  { browser, tab }: { browser: TestBrowser; tab: TestTab },
  ticket: OrderSubmitter<SpotTypes>,
  draft: OrderDraft,
  answer: 'again' | 'second' | 'cancel' = 'cancel',
) {
  const { dialogs } = tab.services
  let isDone = false
  const sent = (async () =>
    (await ticket.confirm(draft, {
      book: currentBook,
      figures: { fill: undefined, fee: undefined },
      submitText: 'Buy BTC',
    }))
      ? ticket.submit(draft)
      : 'not sent')().finally(() => (isDone = true))
  const cycle = async () => browser.clock.advance(1_000)
  await expect
    .poll(async () => (await cycle(), isDone || dialogs.getState().current !== undefined))
    .toBe(true)
  const question = dialogs.getState().current?.options
  if (question) {
    // The check box of the question.
    if (answer === 'second')
      (
        question.message as {
          props: { children?: unknown; onSecond?: (isSecond: boolean) => void }
        }
      ).props.onSecond?.(true)
    await dialogs.answer(answer === 'cancel' ? 'cancel' : 'confirm')
  }
  await expect.poll(async () => (await cycle(), isDone)).toBe(true)
  return { question, result: await sent }
}

describe('an order whose outcome is unknown', () => {
  it('repeats without a question where the form allows it', async () => {
    const { browser, tab, form } = await setUp()
    const ticket = form()
    silent(browser)
    expect((await press({ browser, tab }, ticket, order())).result).toEqual({
      field: undefined,
      text: PROMISE,
      pendingOid: keys(browser)[0],
    })
    answers(browser)
    expect(await press({ browser, tab }, ticket, order())).toEqual({
      question: undefined,
      result: undefined,
    })
    expect(keys(browser)).toHaveLength(1)
    expect(tab.toasts().at(-1)).toBe(`${placed} It was sent more than once, and placed once.`)
  })

  it('asks before another form repeats it, then reuses the key', async () => {
    const { browser, tab, form } = await setUp()
    silent(browser)
    await press({ browser, tab }, form(), order())
    answers(browser)
    const { question, result } = await press(
      { browser, tab },
      form(),
      order('0.010', '60000.00'),
      'again',
    )
    expect([question?.title, question?.confirmText, result]).toEqual([
      'The same order was sent before',
      'Buy BTC',
      undefined,
    ])
    expect(keys(browser)).toHaveLength(1)
  })

  it('is repeated under its key after a reload', async () => {
    const { browser, tab, form } = await setUp()
    browser.on('/spot/order/place', () => new Promise(() => {}))
    const ticket = form()
    void ticket.submit(order())
    await expect.poll(async () => (await browser.clock.advance(0), keys(browser).length)).toBe(1)
    const reloaded = await browser.openTab()
    answers(browser)
    expect(
      (await press({ browser, tab: reloaded }, form(spec, reloaded), order(), 'again')).question,
    ).toBeDefined()
    expect(keys(browser)).toHaveLength(1)
    expect(tab.toasts()).toEqual([])
  })

  it('is not sent again where the question is not answered with yes', async () => {
    const { browser, tab, form } = await setUp()
    silent(browser)
    await press({ browser, tab }, form(), order())
    const tried = browser.asked('/spot/order/place').length
    expect((await press({ browser, tab }, form(), order(), 'cancel')).result).toBe('not sent')
    expect(browser.asked('/spot/order/place')).toHaveLength(tried)
  })

  it('stays pending next to a second order with its own key', async () => {
    const { browser, tab, form } = await setUp()
    silent(browser)
    await press({ browser, tab }, form(), order())
    answers(browser)
    const ticket = form()
    await press({ browser, tab }, ticket, order(), 'second')
    expect(keys(browser)).toHaveLength(2)
    expect(tab.toasts().at(-1)).toBe(placed)
    expect((await press({ browser, tab }, ticket, order(), 'again')).question).toBeDefined()
    expect(keys(browser)).toHaveLength(2)
    expect((await press({ browser, tab }, ticket, order())).question).toBeUndefined()
    expect(keys(browser)).toHaveLength(3)
  })

  it.each([
    ['another amount', spec, order('0.02')],
    ['another price', spec, order('0.01', '60001')],
    ['the other side', spec, { ...order(), side: 'sell' as const }],
    ['another pair', other, order()],
  ])('sends an order that differs by %s as a new one', async (_what, of, draft) => {
    const { browser, tab, form } = await setUp()
    silent(browser)
    await press({ browser, tab }, form(), order())
    answers(browser)
    expect((await press({ browser, tab }, form(of), draft)).question).toBeUndefined()
    expect(keys(browser)).toHaveLength(2)
  })

  it.each([
    ['the other funds', '7', 'paper'],
    ['another user', '8', 'live'],
  ] as const)(
    'is nothing to %s: neither its question nor its key',
    async (_what, userId, realm) => {
      const { browser, tab, form } = await setUp()
      silent(browser)
      await press({ browser, tab }, form(), order())
      browser.signIn(userId, { realm })
      await tab.store.dispatch(restoreSession({ realm }))
      answers(browser)
      expect((await press({ browser, tab }, form(), order())).question).toBeUndefined()
      expect(keys(browser)).toHaveLength(2)
    },
  )

  it('is forgotten with its answer', async () => {
    const { browser, tab, form } = await setUp()
    answers(browser)
    await press({ browser, tab }, form(), order())
    expect((await press({ browser, tab }, form(), order())).question).toBeUndefined()
    expect([keys(browser).length, browser.session.get(SUBMISSION_KEYS.orders)]).toEqual([2, null])
  })

  it.each(['open', 'trigger', 'history'])(
    'reports an order found in the list %s as placed',
    async (list) => {
      const { browser, tab, form } = await setUp()
      silent(browser)
      await press({ browser, tab }, form(), order())
      browser.on(`/spot/order/${list}`, () =>
        ok({ items: [{ orderId: '5', clientOid: keys(browser)[0] }], next: null }),
      )
      answers(browser)
      const { question } = await press({ browser, tab }, form(), order(), 'again')
      expect(question?.message).toMatchObject({ props: { hasArrived: true } })
      expect(keys(browser)).toHaveLength(2)
      expect(tab.toasts().at(-1)).toBe(placed)
      expect((await press({ browser, tab }, form(), order())).question).toBeUndefined()
    },
  )

  it('is asked about as unknown where the lists cannot be had', async () => {
    const { browser, tab, form } = await setUp()
    silent(browser)
    await press({ browser, tab }, form(), order())
    browser.on('/spot/order/open', () => refused('40010'))
    expect((await press({ browser, tab }, form(), order())).question?.message).toMatchObject({
      props: { hasArrived: false },
    })
  })

  it('stays unknown after an early refusal, is settled by an order refusal', async () => {
    const { browser, tab, form } = await setUp()
    silent(browser)
    const ticket = form()
    await press({ browser, tab }, ticket, order())
    browser.on('/spot/order/place', () => refused('42901'))
    await press({ browser, tab }, ticket, order())
    browser.on('/spot/order/place', () => refused('40201'))
    expect((await press({ browser, tab }, ticket, order(), 'again')).question).toBeDefined()
    expect(keys(browser)).toHaveLength(1)
    answers(browser)
    expect((await press({ browser, tab }, ticket, order())).question).toBeUndefined()
    expect(keys(browser)).toHaveLength(2)
  })

  it.each([
    ['a gateway that has paused meanwhile', refused('00006', { data: { taken: false } })],
    ['a limit of attempts', refused('42901')],
  ])('keeps the outcome unknown if a repetition is refused by %s', async (_what, refusal) => {
    const { browser, tab, form } = await setUp()
    const ticket = form()
    let attempts = 0
    browser.on('/spot/order/place', () =>
      attempts++ === 0 ? Promise.reject(new RequestError('network', { message: 'x' })) : refusal,
    )
    expect((await press({ browser, tab }, ticket, order())).result).toEqual({
      field: undefined,
      text: PROMISE,
      pendingOid: keys(browser)[0],
    })
    answers(browser)
    expect((await press({ browser, tab }, ticket, order())).question).toBeUndefined()
    expect([keys(browser).length, browser.asked('/spot/order/place').length]).toEqual([1, 3])
  })

  it('is settled when the gateway refuses its second attempt', async () => {
    const { browser, tab, form } = await setUp()
    const ticket = form()
    let attempts = 0
    browser.on('/spot/order/place', () =>
      attempts++ === 0
        ? Promise.reject(new RequestError('network', { message: 'x' }))
        : refused('40201'),
    )
    expect((await press({ browser, tab }, ticket, order())).result).toMatchObject({
      text: 'The available balance is not enough.',
    })
    answers(browser)
    await press({ browser, tab }, ticket, order())
    expect(keys(browser)).toHaveLength(2)
  })

  it('takes its question along when its form goes, and no other', async () => {
    const { browser, tab, form } = await setUp()
    const { dialogs } = tab.services
    silent(browser)
    await press({ browser, tab }, form(), order())
    const ticket = form()
    const leave = ticket.mount()
    const isMeant = ticket.confirm(order(), {
      book: currentBook,
      figures: { fill: undefined, fee: undefined },
      submitText: 'Buy BTC',
    })
    await expect
      .poll(async () => (await browser.clock.advance(100), dialogs.getState().current))
      .toBeDefined()
    void dialogs.confirm({ title: 'Of another part of the page' })
    leave()
    expect([await isMeant, dialogs.getState().current?.options.title]).toEqual([
      false,
      'Of another part of the page',
    ])
    dialogs.closeAll()
    expect(dialogs.getState().current).toBeUndefined()
  })
})
