import { useNumbers } from '@x/locale/react'
import type { Chart } from 'klinecharts'
import { useEffect, useEffectEvent } from 'react'
import { fetchCandles } from '../../../data/candles/fetchCandles.ts'
import { useMarket } from '../../../data/market/useMarket.ts'
import { useAppDispatch } from '../../../data/store/hooks.ts'
import { useMessages } from '../../../lib/messages/messages.ts'
import { useServices } from '../../../lib/services/servicesContext.ts'
import { readColours } from '../chartStyles.ts'
import { legendOf } from '../createLegend.ts'
import type { ChartInterval } from '../intervals.ts'
import { watchTheme } from '../watchTheme.ts'
import { createComparisonLine } from './comparisonLine.ts'
import { watchCloses } from './watchCloses.ts'

interface ComparisonLayerProps {
  readonly chart: Chart
  readonly interval: ChartInterval
  /** The other pair, or contract by its key. */
  readonly symbol: string
  readonly name: string
}

/** Another pair beside the candles of a chart. */
export default function ComparisonLayer({ chart, interval, symbol, name }: ComparisonLayerProps) {
  const t = useMessages()
  const market = useMarket()
  const dispatch = useAppDispatch()
  const { clock, frame, toasts } = useServices()
  const numbers = useNumbers('trading')
  const percentText = useEffectEvent((percent: number) =>
    numbers.percent(percent.toFixed(2), { unit: 'percent', signs: 'always' }),
  )
  const fail = useEffectEvent(() => void toasts.error(t('chart.failed')))
  useEffect(() => {
    const line = createComparisonLine(chart, {
      name,
      percentText: (percent) => percentText(percent),
      onPanes: () => legendOf(chart)?.rebuild(),
    })
    let latest: ReadonlyMap<number, number> = new Map()
    const draw = () =>
      line.draw({
        closes: latest,
        colour: readColours(chart.getDom() ?? document.documentElement).accent,
      })
    const closes = watchCloses(chart, {
      symbol,
      interval,
      market,
      clock,
      frame,
      fetchPage: (page, options) => dispatch(fetchCandles(page, options)),
      onCloses(found) {
        latest = found
        draw()
      },
      onFail: () => fail(),
    })
    const stop = watchTheme(draw)
    return () => {
      stop()
      closes.dispose()
      line.clear()
    }
  }, [chart, interval, symbol, name, market, dispatch, clock, frame])
  return null
}
