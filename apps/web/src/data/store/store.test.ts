import { expect, it } from 'vitest'
import { createTestBrowser, ok } from '../../testing/createTestBrowser.ts'
import { balancesApi } from '../balances/api.ts'

it('freezes what the store caches, so that nobody can change it', async () => {
  const browser = createTestBrowser()
  browser.on('/spot/account/assets', () => ok([{ asset: 'BTC', available: '1', held: '0' }]))
  browser.signIn('7')
  const tab = await browser.openTab()
  await tab.store.dispatch(balancesApi.endpoints.assets.initiate())
  const assets = balancesApi.endpoints.assets.select()(tab.cache()).data ?? []
  expect(assets).toHaveLength(1)
  const parts = [tab.store.getState().session, assets, assets[0]]
  expect(parts.map((part) => Object.isFrozen(part))).toEqual([true, true, true])
})
