import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it } from 'vitest'
import { Providers } from '../../../app/Providers.tsx'
import { createTestBrowser } from '../../../testing/createTestBrowser.ts'
import type { SpotSymbol } from '../../orders/model.ts'
import type { OrderDraft } from './orderDraft.ts'
import { usePlaceOrder } from './usePlaceOrder.ts'

afterEach(cleanup)

it('an order whose code cannot be fetched is not swallowed: nothing was sent, and that is said', async () => {
  const browser = createTestBrowser()
  browser.signIn('7')
  const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
  const wrapper = ({ children }: { readonly children: ReactNode }) => <Providers services={tab.services} store={tab.store}>{children}</Providers>
  const { result } = renderHook(() => usePlaceOrder({ symbol: 'BTCUSDT' } as SpotSymbol, () => Promise.reject(new TypeError('Failed to fetch'))), { wrapper })

  const refusal = await act(() => result.current.place({} as OrderDraft))
  const text = 'Something went wrong. Nothing was changed.'
  expect([refusal, tab.toasts(), tab.services.log.getState().messages[0]?.text, result.current.isPlacing]).toEqual([{ field: undefined, text }, [text], text, false])
  expect(browser.asked('/spot/order/place')).toEqual([])
})
