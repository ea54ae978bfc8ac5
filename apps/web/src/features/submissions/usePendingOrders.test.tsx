import { waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { restoreSession } from '../../data/session/thunks.ts'
import { createTestBrowser, ok } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { usePendingOrdersStore } from '../../data/hooks/usePendingOrdersStore.ts'
import { refetchOrders } from '../../data/orders/orderOutcome.ts'
import { usePendingOrders } from './usePendingOrders.ts'

function Watcher() {
  usePendingOrders({
    pendingOrders: usePendingOrdersStore(),
    specOf: () => undefined,
    refetch: refetchOrders,
  })
  return null
}

async function setUp() {
  const browser = createTestBrowser()
  browser.signIn('7')
  const asked: unknown[] = []
  browser.on('/spot/order/detail', ({ data }) => {
    asked.push(data['clientOid'])
    return ok({ order: { orderId: '5', clientOid: 'w1', symbol: 'BTCUSDT', status: 'open' } })
  })
  const tab = await browser.openTab()
  await tab.store.dispatch(restoreSession())
  const { pendingOrders: pending } = tab.services
  return { browser, tab, pending, asked }
}

it('asks about an order that was pending before the page was reloaded', async () => {
  const { browser, tab, pending, asked } = await setUp()
  pending.add({ symbol: 'BTCUSDT', side: 'buy', size: '1', price: '100' }, 'w1')
  const { settle, unmount } = renderPage(<Watcher />, { browser, tab })
  await settle()
  await waitFor(() => expect(asked).toEqual(['w1']))
  await waitFor(() => expect(pending.list()).toEqual([]))
  unmount()
})

it('asks nothing while no order is pending', async () => {
  const { browser, tab, asked } = await setUp()
  const { settle, unmount } = renderPage(<Watcher />, { browser, tab })
  await settle(60_000)
  expect(asked).toEqual([])
  unmount()
})
