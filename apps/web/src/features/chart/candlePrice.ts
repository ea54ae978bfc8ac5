import { type Chart, registerIndicator } from 'klinecharts'
import { CANDLE_PANE } from './chartIndicators.ts'
import { legendOf } from './createLegend.ts'

const NAME = 'CANDLE_PRICE'

registerIndicator({
  name: NAME,
  series: 'price',
  figures: [],
  calc: (bars) => bars.map(() => ({})),
})

/**
 * Names the price that the candles of a chart have in its legend. Nobody trades at it, so it has no
 * volume. Answers what leaves the chart as it was.
 */
export function nameCandlePrice(chart: Chart, name: string): () => void {
  const extendData = { legend: () => [] }
  chart.createIndicator({ name: NAME, shortName: name, paneId: CANDLE_PANE, extendData }, true)
  const showVolume = hideVolume(chart)
  legendOf(chart)?.rebuild()
  return () => {
    chart.removeIndicator({ name: NAME })
    showVolume()
    legendOf(chart)?.rebuild()
  }
}

function hideVolume(chart: Chart): () => void {
  const [volume] = chart.getIndicators({ name: 'VOL' })
  const options = volume && chart.getPaneOptions(volume.paneId)
  if (!options || Array.isArray(options)) return () => {}
  const { id, height, minHeight } = options
  const show = (isVisible: boolean) => chart.overrideIndicator({ name: 'VOL', visible: isVisible })
  show(false)
  chart.setPaneOptions({ id, height: 0, minHeight: 0 })
  return () => {
    show(true)
    chart.setPaneOptions({ id, height, minHeight })
  }
}
