import { expectTypeOf, it } from 'vitest'
import type { TradingCore } from '../trading-core/openTradingCore.ts'
import type { ExchangeView } from './ExchangeView.ts'
import type { ExchangeState } from './state.ts'

it('lets readers of a core see the state and not change it', () => {
  expectTypeOf<TradingCore['state']>().toEqualTypeOf<ExchangeView>()
  expectTypeOf<ExchangeState>().toExtend<ExchangeView>()
  expectTypeOf<ExchangeView>().not.toHaveProperty('addOrder')
  expectTypeOf<ExchangeView>().not.toHaveProperty('dropOrder')
  expectTypeOf<ExchangeView>().not.toHaveProperty('arm')
  expectTypeOf<ExchangeView['accounts']>().not.toHaveProperty('of')
  expectTypeOf<ExchangeView['keys']>().not.toHaveProperty('add')
  expectTypeOf<ExchangeView['openLegs']>().not.toHaveProperty('set')
  expectTypeOf<ExchangeView['orderLines']>().not.toHaveProperty('add')
  expectTypeOf<ExchangeView['parties']>().not.toHaveProperty('set')
  expectTypeOf<ExchangeView['grants']>().not.toHaveProperty('add')
})
