import { connectionLost } from '@x/request/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import { balancesApi } from '../balances/api.ts'
import { readOutcome, refetchOrders, type PlacedResponse } from './orderOutcome.ts'

const DETAIL = '/spot/order/detail'
const order = (changes: object = {}) => ({
  order: { orderId: '17', sizeUnit: 'base', filled: '0', filledQuote: '0', ...changes },
  fills: { items: [], next: null },
})

let browser: TestBrowser
let tab: TestTab
beforeEach(async () => {
  browser = createTestBrowser()
  browser.signIn('7')
  browser.on('/spot/account/assets', () => ok([]))
  browser.on(DETAIL, () => ok(order()))
  tab = await browser.openTab()
})

const outcomeOf = async (
  status: PlacedResponse['status'],
  sent: Parameters<typeof readOutcome>[1] = {},
) => tab.store.dispatch(readOutcome({ orderId: '17', status }, sent))

describe('the outcome of a placed order', () => {
  it.each(['open', 'waiting', 'partially_filled'] as const)(
    'is placed while it is %s, without a question',
    async (status) => {
      expect(await outcomeOf(status)).toEqual({ kind: 'placed' })
      expect(browser.asked(DETAIL)).toEqual([])
    },
  )

  it('is filled when all of it traded, without a question', async () => {
    expect(await outcomeOf('filled')).toEqual({ kind: 'filled' })
    expect(browser.asked(DETAIL)).toEqual([])
  })

  it.each(['0', '0.0', '0.00000000'])(
    'is unfilled when it ended with %s traded',
    async (filled) => {
      browser.on(DETAIL, () => ok(order({ filled })))
      expect(await outcomeOf('cancelled')).toEqual({ kind: 'unfilled' })
      expect(browser.asked(DETAIL).map(({ data }) => data['orderId'])).toEqual(['17'])
    },
  )

  it.each([
    [undefined, 'base', '0.00000001'],
    ['base', 'base', '0.00000001'],
    ['quote', 'quote', '0.90'],
    // A sale by value: the gateway has turned it into coin.
    ['quote', 'base', '0.90'],
  ] as const)(
    'names the traded part as it was sent: %s, recorded in %s',
    async (sizeUnit, recorded, filled) => {
      browser.on(DETAIL, () =>
        ok(order({ sizeUnit: recorded, filled: '0.00000001', filledQuote: '0.90' })),
      )
      expect(await outcomeOf('cancelled', { sizeUnit })).toEqual({ kind: 'partly', filled })
    },
  )

  it('keeps more digits than a float has', async () => {
    const filled = '123456789012345678.000000000000000001'
    browser.on(DETAIL, () => ok(order({ filled })))
    expect(await outcomeOf('cancelled')).toEqual({ kind: 'partly', filled })
  })

  it.each([
    ['is refused', () => refused('40401')],
    [
      'is lost',
      () => {
        throw connectionLost()
      },
    ],
  ])('claims nothing about the traded part when the question %s', async (_how, answer) => {
    browser.on(DETAIL, answer)
    const outcome = outcomeOf('cancelled')
    await browser.clock.advance(60_000)
    expect(await outcome).toEqual({ kind: 'ended' })
    expect(tab.toasts()).toEqual([])
  })
})

describe('what an order changes', () => {
  it.each([
    ['after it was placed', () => readOutcome({ orderId: '17', status: 'open' }, {})],
    ['when its outcome is found later', refetchOrders],
  ])('is read anew %s', async (_when, action) => {
    void tab.store.dispatch(balancesApi.endpoints.assets.initiate())
    await browser.clock.advance(0)
    const before = browser.asked('/spot/account/assets').length
    tab.store.dispatch(action() as ReturnType<typeof refetchOrders>)
    await browser.clock.advance(0)
    expect(browser.asked('/spot/account/assets')).toHaveLength(before + 1)
  })
})
