import type { Chart } from 'klinecharts'

export interface LegendTexts {
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
  readonly volume: string
  /** Writes a volume as the rest of the app does. */
  readonly volumeText: (volume: string) => string
}

/** Digits after the point of the smallest volume that a pair trades in. */
const VOLUME_DIGITS = 8

/** The line above the candles: the figures of the candle under the cross, or of the last one. */
export function nameLegend(
  chart: Chart,
  {
    open,
    high,
    low,
    close,
    volume,
    volumeText,
    isWide,
  }: LegendTexts & { /** AvailableWidth for the change too. */ readonly isWide: boolean },
): void {
  const entry = (title: string, value: string) => ({ title: `${title} `, value })
  chart.setStyles({
    candle: {
      tooltip: {
        legend: {
          template: [
            entry(open, '{open}'),
            entry(high, '{high}'),
            entry(low, '{low}'),
            entry(close, '{close}'),
            ...(isWide ? [{ title: '', value: '{change}' }] : []),
          ],
        },
      },
    },
  })
  chart.overrideIndicator({
    name: 'VOL',
    shortName: volume,
    createTooltipDataSource: ({ indicator, crosshair }) => {
      const bars = indicator.result as readonly { readonly volume?: number }[]
      const shown = bars[crosshair.dataIndex ?? bars.length - 1]?.volume
      return {
        name: volume,
        calcParamsText: '',
        features: [],
        legends:
          shown === undefined
            ? []
            : [{ title: '', value: volumeText(shown.toFixed(VOLUME_DIGITS)) }],
      }
    },
  })
}
