import { configureStore } from '@reduxjs/toolkit'
import { describe, expect, it, vi } from 'vitest'
import { createTestBrowser, ok } from '../../testing/createTestBrowser.ts'

/** Modules of its own: what another test has brought into the store is not in this one. */
const fresh = async () => {
  vi.resetModules()
  return await import('./injectApiSlice.ts')
}

describe('the query cache', () => {
  it("is absent from a guest's store, where clearing changes nothing", async () => {
    const { resetApiState, apiMiddleware, API_PATH, reducer } = await fresh()
    const store = configureStore({
      reducer,
      middleware: (defaults) => defaults().concat(apiMiddleware),
    })
    const before = store.getState()
    store.dispatch(resetApiState())
    expect([API_PATH in store.getState(), store.getState() === before]).toEqual([false, true])
  })
  it('is injected into a running store with its middleware', async () => {
    const { injectApiSlice, apiMiddleware, onApiSlice, apiSliceInjected, reducer } = await fresh()
    const store = configureStore({
      reducer,
      middleware: (defaults) => defaults().concat(apiMiddleware),
    })
    onApiSlice(() => store.dispatch(apiSliceInjected()))
    const seen: unknown[] = []
    injectApiSlice({
      reducer: (state: number = 0, { type }) => (type === 'count' ? state + 1 : state),
      middleware: () => (next) => (action) => (
        seen.push((action as { type: string }).type),
        next(action)
      ),
    })
    const state = () => (store.getState() as unknown as { api: number }).api
    expect(state()).toBe(0)
    store.dispatch({ type: 'count' })
    expect([state(), seen]).toEqual([1, [apiSliceInjected.type, 'count']])
  })
  it('is emptied by the action that the store knows without it', async () => {
    vi.resetModules()
    const { api } = await import('./api.ts')
    const { resetApiState } = await import('./injectApiSlice.ts')
    expect(resetApiState.type).toBe(api.util.resetApiState.type)
  })
  it('serves two tabs, each its own', async () => {
    vi.resetModules()
    const { balancesApi } = await import('../balances/api.ts')
    const { createTestBrowser: freshBrowser } = await import('../../testing/createTestBrowser.ts')
    const browser: ReturnType<typeof createTestBrowser> = freshBrowser()
    browser.on('/spot/account/assets', () => ok([{ asset: 'BTC', available: '1', held: '0' }]))
    browser.signIn('7')
    const [first, second] = [await browser.openTab(), await browser.openTab()]
    await first.store.dispatch(balancesApi.endpoints.assets.initiate())
    const cached = (tab: typeof first) =>
      balancesApi.endpoints.assets.select()(tab.cache()).data?.length
    expect([cached(first), cached(second)]).toEqual([1, undefined])
  })
})
