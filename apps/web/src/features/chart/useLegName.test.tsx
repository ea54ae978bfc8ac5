import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it } from 'vitest'
import { Providers } from '../../app/startup/Providers.tsx'
import { createTestBrowser } from '../../testing/createTestBrowser.ts'
import type { OrderTrigger } from '../../data/spot/model.ts'
import { useLegName } from './useLegName.ts'

afterEach(cleanup)

const trigger = (price: string | null): readonly OrderTrigger[] => [
  { kind: 'stop', triggerPrice: '1', direction: 'falls', price },
]

it.each([
  [
    'en',
    [
      'Limit',
      'TP',
      'SL',
      'OCO Limit',
      'OCO Stop-market',
      'OCO Stop-limit',
      'Stop-limit',
      'Trailing stop',
    ],
  ],
  [
    'zh-CN',
    ['限价', '止盈', '止损', 'OCO 限价', 'OCO 止损市价', 'OCO 止损限价', '止损限价', '追踪止损'],
  ],
] as const)('names the lines of one order: %s (trading 4)', async (locale, names) => {
  const tab = await createTestBrowser().openTab(`http://app/${locale}/spot/BTCUSDT`)
  await act(() => tab.services.catalog.switchTo(locale))
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <Providers services={tab.services} store={tab.store}>
      {children}
    </Providers>
  )
  const { current: nameOf } = renderHook(() => useLegName(), { wrapper }).result
  expect([
    nameOf({ orderType: 'limit' }, 'limit'),
    nameOf({ orderType: 'tp_sl' }, 'take_profit'),
    nameOf({ orderType: 'tp_sl' }, 'stop_loss'),
    nameOf({ orderType: 'oco', triggers: trigger(null) }, 'limit'),
    nameOf({ orderType: 'oco', triggers: trigger(null) }, 'stop'),
    nameOf({ orderType: 'oco', triggers: trigger('2') }, 'stop'),
    nameOf({ orderType: 'stop_limit' }, 'stop'),
    nameOf({ orderType: 'trailing' }, 'trailing'),
  ]).toEqual(names)
})
