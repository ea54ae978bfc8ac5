import type { Chart } from 'klinecharts'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { readColours } from './chartStyles.ts'
import { onLift } from './onLift.ts'
import { textWidth } from './textWidth.ts'
import type { LineOrder } from './orderLine.ts'
import { createOrderLines, type OrderLinesOptions } from './orderLines.ts'
import { watchTheme } from './watchTheme.ts'

export type ChartLines<Order extends LineOrder> = Omit<OrderLinesOptions<Order>, 'colours'>

const coloursOf = (chart: Chart) => readColours(chart.getDom() ?? document.documentElement)

/** Draws lines of another product on a chart, anew as they and the theme change. */
export function useChartLines<Order extends LineOrder>(
  chart: Chart,
  { lines, fixed, spec, ...callbacks }: ChartLines<Order>,
): void {
  const board = useMemo(() => createOrderLines<Order>(chart, { onLift, textWidth }), [chart])
  // Read once a theme: a line that follows the market is drawn many times a second.
  const [colours, setColours] = useState(() => coloursOf(chart))
  useEffect(() => watchTheme(() => setColours(coloursOf(chart))), [chart])
  const draw = useEffectEvent(() => board.draw({ lines, fixed, spec, ...callbacks, colours }))
  useEffect(() => draw(), [board, chart, lines, fixed, spec, callbacks.textOf, colours])
  // The chart outlives its user: a log-out in another tab leaves the page as it is.
  useEffect(() => () => board.clear(), [board])
}
