import { describe, expect, it } from 'vitest'
import { createTestBrowser, ok } from '../../testing/createTestBrowser.ts'
import { balancesApi } from '../balances/api.ts'
import { ordersApi } from '../orders/api.ts'
import { selectData } from './accountData.ts'

function signedInBrowser() {
  const browser = createTestBrowser()
  browser.signIn('7')
  return browser
}

describe('selectData', () => {
  it('reads the balances that the cache selects', async () => {
    const browser = signedInBrowser()
    const balances = [{ asset: 'USDT', available: '5', held: '0' }]
    browser.on('/spot/account/assets', () => ok(balances))
    const { store, cache } = await browser.openTab()
    await store.dispatch(balancesApi.endpoints.assets.initiate())
    const { data } = balancesApi.endpoints.assets.select()(cache())
    expect(data).toEqual(balances)
    expect(selectData('assets')(store.getState())).toBe(data)
  })

  it('reads the open orders that the cache selects', async () => {
    const browser = signedInBrowser()
    for (const list of ['open', 'trigger'])
      browser.on(`/spot/order/${list}`, () => ok({ items: [], next: null }))
    const { store, cache } = await browser.openTab()
    await store.dispatch(ordersApi.endpoints.openOrders.initiate())
    const { data } = ordersApi.endpoints.openOrders.select()(cache())
    expect(data).toEqual([])
    expect(selectData('openOrders')(store.getState())).toBe(data)
  })

  it('is undefined without the cache and before an answer', async () => {
    const { store } = await createTestBrowser().openTab()
    expect(selectData('assets')({})).toBeUndefined()
    expect(selectData('assets')(store.getState())).toBeUndefined()
  })
})
