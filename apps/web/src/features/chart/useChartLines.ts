import type { Chart } from 'klinecharts'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { readColours } from './chartStyles.ts'
import { onLift } from './onLift.ts'
import { textWidth } from './textWidth.ts'
import type { LineOrder } from './orderLine.ts'
import { createOrderLines, type OrderLinesOptions } from './orderLines.ts'
import { watchTheme } from './watchTheme.ts'

export type ChartLines<Order extends LineOrder> = Omit<OrderLinesOptions<Order>, 'colours'>

/** Draws lines of another product on a chart, anew as they and the theme change. */
export function useChartLines<Order extends LineOrder>(
  chart: Chart,
  { lines, fixed, spec, ...callbacks }: ChartLines<Order>,
): void {
  const board = useMemo(() => createOrderLines<Order>(chart, { onLift, textWidth }), [chart])
  const draw = useEffectEvent(() =>
    board.draw({
      lines,
      fixed,
      spec,
      ...callbacks,
      colours: readColours(chart.getDom() ?? document.documentElement),
    }),
  )
  useEffect(() => {
    draw()
    return watchTheme(draw)
  }, [board, chart, lines, fixed, spec, callbacks.textOf])
  // The chart outlives its user: a log-out in another tab leaves the page as it is.
  useEffect(() => () => board.clear(), [board])
}
