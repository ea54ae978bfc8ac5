import { formatCompact } from '@x/locale/numbers'
import type { Chart, IndicatorCreate } from 'klinecharts'
import { expect, it } from 'vitest'
import { nameLegend } from './chartLegend.ts'

/** What the legend says of volumes, the one under the cross if it is on one. */
function legendOf(volumes: readonly number[]) {
  let given!: IndicatorCreate
  const chart = {
    setStyles: () => {},
    overrideIndicator: (indicator: IndicatorCreate) => (given = indicator),
  } as unknown as Chart
  nameLegend(chart, {
    open: 'O',
    high: 'H',
    low: 'L',
    close: 'C',
    volume: 'Vol BTC',
    volumeText: formatCompact,
    isWide: false,
  })
  const source = { indicator: { result: volumes.map((volume) => ({ volume })) } }
  return (dataIndex?: number) =>
    given
      .createTooltipDataSource?.({ ...source, crosshair: { dataIndex } } as unknown as Parameters<
        NonNullable<typeof given.createTooltipDataSource>
      >[0])
      .legends.map(({ value }) => value)
}

it('formats legend volumes as elsewhere (visual, rules)', () => {
  const legend = legendOf([42, 0.5, 7174.5, 1_234_567_890, 0.00000012, 42.4])
  expect([0, 1, 2, 3, 4, undefined].map((at) => legend(at))).toEqual([
    ['42.00'],
    ['0.50'],
    ['7.17K'],
    ['1.23B'],
    ['<0.01'],
    ['42.40'],
  ])
})

it('says nothing of no candles', () => {
  expect(legendOf([])()).toEqual([])
})
