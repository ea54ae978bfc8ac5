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
import { ordersApi } from '../orders/api.ts'
import { resetPaper } from './paperFunds.ts'

const RESET = '/spot/paper/reset'
const ASSETS = '/spot/account/assets'
const OPEN = '/spot/order/open'

let browser: TestBrowser
let tab: TestTab
beforeEach(async () => {
  browser = createTestBrowser()
  browser.on(ASSETS, () => ok([]))
  for (const list of [OPEN, '/spot/order/trigger'])
    browser.on(list, () => ok({ items: [], next: null }))
  browser.on(RESET, () => ok({ season: 4 }))
  browser.signIn('7', { realm: 'paper' })
  tab = await browser.openTab()
  void tab.store.dispatch(balancesApi.endpoints.assets.initiate())
  void tab.store.dispatch(ordersApi.endpoints.openOrders.initiate())
  await browser.clock.advance(0)
})

const reads = () => [browser.asked(ASSETS).length, browser.asked(OPEN).length]
const reset = async () => {
  const outcome = tab.store.dispatch(resetPaper(3)).then(
    () => 'done',
    ({ code }: { readonly code?: string }) => code ?? 'failed',
  )
  await browser.clock.advance(60_000)
  return outcome
}

describe('a reset of the paper account', () => {
  it('names the season that ends, in the realm of paper', async () => {
    expect(await reset()).toBe('done')
    const [request, ...more] = browser.asked(RESET)
    expect([request?.data['season'], request?.headers['x-realm'], more]).toEqual(['3', 'paper', []])
  })

  it('reads balances and orders anew', async () => {
    expect(reads()).toEqual([1, 1])
    await reset()
    expect(reads()).toEqual([2, 2])
  })

  it('is sent again with the same season after a lost answer', async () => {
    let isFirst = true
    browser.on(RESET, () => {
      if (!isFirst) return ok({ season: 4 })
      isFirst = false
      throw connectionLost()
    })
    expect(await reset()).toBe('done')
    expect(browser.asked(RESET).map(({ data }) => data['season'])).toEqual(['3', '3'])
  })

  it('rejects with the refusal, sends no second one, and reads anew', async () => {
    browser.on(RESET, () => refused('00006'))
    expect([await reset(), browser.asked(RESET).length, reads(), tab.toasts()]).toEqual([
      '00006',
      1,
      [2, 2],
      [],
    ])
  })
})
