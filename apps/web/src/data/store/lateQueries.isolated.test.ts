import { configureStore } from '@reduxjs/toolkit'
import { describe, expect, it, vi } from 'vitest'
import { createTestBrowser, ok } from '../../testing/createTestBrowser.ts'

/** Modules of its own: what another test has brought into the store is not in this one. */
const fresh = async () => {
  vi.resetModules()
  return await import('./lateQueries.ts')
}

describe('the query cache', () => {
  it('is not in the store of a guest, and forgetting it changes nothing', async () => {
    const { forgetQueries, lateMiddleware, QUERIES, reducer } = await fresh()
    const store = configureStore({
      reducer,
      middleware: (defaults) => defaults().concat(lateMiddleware),
    })
    const before = store.getState()
    store.dispatch(forgetQueries())
    expect([QUERIES in store.getState(), store.getState() === before]).toEqual([false, true])
  })
  it('enters a store that is already running, state and middleware, with its arrival', async () => {
    const { joinQueries, lateMiddleware, onQueries, queriesJoined, reducer } = await fresh()
    const store = configureStore({
      reducer,
      middleware: (defaults) => defaults().concat(lateMiddleware),
    })
    onQueries(() => store.dispatch(queriesJoined()))
    const heard: unknown[] = []
    joinQueries({
      reducer: (state: number = 0, { type }) => (type === 'count' ? state + 1 : state),
      middleware: () => (next) => (action) => (
        heard.push((action as { type: string }).type),
        next(action)
      ),
    })
    const state = () => (store.getState() as unknown as { api: number }).api
    expect(state()).toBe(0)
    store.dispatch({ type: 'count' })
    expect([state(), heard]).toEqual([1, [queriesJoined.type, 'count']])
  })
  it('is emptied by the action that the store knows without it', async () => {
    vi.resetModules()
    const { api } = await import('./api.ts')
    const { forgetQueries } = await import('./lateQueries.ts')
    expect(forgetQueries.type).toBe(api.util.resetApiState.type)
  })
  it('serves two tabs, each its own', async () => {
    vi.resetModules()
    const { ordersApi } = await import('../spot/api.ts')
    const { createTestBrowser: freshBrowser } = await import('../../testing/createTestBrowser.ts')
    const browser: ReturnType<typeof createTestBrowser> = freshBrowser()
    browser.on('/spot/account/assets', () => ok([{ asset: 'BTC', available: '1', held: '0' }]))
    browser.signIn('7')
    const [first, second] = [await browser.openTab(), await browser.openTab()]
    await first.store.dispatch(ordersApi.endpoints.assets.initiate())
    const cached = (tab: typeof first) =>
      ordersApi.endpoints.assets.select()(tab.cache()).data?.length
    expect([cached(first), cached(second)]).toEqual([1, undefined])
  })
})
