import { RequestError } from '@x/request'
import { describe, expect, it } from 'vitest'
import { findFuturesOrder } from '../../../data/futures/findOrder.ts'
import { restoreSession } from '../../../data/session/thunks.ts'
import { createPendingOrders } from '../../../data/submissions/createPendingOrders.ts'
import { resolvePendingOrders } from '../../../data/submissions/resolvePendingOrders.ts'
import { SUBMISSION_KEYS } from '../../../data/submissions/pendingSubmissions.ts'
import { sessionKey } from '../../../data/session/captureSession.ts'
import { createTestBrowser, ok, refused } from '../../../testing/createTestBrowser.ts'
import { createOrderSubmitter } from '../submitOrder.ts'
import { newFuturesDraft } from './futuresDraft.ts'
import { NO_FIGURES } from './figures.ts'
import { trading } from './futuresTrading.ts'
import { BOOK, BTC } from './testing/futuresTicket.ts'

const draft = { ...newFuturesDraft('buy'), price: '60000', size: '0.1' }
const LOST = new RequestError('network', { message: 'gone' })

async function setUp() {
  const browser = createTestBrowser()
  browser.signIn('7')
  const lists = { open: [] as object[], trigger: [] as object[], history: [] as object[] }
  for (const list of ['open', 'trigger', 'history'] as const)
    browser.on(`/futures/order/${list}`, () => ok({ items: lists[list], next: null }))
  const tab = await browser.openTab('http://app/en/futures/usdt/BTCUSDT')
  await tab.store.dispatch(restoreSession())
  const { services, store } = tab
  const pendingOrders = createPendingOrders({
    kind: 'futuresOrders',
    path: '/futures/order/detail',
    storage: services.session,
    serverClock: services.serverClock,
    owner: () => sessionKey(store.dispatch),
  })
  const submitter = createOrderSubmitter({
    trading,
    spec: BTC,
    services,
    pendingOrders,
    dispatch: store.dispatch,
  })
  return { browser, tab, lists, pendingOrders, submitter }
}

describe('a futures order without an answer', () => {
  it('stays pending apart from spot orders and keeps its key', async () => {
    const { browser, tab, pendingOrders, submitter } = await setUp()
    browser.on('/futures/order/place', () => Promise.reject(LOST))
    let refusal: Awaited<ReturnType<typeof submitter.submit>>
    void submitter.submit(draft).then((text) => (refusal = text))
    // The request client tries once more after a pause.
    await expect
      .poll(async () => (await browser.clock.advance(1_000), refusal?.pendingOid))
      .toMatch(/^w/)
    expect(pendingOrders.getState()).toMatchObject([{ symbol: 'BTCUSDT', state: 'unseen' }])
    expect(tab.services.session.get(SUBMISSION_KEYS.orders)).toBeNull()
    browser.on('/futures/order/place', () => ok({ orderId: '5', clientOid: 'c', status: 'open' }))
    expect(await submitter.submit(draft)).toBe(undefined)
    const keys = browser.asked('/futures/order/place').map(({ data }) => data['clientOid'])
    expect(new Set(keys).size).toBe(1)
    expect(pendingOrders.list()).toEqual([])
  })

  it('is resolved by the futures record of its key', async () => {
    const { browser, tab, pendingOrders } = await setUp()
    browser.on('/futures/order/detail', () => ok({ order: { status: 'filled' } }))
    pendingOrders.add({ symbol: 'BTCUSDT', side: 'buy' }, 'w1')
    pendingOrders.markUnseen('w1')
    const settled: unknown[] = []
    const stop = resolvePendingOrders(pendingOrders, {
      ...tab.services,
      stream: tab.services.userStream.status,
      onSettled: (order) => settled.push(order.status),
    })
    await expect.poll(() => settled).toEqual(['filled'])
    stop()
  })

  it('is found in the lists by its key', async () => {
    const { tab, lists } = await setUp()
    const find = () =>
      tab.store.dispatch(
        findFuturesOrder({ clientOid: 'w1', at: 1_000_000, symbol: BTC.symbol, side: 'buy' }),
      )
    expect(await find()).toBe(false)
    lists.history = [{ clientOid: 'w1' }]
    expect(await find()).toBe(true)
  })
})

describe('the confirmation of a futures order', () => {
  const confirm = ({ submitter }: Awaited<ReturnType<typeof setUp>>, over: object = {}) =>
    submitter.confirm(draft, {
      book: () => BOOK,
      figures: { ...NO_FIGURES, ...over },
      submitText: 'Buy / Long 0.1 BTC',
    })

  it('is left out for a limit order while the book is current', async () => {
    expect(await confirm(await setUp())).toBe(true)
  })

  it('is always asked where the order would be liquidated at once (futures 4)', async () => {
    const form = await setUp()
    const { dialogs } = form.tab.services
    const answer = confirm(form, { isLiquidating: true })
    await expect.poll(() => dialogs.getState().current).toBeDefined()
    await dialogs.answer('cancel')
    expect(await answer).toBe(false)
  })
})

it('names the refusals of futures in the language on screen (futures 11)', async () => {
  const { browser, tab, submitter } = await setUp()
  browser.on('/futures/order/place', () => refused('40216'))
  expect(await submitter.submit(draft)).toMatchObject({
    text: 'The price is beyond the bankruptcy price of the position.',
  })
  expect(tab.toasts()).toHaveLength(1)
})
