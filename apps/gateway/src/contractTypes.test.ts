import type {
  Candle,
  ErrorCode,
  PlaceSpotOrderRequest,
  Side,
  sockets,
  SpotOrderType,
  Ticker,
  TimeInForce,
  TriggerBy,
} from '@x/api'
import type { Candle as MarketCandle, Ticker as MarketTicker } from '@x/market'
import type * as trading from '@x/trading'
import { describe, expectTypeOf, it } from 'vitest'
import type { CLOSE_OVER_ALLOWANCE, CLOSE_TRY_LATER } from './platform/http/socketLimits.ts'

describe('the packages and the contract', () => {
  it('names orders as the contract does', () => {
    expectTypeOf<trading.TimeInForce>().toEqualTypeOf<TimeInForce>()
    expectTypeOf<trading.TriggerBy>().toEqualTypeOf<TriggerBy>()
    expectTypeOf<trading.OrderSide>().toEqualTypeOf<Side>()
    expectTypeOf<trading.SpotOrderType>().toEqualTypeOf<Exclude<SpotOrderType, 'tp_sl'>>()
    expectTypeOf<keyof trading.SpotOrder>().toExtend<keyof PlaceSpotOrderRequest>()
  })

  it('refuses orders with codes of the contract', () => {
    expectTypeOf<trading.OrderRefusalCode>().toExtend<ErrorCode>()
  })

  it('shows market data as the contract sends it', () => {
    expectTypeOf<Ticker>().toExtend<MarketTicker>()
    expectTypeOf<Candle>().toExtend<MarketCandle>()
  })

  it('closes the market socket with codes of the contract', () => {
    type Listed = keyof typeof sockets.market.closeCodes
    expectTypeOf<typeof CLOSE_OVER_ALLOWANCE>().toExtend<Listed>()
    expectTypeOf<typeof CLOSE_TRY_LATER>().toExtend<Listed>()
  })
})
