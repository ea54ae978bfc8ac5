import type { CandlePrice } from '@x/market'
import type { Chart } from 'klinecharts'
import { useEffect } from 'react'
import { useFuturesMessages } from '../../lib/messages/messages.ts'
import { nameCandlePrice } from './candlePrice.ts'

interface CandlePriceLayerProps {
  readonly chart: Chart
  readonly price: CandlePrice
}

/** The name of the price that the candles of a contract have. */
export default function CandlePriceLayer({ chart, price }: CandlePriceLayerProps) {
  const t = useFuturesMessages()
  const name = t(`positions.${price}`)
  useEffect(() => nameCandlePrice(chart, name), [chart, name])
  return null
}
