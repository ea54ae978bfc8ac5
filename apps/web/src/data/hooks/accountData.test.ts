import { configureStore } from '@reduxjs/toolkit'
import { describe, expect, it } from 'vitest'
import { ordersApi } from '../spot/api.ts'
import { selectData } from './accountData.ts'

/** A store with the query cache and one answer for each query. */
async function storeWithAnswers() {
  const store = configureStore({
    reducer: { [ordersApi.reducerPath]: ordersApi.reducer },
    middleware: (defaults) => defaults().concat(ordersApi.middleware),
  })
  const balance = { asset: 'USDT', available: '5', held: '0' }
  await store.dispatch(ordersApi.util.upsertQueryData('assets', undefined, [balance]))
  await store.dispatch(ordersApi.util.upsertQueryData('openOrders', undefined, []))
  return store
}

describe('selectData', () => {
  it.each(['assets', 'openOrders'] as const)(
    'reads what the cache selects for %s',
    async (name) => {
      const state = (await storeWithAnswers()).getState()
      const { data } = ordersApi.endpoints[name].select()(state)
      expect(data).toBeDefined()
      expect(selectData(name)(state)).toBe(data)
    },
  )

  it('is undefined without the cache and before an answer', async () => {
    const { getState } = configureStore({
      reducer: { [ordersApi.reducerPath]: ordersApi.reducer },
    })
    expect(selectData('assets')({})).toBeUndefined()
    expect(selectData('assets')(getState())).toBeUndefined()
  })
})
